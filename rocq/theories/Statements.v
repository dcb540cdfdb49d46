(** * Properties as goals

    For every property the list of goals that the tool decides, and the proof that the property
    holds if and only if all of them are valid.  So a proof of the goals proves the property, and
    one goal that fails refutes it. *)
From Coq Require Import Reals Lra ZArith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Properties.
Import ListNotations.
Open Scope R_scope.

(** ** A measure at a matrix of formulas *)
Definition quad := (expr * expr * expr * expr)%type.
Definition zero_or (i : positive) : expr := if (i <=? 20)%positive then Num 0 else Var i.
Definition place (A : quad) (i : positive) : expr :=
  let '(a, b, c, d) := A in
  match i with 1 => a | 2 => b | 3 => c | 4 => d | _ => zero_or i end%positive.
Definition at_ (M : measure) (A : quad) : expr := put (place A) (formula M).
Definition vals (A : quad) (l : env) : matrix :=
  let '(a, b, c, d) := A in (val a l, val b l, val c l, val d l).
Definition total (A : quad) : Prop := let '(a, b, c, d) := A in
  forall l, def a l /\ def b l /\ def c l /\ def d l.
Definition assumed (M : measure) : list atom := map (put_atom zero_or) (domain M).

Lemma place_values : forall A l, values (place A) l = cells l (vals A l).
Proof.
  intros [[[a b] c] d] l. apply functional_extensionality. intro i.
  unfold values, place, vals, cells, zero_or, parameters.
  destruct i as [[]|[[]|[]|]|]; try reflexivity;
    match goal with |- val (if ?b then _ else _) _ = _ => destruct b; reflexivity end.
