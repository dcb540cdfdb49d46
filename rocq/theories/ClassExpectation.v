(** * Constant baseline of m classes: two sizes that refute it, computed *)
From Coq Require Import Reals Lra ZArith QArith Arith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing
  Substitution Moves Rules Properties Statements Witness Classes ClassGoals.
Import ListNotations.
Open Scope R_scope.

Definition whole (n : nat) : expr := Num (Z.of_nat n).
Definition table_cells (T : list (list nat)) : square := fun i j => whole (nth j (nth i T []) 0%nat).
(** Products of factorials as whole numbers in binary. *)
Fixpoint factorial (n : nat) : Z := match n with O => 1 | S k => Z.of_nat n * factorial k end%Z.
Definition product_of (xs : list nat) : Z := fold_right (fun x r => factorial x * r)%Z 1%Z xs.
Definition chance_of (a b : list nat) (T : list (list nat)) : expr :=
  Div (Num (product_of a * product_of b)) (Num (product_of (concat T) * factorial (list_sum a))).
Definition mean (m : nat) (M : measure) (a b : list nat) : expr :=
  summed (map (fun T => Mul (chance_of a b T) (at_ m M (table_cells T))) (tables a b)).
Definition sizes_ok (m : nat) (a b : list nat) : bool :=
  (length a =? m)%nat && (length b =? m)%nat && (list_sum a =? list_sum b)%nat &&
  forallb (fun size => size <? list_sum b)%nat b.

Lemma whole_val : forall n l, val (whole n) l = INR n.
Proof. intros. simpl. now rewrite INR_IZR_INZ. Qed.
Lemma factorial_ok : forall n, IZR (factorial n) = INR (Factorial.fact n).
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [factorial]. rewrite mult_IZR, IH, <- INR_IZR_INZ.
  rewrite <- mult_INR. f_equal.
Qed.
Lemma product_ok : forall xs, IZR (product_of xs) = factorials xs.
Proof.
  induction xs as [|x r IH]; [reflexivity|]. cbn [product_of factorials fold_right].
  rewrite mult_IZR, factorial_ok. f_equal. exact IH.
Qed.
Lemma table_vals : forall T l, vals (table_cells T) l = table T.
Proof.
  intros. apply functional_extensionality. intro i. apply functional_extensionality. intro j.
  unfold vals, table_cells, table. apply whole_val.
Qed.
Lemma table_plain : forall m T l, plainly m (table_cells T) l.
Proof. intros m T l i j _ _. exact I. Qed.
Lemma summed_def : forall es l, def (summed es) l -> Forall (fun e => def e l) es.
Proof.
  assert (Q : forall r e l, def (fold_left Add r e) l -> def e l /\ Forall (fun e => def e l) r).
  { induction r as [|f r IH]; intros e l H; cbn [fold_left] in H; auto.
    apply IH in H. destruct H as [[H1 H2] H3]. auto. }
  intros [|e r] l H; auto. cbn [summed] in H. apply Q in H. now constructor.
Qed.
Lemma mean_ok : forall m M a b theta, def (mean m M a b) theta ->
  val (mean m M a b) theta = expectation m M theta a b /\
  forall T, In T (tables a b) -> def (formula M) (cells m theta (table T)).
Proof.
  intros m M a b theta D. split.
  - unfold mean, expectation. rewrite (proj1 (summed_ok _ theta)), map_map. f_equal.
    apply map_ext. intro T. cbn [val chance_of]. rewrite at_val, table_vals.
    unfold chance. rewrite !mult_IZR, !product_ok, factorial_ok. reflexivity.
  - intros T I. apply summed_def in D. rewrite Forall_map, Forall_forall in D.
    destruct (D T I) as [_ H]. apply at_def in H; [|apply table_plain]. now rewrite table_vals in H.
Qed.
Theorem constant_baseline_refuted : forall m M ps qs p a b a' b',
  sizes_ok m a b && sizes_ok m a' b' && all_true ps (assumed m M) qs &&
  true_there ps (Is (Sub (mean m M a b) (mean m M a' b')) NE) p = true ->
  ~ constant_baseline m M.
Proof.
  intros m M ps qs p a b a' b' H CB. apply andb_prop in H. destruct H as [H N].
  apply andb_prop in H. destruct H as [H Ad]. apply andb_prop in H. destruct H as [S S'].
  apply true_there_ok in N. apply all_true_ok, assumed_ok in Ad. destruct (CB _ Ad) as [c E].
  cbn [holds def val rl] in N. destruct N as [[D D'] N].
  apply mean_ok in D. apply mean_ok in D'. destruct D as [V D], D' as [V' D'].
  assert (Q : forall a b, sizes_ok m a b = true -> length a = m /\ length b = m /\
    list_sum a = list_sum b /\ Forall (fun size => (size < list_sum b)%nat) b).
  { intros x y K. unfold sizes_ok in K. apply andb_prop in K. destruct K as [K K4].
    apply andb_prop in K. destruct K as [K K3]. apply andb_prop in K. destruct K as [K1 K2].
    rewrite Nat.eqb_eq in K1, K2, K3. repeat split; auto. rewrite Forall_forall.
    rewrite forallb_forall in K4. intros z I. apply Nat.ltb_lt. auto. }
  apply Q in S. apply Q in S'. destruct S as (S1 & S2 & S3 & S4), S' as (T1 & T2 & T3 & T4).
  apply N. rewrite V, V', (E a b), (E a' b'); auto; ring.
Qed.
