(** * Inequalities of analysis that the rules on formulas rest on *)
From Coq Require Import Reals Lra ZArith.
From SymbolicMeasures Require Import Formula Facts Steps Sequent.
Open Scope R_scope.

(** ** Angles and chords of three unit vectors *)
Definition gram (x y z : R) : R := (1 + 2 * (x * y * z)) - ((x * x + y * y) + z * z).
Lemma gram_bound : forall x y z, -1 <= x <= 1 -> -1 <= y <= 1 -> 0 <= gram x y z ->
  x * y - sqrt (1 - x * x) * sqrt (1 - y * y) <= z.
Proof.
  intros x y z X Y G. unfold gram in G.
  set (p := sqrt (1 - x * x)). set (q := sqrt (1 - y * y)).
  assert (P : p * p = 1 - x * x) by (apply sqrt_def; nra).
  assert (Q : q * q = 1 - y * y) by (apply sqrt_def; nra).
  assert (P0 : 0 <= p) by apply sqrt_pos. assert (Q0 : 0 <= q) by apply sqrt_pos.
  assert (S : (z - x * y) * (z - x * y) <= (p * q) * (p * q)).
  { replace (p * q * (p * q)) with ((p * p) * (q * q)) by ring. rewrite P, Q. nra. }
  destruct (Rle_dec (x * y - p * q) z) as [|N]; auto. exfalso.
  assert (0 <= p * q) by nra. nra.
Qed.
Theorem angles : forall x y z, -1 <= x <= 1 -> -1 <= y <= 1 -> -1 <= z <= 1 ->
  0 <= gram x y z -> acos z <= acos x + acos y.
Proof.
  intros x y z X Y Z G. pose proof (gram_bound x y z X Y G) as B.
  destruct (acos_bound x), (acos_bound y), (acos_bound z).
  destruct (Rle_dec PI (acos x + acos y)); [lra|].
  assert (E : cos (acos x + acos y) = x * y - sqrt (1 - x * x) * sqrt (1 - y * y)).
  { rewrite cos_plus, !cos_acos, !sin_acos by auto. reflexivity. }
  destruct (Rle_dec (acos z) (acos x + acos y)) as [|N]; auto. exfalso.
  assert (L : cos (acos z) < cos (acos x + acos y)) by (apply cos_decreasing_1; lra).
  rewrite cos_acos in L by auto. lra.
Qed.
Theorem chords : forall k x y z, 0 < k -> -1 <= x <= 1 -> -1 <= y <= 1 -> -1 <= z <= 1 ->
  0 <= gram x y z ->
  sqrt (k * (1 - z)) <= sqrt (k * (1 - x)) + sqrt (k * (1 - y)).
Proof.
  intros k x y z K X Y Z G. pose proof (gram_bound x y z X Y G) as B.
  set (a := sqrt (k * (1 - x))). set (b := sqrt (k * (1 - y))). set (c := sqrt (k * (1 - z))).
  assert (A : a * a = k * (1 - x)) by (apply sqrt_def; nra).
  assert (B2 : b * b = k * (1 - y)) by (apply sqrt_def; nra).
  assert (C2 : c * c = k * (1 - z)) by (apply sqrt_def; nra).
  assert (A0 : 0 <= a) by apply sqrt_pos. assert (B0 : 0 <= b) by apply sqrt_pos.
  assert (C0 : 0 <= c) by apply sqrt_pos.
  set (p := sqrt ((1 - x) * (1 - y))). set (q := sqrt ((1 + x) * (1 + y))).
  assert (P : p * p = (1 - x) * (1 - y)) by (apply sqrt_def; nra).
  assert (Q : q * q = (1 + x) * (1 + y)) by (apply sqrt_def; nra).
  assert (P0 : 0 <= p) by apply sqrt_pos. assert (Q0 : 0 <= q) by apply sqrt_pos.
  assert (PQ : sqrt (1 - x * x) * sqrt (1 - y * y) = p * q).
  { unfold p, q. rewrite <- !sqrt_mult by nra. f_equal. ring. }
  rewrite PQ in B.
  assert (Q2 : q <= 2) by nra.
  assert (M : x + y - z - 1 <= 2 * p) by nra.
  assert (AB : a * b = k * p).
  { unfold a, b, p. rewrite <- sqrt_mult by nra.
    replace (k * (1 - x) * (k * (1 - y))) with ((k * k) * ((1 - x) * (1 - y))) by ring.
    rewrite sqrt_mult by nra. rewrite sqrt_square by lra. reflexivity. }
  assert (S : c * c <= (a + b) * (a + b)).
  { replace ((a + b) * (a + b)) with (a * a + b * b + 2 * (a * b)) by ring.
    rewrite A, B2, C2, AB. nra. }
  destruct (Rle_dec c (a + b)) as [|N]; auto. exfalso. nra.
