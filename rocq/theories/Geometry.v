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

(** ** Positive semidefinite matrices of three rows *)
Definition forms (a b c d e f : R) := forall u v w,
  0 <= a * (u * u) + b * (v * v) + c * (w * w) + 2 * (d * (u * v)) + 2 * (e * (v * w))
    + 2 * (f * (u * w)).
Lemma no_square : forall x, x * x <= 0 -> x = 0.
Proof. intros x H. apply Rsqr_0_uniq. unfold Rsqr. pose proof (Rle_0_sqr x) as P. unfold Rsqr in P. lra. Qed.
Lemma two_rows : forall a b d v w, 0 <= a -> 0 <= b -> d * d <= a * b ->
  0 <= a * (v * v) + b * (w * w) + 2 * (d * (v * w)).
Proof.
  intros a b d v w A B D. destruct (Req_dec a 0) as [Z|Z].
  - subst a. assert (d = 0) by (apply no_square; lra). subst d.
    assert (0 <= b * (w * w)) by (apply Rmult_le_pos; auto; apply Rle_0_sqr). lra.
  - assert (P : 0 < a) by lra. apply Rmult_le_reg_l with a; auto.
    assert (0 <= (a * v + d * w) * (a * v + d * w)) by apply Rle_0_sqr.
    assert (0 <= (a * b - d * d) * (w * w)) by (apply Rmult_le_pos; [lra|apply Rle_0_sqr]). lra.
Qed.
(** The principal minors show it. *)
Theorem minors : forall a b c d e f, 0 <= a -> 0 <= b -> 0 <= c -> d * d <= a * b ->
  e * e <= b * c -> f * f <= a * c ->
  a * (e * e) + b * (f * f) + c * (d * d) <= a * b * c + 2 * (d * e * f) -> forms a b c d e f.
Proof.
  intros a b c d e f A B C D E F G u v w. destruct (Req_dec a 0) as [Z|Z].
  - subst a. assert (d = 0) by (apply no_square; lra). assert (f = 0) by (apply no_square; lra). subst d f.
    pose proof (two_rows b c e v w B C E). lra.
  - assert (P : 0 < a) by lra. apply Rmult_le_reg_l with a; auto.
    assert (W := two_rows (a * b - d * d) (a * c - f * f) (a * e - d * f) v w
      ltac:(lra) ltac:(lra)).
    assert (X : (a * e - d * f) * (a * e - d * f) <= (a * b - d * d) * (a * c - f * f)).
    { assert (0 <= a * (a * b * c + 2 * (d * e * f) - (a * (e * e) + b * (f * f) + c * (d * d))))
        by (apply Rmult_le_pos; lra). lra. }
    specialize (W X).
    assert (0 <= (a * u + d * v + f * w) * (a * u + d * v + f * w)) by apply Rle_0_sqr. lra.
Qed.
Lemma determinant : forall a b c d e f, 0 < a -> 0 < b -> 0 < c -> forms a b c d e f ->
  a * (e * e) + b * (f * f) + c * (d * d) <= a * b * c + 2 * (d * e * f).
Proof.
  intros a b c d e f A B C Q. set (m := a * b - d * d).
  assert (M : 0 <= m).
  { pose proof (Q (- d) a 0) as H. unfold m. apply Rmult_le_reg_l with a; auto. lra. }
  pose proof (Q (d * e - b * f) (d * f - a * e) m) as H.
  replace (_ + _) with (m * (a * b * c + 2 * (d * e * f) - (a * (e * e) + b * (f * f) + c * (d * d))))
    in H by (unfold m; ring).
  destruct (Req_dec m 0) as [Z|Z].
  - (* then a e = d f, for the form is linear along (-d, a, 0) *)
    set (k := a * e - d * f).
    assert (K : k = 0).
    { destruct (Req_dec k 0) as [|N]; auto. exfalso.
      set (t := - (c + 1) / (2 * k)). pose proof (Q (- d * t) (a * t) 1) as L.
      replace (_ + _) with (t * t * a * m + c + 2 * t * k) in L by (unfold m, k; ring).
      rewrite Z in L. assert (2 * t * k = - (c + 1)) by (unfold t; field; auto). lra. }
    assert (S : a * (a * (e * e) + b * (f * f) + c * (d * d) - a * b * c - 2 * (d * e * f))
      = k * k - m * (a * c - f * f)) by (unfold m, k; ring).
    rewrite K, Z in S. nra.
  - nra.
Qed.
Theorem cosines : forall a b c d e f, forms a b c d e f ->
  0 <= a * b -> 0 <= b * c -> 0 <= a * c ->
  sqrt (a * b) <> 0 -> sqrt (b * c) <> 0 -> sqrt (a * c) <> 0 ->
  let x := d / sqrt (a * b) in let y := e / sqrt (b * c) in let z := f / sqrt (a * c) in
  0 <= 1 + 2 * (x * y * z) - (x * x + y * y + z * z).
Proof.
  intros a b c d e f Q AB BC AC N1 N2 N3.
  assert (A0 : 0 <= a) by (pose proof (Q 1 0 0); lra).
  assert (B0 : 0 <= b) by (pose proof (Q 0 1 0); lra).
  assert (C0 : 0 <= c) by (pose proof (Q 0 0 1); lra).
  assert (NZ : forall p q, sqrt (p * q) <> 0 -> p <> 0 /\ q <> 0).
  { intros p q N. split; intro Z; subst; apply N; [rewrite Rmult_0_l|rewrite Rmult_0_r]; apply sqrt_0. }
  destruct (NZ _ _ N1), (NZ _ _ N2). clear NZ.
  pose proof (determinant a b c d e f ltac:(lra) ltac:(lra) ltac:(lra) Q) as G.
  rewrite !sqrt_mult in * by lra.
  set (p := sqrt a) in *. set (q := sqrt b) in *. set (r := sqrt c) in *.
  assert (P : p * p = a) by (apply sqrt_def; lra). assert (Q2 : q * q = b) by (apply sqrt_def; lra).
  assert (R2 : r * r = c) by (apply sqrt_def; lra).
  assert (P0 : p <> 0) by (intro Z; rewrite Z, Rmult_0_l in P; congruence).
  assert (Q0 : q <> 0) by (intro Z; rewrite Z, Rmult_0_l in Q2; congruence).
  assert (R0 : r <> 0) by (intro Z; rewrite Z, Rmult_0_l in R2; congruence).
  intros x y z.
  replace (1 + 2 * (x * y * z) - (x * x + y * y + z * z))
    with ((a * b * c + 2 * (d * e * f) - (a * (e * e) + b * (f * f) + c * (d * d))) * / (a * b * c)).
  - apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. repeat apply Rmult_lt_0_compat; lra.
  - unfold x, y, z. rewrite <- P, <- Q2, <- R2. field. auto.
Qed.
