(** * The properties for m classes as goals

    What [Statements.v] and [Gosgens.v] are for two classes: the goals that the tool decides, and
    that a property holds if and only if all of its goals are valid. *)
From Coq Require Import Reals Lra ZArith Arith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing
  Substitution Properties Statements Gosgens Classes.
Import ListNotations.
Open Scope R_scope.

(** ** A measure at a matrix of formulas *)
Definition square := nat -> nat -> expr.
Definition var (n : nat) : positive := Pos.of_nat (S n).
Definition C (m : nat) : square := fun i j => Var (var (i * m + j)).
Definition D (m : nat) : square := fun i j => Var (var (m * m + (i * m + j))).
Definition X (m n : nat) : expr := Var (var (m * m + m * m + n)).
Definition zero_or (m : nat) (v : positive) : expr :=
  if (index v <? reserved m)%nat then Num 0 else Var v.
Definition place (m : nat) (A : square) (v : positive) : expr :=
  let n := index v in if (n <? m * m)%nat then A (n / m)%nat (n mod m)%nat else zero_or m v.
Definition at_ (m : nat) (M : measure) (A : square) : expr := put (place m A) (formula M).
Definition vals (A : square) (l : env) : matrix := fun i j => val (A i j) l.
Definition plainly (m : nat) (A : square) (l : env) : Prop :=
  forall i j, (i < m)%nat -> (j < m)%nat -> def (A i j) l.
Definition assumed (m : nat) (M : measure) : list atom := map (put_atom (zero_or m)) (domain M).

Lemma index_var : forall n, index (var n) = n.
Proof. intro n. unfold index, var. rewrite Nat2Pos.id; [reflexivity|discriminate]. Qed.
Lemma split_index : forall m n, (n < m * m)%nat -> (n / m < m)%nat /\ (n mod m < m)%nat.
Proof.
  intros m n L. assert (m <> 0)%nat by (intro; subst; lia).
  split; [apply Nat.div_lt_upper_bound; auto|apply Nat.mod_upper_bound; auto].
Qed.
Lemma place_values : forall m A l, values (place m A) l = cells m l (vals A l).
Proof.
  intros. apply functional_extensionality. intro v. unfold values, place, cells, vals, zero_or, parameters.
  destruct (index v <? m * m)%nat; [reflexivity|]. destruct (index v <? reserved m)%nat; reflexivity.
Qed.
Lemma at_val : forall m M A l, val (at_ m M A) l = val (formula M) (cells m l (vals A l)).
Proof. intros. unfold at_. now rewrite put_val, place_values. Qed.
Lemma at_def : forall m M A l, plainly m A l ->
  (def (at_ m M A) l <-> def (formula M) (cells m l (vals A l))).
Proof.
  intros m M A l P. unfold at_. rewrite put_def, place_values; [tauto|].
  intro v. unfold place, zero_or. destruct (Nat.ltb_spec (index v) (m * m)) as [L|L].
  - apply split_index in L. apply P; tauto.
  - destruct (index v <? reserved m)%nat; exact I.
Qed.
Lemma assumed_ok : forall m M l, admissible m M l <-> Forall (holds l) (assumed m M).
Proof.
  intros. unfold admissible, assumed. rewrite Forall_map.
  assert (V : values (zero_or m) l = parameters m l).
  { apply functional_extensionality. intro v. unfold values, zero_or, parameters.
    destruct (index v <? reserved m)%nat; reflexivity. }
  assert (Q : forall a, holds l (put_atom (zero_or m) a) <-> holds (parameters m l) a).
  { intro a. rewrite put_holds, V; [tauto|]. intro v. unfold zero_or.
    destruct (index v <? reserved m)%nat; exact I. }
  rewrite !Forall_forall. split; intros H a I; apply Q; auto.
Qed.
Lemma cells_same : forall m l theta A B, parameters m l = parameters m theta ->
  (forall i j, (i < m)%nat -> (j < m)%nat -> A i j = B i j) -> cells m l A = cells m theta B.
Proof.
  intros m l theta A B P E. apply functional_extensionality. intro v. unfold cells. rewrite P.
  destruct (Nat.ltb_spec (index v) (m * m)) as [L|L]; auto. apply split_index in L. apply E; tauto.
Qed.

(** ** Sums *)
Definition summed (es : list expr) : expr :=
  match es with [] => Num 0 | e :: r => fold_left Add r e end.
Lemma summed_ok : forall es l, val (summed es) l = sum (map (fun e => val e l) es) /\
  (Forall (fun e => def e l) es -> def (summed es) l).
Proof.
  assert (Q : forall r e l, val (fold_left Add r e) l = val e l + sum (map (fun e => val e l) r) /\
    (def e l -> Forall (fun e => def e l) r -> def (fold_left Add r e) l)).
  { induction r as [|f r IH]; intros e l; cbn [fold_left map sum fold_right].
    - split; [ring|tauto].
    - destruct (IH (Add e f) l) as [V W]. rewrite V. split; [cbn [val]; unfold sum; ring|].
      intros De F. inversion F; subst. apply W; auto. split; auto. }
  intros [|e r] l; [split; [reflexivity|split]|].
  destruct (Q r e l) as [V W]. cbn [summed]. split; [exact V|].
  intro F. inversion F; subst. auto.
Qed.
Lemma in_places : forall m p, In p (places m) <-> (fst p < m)%nat /\ (snd p < m)%nat.
Proof.
  intros m [i j]. unfold places. rewrite in_prod_iff, !in_seq. simpl. lia.
Qed.
Lemma picked_same : forall T U (f : T -> U) m keep A B,
  (forall i j, (i < m)%nat -> (j < m)%nat -> f (A i j) = B i j) ->
  map f (picked m keep A) = picked m keep B.
Proof.
  intros T U f m keep A B E. unfold picked. rewrite map_map. apply map_ext_in. intros p I.
  apply filter_In in I. destruct I as [I _]. apply in_places in I. apply E; tauto.
Qed.
Lemma picked_all : forall T (P : T -> Prop) m keep A,
  (forall i j, (i < m)%nat -> (j < m)%nat -> P (A i j)) -> Forall P (picked m keep A).
Proof.
  intros T P m keep A E. unfold picked. rewrite Forall_map, Forall_forall. intros p I.
  apply filter_In in I. destruct I as [I _]. apply in_places in I. apply E; tauto.
Qed.
Lemma elements_same : forall m keep A B,
  (forall i j, (i < m)%nat -> (j < m)%nat -> A i j = B i j) -> elements m keep A = elements m keep B.
Proof.
  intros. unfold elements. f_equal. rewrite <- (picked_same R R (fun x => x) m keep A B); auto.
  now rewrite map_id.
