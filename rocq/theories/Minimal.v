(** * No smaller counterexample: all smaller matrices, enumerated

    [smallest n bs g]: no whole numbers violate the goal if every block of variables (the cells of a
    matrix, say) has a sum below n. *)
From Coq Require Import Reals Lra ZArith QArith Qreals Arith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing
  Substitution Moves Rules Properties Statements Witness.
Import ListNotations.
Open Scope R_scope.

(** A violation has a value that is wrong; to be undefined is none, unless a value is asked for. *)
Definition violated (g : goal) (l : env) : Prop := Forall (holds l) (hyps g) /\
  match concl g with Is e _ => def e l | _ => True end /\ ~ holds l (concl g).
Definition sum_over (l : env) (b : list positive) : R := fold_right (fun v r => l v + r) 0 b.
Definition smallest (n : nat) (bs : list (list positive)) (g : goal) : Prop := forall l,
  okenv (sorts g) l -> Forall (fun v => natural (l v)) (concat bs) ->
  Forall (fun b => sum_over l b < INR n) bs -> ~ violated g l.

(** All lists of k whole numbers whose sum is below n. *)
Fixpoint tuples (k n : nat) : list (list nat) :=
  match k with
  | O => if (0 <? n)%nat then [[]] else []
  | S k => flat_map (fun x => map (cons x) (tuples k (n - x))) (List.seq 0 n)
  end.
Definition as_point (b : list positive) (xs : list nat) : point :=
  combine b (map (fun x => inject_Z (Z.of_nat x)) xs).
Fixpoint points (bs : list (list positive)) (n : nat) : list point :=
  match bs with
  | [] => [[]]
  | b :: r => let others := points r n in
      flat_map (fun xs => map (fun p => as_point b xs ++ p) others) (tuples (length b) n)
  end.
Definition no_value (e : expr) (p : point) : bool :=
  match evaluate e (at_point p) with Nowhere => true | _ => false end.
Definition fine (vs : list positive) (g : goal) (p : point) : bool :=
  negb (forallb (fun v => fits (sorts g v) (at_point p v)) vs) ||
  existsb (fun a => match truth (at_point p) a with Some false => true | _ => false end) (hyps g) ||
  match truth (at_point p) (concl g) with Some true => true | _ => false end ||
  match concl g with Is e _ => no_value e p | _ => false end.
(** The goal speaks of these variables only. *)
Definition inside (vs : list positive) (v : positive) : expr :=
  if existsb (Pos.eqb v) vs then Var v else Num 0.
Definition closed (vs : list positive) (a : atom) : bool := same_atom (put_atom (inside vs) a) a.
Definition enumerated (n : nat) (bs : list (list positive)) (g : goal) : bool :=
  let vs := concat bs in
  forallb (closed vs) (concl g :: hyps g) && forallb (fine vs g) (points bs n).

Lemma in_tuples : forall k n xs, length xs = k -> (list_sum xs < n)%nat -> In xs (tuples k n).
Proof.
  induction k as [|k IH]; intros n [|x xs] L S; try discriminate; cbn [tuples].
  - apply Nat.ltb_lt in S. cbn [list_sum fold_right] in S. rewrite S. now left.
  - cbn [list_sum fold_right] in S. apply in_flat_map. exists x. split; [apply in_seq; lia|].
    apply in_map. apply IH; [now injection L|]. unfold list_sum. lia.
Qed.
(** Whole numbers that are the values of the variables of a block. *)
Definition told (l : env) (b : list positive) (xs : list nat) : Prop :=
  Forall2 (fun v x => l v = INR x) b xs.
Lemma tell : forall l b, Forall (fun v => natural (l v)) b -> exists xs, told l b xs.
Proof.
  intros l b F. induction F as [|v b [x E] _ [xs IH]]; [exists []; constructor|].
  exists (x :: xs). now constructor.
Qed.
Lemma told_length : forall l b xs, told l b xs -> length xs = length b.
Proof. intros l b xs T. induction T; simpl; congruence. Qed.
Lemma told_sum : forall l b xs, told l b xs -> sum_over l b = INR (list_sum xs).
Proof.
  intros l b xs T. induction T as [|v x b xs E _ IH]; [reflexivity|].
  cbn [sum_over fold_right list_sum] in *. rewrite plus_INR. unfold sum_over, list_sum in IH.
  now rewrite E, IH.