Qed.
Lemma at_val : forall M A l, val (at_ M A) l = val (formula M) (cells l (vals A l)).
Proof. intros. unfold at_. now rewrite put_val, place_values. Qed.
Lemma at_def : forall M A l, (let '(a, b, c, d) := A in def a l /\ def b l /\ def c l /\ def d l) ->
  (def (at_ M A) l <-> def (formula M) (cells l (vals A l))).
Proof.
  intros M A l D. unfold at_. rewrite put_def, place_values; [tauto|].
  intro i. destruct A as [[[a b] c] d]. unfold place, zero_or.
  destruct i as [[]|[[]|[]|]|]; try tauto;
    match goal with |- def (if ?b then _ else _) _ => destruct b; exact I end.
Qed.
Lemma assumed_ok : forall M l, admissible M l <-> Forall (holds l) (assumed M).
Proof.
  intros. unfold admissible, assumed. rewrite Forall_map.
  assert (V : values zero_or l = parameters l).
  { apply functional_extensionality. intro i. unfold values, zero_or, parameters.
    destruct (i <=? 20)%positive; reflexivity. }
  assert (Q : forall a, holds l (put_atom zero_or a) <-> holds (parameters l) a).
  { intro a. rewrite put_holds, V; [tauto|]. intro i. unfold zero_or.
    destruct (i <=? 20)%positive; exact I. }
  rewrite !Forall_forall. split; intros H a I; apply Q; auto.
Qed.

(** ** Goals about two matrices *)
Definition kinds (s : sort) (ns : list positive) (i : positive) : sort :=
  if existsb (Pos.eqb i) ns then s else Real.
Definition both_defined (e f : expr) : list atom :=
  Defined e :: if same e f then [] else [Defined f].
(** M at B minus M at A ([up]), or the other way round, compares with 0. *)
Definition pair (s : sort) ns (M : measure) (hs : list atom) (A B : quad) (up : bool) (r : rel) :=
  Goal (kinds s ns) (assumed M ++ hs ++ both_defined (at_ M A) (at_ M B))
    (Is (if up then Sub (at_ M B) (at_ M A) else Sub (at_ M A) (at_ M B)) r).

Lemma kinds_ok : forall s ns l, okenv (kinds s ns) l <-> Forall (fun i => of_sort s (l i)) ns.
Proof.
  intros s ns l. rewrite Forall_forall. split.
  - intros O i I. specialize (O i). unfold kinds in O.
    assert (E : existsb (Pos.eqb i) ns = true)
      by (apply existsb_exists; exists i; split; auto; apply Pos.eqb_refl).
    now rewrite E in O.
  - intros H i. unfold kinds. destruct (existsb (Pos.eqb i) ns) eqn:E; [|exact I].
    apply existsb_exists in E. destruct E as [j [J E]]. apply Pos.eqb_eq in E. subst. auto.
Qed.
Definition plainly (A : quad) (l : env) : Prop :=
  let '(a, b, c, d) := A in def a l /\ def b l /\ def c l /\ def d l.
Lemma pair_valid : forall s ns M hs A B up r, 
  (forall l, Forall (holds l) hs -> plainly A l /\ plainly B l) ->
  (valid (pair s ns M hs A B up r) <->
  forall l, Forall (fun i => of_sort s (l i)) ns -> admissible M l -> Forall (holds l) hs ->
  def (formula M) (cells l (vals A l)) -> def (formula M) (cells l (vals B l)) ->
  rl r (if up then val (formula M) (cells l (vals B l)) - val (formula M) (cells l (vals A l))
        else val (formula M) (cells l (vals A l)) - val (formula M) (cells l (vals B l)))).
Proof.
  intros s ns M hs A B up r PL.
  assert (BD : forall l, Forall (holds l) (both_defined (at_ M A) (at_ M B)) <->
    def (at_ M A) l /\ def (at_ M B) l).
  { intro l. unfold both_defined. destruct (same (at_ M A) (at_ M B)) eqn:S.
    - apply same_ok in S. rewrite <- S. split.
      + intro F. inversion F; subst. tauto. + intros [D _]. constructor; [exact D|constructor].
    - split. + intro F. inversion F as [|? ? F1 F2]; subst. inversion F2; subst. tauto.
      + intros [D E]. repeat constructor; auto. }
  split.
  - intros V l N Ad H DA DB. apply kinds_ok in N. destruct (PL l H) as [PA PB].
    apply assumed_ok in Ad. apply at_def in DA; auto. apply at_def in DB; auto.
    destruct (V l N) as [_ R].
    + cbn [hyps pair]. repeat (apply Forall_app; split); auto. apply BD; auto.
    + destruct up; cbn [val] in R; rewrite !at_val in R; exact R.
  - intros Q l O F. cbn [hyps concl pair] in *. apply Forall_app in F. destruct F as [F1 F].
    apply Forall_app in F. destruct F as [F2 F3]. apply BD in F3. destruct F3 as [DA DB].
    destruct (PL l F2) as [PA PB]. apply kinds_ok in O. apply assumed_ok in F1.
    specialize (Q l O F1 F2 (proj1 (at_def M A l PA) DA) (proj1 (at_def M B l PB) DB)).
    destruct up; cbn [holds def val]; rewrite !at_val; tauto.
Qed.

(** ** From numbers to environments *)
Fixpoint assign (xs : list (positive * R)) (theta : env) : env :=
  match xs with [] => theta | (i, x) :: r => upd (assign r theta) i x end.
Lemma assign_parameters : forall xs theta, forallb (fun x => (fst x <=? 20)%positive) xs = true ->
  parameters (assign xs theta) = parameters theta.
Proof.
  induction xs as [|[i x] r IH]; simpl; intros theta H; auto. ab.
  rewrite <- (IH theta) by auto. apply functional_extensionality. intro j. unfold parameters, upd.
  destruct (j <=? 20)%positive eqn:J; auto. destruct (Pos.eqb_spec j i); auto. subst. congruence.
Qed.
Lemma assign_admissible : forall M xs theta, forallb (fun x => (fst x <=? 20)%positive) xs = true ->
  admissible M theta -> admissible M (assign xs theta).
Proof. intros. unfold admissible. now rewrite assign_parameters. Qed.
Lemma assign_cells : forall A xs theta, forallb (fun x => (fst x <=? 20)%positive) xs = true ->
  cells (assign xs theta) A = cells theta A.
Proof.
  intros [[[a b] c] d] xs theta H. unfold cells. rewrite assign_parameters by auto. reflexivity.
Qed.

Notation "x >=1" := (Is (Sub x (Num 1)) GE) (at level 50).
Definition TP' := Var 5. Definition FN' := Var 6. Definition FP' := Var 7. Definition TN' := Var 8.
Definition K := Var 9.
Definition C : quad := (TP, FN, FP, TN).
Definition size := Add (Add (Add TP FN) FP) TN.
Definition Z0 := Num 0.
Definition four : list positive := [1; 2; 3; 4]%positive.

(** The tactic: a goal about environments, and the property at the numbers in them. *)
Ltac numbers := repeat match goal with
  | H : counts _ |- _ => unfold counts in H
  | H : reals _ |- _ => unfold reals in H
  | H : Forall _ (_ :: _) |- _ => apply Forall_cons_iff in H; destruct H
  | H : Forall _ [] |- _ => clear H
  | H : _ /\ _ |- _ => destruct H end.
Ltac all_of := repeat apply Forall_cons; try apply Forall_nil.
Ltac easy_atoms := intros l _; repeat split; exact I.

Ltac look_up W := repeat match type of W with context [assign ?xs ?theta ?i] =>
    let v := eval cbn in (assign xs theta i) in change (assign xs theta i) with v in W end.
(** From what a valid goal says of environments ([V]) to what it says of the numbers [xs]. *)
Ltac at_numbers V theta xs :=
  let W := fresh "W" in
  pose proof (V (assign xs theta)) as W; rewrite !assign_cells in W by reflexivity;
  cbn [vals val C TP FN FP TN TP' FN' FP' TN' K Z0] in W; look_up W;
  match type of W with
  | ?P1 -> ?P2 -> ?P3 -> _ =>
      let A := fresh in let B := fresh in let D := fresh in
      assert (A : P1) by (all_of; cbn; assumption);
      assert (B : P2) by (apply assign_admissible; [reflexivity|assumption]);
      assert (D : P3) by (all_of; (split; [cbn; repeat split; tauto|cbn; lra]));
      specialize (W A B D); clear A B D; cbn [rl] in W
  end.