Qed.
(** What is 0 outside of some cells has all its elements in them. *)
Lemma elements_only : forall m keep A, only m keep A -> elements m every A = elements m keep A.
Proof.
  intros m keep A Z. unfold elements, picked.
  assert (Q : forall ps, (forall p, In p ps -> keep (fst p) (snd p) = false -> A (fst p) (snd p) = 0) ->
    sum (map (fun p => A (fst p) (snd p)) (filter (fun p => every (fst p) (snd p)) ps)) =
    sum (map (fun p => A (fst p) (snd p)) (filter (fun p => keep (fst p) (snd p)) ps))).
  { induction ps as [|p ps IH]; intro E; [reflexivity|].
    assert (IH' := IH (fun q I => E q (or_intror I))). specialize (E p (or_introl eq_refl)).
    cbn [filter every map sum fold_right]. destruct (keep (fst p) (snd p)); cbn [map sum fold_right] in *;
      unfold sum in *; rewrite IH'; [reflexivity|]. rewrite E by auto. ring. }
  apply Q. intros p I. apply in_places in I. apply Z; tauto.
Qed.

Definition at_least (e : expr) : atom := Is (Sub e (Num 1)) GE.
Definition sum_of (m : nat) (keep : nat -> nat -> bool) (A : square) : expr := summed (picked m keep A).
Lemma sum_of_ok : forall m keep A l, plainly m A l ->
  val (sum_of m keep A) l = elements m keep (vals A l) /\ def (sum_of m keep A) l.
Proof.
  intros m keep A l P. unfold sum_of, elements. destruct (summed_ok (picked m keep A) l) as [V W].
  split. - rewrite V. f_equal. now apply picked_same. - apply W. now apply picked_all.
Qed.
Lemma at_least_ok : forall e l, def e l -> (holds l (at_least e) <-> 1 <= val e l).
Proof. intros e l P. simpl. split; [intros [_ H]|intro H; repeat split; auto]; lra. Qed.
Lemma sum_at_least : forall m keep A l, plainly m A l ->
  (holds l (at_least (sum_of m keep A)) <-> 1 <= elements m keep (vals A l)).
Proof.
  intros m keep A l P. destruct (sum_of_ok m keep A l P) as [V W]. rewrite at_least_ok, V; tauto.
Qed.

(** ** Goals about two matrices *)
Definition pair (m : nat) (ns : list positive) (M : measure) (hs : list atom) (A B : square)
    (up : bool) (r : rel) :=
  Goal (kinds Nat ns) (assumed m M ++ hs ++ both_defined (at_ m M A) (at_ m M B))
    (Is (if up then Sub (at_ m M B) (at_ m M A) else Sub (at_ m M A) (at_ m M B)) r).
Lemma both_defined_ok : forall e f l,
  Forall (holds l) (both_defined e f) <-> def e l /\ def f l.
Proof.
  intros e f l. unfold both_defined. destruct (same e f) eqn:S.
  - apply same_ok in S. subst. rewrite Forall_cons_iff. simpl. intuition.
  - rewrite !Forall_cons_iff. simpl. intuition.
Qed.
Lemma pair_valid : forall m ns M hs A B (up : bool) r (related : R -> R -> Prop),
  (forall x y, related x y <-> rl r (if up then y - x else x - y)) ->
  (forall l, Forall (fun v => natural (l v)) ns -> Forall (holds l) hs ->
    plainly m A l /\ plainly m B l) ->
  (valid (pair m ns M hs A B up r) <->
  forall l, Forall (fun v => natural (l v)) ns -> admissible m M l -> Forall (holds l) hs ->
  compare m M l related (vals A l) (vals B l)).
Proof.
  intros m ns M hs A B up r related RR PL. split.
  - intros V l N Ad H DA DB. destruct (PL l N H) as [PA PB]. apply RR.
    destruct (V l) as [_ W].
    + now apply kinds_ok.
    + cbn [hyps pair]. repeat (apply Forall_app; split); auto; [now apply assumed_ok|].
      apply both_defined_ok. now rewrite !at_def.
    + destruct up; cbn [val] in W; rewrite !at_val in W; exact W.
  - intros Q l O F. cbn [sorts hyps concl pair] in *. apply kinds_ok in O.
    apply Forall_app in F. destruct F as [F1 F]. apply Forall_app in F. destruct F as [F2 F3].
    apply assumed_ok in F1. apply both_defined_ok in F3. destruct F3 as [DA DB].
    destruct (PL l O F2) as [PA PB].
    assert (W := Q l O F1 F2 (proj1 (at_def m M A l PA) DA) (proj1 (at_def m M B l PB) DB)).
    apply RR in W. destruct up; cbn [holds def val]; rewrite !at_val; tauto.
Qed.

(** ** From numbers to environments *)
Definition sample (m : nat) (A B : matrix) (x : nat -> R) (theta : env) : env := fun v =>
  let n := index v in
  if (n <? m * m)%nat then A (n / m)%nat (n mod m)%nat
  else let k := (n - m * m)%nat in
  if (k <? m * m)%nat then B (k / m)%nat (k mod m)%nat
  else if (n <? reserved m)%nat then x (k - m * m)%nat else theta v.
Definition cell_vars (m : nat) (A : square) (keep : nat -> nat -> bool) : list positive :=
  map (fun e => match e with Var v => v | _ => 1%positive end) (picked m keep A).
Lemma row_column : forall m i j, (i < m)%nat -> (j < m)%nat ->
  (i * m + j < m * m)%nat /\ ((i * m + j) / m = i)%nat /\ ((i * m + j) mod m = j)%nat.
Proof.
  intros m i j I J. assert (m <> 0)%nat by lia. repeat split; [nia| |].
  - rewrite Nat.div_add_l, Nat.div_small; lia.
  - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia.
Qed.
Lemma sample_C : forall m A B x theta i j, (i < m)%nat -> (j < m)%nat ->
  vals (C m) (sample m A B x theta) i j = A i j.
Proof.
  intros m A B x theta i j I J. destruct (row_column m i j I J) as (L & E & F).
  unfold vals, C, sample. cbn [val]. rewrite index_var. apply Nat.ltb_lt in L. now rewrite L, E, F.
Qed.
Lemma sample_D : forall m A B x theta i j, (i < m)%nat -> (j < m)%nat ->
  vals (D m) (sample m A B x theta) i j = B i j.
Proof.
  intros m A B x theta i j I J. destruct (row_column m i j I J) as (L & E & F).
  unfold vals, D, sample. cbn [val]. rewrite index_var.
  replace (m * m + (i * m + j) <? m * m)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
  replace (m * m + (i * m + j) - m * m)%nat with (i * m + j)%nat by lia.
  apply Nat.ltb_lt in L. now rewrite L, E, F.
Qed.
Lemma sample_X : forall m A B x theta n, (n < m * m * m)%nat ->
  val (X m n) (sample m A B x theta) = x n.
Proof.
  intros m A B x theta n L. unfold X, sample. cbn [val]. rewrite index_var.
  replace (m * m + m * m + n <? m * m)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
  replace (m * m + m * m + n - m * m)%nat with (m * m + n)%nat by lia.
  replace (m * m + n <? m * m)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
  replace (m * m + n - m * m)%nat with n by lia.
  replace (m * m + m * m + n <? reserved m)%nat with true; auto.
  symmetry. apply Nat.ltb_lt. unfold reserved. nia.
Qed.
Lemma sample_parameters : forall m A B x theta,
  parameters m (sample m A B x theta) = parameters m theta.
Proof.
  intros. apply functional_extensionality. intro v. unfold parameters, sample.
  destruct (Nat.ltb_spec (index v) (reserved m)) as [L|L]; auto. unfold reserved in L.
  replace (index v <? m * m)%nat with false by (symmetry; apply Nat.ltb_ge; nia).
  replace (index v - m * m <? m * m)%nat with false by (symmetry; apply Nat.ltb_ge; nia).
  replace (index v <? reserved m)%nat with false; auto.
  symmetry. apply Nat.ltb_ge. unfold reserved. nia.
Qed.
Lemma sample_admissible : forall m M A B x theta, admissible m M theta ->
  admissible m M (sample m A B x theta).
Proof. intros. unfold admissible. now rewrite sample_parameters. Qed.
Lemma compare_sample : forall m M A B x theta related S T A' B',
  (forall i j, (i < m)%nat -> (j < m)%nat -> vals S (sample m A B x theta) i j = A' i j) ->
  (forall i j, (i < m)%nat -> (j < m)%nat -> vals T (sample m A B x theta) i j = B' i j) ->
  compare m M (sample m A B x theta) related
    (vals S (sample m A B x theta)) (vals T (sample m A B x theta)) ->
  compare m M theta related A' B'.
Proof.
  intros m M A B x theta related S T A' B' ES ET H. unfold compare in *.
  rewrite (cells_same m _ theta _ A' (sample_parameters m A B x theta) ES) in H.
  rewrite (cells_same m _ theta _ B' (sample_parameters m A B x theta) ET) in H. exact H.
Qed.
Lemma C_plain : forall m l, plainly m (C m) l. Proof. intros m l i j _ _. exact I. Qed.
Lemma D_plain : forall m l, plainly m (D m) l. Proof. intros m l i j _ _. exact I. Qed.
Lemma vars_counts : forall m A keep l, (forall i j, exists v, A i j = Var v) ->
  (Forall (fun v => natural (l v)) (cell_vars m A keep) <->
  forall i j, (i < m)%nat -> (j < m)%nat -> keep i j = true -> natural (vals A l i j)).
Proof.
  intros m A keep l AV. unfold cell_vars, picked. rewrite map_map, Forall_map, Forall_forall.
  split.
  - intros H i j I J K. specialize (H (i, j)). destruct (AV i j) as [v E]. cbn [fst snd] in H.
    unfold vals. rewrite E in *. apply H. apply filter_In. split; auto. now apply in_places.
  - intros H p I. apply filter_In in I. destruct I as [I K]. apply in_places in I.
    specialize (H (fst p) (snd p) (proj1 I) (proj2 I) K). unfold vals in H.
    destruct (AV (fst p) (snd p)) as [v E]. rewrite E in *. exact H.
Qed.
Lemma C_var : forall m i j, exists v, C m i j = Var v. Proof. intros; eexists; reflexivity. Qed.
Lemma D_var : forall m i j, exists v, D m i j = Var v. Proof. intros; eexists; reflexivity. Qed.
Definition C_vars (m : nat) := cell_vars m (C m) every.
Definition D_vars (m : nat) := cell_vars m (D m) every.
Lemma C_counts : forall m l, Forall (fun v => natural (l v)) (C_vars m) <-> counts m (vals (C m) l).
Proof.
  intros. unfold C_vars. rewrite vars_counts by apply C_var. unfold counts. split; auto.
Qed.
Lemma D_counts : forall m l, Forall (fun v => natural (l v)) (D_vars m) <-> counts m (vals (D m) l).
Proof.
  intros. unfold D_vars. rewrite vars_counts by apply D_var. unfold counts. split; auto.
Qed.
Lemma counts_same : forall m A B, (forall i j, (i < m)%nat -> (j < m)%nat -> A i j = B i j) ->
  counts m B -> counts m A.
Proof. intros m A B E H i j I J. rewrite E; auto. Qed.
Lemma R_eq : forall x y : R, x = y <-> rl EQ (x - y). Proof. intros. simpl. lra. Qed.
Lemma R_lt : forall x y : R, x < y <-> rl GT (y - x). Proof. intros. simpl. lra. Qed.
Lemma R_le : forall x y : R, x <= y <-> rl GE (y - x). Proof. intros. simpl. lra. Qed.
Lemma R_gt : forall x y : R, x > y <-> rl GT (x - y). Proof. intros. simpl. lra. Qed.

(** ** Exchanged: truth and prediction, classes *)
Definition exchanged_goal (m : nat) (M : measure) (B : square) : goal :=
  pair m (C_vars m) M [at_least (sum_of m every (C m))] (C m) B false EQ.
Lemma exchanged_iff : forall m M B (image : matrix -> matrix), (forall l, plainly m B l) ->
  (forall A A', (forall i j, (i < m)%nat -> (j < m)%nat -> A i j = A' i j) ->
    forall i j, (i < m)%nat -> (j < m)%nat -> image A i j = image A' i j) ->
  (forall l, vals B l = image (vals (C m) l)) ->
  (valid (exchanged_goal m M B) <-> for_all_parameters m M (fun theta => forall A, counts m A ->
    1 <= elements m every A -> compare m M theta eq A (image A))).
Proof.
  intros m M B image PB EX E. unfold exchanged_goal.
  rewrite (pair_valid m _ M _ (C m) B false EQ eq R_eq) by (intros; split; [apply C_plain|apply PB]).
  split.
  - intros V theta Ad A N S. set (l := sample m A A (fun _ => 0) theta).
    assert (EC : forall i j, (i < m)%nat -> (j < m)%nat -> vals (C m) l i j = A i j)
      by (intros; now apply sample_C).
    apply (compare_sample m M A A (fun _ => 0) theta eq (C m) B); auto.
    + intros i j I J. fold l. rewrite E. now apply EX.
    + apply V.
      * apply C_counts. eapply counts_same; eauto.
      * now apply sample_admissible.
      * constructor; [|constructor]. apply sum_at_least; [apply C_plain|]. fold l.
        now rewrite (elements_same m every _ A EC).
  - intros Q l N Ad H. rewrite E. apply Q; auto.
    + now apply C_counts.
    + inversion H; subst. apply sum_at_least; auto. apply C_plain.
Qed.
Definition symmetry_goals (m : nat) (M : measure) : list goal :=
  [exchanged_goal m M (fun i j => C m j i)].
Theorem symmetry_iff : forall m M, Forall valid (symmetry_goals m M) <-> symmetry m M.
Proof.
  intros m M. unfold symmetry_goals. rewrite Forall_cons_iff.
  rewrite (exchanged_iff m M (fun i j => C m j i) (fun A i j => A j i)); auto.
  - unfold symmetry. intuition.
  - intros l i j _ _. exact I.
Qed.

Fixpoint words (m n : nat) : list (list nat) :=
  match n with O => [[]] | S n => flat_map (fun i => map (cons i) (words m n)) (labels m) end.
Fixpoint distinct (xs : list nat) : bool :=
  match xs with [] => true | x :: r => negb (existsb (Nat.eqb x) r) && distinct r end.
Definition orders (m : nat) : list (list nat) :=
  filter (fun w => distinct w && negb (if list_eq_dec Nat.eq_dec w (labels m) then true else false))
    (words m m).
Definition permuted {T} (w : list nat) (A : nat -> nat -> T) : nat -> nat -> T :=
  fun i j => A (nth i w 0)%nat (nth j w 0)%nat.
Definition class_symmetry_goals (m : nat) (M : measure) : list goal :=
  map (fun w => exchanged_goal m M (permuted w (C m))) (orders m).
Lemma in_labels : forall m i, In i (labels m) <-> (i < m)%nat.
Proof. intros. unfold labels. rewrite in_seq. lia. Qed.
Lemma labels_length : forall m, length (labels m) = m.
Proof. intro. apply seq_length. Qed.
Lemma labels_nth : forall m i d, (i < m)%nat -> nth i (labels m) d = i.
Proof. intros. unfold labels. now rewrite seq_nth. Qed.
Lemma in_words : forall m n w, In w (words m n) <-> length w = n /\ Forall (fun i => (i < m)%nat) w.
Proof.
  induction n as [|n IH]; intro w; cbn [words].
  - split; [intros [<-|[]]; auto|]. intros [L _]. destruct w; [now left|discriminate].
  - rewrite in_flat_map. split.
    + intros [i [I J]]. apply in_map_iff in J. destruct J as [v [<- V]]. apply IH in V.
      apply in_labels in I. destruct V. simpl. split; [lia|]. constructor; auto.
    + intros [L F]. destruct w as [|i w]; [discriminate|]. inversion F; subst. exists i.
      split; [now apply in_labels|]. apply in_map_iff. exists w. split; auto. apply IH.
      simpl in L. split; auto.
Qed.
Lemma distinct_ok : forall xs, distinct xs = true <-> NoDup xs.
Proof.
  induction xs as [|x r IH]; simpl; [split; [constructor|auto]|].
  rewrite andb_true_iff, IH, negb_true_iff. split.
  - intros [E N]. constructor; auto. intro I.
    assert (existsb (Nat.eqb x) r = true); [|congruence].
    apply existsb_exists. exists x. split; auto. apply Nat.eqb_refl.
  - intro N. inversion N; subst. split; auto. destruct (existsb (Nat.eqb x) r) eqn:E; auto.
    apply existsb_exists in E. destruct E as [y [I E]]. apply Nat.eqb_eq in E. now subst.
Qed.
Lemma orders_permute : forall m w, In w (orders m) -> permutes m (fun i => nth i w 0%nat).
Proof.
  intros m w I. apply filter_In in I. destruct I as [I E]. apply in_words in I. destruct I as [L F].
  apply andb_prop in E. destruct E as [E _]. apply distinct_ok in E. split.
  - intros i I. rewrite Forall_forall in F. apply F. apply nth_In. lia.
  - intros i j I J. apply NoDup_nth; auto; lia.
Qed.
Lemma permutes_order : forall m p, permutes m p ->
  (forall i, (i < m)%nat -> p i = i) \/ In (map p (labels m)) (orders m).
Proof.
  intros m p [P Q]. destruct (list_eq_dec Nat.eq_dec (map p (labels m)) (labels m)) as [E|N].
  - left. intros i I. assert (K : nth i (map p (labels m)) (p 0%nat) = nth i (labels m) (p 0%nat))
      by now rewrite E.
    rewrite map_nth, !labels_nth in K by auto.
    exact K.
  - right. apply filter_In. split.
    + apply in_words. rewrite map_length, labels_length. split; auto.
      rewrite Forall_map, Forall_forall. intros i I. apply P. apply in_labels in I. lia.
    + apply andb_true_intro. split.
      * apply distinct_ok. 
        assert (ND : forall xs, Forall (fun i => (i < m)%nat) xs -> NoDup xs -> NoDup (map p xs)).
        { induction xs as [|x r IH]; intros F D; simpl; constructor; inversion F; inversion D; subst; auto.
          intro I. apply in_map_iff in I. destruct I as [y [Y I]]. rewrite Forall_forall in H2.
          apply Q in Y; auto. now subst. }
        apply ND; [|apply seq_NoDup]. apply Forall_forall. intros i I. apply in_labels in I. lia.
      * destruct (list_eq_dec Nat.eq_dec (map p (labels m)) (labels m)); auto; contradiction.
Qed.
Theorem class_symmetry_iff : forall m M, Forall valid (class_symmetry_goals m M) <-> class_symmetry m M.
Proof.
  intros m M. unfold class_symmetry_goals. rewrite Forall_map, Forall_forall.
  assert (Q : forall w, In w (orders m) -> (valid (exchanged_goal m M (permuted w (C m))) <->
    for_all_parameters m M (fun theta => forall A, counts m A -> 1 <= elements m every A ->
      compare m M theta eq A (permuted w A)))).
  { intros w I. apply orders_permute in I. destruct I as [P _].
    apply (exchanged_iff m M (permuted w (C m)) (permuted w)); auto.
    - intros l i j _ _. exact Logic.I.
    - intros A A' E i j Hi Hj. unfold permuted. auto. }
  split.
  - intros V theta Ad p A P N S. destruct (permutes_order m p P) as [E|I].
    + intros DA DB. f_equal. apply cells_same; auto. intros i j Hi Hj. now rewrite !E.
    + assert (W := proj1 (Q _ I) (V _ I) theta Ad A N S). unfold compare in *.
      rewrite (cells_same m theta theta (permuted (map p (labels m)) A) (fun i j => A (p i) (p j))) in W; auto.
      assert (K : forall i, (i < m)%nat -> nth i (map p (labels m)) 0%nat = p i).
      { intros i L. rewrite (nth_indep _ 0%nat (p 0%nat)) by now rewrite map_length, labels_length.
        now rewrite map_nth, labels_nth. }
      intros i j Hi Hj. unfold permuted. now rewrite !K.
  - intros CS w I. apply Q; auto. intros theta Ad A N S.
    exact (CS theta Ad _ A (orders_permute m w I) N S).
Qed.

(** ** Agreement *)
Definition kept {T} (keep : nat -> nat -> bool) (zero : T) (A : nat -> nat -> T) : nat -> nat -> T :=
  fun i j => if keep i j then A i j else zero.
Definition agreement_goals (keep : nat -> nat -> bool) (up : bool) (m : nat) (M : measure) : list goal :=
  [pair m (cell_vars m (C m) keep ++ cell_vars m (D m) keep) M
     [at_least (sum_of m keep (C m)); at_least (sum_of m keep (D m))]
     (kept keep (Num 0) (C m)) (kept keep (Num 0) (D m)) false EQ;
   pair m (C_vars m ++ cell_vars m (D m) keep) M
     [at_least (sum_of m (fun i j => negb (keep i j)) (C m)); at_least (sum_of m keep (D m))]
     (C m) (kept keep (Num 0) (D m)) up GT].
Lemma kept_plain : forall m keep A l, plainly m A l -> plainly m (kept keep (Num 0) A) l.
Proof. intros m keep A l P i j I J. unfold kept. destruct (keep i j); [auto|exact Logic.I]. Qed.
Lemma kept_vals : forall keep A l i j, vals (kept keep (Num 0) A) l i j = kept keep 0 (vals A l) i j.
Proof. intros. unfold vals, kept. destruct (keep i j); reflexivity. Qed.
Lemma kept_only : forall m keep A i j, only m keep A -> (i < m)%nat -> (j < m)%nat ->
  kept keep 0 A i j = A i j.
Proof. intros m keep A i j O I J. unfold kept. destruct (keep i j) eqn:K; auto. symmetry. auto. Qed.
Lemma only_kept : forall m keep A, only m keep (kept keep 0 A).
Proof. intros m keep A i j _ _ K. unfold kept. now rewrite K. Qed.
Lemma elements_kept : forall m keep A, elements m every (kept keep 0 A) = elements m keep A.
Proof.
  intros m keep A. rewrite (elements_only m keep) by apply only_kept. unfold elements, picked. f_equal.
  apply map_ext_in. intros p I. apply filter_In in I. unfold kept. now rewrite (proj2 I).
Qed.
Lemma counts_kept : forall m keep A, (forall i j, (i < m)%nat -> (j < m)%nat -> keep i j = true ->
  natural (A i j)) -> counts m (kept keep 0 A).
Proof.
  intros m keep A N i j I J. unfold kept. destruct (keep i j) eqn:K; auto. now exists 0%nat.
Qed.
Lemma vals_kept : forall keep A l, vals (kept keep (Num 0) A) l = kept keep 0 (vals A l).
Proof.
  intros. apply functional_extensionality. intro i. apply functional_extensionality. intro j.
  apply kept_vals.
Qed.
Theorem agreement_iff : forall keep (up : bool) related,
  (forall x y, related x y <-> rl GT (if up then y - x else x - y)) -> forall m M,
  Forall valid (agreement_goals keep up m M) <-> agreement keep related m M.
Proof.
  intros keep up related RR m M. unfold agreement_goals. rewrite !Forall_cons_iff.
  rewrite (pair_valid m _ M _ _ _ false EQ eq R_eq)
    by (intros; split; apply kept_plain; [apply C_plain|apply D_plain]).
  rewrite (pair_valid m _ M _ _ _ up GT related RR)
    by (intros; split; [apply C_plain|apply kept_plain, D_plain]).
  split.
  - intros (V1 & V2 & _) theta Ad. split.
    + intros A B NA NB OA OB SA SB. set (l := sample m A B (fun _ => 0) theta).
      assert (EC : forall i j, (i < m)%nat -> (j < m)%nat -> vals (C m) l i j = A i j)
        by (intros; now apply sample_C).
      assert (ED : forall i j, (i < m)%nat -> (j < m)%nat -> vals (D m) l i j = B i j)
        by (intros; now apply sample_D).
      apply (compare_sample m M A B (fun _ => 0) theta eq (kept keep (Num 0) (C m)) (kept keep (Num 0) (D m))).
      * intros i j I J. fold l. rewrite kept_vals, <- (kept_only m keep A i j); auto.
        unfold kept. now rewrite EC.
      * intros i j I J. fold l. rewrite kept_vals, <- (kept_only m keep B i j); auto.
        unfold kept. now rewrite ED.
      * fold l. apply V1; [apply Forall_app; split| |].
        -- apply vars_counts; [apply C_var|]. intros i j I J _. rewrite EC; auto.
        -- apply vars_counts; [apply D_var|]. intros i j I J _. rewrite ED; auto.
        -- now apply sample_admissible.
        -- apply Forall_cons; [|apply Forall_cons; [|apply Forall_nil]]; apply sum_at_least;
             try apply C_plain; try apply D_plain; fold l.
           ++ rewrite (elements_same m keep _ A EC), <- (elements_only m keep A); auto.
           ++ rewrite (elements_same m keep _ B ED), <- (elements_only m keep B); auto.
    + intros A B NA NB OB SA SB. set (l := sample m A B (fun _ => 0) theta).
      assert (EC : forall i j, (i < m)%nat -> (j < m)%nat -> vals (C m) l i j = A i j)
        by (intros; now apply sample_C).
      assert (ED : forall i j, (i < m)%nat -> (j < m)%nat -> vals (D m) l i j = B i j)
        by (intros; now apply sample_D).
      apply (compare_sample m M A B (fun _ => 0) theta related (C m) (kept keep (Num 0) (D m))); auto.
      * intros i j I J. fold l. rewrite kept_vals, <- (kept_only m keep B i j); auto.
        unfold kept. now rewrite ED.
      * fold l. apply V2; [apply Forall_app; split| |].
        -- apply C_counts. eapply counts_same; eauto.
        -- apply vars_counts; [apply D_var|]. intros i j I J _. rewrite ED; auto.
        -- now apply sample_admissible.
        -- apply Forall_cons; [|apply Forall_cons; [|apply Forall_nil]]; apply sum_at_least;
             try apply C_plain; try apply D_plain; fold l.
           ++ now rewrite (elements_same m _ _ A EC).
           ++ rewrite (elements_same m keep _ B ED), <- (elements_only m keep B); auto.
  - intro Q. repeat split; [| |constructor].
    + intros l N Ad H. apply Forall_app in N. destruct N as [NC ND].
      rewrite vars_counts in NC by apply C_var. rewrite vars_counts in ND by apply D_var.
      inversion H as [|? ? H1 H']; subst. inversion H' as [|? ? H2 H'']; subst.
      apply sum_at_least in H1; [|apply C_plain]. apply sum_at_least in H2; [|apply D_plain].
      destruct (Q l Ad) as [Q1 _]. rewrite !vals_kept.
      apply Q1; try apply counts_kept; try apply only_kept; try rewrite elements_kept; auto.
    + intros l N Ad H. apply Forall_app in N. destruct N as [NC ND].
      apply C_counts in NC. rewrite vars_counts in ND by apply D_var.
      inversion H as [|? ? H1 H']; subst. inversion H' as [|? ? H2 H'']; subst.
      apply sum_at_least in H1; [|apply C_plain]. apply sum_at_least in H2; [|apply D_plain].
      destruct (Q l Ad) as [_ Q2]. rewrite !vals_kept.
      apply Q2; try apply counts_kept; try apply only_kept; try rewrite elements_kept; auto.
Qed.
Definition maximal_agreement_goals := agreement_goals right true.
Theorem maximal_agreement_iff : forall m M,
  Forall valid (maximal_agreement_goals m M) <-> maximal_agreement m M.
Proof. apply agreement_iff. exact R_lt. Qed.
Definition minimal_agreement_goals := agreement_goals wrong false.
Theorem minimal_agreement_iff : forall m M,
  Forall valid (minimal_agreement_goals m M) <-> minimal_agreement m M.
Proof. apply agreement_iff. exact R_gt. Qed.

(** ** Steps *)
Definition nonunary_atoms (m : nat) : list atom :=
  map (fun i => at_least (sum_of m (outside_row i) (C m))) (rev (labels m)) ++
  map (fun i => at_least (sum_of m (outside_column i) (C m))) (rev (labels m)).
Definition more_of : nat -> nat -> square -> square := changed (fun e => Add e (Num 1)).
Definition less_of : nat -> nat -> square -> square := changed (fun e => Sub e (Num 1)).
Definition step_goal (m : nat) (M : measure) (r : rel) (hs : list atom) (B : square) : goal :=
  pair m (C_vars m) M hs (C m) B true r.
Definition correcting_goals (r : rel) (m : nat) (M : measure) : list goal :=
  flat_map (fun p => let (a, b) := (p : nat * nat) in
    map (fun c => step_goal m M r (at_least (C m a b) :: nonunary_atoms m)
      (more_of c c (less_of a b (C m)))) [Nat.min a b; Nat.max a b])
    (filter (fun p => wrong (fst p) (snd p)) (places m)).
Definition improving_goals (r : rel) (m : nat) (M : measure) : list goal :=
  map (fun c => step_goal m M r (nonunary_atoms m ++ [at_least (sum_of m wrong (C m))])
    (more_of c c (C m))) (labels m) ++
  map (fun p => step_goal m M r
      (at_least (C m (fst p) (snd p)) :: nonunary_atoms m ++ [at_least (sum_of m right (C m))])
      (less_of (fst p) (snd p) (C m)))
    (filter (fun p => wrong (fst p) (snd p)) (places m)).
Lemma nonunary_ok : forall m l,
  Forall (holds l) (nonunary_atoms m) <-> nonunary m (vals (C m) l).
Proof.
  intros m l. unfold nonunary_atoms, nonunary. rewrite Forall_app, !Forall_map, !Forall_forall.
  split.
  - intros [R S] i I. assert (J : In i (rev (labels m))) by (apply in_rev; rewrite rev_involutive; now apply in_labels).
    split; (apply sum_at_least; [apply C_plain|auto]).
  - intro N. split; intros i I; apply in_rev, in_labels in I; apply N in I;
      (apply sum_at_least; [apply C_plain|tauto]).
Qed.
Lemma nonunary_same : forall m A B, (forall i j, (i < m)%nat -> (j < m)%nat -> A i j = B i j) ->
  nonunary m B -> nonunary m A.
Proof. intros m A B E N i I. rewrite !(elements_same m _ A B E). auto. Qed.
Lemma changed_plain : forall m f a b A l, (forall e, def e l -> def (f e) l) -> plainly m A l ->
  plainly m (changed f a b A) l.
Proof.
  intros m f a b A l F P i j I J. unfold changed. destruct ((i =? a)%nat && (j =? b)%nat); auto.
Qed.
Lemma more_vals : forall a b A l, vals (more_of a b A) l = one_more a b (vals A l).
Proof.
  intros. apply functional_extensionality. intro i. apply functional_extensionality. intro j.
  unfold vals, more_of, one_more, changed. destruct ((i =? a)%nat && (j =? b)%nat); reflexivity.
Qed.
Lemma less_vals : forall a b A l, vals (less_of a b A) l = one_less a b (vals A l).
Proof.
  intros. apply functional_extensionality. intro i. apply functional_extensionality. intro j.
  unfold vals, less_of, one_less, changed. destruct ((i =? a)%nat && (j =? b)%nat); reflexivity.
Qed.
Lemma changed_same : forall m (f : R -> R) a b A B,
  (forall i j, (i < m)%nat -> (j < m)%nat -> A i j = B i j) ->
  forall i j, (i < m)%nat -> (j < m)%nat -> changed f a b A i j = changed f a b B i j.
Proof.
  intros m f a b A B E i j I J. unfold changed. rewrite E by auto. reflexivity.
Qed.
(** A step that is taken where some conditions hold. *)
Lemma step_iff : forall m M r (related : R -> R -> Prop) hs B (given : matrix -> Prop) (image : matrix -> matrix),
  (forall x y, related x y <-> rl r (y - x)) -> (forall l, plainly m B l) ->
  (forall l, Forall (holds l) hs <-> given (vals (C m) l)) ->
  (forall A A', (forall i j, (i < m)%nat -> (j < m)%nat -> A i j = A' i j) -> given A' -> given A) ->
  (forall A A', (forall i j, (i < m)%nat -> (j < m)%nat -> A i j = A' i j) ->
    forall i j, (i < m)%nat -> (j < m)%nat -> image A i j = image A' i j) ->
  (forall l, vals B l = image (vals (C m) l)) ->
  (valid (step_goal m M r hs B) <-> for_all_parameters m M (fun theta => forall A, counts m A ->
    given A -> compare m M theta related A (image A))).
Proof.
  intros m M r related hs B given image RR PB HS GE' EX E. unfold step_goal.
  rewrite (pair_valid m _ M _ (C m) B true r related RR) by (intros; split; [apply C_plain|apply PB]).
  split.
  - intros V theta Ad A N S. set (l := sample m A A (fun _ => 0) theta).
    assert (EC : forall i j, (i < m)%nat -> (j < m)%nat -> vals (C m) l i j = A i j)
      by (intros; now apply sample_C).
    apply (compare_sample m M A A (fun _ => 0) theta related (C m) B); auto.
    + intros i j I J. fold l. rewrite E. now apply EX.
    + apply V.
      * apply C_counts. eapply counts_same; eauto.
      * now apply sample_admissible.
      * apply HS. fold l. eapply GE'; eauto.
  - intros Q l N Ad H. rewrite E. apply Q; auto.
    + now apply C_counts. + now apply HS.
Qed.
Lemma wrong_ok : forall i j, wrong i j = true <-> i <> j.
Proof. intros. unfold wrong, right. rewrite negb_true_iff, Nat.eqb_neq. tauto. Qed.
Lemma in_wrong : forall m a b, In (a, b) (filter (fun p => wrong (fst p) (snd p)) (places m)) <->
  (a < m)%nat /\ (b < m)%nat /\ a <> b.
Proof. intros. rewrite filter_In, in_places, wrong_ok. simpl. tauto. Qed.
Lemma correcting_iff : forall r related, (forall x y, related x y <-> rl r (y - x)) ->
  forall m M, Forall valid (correcting_goals r m M) <-> correcting related m M.
Proof.
  intros r related RR m M.
  assert (Q : forall a b c, (a < m)%nat -> (b < m)%nat ->
    (valid (step_goal m M r (at_least (C m a b) :: nonunary_atoms m) (more_of c c (less_of a b (C m))))
    <-> for_all_parameters m M (fun theta => forall A, counts m A -> (1 <= A a b /\ nonunary m A) ->
        compare m M theta related A (one_more c c (one_less a b A))))).
  { intros a b c Ha Hb. apply (step_iff m M r related _ _ (fun A => 1 <= A a b /\ nonunary m A)
      (fun A => one_more c c (one_less a b A))); auto.
    - intro l. repeat apply changed_plain; try apply C_plain; simpl; auto.
    - intro l. rewrite Forall_cons_iff, nonunary_ok, at_least_ok; [reflexivity|exact I].
    - intros A A' E [S N]. split; [rewrite E; auto|]. eapply nonunary_same; eauto.
    - intros A A' E. do 2 apply changed_same. exact E.
    - intro l. now rewrite more_vals, less_vals. }
  unfold correcting_goals. rewrite Forall_flat_map, Forall_forall. split.
  - intros V theta Ad A a b c N U Ha Hb AB CC S.
    specialize (V (a, b)). cbv beta iota in V. rewrite Forall_map, Forall_forall in V.
    assert (In c [Nat.min a b; Nat.max a b]).
    { simpl. destruct (Nat.min_spec a b) as [[? ->]|[? ->]], (Nat.max_spec a b) as [[? ->]|[? ->]]; lia. }
    apply (Q a b c Ha Hb); auto. apply V; auto. now apply in_wrong.
  - intros P [a b] I. apply in_wrong in I. destruct I as (Ha & Hb & AB).
    rewrite Forall_map, Forall_forall. intros c K. apply Q; auto. intros theta Ad A N [S U].
    apply P; auto. simpl in K.
    destruct (Nat.min_spec a b) as [[? E]|[? E]], (Nat.max_spec a b) as [[? F]|[? F]];
      rewrite E, F in K; lia.
Qed.
Definition monotone_goals := correcting_goals GT.
Theorem monotone_iff : forall m M, Forall valid (monotone_goals m M) <-> monotone m M.
Proof. apply correcting_iff. exact R_lt. Qed.
Definition weakly_monotone_goals := correcting_goals GE.
Theorem weakly_monotone_iff : forall m M, Forall valid (weakly_monotone_goals m M) <-> weakly_monotone m M.
Proof. apply correcting_iff. exact R_le. Qed.
Lemma improving_iff : forall r related, (forall x y, related x y <-> rl r (y - x)) ->
  forall m M, Forall valid (improving_goals r m M) <-> improving related m M.
Proof.
  intros r related RR m M.
  assert (Q1 : forall c, (valid (step_goal m M r (nonunary_atoms m ++ [at_least (sum_of m wrong (C m))])
      (more_of c c (C m)))
    <-> for_all_parameters m M (fun theta => forall A, counts m A ->
        (nonunary m A /\ 1 <= elements m wrong A) -> compare m M theta related A (one_more c c A)))).
  { intro c. apply (step_iff m M r related _ _ (fun A => nonunary m A /\ 1 <= elements m wrong A)
      (one_more c c)); auto.
    - intro l. apply changed_plain; [simpl; auto|apply C_plain].
    - intro l. rewrite Forall_app, Forall_cons_iff, nonunary_ok, sum_at_least by apply C_plain. intuition.
    - intros A A' E [N S]. split; [eapply nonunary_same; eauto|]. now rewrite (elements_same m wrong A A').
    - intros A A' E. now apply changed_same.
    - intro l. apply more_vals. }
  assert (Q2 : forall a b, (a < m)%nat -> (b < m)%nat ->
    (valid (step_goal m M r (at_least (C m a b) :: nonunary_atoms m ++ [at_least (sum_of m right (C m))])
      (less_of a b (C m)))
    <-> for_all_parameters m M (fun theta => forall A, counts m A ->
        (1 <= A a b /\ nonunary m A /\ 1 <= elements m right A) ->
        compare m M theta related A (one_less a b A)))).
  { intros a b Ha Hb. apply (step_iff m M r related _ _
      (fun A => 1 <= A a b /\ nonunary m A /\ 1 <= elements m right A) (one_less a b)); auto.
    - intro l. apply changed_plain; [simpl; auto|apply C_plain].
    - intro l. rewrite Forall_cons_iff, Forall_app, Forall_cons_iff, nonunary_ok, sum_at_least by apply C_plain.
      rewrite at_least_ok by exact I. change (val (C m a b) l) with (vals (C m) l a b). intuition.
    - intros A A' E (S & N & T). split; [rewrite E; auto|split; [eapply nonunary_same; eauto|]].
      now rewrite (elements_same m right A A').
    - intros A A' E. now apply changed_same.
    - intro l. apply less_vals. }
  unfold improving_goals. rewrite Forall_app, !Forall_map, !Forall_forall. split.
  - intros [V1 V2] theta Ad A N U. split.
    + intros c Hc S. apply Q1; auto. apply V1. now apply in_labels.
    + intros a b Ha Hb AB S T. apply (Q2 a b Ha Hb); auto. apply (V2 (a, b)). now apply in_wrong.
  - intro P. split.
    + intros c Hc. apply in_labels in Hc. apply Q1. intros theta Ad A N [U S]. now apply P.
    + intros [a b] I. apply in_wrong in I. destruct I as (Ha & Hb & AB). apply Q2; auto.
      intros theta Ad A N (S & U & T). now apply P.
Qed.
Definition strongly_monotone_goals := improving_goals GT.
Theorem strongly_monotone_iff : forall m M,
  Forall valid (strongly_monotone_goals m M) <-> strongly_monotone m M.
Proof. apply improving_iff. exact R_lt. Qed.
Definition weakly_strongly_monotone_goals := improving_goals GE.
Theorem weakly_strongly_monotone_iff : forall m M,
  Forall valid (weakly_strongly_monotone_goals m M) <-> weakly_strongly_monotone m M.
Proof. apply improving_iff. exact R_le. Qed.

(** ** Multiples, and the expected matrix *)
Definition scale_invariance_goals (m : nat) (M : measure) : list goal :=
  [pair m (C_vars m ++ [var (m * m + m * m + 0)]) M [at_least (sum_of m every (C m)); at_least (X m 0)]
     (C m) (fun i j => Mul (X m 0) (C m i j)) false EQ].
Theorem scale_invariance_iff : forall m M,
  Forall valid (scale_invariance_goals m M) <-> scale_invariance m M.
Proof.
  intros m M. unfold scale_invariance_goals. rewrite Forall_cons_iff.
  rewrite (pair_valid m _ M _ _ _ false EQ eq R_eq)
    by (intros; split; [apply C_plain|intros i j _ _; repeat split]).
  split.
  - intros [V _] theta Ad A k N K S T. set (l := sample m A A (fun _ => k) theta).
    assert (EC : forall i j, (i < m)%nat -> (j < m)%nat -> vals (C m) l i j = A i j)
      by (intros; now apply sample_C).
    assert (M0 : (0 < m * m * m)%nat).
    { destruct m; [|lia]. exfalso. unfold elements in S. simpl in S. lra. }
    assert (EK : val (X m 0) l = k) by (unfold l; now rewrite sample_X).
    apply (compare_sample m M A A (fun _ => k) theta eq (C m) (fun i j => Mul (X m 0) (C m i j))); auto.
    + intros i j I J. fold l. unfold vals. cbn [val]. rewrite EK. f_equal. now apply EC.
    + apply V.
      * apply Forall_app. split; [apply C_counts; eapply counts_same; eauto|].
        constructor; [|constructor]. fold l. change (natural (val (X m 0) l)). now rewrite EK.
      * now apply sample_admissible.
      * apply Forall_cons; [|apply Forall_cons; [|apply Forall_nil]]; fold l.
        -- apply sum_at_least; [apply C_plain|]. now rewrite (elements_same m every _ A EC).
        -- apply at_least_ok; [exact I|]. now rewrite EK.
  - intro Q. split; [|constructor]. intros l N Ad H. apply Forall_app in N. destruct N as [N K].
    apply C_counts in N. apply Forall_inv in K. inversion H as [|? ? H1 H']; subst.
    inversion H' as [|? ? H2 H'']; subst. apply sum_at_least in H1; [|apply C_plain].
    apply at_least_ok in H2; [|exact I]. exact (Q l Ad (vals (C m) l) (val (X m 0) l) N K H1 H2).
Qed.

Definition expected_of (m : nat) (A : square) : square := fun i j =>
  Div (Mul (sum_of m (in_row i) A) (sum_of m (in_column j) A)) (sum_of m every A).
Definition approximate_constant_baseline_goals (m : nat) (M : measure) : list goal :=
  let outside A := map (fun j => at_least (sum_of m (outside_column j) A)) (rev (labels m)) in
  [pair m (C_vars m ++ D_vars m) M (outside (C m) ++ outside (D m))
     (expected_of m (C m)) (expected_of m (D m)) false EQ].
Lemma elements_least : forall m keep A, counts m A -> elements m keep A <= elements m every A.
Proof.
  intros m keep A N. unfold elements, picked.
  assert (Q : forall ps, (forall p, In p ps -> 0 <= A (fst p) (snd p)) ->
    sum (map (fun p => A (fst p) (snd p)) (filter (fun p => keep (fst p) (snd p)) ps)) <=
    sum (map (fun p => A (fst p) (snd p)) (filter (fun p => every (fst p) (snd p)) ps))).
  { induction ps as [|p ps IH]; intro E; [simpl; lra|].
    assert (IH' := IH (fun q I => E q (or_intror I))). specialize (E p (or_introl eq_refl)).
    cbn [filter every map sum fold_right]. destruct (keep (fst p) (snd p)); cbn [map sum fold_right] in *;
      unfold sum in *; lra. }
  apply Q. intros p I. apply in_places in I. destruct (N (fst p) (snd p)) as [n E]; try tauto.
  rewrite E. apply pos_INR.
Qed.
Lemma outside_ok : forall m A l, plainly m A l ->
  (Forall (holds l) (map (fun j => at_least (sum_of m (outside_column j) A)) (rev (labels m))) <->
  forall j, (j < m)%nat -> 1 <= elements m (outside_column j) (vals A l)).
Proof.
  intros m A l P. rewrite Forall_map, Forall_forall. split.
  - intros F j J. apply (sum_at_least m _ A l P), F. apply in_rev. rewrite rev_involutive.
    now apply in_labels.
  - intros F j J. apply in_rev, in_labels in J. apply (sum_at_least m _ A l P). auto.
Qed.
Lemma expected_vals : forall m A l, plainly m A l ->
  vals (expected_of m A) l = expected m (vals A l).
Proof.
  intros m A l P. apply functional_extensionality. intro i. apply functional_extensionality. intro j.
  unfold vals at 1, expected_of, expected. cbn [val]. now rewrite !(fun k => proj1 (sum_of_ok m k A l P)).
Qed.
Lemma expected_plain : forall m A l, plainly m A l -> counts m (vals A l) ->
  (forall j, (j < m)%nat -> 1 <= elements m (outside_column j) (vals A l)) ->
  plainly m (expected_of m A) l.
Proof.
  intros m A l P N H i j I J. unfold expected_of. cbn [def].
  repeat split; try apply (proj2 (sum_of_ok m _ A l P)).
  rewrite (proj1 (sum_of_ok m every A l P)).
  assert (Q := elements_least m (outside_column j) _ N). specialize (H j J). lra.
Qed.
Lemma expected_same : forall m A B, (forall i j, (i < m)%nat -> (j < m)%nat -> A i j = B i j) ->
  forall i j, (i < m)%nat -> (j < m)%nat -> expected m A i j = expected m B i j.
Proof. intros m A B E i j I J. unfold expected. now rewrite !(elements_same m _ A B E). Qed.
Theorem approximate_constant_baseline_iff : forall m M,
  Forall valid (approximate_constant_baseline_goals m M) <-> approximate_constant_baseline m M.
Proof.
  intros m M. unfold approximate_constant_baseline_goals. rewrite Forall_cons_iff.
  rewrite (pair_valid m _ M _ _ _ false EQ eq R_eq).
  2: { intros l N H. apply Forall_app in N. destruct N as [NC ND]. apply Forall_app in H.
       destruct H as [HC HD]. apply C_counts in NC. apply D_counts in ND.
       pose proof (proj1 (outside_ok m (C m) l (C_plain m l)) HC) as KC.
    pose proof (proj1 (outside_ok m (D m) l (D_plain m l)) HD) as KD.
       split; apply expected_plain; auto using C_plain, D_plain. }
  split.
  - intros [V _] theta Ad A B NA NB SA SB. set (l := sample m A B (fun _ => 0) theta).
    assert (EC : forall i j, (i < m)%nat -> (j < m)%nat -> vals (C m) l i j = A i j)
      by (intros; now apply sample_C).
    assert (ED : forall i j, (i < m)%nat -> (j < m)%nat -> vals (D m) l i j = B i j)
      by (intros; now apply sample_D).
    apply (compare_sample m M A B (fun _ => 0) theta eq (expected_of m (C m)) (expected_of m (D m))).
    + intros i j I J. fold l. rewrite expected_vals by apply C_plain. now apply expected_same.
    + intros i j I J. fold l. rewrite expected_vals by apply D_plain. now apply expected_same.
    + fold l. apply V.
      * apply Forall_app. split; [apply C_counts|apply D_counts]; eapply counts_same; eauto.
      * now apply sample_admissible.
      * apply Forall_app. split;
          [apply (outside_ok m (C m) l (C_plain m l))|apply (outside_ok m (D m) l (D_plain m l))];
          intros j J; [rewrite (elements_same m _ _ A EC)|rewrite (elements_same m _ _ B ED)]; auto.
  - intro Q. split; [|constructor]. intros l N Ad H. apply Forall_app in N. destruct N as [NC ND].
    apply Forall_app in H. destruct H as [HC HD]. apply C_counts in NC. apply D_counts in ND.
    pose proof (proj1 (outside_ok m (C m) l (C_plain m l)) HC) as KC.
    pose proof (proj1 (outside_ok m (D m) l (D_plain m l)) HD) as KD.
    rewrite !expected_vals by (apply C_plain || apply D_plain). now apply Q.
Qed.

(** ** The triangle inequality *)
Definition word (m a b c : nat) : nat := ((a * m + b) * m + c)%nat.
Definition L (m a b c : nat) : expr := X m (word m a b c).
Definition labelings_AB (m : nat) : square := fun i j => summed (over m (fun c => L m i j c)).
Definition labelings_BC (m : nat) : square := fun i j => summed (over m (fun a => L m a i j)).
Definition labelings_AC (m : nat) : square := fun i j => summed (over m (fun b => L m i b j)).
Definition triples (m : nat) : list (nat * nat * nat) := list_prod (places m) (labels m).
Definition triple {T} (x : nat -> nat -> nat -> T) (p : nat * nat * nat) : T :=
  x (fst (fst p)) (snd (fst p)) (snd p).
Definition diagonal (m : nat) : square := kept right (Num 0) (D m).
Definition triangle_goal (m : nat) (M : measure) : goal :=
  let AB := at_ m M (labelings_AB m) in let BC := at_ m M (labelings_BC m) in
  let AC := at_ m M (labelings_AC m) in let DD := at_ m M (diagonal m) in
  Goal (kinds Nat (map (fun p => var (m * m + m * m + triple (word m) p)) (triples m) ++
      cell_vars m (D m) right))
    (assumed m M ++ [at_least (summed (map (triple (L m)) (triples m))); at_least (sum_of m right (D m))]
      ++ all_defined [AB; BC; AC; DD])
    (Is (Sub DD (Sub (Add AB BC) AC)) GE).
Definition distance_goals (m : nat) (M : measure) : list goal :=
  symmetry_goals m M ++ maximal_agreement_goals m M ++ [triangle_goal m M].
Lemma in_triples : forall m p, In p (triples m) <->
  (fst (fst p) < m)%nat /\ (snd (fst p) < m)%nat /\ (snd p < m)%nat.
Proof.
  intros m [[a b] c]. unfold triples. rewrite in_prod_iff, in_places, in_labels. simpl. tauto.
Qed.
Lemma word_parts : forall m a b c, (a < m)%nat -> (b < m)%nat -> (c < m)%nat ->
  (word m a b c < m * m * m)%nat /\ (word m a b c / m / m)%nat = a /\
  ((word m a b c / m) mod m)%nat = b /\ (word m a b c mod m)%nat = c.
Proof.
  intros m a b c A B E. unfold word. assert (m <> 0)%nat by lia.
  destruct (row_column m a b A B) as (K1 & K2 & K3).
  assert (Q : (((a * m + b) * m + c) / m = a * m + b)%nat)
    by (rewrite Nat.div_add_l, Nat.div_small; lia).
  rewrite Q. repeat split; auto; [nia|].
  rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia.
Qed.
Lemma sums_vals : forall m (f : nat -> expr) (g : nat -> R) l,
  (forall i, (i < m)%nat -> val (f i) l = g i /\ def (f i) l) ->
  val (summed (over m f)) l = sum (over m g) /\ def (summed (over m f)) l.
Proof.
  intros m f g l E. destruct (summed_ok (over m f) l) as [V W]. split.
  - rewrite V. unfold over. rewrite map_map. f_equal. apply map_ext_in. intros i I.
    apply in_labels in I. now apply E.
  - apply W. unfold over. rewrite Forall_map, Forall_forall. intros i I. apply in_labels in I.
    now apply E.
Qed.
Lemma triples_vals : forall m (x : nat -> nat -> nat -> R) l,
  (forall a b c, (a < m)%nat -> (b < m)%nat -> (c < m)%nat -> val (L m a b c) l = x a b c) ->
  val (summed (map (triple (L m)) (triples m))) l = sum (map (triple x) (triples m)) /\
  def (summed (map (triple (L m)) (triples m))) l.
Proof.
  intros m x l E. destruct (summed_ok (map (triple (L m)) (triples m)) l) as [V W]. split.
  - rewrite V, map_map. f_equal. apply map_ext_in. intros p I. apply in_triples in I.
    unfold triple. apply E; tauto.
  - apply W. rewrite Forall_map, Forall_forall. intros p _. exact I.
Qed.
Theorem triangle_iff : forall m M, valid (triangle_goal m M) <-> triangle_inequality m M.
Proof.
  intros m M.
  assert (PA : forall f l, plainly m (fun i j => summed (over m (fun c => L m (f i j c 0%nat) (f i j c 1%nat) (f i j c 2%nat)))) l).
  { intros f l i j _ _. apply (sums_vals m _ (fun c => val (L m (f i j c 0%nat) (f i j c 1%nat) (f i j c 2%nat)) l)).
    intros c _. split; [reflexivity|exact I]. }
  assert (PAB : forall l, plainly m (labelings_AB m) l)
    by (intro l; exact (PA (fun i j c k => nth k [i; j; c] 0%nat) l)).
  assert (PBC : forall l, plainly m (labelings_BC m) l)
    by (intro l; exact (PA (fun i j c k => nth k [c; i; j] 0%nat) l)).
  assert (PAC : forall l, plainly m (labelings_AC m) l)
    by (intro l; exact (PA (fun i j c k => nth k [i; c; j] 0%nat) l)).
  assert (PD : forall l, plainly m (diagonal m) l) by (intro l; apply kept_plain, D_plain).
  split.
  - intros V theta Ad x E NX ND SX OE SE AB BC AC defined m' DA DB DC DD. unfold defined, m' in *.
    clear defined m'.
    set (l := sample m E E (fun n => x (n / m / m)%nat ((n / m) mod m)%nat (n mod m)%nat) theta).
    assert (EX : forall a b c, (a < m)%nat -> (b < m)%nat -> (c < m)%nat -> val (L m a b c) l = x a b c).
    { intros a b c Ha Hb Hc. destruct (word_parts m a b c Ha Hb Hc) as (K0 & K1 & K2 & K3).
      unfold L, l. rewrite sample_X by auto. now rewrite K1, K2, K3. }
    assert (ED : forall i j, (i < m)%nat -> (j < m)%nat -> vals (D m) l i j = E i j)
      by (intros; now apply sample_D).
    assert (PP : parameters m l = parameters m theta) by apply sample_parameters.
    assert (Q1 : cells m l (vals (labelings_AB m) l) = cells m theta AB).
    { apply cells_same; auto. intros i j I J. apply sums_vals. intros c K. split; [auto|exact Logic.I]. }
    assert (Q2 : cells m l (vals (labelings_BC m) l) = cells m theta BC).
    { apply cells_same; auto. intros i j I J. apply sums_vals. intros c K. split; [auto|exact Logic.I]. }
    assert (Q3 : cells m l (vals (labelings_AC m) l) = cells m theta AC).
    { apply cells_same; auto. intros i j I J. apply sums_vals. intros c K. split; [auto|exact Logic.I]. }
    assert (Q4 : cells m l (vals (diagonal m) l) = cells m theta E).
    { apply cells_same; auto. intros i j I J. unfold diagonal.
      rewrite kept_vals, <- (kept_only m right E i j); auto. unfold kept. now rewrite ED. }
    destruct (V l) as [_ W].
    + cbn [sorts triangle_goal]. apply kinds_ok, Forall_app. split.
      * rewrite Forall_map, Forall_forall. intros p I. apply in_triples in I.
        change (natural (val (L m (fst (fst p)) (snd (fst p)) (snd p)) l)). rewrite EX by tauto. apply NX; tauto.
      * apply vars_counts; [apply D_var|]. intros i j I J _. rewrite ED; auto.
    + cbn [hyps triangle_goal]. apply Forall_app; split; [apply assumed_ok, sample_admissible; auto|].
      apply Forall_app; split.
      * apply Forall_cons; [|apply Forall_cons; [|apply Forall_nil]].
        -- destruct (triples_vals m x l EX) as [VT DT]. apply at_least_ok; auto. rewrite VT. exact SX.
        -- apply sum_at_least; [apply D_plain|].
           rewrite (elements_same m right _ E ED), <- (elements_only m right E); auto.
      * apply all_defined_ok. repeat (apply Forall_cons; [|try apply Forall_nil]);
          apply at_def; auto; rewrite ?Q1, ?Q2, ?Q3, ?Q4; assumption.
    + cbn [val] in W. rewrite !at_val, Q1, Q2, Q3, Q4 in W. cbn [rl] in W. lra.
  - intros P l O F. cbn [sorts hyps concl triangle_goal] in *. apply kinds_ok, Forall_app in O.
    destruct O as [OX OD]. rewrite Forall_map, Forall_forall in OX.
    rewrite vars_counts in OD by apply D_var.
    apply Forall_app in F. destruct F as [F1 F]. apply Forall_app in F. destruct F as [F2 F3].
    apply assumed_ok in F1. apply all_defined_ok in F3.
    inversion F2 as [|? ? H1 F2']; subst. inversion F2' as [|? ? H2 F2'']; subst.
    apply sum_at_least in H2; [|apply D_plain].
    destruct (triples_vals m (fun a b c => val (L m a b c) l) l) as [VT DT]; auto.
    apply at_least_ok in H1; auto. rewrite VT in H1.
    assert (K : forall (f : nat -> nat -> nat -> expr) (g : nat -> nat -> nat -> R), (forall i j c, val (f i j c) l = g i j c /\ def (f i j c) l) ->
      forall i j, val (summed (over m (f i j))) l = sum (over m (g i j)))
      by (intros f g E i j; apply sums_vals; intros; apply E).
    assert (Q := P l F1 (fun a b c => val (L m a b c) l) (vals (diagonal m) l)).
    unfold diagonal in Q. rewrite vals_kept in Q. cbv zeta in Q.
    assert (E1 : cells m l (vals (labelings_AB m) l) = cells m l (fun i j => sum (over m (fun c => val (L m i j c) l)))).
    { apply cells_same; auto. intros i j _ _. apply (K (fun i j c => L m i j c) (fun i j c => val (L m i j c) l)). intros; split; [auto|exact I]. }
    assert (E2 : cells m l (vals (labelings_BC m) l) = cells m l (fun i j => sum (over m (fun a => val (L m a i j) l)))).
    { apply cells_same; auto. intros i j _ _. apply (K (fun i j a => L m a i j) (fun i j a => val (L m a i j) l)). intros; split; [auto|exact I]. }
    assert (E3 : cells m l (vals (labelings_AC m) l) = cells m l (fun i j => sum (over m (fun b => val (L m i b j) l)))).
    { apply cells_same; auto. intros i j _ _. apply (K (fun i j b => L m i b j) (fun i j b => val (L m i b j) l)). intros; split; [auto|exact I]. }
    rewrite <- E1, <- E2, <- E3 in Q.
    inversion F3 as [|? ? G1 F3']; subst. inversion F3' as [|? ? G2 F3'']; subst.
    inversion F3'' as [|? ? G3 F4]; subst. inversion F4 as [|? ? G4 _]; subst.
    split; [cbn [def]; tauto|]. cbn [val rl]. rewrite !at_val. unfold diagonal. rewrite vals_kept.
    rewrite at_def in G1, G2, G3, G4 by auto. unfold diagonal in G4. rewrite vals_kept in G4.
    assert (W : val (formula M) (cells m l (kept right 0 (vals (D m) l))) -
      val (formula M) (cells m l (vals (labelings_AC m) l)) <= 
      (val (formula M) (cells m l (kept right 0 (vals (D m) l))) - val (formula M) (cells m l (vals (labelings_AB m) l))) +
      (val (formula M) (cells m l (kept right 0 (vals (D m) l))) - val (formula M) (cells m l (vals (labelings_BC m) l)))).
    { apply Q; auto.
      - intros a b c Ha Hb Hc. specialize (OX (a, b, c)). apply OX. apply in_triples. auto.
      - apply counts_kept. auto.
      - apply only_kept.
      - rewrite elements_kept. exact H2. }
    lra.
Qed.
Theorem distance_iff : forall m M, Forall valid (distance_goals m M) <-> distance m M.
Proof.
  intros m M. unfold distance_goals, distance.
  rewrite !Forall_app, Forall_cons_iff, symmetry_iff, maximal_agreement_iff, triangle_iff. intuition.
Qed.
