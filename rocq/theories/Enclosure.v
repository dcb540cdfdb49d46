(** * Numbers between rational ones: roots, logarithms and arccosines of numbers, compared

    [enclose] gives two rational numbers between which the value of a formula without variables
    lies.  Roots are rounded to 1/2^80; logarithms and arccosines are halved twenty times, by a root
    each time, and are then near a rational number. *)
From Coq Require Import Reals Lra ZArith QArith Qreals Bool Lia.
From SymbolicMeasures Require Import Formula.
Open Scope R_scope.

Definition before (p q : Q) : bool := Qle_bool p q.
Definition less (p q : Q) : bool := negb (Qle_bool q p).
Lemma before_ok : forall p q, before p q = true -> Q2R p <= Q2R q.
Proof. intros p q H. now apply Qle_Rle, Qle_bool_iff. Qed.
Lemma less_ok : forall p q, less p q = true -> Q2R p < Q2R q.
Proof.
  intros p q H. apply Qlt_Rlt, Qnot_le_lt. intro L. apply Qle_bool_iff in L.
  unfold less in H. rewrite L in H. discriminate.
Qed.
Lemma Q_0 : Q2R 0 = 0. Proof. unfold Q2R. simpl. field. Qed.
Lemma Q_1 : Q2R 1 = 1. Proof. unfold Q2R. simpl. field. Qed.
Lemma Q_red : forall q, Q2R (Qred q) = Q2R q. Proof. intro. apply Qeq_eqR, Qred_correct. Qed.
Ltac rational := repeat match goal with
  | H : before _ _ = true |- _ => apply before_ok in H
  | H : less _ _ = true |- _ => apply less_ok in H
  | H : andb _ _ = true |- _ => apply andb_prop in H; destruct H
  end; repeat rewrite ?Q_red, ?Q2R_plus, ?Q2R_minus, ?Q2R_mult, ?Q2R_opp, ?Q_0, ?Q_1 in *.