Qed.
Definition right_point (l : env) (p : point) : Prop := Forall (fun x => l (fst x) = Q2R (snd x)) p.
Lemma told_point : forall l b xs, told l b xs ->
  right_point l (as_point b xs) /\ map fst (as_point b xs) = b.
Proof.
  intros l b xs T. induction T as [|v x b xs E _ [R M]]; [split; [constructor|reflexivity]|].
  unfold as_point in *. cbn [map combine fst]. split; [|now rewrite M].
  constructor; auto. cbn [fst snd]. now rewrite Q2R_Z, E, INR_IZR_INZ.
Qed.
Lemma point_of : forall l n bs, Forall (fun v => natural (l v)) (concat bs) ->
  Forall (fun b => sum_over l b < INR n) bs ->
  exists p, In p (points bs n) /\ right_point l p /\ map fst p = concat bs.
Proof.
  intros l n. induction bs as [|b bs IH]; intros N S.
  - exists []. repeat split; [now left|constructor].
  - cbn [concat] in N. apply Forall_app in N. destruct N as [NB N]. inversion S as [|? ? SB S']; subst.
    destruct (IH N S') as (p & I & R & M). destruct (tell l b NB) as [xs T].
    destruct (told_point l b xs T) as [RB MB].
    exists (as_point b xs ++ p). repeat split.
    + cbn [points]. apply in_flat_map. exists xs. split.
      * apply in_tuples; [now apply (told_length l)|].
        rewrite (told_sum l b xs T) in SB. now apply INR_lt.
      * apply in_map_iff. exists p. auto.
    + apply Forall_app. auto.
    + cbn [concat]. now rewrite map_app, MB, M.
Qed.
Lemma at_right_point : forall l p v, right_point l p -> In v (map fst p) -> Q2R (at_point p v) = l v.
Proof.
  intros l p v R I. unfold at_point. destruct (find (fun x => Pos.eqb v (fst x)) p) as [[w q]|] eqn:F.
  - apply find_some in F. destruct F as [J E]. apply Pos.eqb_eq in E. cbn [fst] in E. subst w.
    unfold right_point in R. rewrite Forall_forall in R. symmetry. apply (R (v, q) J).
  - exfalso. apply in_map_iff in I. destruct I as [x [<- J]].
    apply find_none with (x := x) in F; auto. now rewrite Pos.eqb_refl in F.
Qed.
Lemma closed_ok : forall l p vs a, right_point l p -> map fst p = vs -> closed vs a = true ->
  (holds l a <-> holds (real_env (at_point p)) a).
Proof.
  intros l p vs a R M K. apply same_atom_ok in K.
  assert (V : values (inside vs) l = values (inside vs) (real_env (at_point p))).
  { apply functional_extensionality. intro v. unfold values, inside.
    destruct (existsb (Pos.eqb v) vs) eqn:E; [|reflexivity]. cbn [val]. unfold real_env.
    apply existsb_exists in E. destruct E as [w [I E]]. apply Pos.eqb_eq in E. subst w.
    symmetry. apply (at_right_point l p v R). now rewrite M. }
  assert (P : forall l, holds l a <-> holds (values (inside vs) l) a).
  { intro k. rewrite <- K at 1. apply put_holds. intro v. unfold inside.
    destruct (existsb (Pos.eqb v) vs); exact I. }
  rewrite (P l), (P (real_env (at_point p))), V. tauto.
Qed.
Lemma fits_back : forall s q, of_sort s (Q2R q) -> (exists x : nat, q = inject_Z (Z.of_nat x)) -> fits s q = true.
Proof.
  intros s q O [x ->]. rewrite Q2R_Z in O. destruct s; cbn [fits of_sort] in *; auto.
  - cbn [inject_Z Qden Qnum]. apply andb_true_intro. split; [reflexivity|]. apply Z.leb_le. lia.
  - apply Z.leb_le. apply le_IZR in O. exact O.
  - apply Z.ltb_lt. apply lt_IZR in O. exact O.
Qed.
Lemma whole_points : forall bs n p, In p (points bs n) ->
  Forall (fun x => exists k : nat, snd x = inject_Z (Z.of_nat k)) p.
Proof.
  induction bs as [|b bs IH]; intros n p I; cbn [points] in I.
  - destruct I as [<-|[]]. constructor.
  - apply in_flat_map in I. destruct I as [xs [_ I]]. apply in_map_iff in I. destruct I as [q [<- I]].
    apply Forall_app. split; [|now apply (IH n)].
    unfold as_point. apply Forall_forall. intros [v y] J. apply in_combine_r in J.
    apply in_map_iff in J. destruct J as [k [<- _]]. cbn [snd]. eauto.
Qed.
Theorem smallest_ok : forall n bs g, enumerated n bs g = true -> smallest n bs g.
Proof.
  intros n bs g E l O N S (H & D & B). unfold enumerated in E. apply andb_prop in E.
  destruct E as [CL F]. rewrite forallb_forall in CL, F.
  destruct (point_of l n bs N S) as (p & I & R & M).
  assert (W := whole_points bs n p I).
  assert (HO : forall a, In a (concl g :: hyps g) -> (holds l a <-> holds (real_env (at_point p)) a))
    by (intros a J; apply (closed_ok l p (concat bs) a R M); auto).
  specialize (F p I). unfold fine in F. apply orb_prop in F. destruct F as [F|F].
  2: { destruct (concl g) as [e r|e|e] eqn:CE; try discriminate. unfold no_value in F.
       pose proof (evaluate_ok e (at_point p)) as V. destruct (evaluate e (at_point p)); try discriminate.
       cbn [says] in V. apply V.
       assert (K : holds l (Defined e) <-> holds (real_env (at_point p)) (Defined e)).
       { apply (closed_ok l p (concat bs) (Defined e) R M).
         assert (Q := CL _ (or_introl eq_refl)). unfold closed in *. cbn [put_atom same_atom] in *.
         apply andb_prop in Q. tauto. }
       now apply K. }
  apply orb_prop in F. destruct F as [F|F].
  2: { destruct (truth (at_point p) (concl g)) as [[]|] eqn:T; try discriminate.
       apply B, HO; [now left|]. now apply (truth_ok _ _ _ T). }
  apply orb_prop in F. destruct F as [F|F].
  - apply negb_true_iff in F.
    assert (Q : forallb (fun v => fits (sorts g v) (at_point p v)) (concat bs) = true); [|congruence].
    apply forallb_forall. intros v J. rewrite <- M in J. apply fits_back.
    + rewrite (at_right_point l p v R J). apply O.
    + unfold at_point. destruct (find (fun x => Pos.eqb v (fst x)) p) as [[w q]|] eqn:X; [|now exists 0%nat].
      apply find_some in X. destruct X as [X _]. rewrite Forall_forall in W. apply (W _ X).
  - apply existsb_exists in F. destruct F as [a [J T]].
    destruct (truth (at_point p) a) as [[]|] eqn:K; try discriminate.
    rewrite Forall_forall in H. apply (HO a) in H; auto; [|now right].
    apply (truth_ok _ _ _ K) in H. discriminate.
Qed.
Definition all_enumerated (n : nat) (bss : list (list (list positive))) (gs : list goal) : bool :=
  (length bss =? length gs)%nat && forallb (fun x => enumerated n (fst x) (snd x)) (combine bss gs).
Theorem all_smallest_ok : forall n bss gs, all_enumerated n bss gs = true ->
  Forall2 (smallest n) bss gs.
Proof.
  intros n. unfold all_enumerated. induction bss as [|bs bss IH]; intros [|g gs] E; try discriminate;
    [constructor|]. cbn [length combine forallb fst snd Nat.eqb] in E.
  apply andb_prop in E. destruct E as [L E]. apply andb_prop in E. destruct E as [E1 E2].
  constructor; [now apply smallest_ok|]. apply IH. now rewrite L, E2.
Qed.