Qed.

(** ** A generalized mean lies between its two numbers *)
Lemma Rpower_le : forall a b c, 0 < a -> a <= b -> 0 <= c -> Rpower a c <= Rpower b c.
Proof. intros. apply Rle_Rpower_l; lra. Qed.
Lemma Rpower_le_neg : forall a b c, 0 < a -> a <= b -> c <= 0 -> Rpower b c <= Rpower a c.
Proof.
  intros a b c A B H. replace c with (- (- c)) by ring. rewrite !(Rpower_Ropp _ (- c)).
  apply Rinv_le_contravar; [apply exp_pos|]. apply Rpower_le; lra.
Qed.
Lemma Rpower_inv : forall a r, 0 < a -> r <> 0 -> Rpower (Rpower a r) (1 / r) = a.
Proof.
  intros. rewrite Rpower_mult. replace (r * (1 / r)) with 1 by (field; auto). now apply Rpower_1.
Qed.
Theorem mean_between : forall x y r, 0 < y -> y <= x -> r <> 0 ->
  y <= Rpower ((Rpower x r + Rpower y r) / 2) (1 / r) <= x.
Proof.
  intros x y r Y L N. assert (X : 0 < x) by lra.
  assert (PX : 0 < Rpower x r) by apply exp_pos. assert (PY : 0 < Rpower y r) by apply exp_pos.
  assert (IX := Rpower_inv x r X N). assert (IY := Rpower_inv y r Y N).
  destruct (Rlt_dec 0 r) as [P|P].
  - assert (Q : Rpower y r <= Rpower x r) by (apply Rpower_le; lra).
    assert (0 <= 1 / r) by (left; apply Rdiv_lt_0_compat; lra).
    split; [rewrite <- IY at 1|rewrite <- IX at 2]; apply Rpower_le; lra.
  - assert (Q : Rpower x r <= Rpower y r) by (apply Rpower_le_neg; lra).
    assert (1 / r <= 0).
    { unfold Rdiv. rewrite Rmult_1_l. left. apply Rinv_lt_0_compat. lra. }
    split; [rewrite <- IY at 1|rewrite <- IX at 2]; apply Rpower_le_neg; lra.
Qed.
Lemma mean_sym : forall x y r, Rpower ((Rpower x r + Rpower y r) / 2) (1 / r)
  = Rpower ((Rpower y r + Rpower x r) / 2) (1 / r).
Proof. intros. f_equal. f_equal. ring. Qed.

(** ** Powers with one positive exponent *)
Lemma real_power_sign : forall r x y e, 0 <= x -> 0 <= y -> 0 < e ->
  (r = GT \/ r = GE \/ r = EQ) -> rl r (x - y) -> rl r (real_power x e - real_power y e).
Proof.
  intros r x y e X Y E R H.
  assert (W : forall a b, 0 <= a -> a < b -> real_power a e < real_power b e).
  { intros a b A B. unfold real_power. destruct (Rlt_dec 0 b); [|lra].
    destruct (Rlt_dec 0 a); [|apply exp_pos]. apply Rlt_Rpower_l; lra. }
  destruct R as [R|[R|R]]; subst; simpl in *.
  - assert (real_power y e < real_power x e) by (apply W; lra). lra.
  - destruct (Req_dec x y). subst. lra. assert (real_power y e < real_power x e) by (apply W; lra). lra.
  - replace y with x by lra. ring.
Qed.