(** ** A root, rounded down or up; a guess that is tried *)
Definition guess (up : bool) (q : Q) : Q :=
  let r := Qred q in let n := Z.sqrt (Qnum r) in let d := Z.to_pos (Z.sqrt (Zpos (Qden r))) in
  if Qeq_bool ((n # d) * (n # d)) q then n # d
  else Qred ((Z.sqrt (Qnum q * 2 ^ 160 / Zpos (Qden q)) + if up then 1 else 0) # 2 ^ 80).
Definition root_below (q : Q) : option Q :=
  let c := guess false q in if before 0 c && before (c * c) q then Some c else None.
Definition root_above (q : Q) : option Q :=
  let c := guess true q in if before 0 q && (before 0 c && before q (c * c)) then Some c else None.
Lemma root_below_ok : forall q c, root_below q = Some c ->
  0 <= Q2R c /\ Q2R c * Q2R c <= Q2R q /\ Q2R c <= sqrt (Q2R q).
Proof.
  intros q c H. unfold root_below in H. destruct (before 0 _ && _) eqn:E; inversion H; subst.
  clear H. rational. repeat split; auto. rewrite <- (sqrt_square (Q2R (guess false q))) by lra.
  apply sqrt_le_1; nra.
Qed.
Lemma root_above_ok : forall q c, root_above q = Some c ->
  0 <= Q2R q /\ 0 <= Q2R c /\ Q2R q <= Q2R c * Q2R c /\ sqrt (Q2R q) <= Q2R c.
Proof.
  intros q c H. unfold root_above in H. destruct (before 0 q && _) eqn:E; inversion H; subst.
  clear H. rational. repeat split; auto. rewrite <- (sqrt_square (Q2R (guess true q))) by lra.
  apply sqrt_le_1; nra.
Qed.

(** ** Logarithms: log q = 2 log (sqrt q), and 1 - 1/q <= log q <= q - 1 *)
Definition twice (q : option Q) : option Q := option_map (fun y => 2 * y)%Q q.
Fixpoint log_below (k : nat) (q : Q) : option Q :=
  match k with
  | O => if less 0 q then Some (1 - / q)%Q else None
  | S k => match root_below q with Some c => twice (log_below k c) | None => None end
  end.
Fixpoint log_above (k : nat) (q : Q) : option Q :=
  match k with
  | O => if less 0 q then Some (q - 1)%Q else None
  | S k => match root_above q with
      | Some c => if less 0 q then twice (log_above k c) else None | None => None end
  end.
Lemma ln_least : forall x, 0 < x -> ln x <= x - 1.
Proof. intros x P. pose proof (exp_ineq1_le (ln x)) as E. rewrite exp_ln in E by auto. lra. Qed.
Lemma Q_2 : Q2R 2 = 2. Proof. unfold Q2R. simpl. field. Qed.
Lemma twice_ok : forall o y, twice o = Some y -> exists z, o = Some z /\ Q2R y = 2 * Q2R z.
Proof.
  intros [z|] y H; inversion H; subst. exists z. split; auto. now rewrite Q2R_mult, Q_2.
Qed.
Lemma log_below_ok : forall k q y, log_below k q = Some y -> 0 < Q2R q /\ Q2R y <= ln (Q2R q).
Proof.
  induction k as [|k IH]; intros q y H; cbn [log_below] in H.
  - destruct (less 0 q) eqn:L; inversion H; subst. rational. split; auto.
    assert (N : ~ (q == 0)%Q) by (intro Z; apply Qeq_eqR in Z; rewrite Q_0 in Z; lra).
    rewrite Q2R_inv by auto. pose proof (ln_least (/ Q2R q) ltac:(now apply Rinv_0_lt_compat)) as E.
    rewrite ln_Rinv in E by auto. lra.
  - destruct (root_below q) as [c|] eqn:R; [|discriminate]. apply root_below_ok in R.
    apply twice_ok in H. destruct H as (z & H & ->). apply IH in H. destruct H as [P H].
    split; [nra|]. destruct R as (_ & R & _).
    assert (E : ln (Q2R c * Q2R c) <= ln (Q2R q)).
    { destruct R as [R|R]; [left; apply ln_increasing; nra|rewrite R; lra]. }
    rewrite ln_mult in E by auto. lra.
Qed.
Lemma log_above_ok : forall k q y, log_above k q = Some y -> 0 < Q2R q /\ ln (Q2R q) <= Q2R y.
Proof.
  induction k as [|k IH]; intros q y H; cbn [log_above] in H.
  - destruct (less 0 q) eqn:L; inversion H; subst. rational. split; auto. now apply ln_least.
  - destruct (root_above q) as [c|] eqn:R; [|discriminate]. apply root_above_ok in R.
    destruct (less 0 q) eqn:L; [|discriminate]. rational.
    apply twice_ok in H. destruct H as (z & H & ->). apply IH in H. destruct H as [P H].
    split; auto. destruct R as (_ & _ & R & _).
    assert (E : ln (Q2R q) <= ln (Q2R c * Q2R c)).
    { destruct R as [R|R]; [left; now apply ln_increasing|rewrite R; lra]. }
    rewrite ln_mult in E by auto. lra.
Qed.

(** ** Arccosines: acos q = 2 acos (sqrt ((1 + q)/2)), and sin a <= a <= tan a *)
Definition half_up (q : Q) : Q := ((1 + q) / 2)%Q.
Fixpoint acos_below (k : nat) (q : Q) : option Q :=
  if less 1 q then Some 0%Q else
  match k with
  | O => root_below (1 - q * q)
  | S k => match root_above (half_up q) with Some c => twice (acos_below k c) | None => None end
  end.
Fixpoint acos_above (k : nat) (q : Q) : option Q :=
  match k with
  | O => match root_above (1 - q * q) with
      | Some c => if less 0 q then Some (c / q)%Q else None | None => None end
  | S k => match root_below (half_up q) with Some c => twice (acos_above k c) | None => None end
  end.
Lemma sin_tan : forall x, 0 <= x <= PI / 2 -> x * cos x <= sin x.
Proof.
  intros x [[P|<-] U]; [|rewrite sin_0; lra].
  destruct (MVT_cor2 (fun x => sin x - x * cos x) (fun x => x * sin x) 0 x P) as (c & E & C).
  - intros c _. replace (c * sin c) with (cos c - (1 * cos c + c * - sin c)) by ring.
    apply (derivable_pt_lim_minus sin (fun x => x * cos x)); [apply derivable_pt_lim_sin|].
    apply (derivable_pt_lim_mult (fun x => x) cos);
      [apply derivable_pt_lim_id|apply derivable_pt_lim_cos].
  - rewrite sin_0 in E. pose proof PI_RGT_0.
    assert (0 <= sin c) by (apply sin_ge_0; lra).
    assert (0 <= c * sin c * (x - 0)) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra). lra.
Qed.
Lemma acos_falls : forall x y, -1 <= x <= 1 -> -1 <= y <= 1 -> x <= y -> acos y <= acos x.
Proof.
  intros x y X Y L. apply Rnot_lt_le. intro N.
  destruct (acos_bound x), (acos_bound y).
  assert (C : cos (acos y) < cos (acos x)) by (apply cos_decreasing_1; lra).
  rewrite !cos_acos in C by auto. lra.
Qed.
Lemma acos_halved : forall x, -1 <= x <= 1 -> acos x = 2 * acos (sqrt ((1 + x) / 2)).
Proof.
  intros x X. destruct (acos_bound x) as [A B]. set (a := acos x) in *.
  assert (C : 0 <= cos (a / 2)) by (apply cos_ge_0; lra).
  replace ((1 + x) / 2) with (cos (a / 2) * cos (a / 2)).
  - rewrite sqrt_square by auto. rewrite acos_cos by lra. field.
  - rewrite <- (cos_acos x X). fold a. replace a with (2 * (a / 2)) at 3 by field.
    rewrite cos_2a_cos. field.
Qed.
Lemma half_up_R : forall q, Q2R (half_up q) = (1 + Q2R q) / 2.
Proof.
  intro q. unfold half_up. rewrite Q2R_div by discriminate. rewrite Q2R_plus, Q_1, Q_2. reflexivity.
Qed.
Lemma half_root : forall x, -1 <= x <= 1 -> -1 <= sqrt ((1 + x) / 2) <= 1.
Proof.
  intros x X. pose proof (sqrt_pos ((1 + x) / 2)). split; [lra|].
  apply Rle_trans with (sqrt 1); [apply sqrt_le_1; lra|rewrite sqrt_1; lra].
Qed.
(** For x in [-1, 1] that is not above q. *)
Lemma acos_below_ok : forall k q y x, acos_below k q = Some y -> -1 <= x <= 1 -> x <= Q2R q ->
  0 <= Q2R y <= acos x.
Proof.
  induction k as [|k IH]; intros q y x H X L; cbn [acos_below] in H;
    (destruct (less 1 q) eqn:E; [inversion H; subst; rewrite Q_0; pose proof (acos_bound x); lra|]);
    assert (Q1 : Q2R q <= 1)
      by (rewrite <- Q_1; apply Qle_Rle, Qle_bool_iff; unfold less in E; now apply negb_false_iff).
  - apply root_below_ok in H. destruct H as (H0 & _ & H). rational.
    assert (QQ : -1 <= Q2R q <= 1) by lra.
    rewrite <- (sin_acos (Q2R q) QQ) in H || (change (Q2R q * Q2R q) with (Rsqr (Q2R q)) in H;
      rewrite <- (sin_acos (Q2R q) QQ) in H).
    assert (S : sin (acos (Q2R q)) <= acos (Q2R q)).
    { destruct (proj1 (acos_bound (Q2R q))) as [P|P]; [left; now apply sin_lt_x|].
      rewrite <- P, sin_0. lra. }
    pose proof (acos_falls x (Q2R q) X QQ L). lra.
  - destruct (root_above (half_up q)) as [c|] eqn:R; [|discriminate]. apply root_above_ok in R.
    destruct R as (_ & _ & _ & R). rewrite half_up_R in R. apply twice_ok in H.
    destruct H as (z & H & ->).
    assert (W : sqrt ((1 + x) / 2) <= Q2R c).
    { apply Rle_trans with (sqrt ((1 + Q2R q) / 2)); [apply sqrt_le_1; lra|exact R]. }
    destruct (IH c z (sqrt ((1 + x) / 2)) H (half_root x X) W) as [W1 W2].
    rewrite (acos_halved x X). lra.
Qed.
(** For x in [-1, 1] that is not below q. *)
Lemma acos_above_ok : forall k q y x, acos_above k q = Some y -> -1 <= x <= 1 -> Q2R q <= x ->
  acos x <= Q2R y.
Proof.
  induction k as [|k IH]; intros q y x H X L; cbn [acos_above] in H.
  - destruct (root_above (1 - q * q)) as [c|] eqn:R; [|discriminate]. apply root_above_ok in R.
    destruct (less 0 q) eqn:E; inversion H; subst. clear H. rational.
    assert (N : ~ (q == 0)%Q) by (intro Z; apply Qeq_eqR in Z; rewrite Q_0 in Z; lra).
    rewrite Q2R_div by auto. destruct R as (_ & C0 & _ & R).
    assert (QQ : -1 <= Q2R q <= 1) by lra. pose proof (acos_falls (Q2R q) x QQ X L) as F.
    change (Q2R q * Q2R q) with (Rsqr (Q2R q)) in R. rewrite <- (sin_acos (Q2R q) QQ) in R.
    destruct (acos_bound (Q2R q)) as [B1 B2].
    assert (B3 : acos (Q2R q) <= PI / 2).
    { rewrite <- acos_0. apply acos_falls; lra. }
    pose proof (sin_tan (acos (Q2R q)) (conj B1 B3)) as T. rewrite cos_acos in T by auto.
    apply (Rmult_le_reg_r (Q2R q)); auto. replace (Q2R c / Q2R q * Q2R q) with (Q2R c) by (field; lra).
    apply Rle_trans with (acos (Q2R q) * Q2R q); [apply Rmult_le_compat_r; lra|lra].
  - destruct (root_below (half_up q)) as [c|] eqn:R; [|discriminate]. apply root_below_ok in R.
    destruct R as (_ & R0 & R). rewrite half_up_R in R, R0. apply twice_ok in H.
    destruct H as (z & H & ->).
    assert (W : Q2R c <= sqrt ((1 + x) / 2)).
    { apply Rle_trans with (sqrt ((1 + Q2R q) / 2)); [exact R|]. apply sqrt_le_1; nra. }
    rewrite (acos_halved x X). pose proof (IH c z _ H (half_root x X) W). lra.
Qed.

(** ** Intervals *)
Definition interval := (Q * Q)%type.
Definition inside (x : R) (i : interval) : Prop := Q2R (fst i) <= x <= Q2R (snd i).
Definition least (p q : Q) : Q := if before p q then p else q.
Definition most (p q : Q) : Q := if before p q then q else p.
Definition corners (f : Q -> Q -> Q) (i j : interval) : Q :=
  Qred (f (f (fst i * fst j)%Q (fst i * snd j)%Q) (f (snd i * fst j)%Q (snd i * snd j)%Q)).
Definition product (i j : interval) : interval := (corners least i j, corners most i j).
Definition nonzero (i : interval) : bool := less 0 (fst i) || less (snd i) 0.
Definition inverse (i : interval) : option interval :=
  if nonzero i then Some (/ snd i, / fst i)%Q else None.
Fixpoint raised (n : nat) (i : interval) : interval :=
  match n with O => (1, 1)%Q | S n => product i (raised n i) end.
Definition of_two (i j : option interval) (f : interval -> interval -> option interval) :=
  match i, j with Some i, Some j => f i j | _, _ => None end.
Definition of_one (i : option interval) (f : interval -> option interval) :=
  match i with Some i => f i | None => None end.
Definition ends (p q : option Q) : option interval :=
  match p, q with Some p, Some q => Some (p, q) | _, _ => None end.
Definition rounds : nat := 20.
Fixpoint enclose (e : expr) : option interval :=
  match e with
  | Num z => Some (inject_Z z, inject_Z z)
  | Var _ | Power _ _ => None
  | Add a b => of_two (enclose a) (enclose b)
      (fun i j => Some (Qred (fst i + fst j), Qred (snd i + snd j)))
  | Sub a b => of_two (enclose a) (enclose b)
      (fun i j => Some (Qred (fst i - snd j), Qred (snd i - fst j)))
  | Mul a b => of_two (enclose a) (enclose b) (fun i j => Some (product i j))
  | Div a b => of_two (enclose a) (enclose b) (fun i j => option_map (product i) (inverse j))
  | Neg a => of_one (enclose a) (fun i => Some (- snd i, - fst i)%Q)
  | Pow a n => of_one (enclose a) (fun i => if Z.leb 0 n then Some (raised (Z.to_nat n) i)
      else option_map (raised (Z.to_nat (- n))) (inverse i))
  | Sqrt a => of_one (enclose a) (fun i => ends (root_below (fst i)) (root_above (snd i)))
  | Log a => of_one (enclose a)
      (fun i => ends (log_below rounds (fst i)) (log_above rounds (snd i)))
  | Acos a => of_one (enclose a) (fun i => if before (-1) (fst i) && before (snd i) 1
      then ends (acos_below rounds (snd i)) (acos_above rounds (fst i)) else None)
  | Abs a => of_one (enclose a) (fun i => if before 0 (fst i) then Some i
      else if before (snd i) 0 then Some (- snd i, - fst i)%Q else None)
  | Min a b => of_two (enclose a) (enclose b)
      (fun i j => Some (least (fst i) (fst j), least (snd i) (snd j)))
  | Max a b => of_two (enclose a) (enclose b)
      (fun i j => Some (most (fst i) (fst j), most (snd i) (snd j)))
  | IfZero t a b => of_one (enclose t) (fun i => if nonzero i then enclose b
      else if before 0 (fst i) && before (snd i) 0 then enclose a else None)
  end.
Definition enclosed (a : atom) : bool :=
  match a with
  | Defined e => match enclose e with Some _ => true | None => false end
  | Is e r => match enclose e with
      | Some i => match r with
          | GT => less 0 (fst i) | GE => before 0 (fst i) | NE => nonzero i
          | EQ => before 0 (fst i) && before (snd i) 0 end
      | None => false end
  | Undefined _ => false
  end.

Local Opaque Qred Qplus Qminus Qmult Qdiv Qopp Qinv.
Lemma least_R : forall p q, Q2R (least p q) = Rmin (Q2R p) (Q2R q).
Proof.
  intros p q. unfold least. destruct (before p q) eqn:E.
  - rational. now rewrite Rmin_left.
  - assert (L : Q2R q < Q2R p) by (apply less_ok; unfold less, before in *; now rewrite E).
    rewrite Rmin_right; lra.
Qed.
Lemma most_R : forall p q, Q2R (most p q) = Rmax (Q2R p) (Q2R q).
Proof.
  intros p q. unfold most. destruct (before p q) eqn:E.
  - rational. now rewrite Rmax_right.
  - assert (L : Q2R q < Q2R p) by (apply less_ok; unfold less, before in *; now rewrite E).
    rewrite Rmax_left; lra.
Qed.
Lemma line : forall a c d y m, c <= y <= d -> m <= a * c -> m <= a * d -> m <= a * y.
Proof. intros. destruct (Rle_dec 0 a); nra. Qed.
Lemma corner : forall a b c d x y m, a <= x <= b -> c <= y <= d ->
  m <= a * c -> m <= a * d -> m <= b * c -> m <= b * d -> m <= x * y.
Proof.
  intros a b c d x y m X Y. intros. rewrite Rmult_comm. apply (line y a b); auto; rewrite Rmult_comm;
    apply (line _ c d); auto.
Qed.
Lemma product_ok : forall x y i j, inside x i -> inside y j -> inside (x * y) (product i j).
Proof.
  intros x y [a b] [c d] X Y. unfold inside, product, corners in *. cbn [fst snd] in *. split.
  - rewrite Q_red, !least_R, !Q2R_mult.
    pose proof (Rmin_l (Q2R a * Q2R c) (Q2R a * Q2R d)) as M1.
    pose proof (Rmin_r (Q2R a * Q2R c) (Q2R a * Q2R d)) as M2.
    pose proof (Rmin_l (Q2R b * Q2R c) (Q2R b * Q2R d)) as M3.
    pose proof (Rmin_r (Q2R b * Q2R c) (Q2R b * Q2R d)) as M4.
    match goal with |- Rmin ?u ?v <= _ => pose proof (Rmin_l u v); pose proof (Rmin_r u v) end.
    apply (corner (Q2R a) (Q2R b) (Q2R c) (Q2R d)); auto; lra.
  - rewrite Q_red, !most_R, !Q2R_mult.
    pose proof (Rmax_l (Q2R a * Q2R c) (Q2R a * Q2R d)) as M1.
    pose proof (Rmax_r (Q2R a * Q2R c) (Q2R a * Q2R d)) as M2.
    pose proof (Rmax_l (Q2R b * Q2R c) (Q2R b * Q2R d)) as M3.
    pose proof (Rmax_r (Q2R b * Q2R c) (Q2R b * Q2R d)) as M4.
    match goal with |- _ <= Rmax ?u ?v => pose proof (Rmax_l u v); pose proof (Rmax_r u v);
      set (m := Rmax u v) in * end.
    assert (K : - m <= - x * y); [|lra].
    apply (corner (- Q2R b) (- Q2R a) (Q2R c) (Q2R d)); auto; lra.
Qed.
Lemma nonzero_ok : forall x i, nonzero i = true -> inside x i -> x <> 0.
Proof.
  intros x i N [A B]. apply orb_prop in N. destruct N as [N|N]; rational; lra.
Qed.
Lemma inverse_ok : forall x i j, inverse i = Some j -> inside x i -> x <> 0 /\ inside (/ x) j.
Proof.
  intros x i j H X. unfold inverse in H. destruct (nonzero i) eqn:N; inversion H; subst. clear H.
  pose proof (nonzero_ok x i N X) as NX. split; auto. destruct i as [a b], X as [A B].
  cbn [fst snd] in *.
  assert (NZ : (Q2R a <> 0 /\ Q2R b <> 0) /\ (0 < Q2R a \/ Q2R b < 0)).
  { apply orb_prop in N. destruct N as [N|N]; cbn [fst snd] in N; rational; lra. }
  destruct NZ as [[NA NB] S].
  assert (Z : forall q, Q2R q <> 0 -> ~ (q == 0)%Q)
    by (intros q Y E; apply Qeq_eqR in E; rewrite Q_0 in E; auto).
  unfold inside. cbn [fst snd]. rewrite !Q2R_inv by auto. destruct S as [S|S].
  - split; apply Rinv_le_contravar; lra.
  - split; apply Ropp_le_cancel; rewrite <- !Rinv_opp;
      apply Rinv_le_contravar; lra.
Qed.
Lemma raised_ok : forall n x i, inside x i -> inside (x ^ n) (raised n i).
Proof.
  induction n as [|n IH]; intros x i X; cbn [raised pow].
  - unfold inside. cbn [fst snd]. rewrite Q_1. lra.
  - apply product_ok; auto.
Qed.
Lemma ends_ok : forall p q i, ends p q = Some i -> exists a b, p = Some a /\ q = Some b /\ i = (a, b).
Proof. intros [a|] [b|] i H; inversion H; subst. eauto. Qed.
Lemma of_two_ok : forall i j f k, of_two i j f = Some k ->
  exists a b, i = Some a /\ j = Some b /\ f a b = Some k.
Proof. intros [a|] [b|] f k H; inversion H. eauto. Qed.
Lemma of_one_ok : forall i f k, of_one i f = Some k -> exists a, i = Some a /\ f a = Some k.
Proof. intros [a|] f k H; inversion H. eauto. Qed.
Lemma Q_Z : forall z, Q2R (inject_Z z) = IZR z.
Proof. intro. unfold Q2R. simpl. field. Qed.
Lemma enclose_ok : forall l e i, enclose e = Some i -> def e l /\ inside (val e l) i.
Proof.
  intro l. induction e; intros k H; cbn [enclose] in H; try discriminate;
    try (apply of_two_ok in H; destruct H as (i & j & E1 & E2 & H);
      destruct (IHe1 i E1) as [D1 V1], (IHe2 j E2) as [D2 V2]);
    try (apply of_one_ok in H; destruct H as (i & E1 & H);
      first [destruct (IHe i E1) as [D1 V1]|destruct (IHe1 i E1) as [D1 V1]]).
  - inversion H; subst. cbn. unfold inside. cbn. rewrite Q_Z. split; [exact I|lra].
  - inversion H; subst. cbn [def val]. unfold inside in *. cbn [fst snd]. rational. split; [auto|lra].
  - inversion H; subst. cbn [def val]. unfold inside in *. cbn [fst snd]. rational. split; [auto|lra].
  - inversion H; subst. cbn [def val]. split; [auto|]. now apply product_ok.
  - destruct (inverse j) as [j'|] eqn:IV; inversion H; subst.
    destruct (inverse_ok _ _ _ IV V2) as [NZ V3]. cbn [def val]. split; [auto|]. now apply product_ok.
  - inversion H; subst. cbn [def val]. unfold inside in *. cbn [fst snd]. rational. split; [auto|lra].
  - cbn [def val]. destruct (Z.leb_spec 0 n) as [L|L].
    + inversion H; subst. split; [split; [auto|lia]|]. rewrite <- (Z2Nat.id n) by auto.
      rewrite <- pow_powerRZ, Nat2Z.id. now apply raised_ok.
    + destruct (inverse i) as [i'|] eqn:IV; inversion H; subst.
      destruct (inverse_ok _ _ _ IV V1) as [NZ V3]. split; [auto|].
      assert (E : powerRZ (val e l) n = (/ val e l) ^ Z.to_nat (- n)).
      { destruct n as [|p|p]; try lia. cbn [Z.opp Z.to_nat powerRZ]. now rewrite pow_inv. }
      rewrite E. now apply raised_ok.
  - apply ends_ok in H. destruct H as (a & b & A & B & ->). apply root_below_ok in A.
    apply root_above_ok in B. unfold inside in *. cbn [fst snd] in *.
    assert (P : 0 <= val e l) by nra. cbn [def val]. split; [auto|]. split.
    + eapply Rle_trans; [apply A|]. apply sqrt_le_1; nra.
    + eapply Rle_trans; [|apply B]. apply sqrt_le_1; nra.
  - apply ends_ok in H. destruct H as (a & b & A & B & ->). apply log_below_ok in A.
    apply log_above_ok in B. unfold inside in *. cbn [fst snd] in *.
    assert (P : 0 < val e l) by lra. cbn [def val]. split; [auto|].
    assert (LE : forall x y, 0 < x -> x <= y -> ln x <= ln y)
      by (intros x y X [XY| ->]; [left; now apply ln_increasing|lra]).
    split; [eapply Rle_trans; [apply A|]|eapply Rle_trans; [|apply B]]; apply LE; lra.
  - destruct (before (-1) (fst i) && before (snd i) 1) eqn:E; [|discriminate]. rational.
    apply ends_ok in H. destruct H as (a & b & A & B & ->). unfold inside in *. cbn [fst snd] in *.
    assert (M1 : Q2R (-1) = -1) by (unfold Q2R; simpl; field). rewrite M1 in *.
    cbn [def val]. split; [split; [auto|lra]|]. split.
    + eapply acos_below_ok; eauto; lra. + eapply acos_above_ok; eauto; lra.
  - cbn [def val]. unfold inside in *. destruct (before 0 (fst i)) eqn:E.
    + inversion H; subst. rational. rewrite Rabs_right by lra. auto.
    + destruct (before (snd i) 0) eqn:E'; inversion H; subst. cbn [fst snd]. rational.
      rewrite Rabs_left1 by lra. split; [auto|lra].
  - inversion H; subst. cbn [def val]. unfold inside in *. cbn [fst snd]. rewrite !least_R.
    split; [auto|]. split; (apply Rmin_glb;
      [eapply Rle_trans; [apply Rmin_l|lra]|eapply Rle_trans; [apply Rmin_r|lra]]).
  - inversion H; subst. cbn [def val]. unfold inside in *. cbn [fst snd]. rewrite !most_R.
    split; [auto|]. split; (apply Rmax_lub;
      [eapply Rle_trans; [|apply Rmax_l]; lra|eapply Rle_trans; [|apply Rmax_r]; lra]).
  - cbn [def val]. destruct (nonzero i) eqn:N.
    + pose proof (nonzero_ok _ _ N V1) as NZ. destruct (IHe3 k H) as [D3 V3].
      destruct (Req_EM_T (val e1 l) 0); [contradiction|]. tauto.
    + destruct (before 0 (fst i) && before (snd i) 0) eqn:Z; [|discriminate]. rational.
      unfold inside in V1. assert (Z0 : val e1 l = 0) by lra. destruct (IHe2 k H) as [D2 V2].
      destruct (Req_EM_T (val e1 l) 0); tauto.
Qed.
Theorem enclosed_ok : forall a l, enclosed a = true -> holds l a.
Proof.
  intros [e r|e|e] l H; cbn [enclosed holds] in *; try discriminate.
  - destruct (enclose e) as [i|] eqn:E; [|discriminate].
    destruct (enclose_ok l e i E) as [D V]. split; auto.
    destruct r; cbn [rl]; [| | |now apply (nonzero_ok _ i)];
      destruct V; rational; lra.
  - destruct (enclose e) as [i|] eqn:E; [|discriminate]. now destruct (enclose_ok l e i E).
Qed.
