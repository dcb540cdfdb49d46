(** * Formulas along a segment

    The point moves on a straight line with the speeds [v]; [deriv] is the derivative of a formula,
    written as the tool writes it.  Result: [mean_value], the mean value theorem for formulas. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing.
Import ListNotations.
Open Scope R_scope.

(** [Still]: the value does not change; [Moves d]: d is the derivative; [Kink]: not known. *)
Inductive change := Still | Moves (d : expr) | Kink.

Definition plus (a b : change) : change :=
  match a, b with
  | Kink, _ | _, Kink => Kink
  | Still, x | x, Still => x
  | Moves (Num x), Moves (Num y) => if Z.eqb (x + y) 0 then Still else Moves (Num (x + y))
  | Moves x, Moves y => Moves (Add x y)
  end.
Definition opposite (a : change) : change :=
  match a with Moves (Num x) => Moves (Num (- x)) | Moves d => Moves (Neg d) | _ => a end.
Definition times (a : change) (f : expr) : change :=
  match a with
  | Moves (Num 1) => Moves f | Moves (Num (-1)) => Moves (Neg f) | Moves d => Moves (Mul d f)
  | _ => a
  end.
Definition each (f : expr -> expr) (a : change) : change :=
  match a with Moves d => Moves (f d) | _ => a end.

Section Move.
Variable v : positive -> Z.

(** The slope of a sum of multiples of variables and numbers. *)
Fixpoint slope (e : expr) : option Z :=
  match e with
  | Num _ => Some 0%Z
  | Var i => Some (v i)
  | Add a b => match slope a, slope b with Some x, Some y => Some (x + y)%Z | _, _ => None end
  | Sub a b => match slope a, slope b with Some x, Some y => Some (x - y)%Z | _, _ => None end
  | Neg a => match slope a with Some x => Some (- x)%Z | None => None end
  | Mul (Num z) a => match slope a with Some x => Some (z * x)%Z | None => None end
  | _ => None
  end.
(** A sum whose terms' changes cancel is still only if its slope is seen to be 0. *)
Definition settled (e : expr) (c : change) : change :=
  match c with Still => match slope e with Some 0%Z => Still | _ => Kink end | _ => c end.

Fixpoint deriv (e : expr) : change :=
  match e with
  | Num _ => Still
  | Var i => if Z.eqb (v i) 0 then Still else Moves (Num (v i))
  | Add a b => match deriv a, deriv b with
      | Still, Still => Still | x, y => settled e (plus x y) end
  | Sub a b => match deriv a, deriv b with
      | Still, Still => Still | x, y => settled e (plus x (opposite y)) end
  | Neg a => opposite (deriv a)
  | Mul a b => match deriv a, deriv b with
      | Still, Still => Still
      | x, y => match plus (times x b) (times y a) with Still => Kink | z => z end end
  | Div a b => match deriv a, deriv b with
      | Still, Still => Still
      | x, y =>
          match plus (each (fun d => Div d b) x)
                     (each (fun d => Neg (Div d (Pow b 2))) (times y a)) with
          | Still => Kink | z => z end end
  | Pow a n => match deriv a with
      | Moves d => if Z.eqb n 1 then Moves d
          else each (fun t => Mul (Num n) t)
                 (times (Moves d) (if Z.eqb n 2 then a else Pow a (n - 1)))
      | x => x end
  | Sqrt a => each (fun d => Div d (Mul (Num 2) (Sqrt a))) (deriv a)
  | Log a => each (fun d => Div d a) (deriv a)
  | Acos a => each (fun d => Neg (Div d (Sqrt (Sub (Num 1) (Pow a 2))))) (deriv a)
  | Power a b => match deriv a, deriv b with
      | Still, Still => Still
      | x, Still => each (fun t => Mul b t) (times x (Power a (Sub b (Num 1))))
      | _, _ => Kink end
  | Abs a => match deriv a with Still => Still | _ => Kink end
  | Min a b | Max a b => match deriv a, deriv b with Still, Still => Still | _, _ => Kink end
  | IfZero t a b => match deriv t, deriv a, deriv b with
      | Still, Still, Still => Still | _, _, _ => Kink end
  end.

Variables (from : env) (h : R).
Definition at_time (t : R) : env := fun i => from i + t * h * IZR (v i).

Definition constant (e : expr) : Prop :=
  forall t, val e (at_time t) = val e from /\ (def e (at_time t) <-> def e from).
Lemma slope_ok : forall e z t, slope e = Some z ->
  val e (at_time t) = val e from + t * h * IZR z /\ (forall l, def e l).
Proof.
  induction e; simpl; intros z0 t E; try discriminate.
  - inversion E; subst. split; auto. simpl; ring.
  - inversion E; subst. split; auto.
  - destruct (slope e1), (slope e2); try discriminate. inversion E; subst.
    destruct (IHe1 _ t eq_refl), (IHe2 _ t eq_refl). split; auto. rewrite H, H1, plus_IZR. ring.
  - destruct (slope e1), (slope e2); try discriminate. inversion E; subst.
    destruct (IHe1 _ t eq_refl), (IHe2 _ t eq_refl). split; auto. rewrite H, H1, minus_IZR. ring.
  - destruct e1; try discriminate. destruct (slope e2); try discriminate. inversion E; subst.
    destruct (IHe2 _ t eq_refl). simpl. split; auto. rewrite H, mult_IZR. ring.
  - destruct (slope e); try discriminate. inversion E; subst.
    destruct (IHe _ t eq_refl). split; auto. rewrite H, opp_IZR. ring.
Qed.
Lemma settled_ok : forall e c, settled e c = Still -> constant e.
Proof.
  unfold settled. intros e [] E; try discriminate. destruct (slope e) as [[]|] eqn:S; try discriminate.
  intro t. destruct (slope_ok _ _ t S) as [A B]. split; [rewrite A; ring|]. split; auto.
Qed.
Lemma still_ok : forall e, deriv e = Still -> constant e.
Proof.
  assert (W : forall a b c, match plus (times a b) c with Still => Kink | z => z end <> Still)
    by (intros; destruct (plus _ _); discriminate).
  induction e; cbn [deriv]; intro E.
  - intro t; simpl; tauto.
  - destruct (Z.eqb_spec (v i) 0); try discriminate. intro t; simpl. unfold at_time. rewrite e.
    simpl. split; [ring|tauto].
  - destruct (deriv e1), (deriv e2); try (now apply settled_ok in E).
    intro t. destruct (IHe1 eq_refl t), (IHe2 eq_refl t). simpl. rewrite H, H1, H0, H2. tauto.
  - destruct (deriv e1), (deriv e2); try (now apply settled_ok in E).
    intro t. destruct (IHe1 eq_refl t), (IHe2 eq_refl t). simpl. rewrite H, H1, H0, H2. tauto.
  - destruct (deriv e1), (deriv e2); try (now apply W in E); try discriminate.
    intro t. destruct (IHe1 eq_refl t), (IHe2 eq_refl t). simpl. rewrite H, H1, H0, H2. tauto.
  - destruct (deriv e1), (deriv e2);
      try (match type of E with match ?p with _ => _ end = _ => destruct p; discriminate end).
    intro t. destruct (IHe1 eq_refl t), (IHe2 eq_refl t). simpl. rewrite H, H1, H0, H2. tauto.
  - destruct (deriv e) as [|[]|]; try discriminate.
    intro t. destruct (IHe eq_refl t). simpl. rewrite H, H0. tauto.
  - destruct (deriv e) as [|d|]; try discriminate.
    + intro t. destruct (IHe eq_refl t). simpl. rewrite H, H0. tauto.
    + destruct (Z.eqb n 1); try discriminate. exfalso. clear - E.
      destruct d; try discriminate. destruct z as [|[]|[]]; discriminate.
  - destruct (deriv e); try discriminate.
    intro t. destruct (IHe eq_refl t). simpl. rewrite H, H0. tauto.
  - destruct (deriv e); try discriminate.
    intro t. destruct (IHe eq_refl t). simpl. rewrite H, H0. tauto.
  - destruct (deriv e); try discriminate.
    intro t. destruct (IHe eq_refl t). simpl. rewrite H, H0. tauto.
  - destruct (deriv e1) as [|d|], (deriv e2); try discriminate.
    + intro t. destruct (IHe1 eq_refl t), (IHe2 eq_refl t). simpl. rewrite H, H1, H0, H2. tauto.
    + exfalso. clear - E. destruct d; try discriminate. destruct z as [|[]|[]]; discriminate.
  - destruct (deriv e); try discriminate.
    intro t. destruct (IHe eq_refl t). simpl. rewrite H, H0. tauto.
  - destruct (deriv e1), (deriv e2); try discriminate.
    intro t. destruct (IHe1 eq_refl t), (IHe2 eq_refl t). simpl. rewrite H, H1, H0, H2. tauto.
  - destruct (deriv e1), (deriv e2); try discriminate.
    intro t. destruct (IHe1 eq_refl t), (IHe2 eq_refl t). simpl. rewrite H, H1, H0, H2. tauto.
  - destruct (deriv e1), (deriv e2), (deriv e3); try discriminate.
    intro t. destruct (IHe1 eq_refl t), (IHe2 eq_refl t), (IHe3 eq_refl t). simpl.
    rewrite H, H1, H0, H2, H3, H4. tauto.
Qed.

(** ** The derivative *)
Definition moving (e : expr) : R -> R := fun t => val e (at_time t).
(** What a change says at time t: it is defined there (if it moves), and is the derivative. *)
Definition defined_change (c : change) (t : R) : Prop :=
  match c with Moves d => def d (at_time t) | Still => True | Kink => False end.
Definition rate (c : change) (t : R) : R :=
  match c with Moves d => h * val d (at_time t) | _ => 0 end.

Lemma plus_rate : forall a b t, defined_change (plus a b) t ->
  defined_change a t /\ defined_change b t /\ rate (plus a b) t = rate a t + rate b t.
Proof.
  intros [|a|] [|b|] t D; try (simpl in *; tauto);
    try (simpl in *; split; [tauto|split; [tauto|lra]]);
    try (destruct a; simpl in *; solve [tauto|split; [tauto|split; [tauto|lra]]]).
  assert (W : (exists z z0, a = Num z /\ b = Num z0) \/ plus (Moves a) (Moves b) = Moves (Add a b)).
  { destruct a as [z| | | | | | | | | | | | | | |]; auto.
    destruct b as [z0| | | | | | | | | | | | | | |]; auto. left; eauto. }
  destruct W as [(z & z0 & E1 & E2)|W];
    [subst|rewrite W in *; simpl in *; split; [tauto|split; [tauto|lra]]].
  simpl in *. destruct (Z.eqb_spec (z + z0) 0); simpl in *; repeat split; auto.
  - replace z with (- z0)%Z by lia. rewrite opp_IZR. ring.
  - rewrite plus_IZR. ring.
Qed.
Lemma opposite_rate : forall a t, defined_change (opposite a) t ->
  defined_change a t /\ rate (opposite a) t = - rate a t.
Proof.
  intros [|a|] t D; simpl in *; try tauto; try (split; auto; lra).
  destruct a; simpl in *; try (split; try tauto; lra). rewrite opp_IZR. split; auto; lra.
Qed.
Lemma times_rate : forall a f t, def f (at_time t) -> defined_change (times a f) t ->
  defined_change a t /\ rate (times a f) t = rate a t * val f (at_time t).
Proof.
  intros [|a|] f t F D; simpl in *; try tauto; try (split; auto; lra).
  destruct a as [z| | | | | | | | | | | | | | |]; simpl in *; try (split; try tauto; lra).
  destruct z as [|[]|[]]; simpl in *; split; auto; try lra; try tauto.
Qed.
Lemma times_def : forall a f t, a <> Still -> defined_change (times a f) t -> def f (at_time t).
Proof.
  intros [|a|] f t N D; simpl in *; try tauto.
  destruct a as [z| | | | | | | | | | | | | | |]; simpl in *; try tauto.
  destruct z as [|[]|[]]; simpl in *; tauto.
Qed.

Lemma constant_rate : forall e t, constant e -> derivable_pt_lim (moving e) t 0.
Proof.
  intros e t K. assert (E : forall s, moving e s = val e from) by (intro s; apply K).
  intros eps P. exists (mkposreal 1 Rlt_0_1). intros d D _. rewrite !E.
  unfold Rminus. rewrite Rplus_opp_r. unfold Rdiv. rewrite Rmult_0_l, Ropp_0, Rplus_0_r, Rabs_R0.
  exact P.
Qed.
Lemma lim_eq : forall f t a b, derivable_pt_lim f t a -> a = b -> derivable_pt_lim f t b.
Proof. intros; subst; auto. Qed.
Lemma powerRZ_rate : forall x n, ((n < 0)%Z -> x <> 0) ->
  derivable_pt_lim (fun y => powerRZ y n) x (IZR n * powerRZ x (n - 1)).
Proof.
  intros x n N. destruct n as [|p|p].
  - apply lim_eq with 0; [|simpl; ring]. apply derivable_pt_lim_const.
  - apply lim_eq with (INR (Pos.to_nat p) * x ^ pred (Pos.to_nat p)).
    + exact (derivable_pt_lim_pow x (Pos.to_nat p)).
    + rewrite INR_IZR_INZ, positive_nat_Z. f_equal.
      rewrite powerRZ_nat by lia. f_equal. lia.
  - assert (X0 : x <> 0) by (apply N; reflexivity).
    apply lim_eq with ((0 * x ^ Pos.to_nat p - INR (Pos.to_nat p) * x ^ pred (Pos.to_nat p) * 1)
                       / Rsqr (x ^ Pos.to_nat p)).
    + assert (L : derivable_pt_lim (fun y => 1 / y ^ Pos.to_nat p) x
        ((0 * x ^ Pos.to_nat p - INR (Pos.to_nat p) * x ^ pred (Pos.to_nat p) * 1)
         / Rsqr (x ^ Pos.to_nat p))).
      { apply (derivable_pt_lim_div (fun _ => 1) (fun y => y ^ Pos.to_nat p)).
        - apply derivable_pt_lim_const. - apply derivable_pt_lim_pow. - now apply pow_nonzero. }
      intros eps P. destruct (L eps P) as [d Hd]. exists d. intros k K1 K2. specialize (Hd k K1 K2).
      simpl powerRZ. unfold Rdiv in Hd at 2 3. rewrite !Rmult_1_l in Hd. exact Hd.
    + replace (Z.neg p - 1)%Z with (Z.neg (p + 1)) by lia.
      simpl powerRZ. replace (IZR (Z.neg p)) with (- INR (Pos.to_nat p))
        by (rewrite INR_IZR_INZ, positive_nat_Z, <- opp_IZR; reflexivity).
      rewrite Pos2Nat.inj_add. simpl (Pos.to_nat 1).
      destruct (Pos2Nat.is_succ p) as [k K]. rewrite K. unfold Rsqr.
      rewrite Nat.add_1_r. simpl pred. simpl pow. field. split; auto. now apply pow_nonzero.
Qed.
Lemma acos_rate : forall x, -1 < x < 1 -> derivable_pt_lim acos x (- (1 / sqrt (1 - x * x))).
Proof.
  intros x H. pose proof (derive_pt_acos x H) as E. apply derive_pt_eq_1 in E.
  eapply lim_eq; [exact E|]. unfold Rsqr. field.
  apply Rgt_not_eq, sqrt_lt_R0. nra.
Qed.
Lemma real_power_rate : forall x e, 0 < x ->
  derivable_pt_lim (fun y => real_power y e) x (e * real_power x (e - 1)).
Proof.
  intros x e P. assert (E : real_power x (e - 1) = Rpower x (e - 1))
    by (unfold real_power; destruct (Rlt_dec 0 x); lra).
  rewrite E. pose proof (derivable_pt_lim_power x e P) as L. intros eps Q.
  destruct (L eps Q) as [d Hd]. assert (M : 0 < Rmin d x) by (apply Rmin_pos; auto; apply cond_pos).
  exists (mkposreal _ M). intros k K1 K2. simpl in K2.
  assert (K3 : Rabs k < d) by (eapply Rlt_le_trans; [exact K2|apply Rmin_l]).
  assert (K4 : Rabs k < x) by (eapply Rlt_le_trans; [exact K2|apply Rmin_r]).
  specialize (Hd k K1 K3). unfold real_power.
  apply Rabs_def2 in K4. destruct (Rlt_dec 0 (x + k)); [|lra]. destruct (Rlt_dec 0 x); [|lra]. exact Hd.
Qed.

Lemma real_power_small : forall x e eps, 0 < e -> 0 < eps -> x < Rpower eps (1 / e) ->
  0 <= real_power x e < eps.
Proof.
  intros x e eps E P L. unfold real_power. destruct (Rlt_dec 0 x); [|lra].
  split. left; apply exp_pos.
  assert (Q : Rpower (Rpower eps (1 / e)) e = eps).
  { rewrite Rpower_mult. replace (1 / e * e) with 1 by (field; lra). now apply Rpower_1. }
  rewrite <- Q. apply Rlt_Rpower_l; auto.
Qed.
Lemma real_power_rate_0 : forall e, 1 < e ->
  derivable_pt_lim (fun y => real_power y e) 0 (e * real_power 0 (e - 1)).
Proof.
  intros e E eps P. assert (Z : forall z, real_power 0 z = 0)
    by (intro z; unfold real_power; destruct (Rlt_dec 0 0); lra).
  assert (M : 0 < Rpower eps (1 / (e - 1))) by apply exp_pos.
  exists (mkposreal _ M). intros k K1 K2. simpl in K2. rewrite !Z, Rplus_0_l, Rmult_0_r.
  unfold Rminus. rewrite Ropp_0, !Rplus_0_r. apply Rabs_def2 in K2.
  assert (B := real_power_small k (e - 1) eps ltac:(lra) P (proj1 K2)).
  assert (Q : real_power k e / k = real_power k (e - 1) \/ real_power k e / k = 0).
  { unfold real_power. destruct (Rlt_dec 0 k); [left|right; unfold Rdiv; ring].
    replace e with ((e - 1) + 1) at 1 by ring. rewrite Rpower_plus, Rpower_1 by auto. field. lra. }
  rewrite Rabs_right; destruct Q as [Q|Q]; rewrite Q; lra.
Qed.
Lemma deriv_ok : forall e t, def e (at_time t) -> defined_change (deriv e) t ->
  derivable_pt_lim (moving e) t (rate (deriv e) t).
Proof.
  assert (ST : forall e t, deriv e = Still -> derivable_pt_lim (moving e) t (rate (deriv e) t)).
  { intros e t E. rewrite E. apply constant_rate. now apply still_ok. }
  induction e; intros t A B; try (now apply ST);
    match goal with |- derivable_pt_lim _ _ (rate (deriv ?e) _) =>
      destruct (deriv e) as [|dd|] eqn:DE; [rewrite <- DE; now apply ST| |destruct B]; rewrite <- DE in B |- * end.
  - clear DE. cbn [deriv] in *. destruct (Z.eqb_spec (v i) 0); [|].
    + simpl. apply lim_eq with (h * IZR (v i)); [|rewrite e; ring].
      apply lim_eq with (0 + (1 * (h * IZR (v i)) + t * 0)); [|ring].
      intros eps P. pose proof (derivable_pt_lim_plus (fun _ => from i) (fun s => s * (h * IZR (v i))) t
        0 (1 * (h * IZR (v i)) + t * 0) (derivable_pt_lim_const _ _)
        (derivable_pt_lim_mult (fun s => s) (fun _ => h * IZR (v i)) t 1 0 (derivable_pt_lim_id t)
          (derivable_pt_lim_const _ _)) eps P) as [d Hd].
      exists d. intros k K1 K2. specialize (Hd k K1 K2). unfold moving, at_time. simpl.
      unfold plus_fct in Hd. rewrite !Rmult_assoc. exact Hd.
    + simpl. apply lim_eq with (0 + (1 * (h * IZR (v i)) + t * 0)); [|ring].
      intros eps P. pose proof (derivable_pt_lim_plus (fun _ => from i) (fun s => s * (h * IZR (v i))) t
        0 (1 * (h * IZR (v i)) + t * 0) (derivable_pt_lim_const _ _)
        (derivable_pt_lim_mult (fun s => s) (fun _ => h * IZR (v i)) t 1 0 (derivable_pt_lim_id t)
          (derivable_pt_lim_const _ _)) eps P) as [d Hd].
      exists d. intros k K1 K2. specialize (Hd k K1 K2). unfold moving, at_time. simpl.
      unfold plus_fct in Hd. rewrite !Rmult_assoc. exact Hd.
  - simpl in A. destruct A as [A1 A2].
    assert (E : deriv (Add e1 e2) = plus (deriv e1) (deriv e2)).
    { cbn [deriv] in *. destruct (deriv e1), (deriv e2); auto; unfold settled in *;
        destruct (plus _ _); auto; destruct (slope _) as [[]|]; discriminate. }
    rewrite E in *. destruct (plus_rate _ _ _ B) as (B1 & B2 & R). rewrite R.
    apply (derivable_pt_lim_plus (moving e1) (moving e2)); auto.
  - simpl in A. destruct A as [A1 A2].
    assert (E : deriv (Sub e1 e2) = plus (deriv e1) (opposite (deriv e2))).
    { cbn [deriv] in *. destruct (deriv e1), (deriv e2); auto; unfold settled in *;
        destruct (plus _ _); auto; destruct (slope _) as [[]|]; discriminate. }
    rewrite E in *. destruct (plus_rate _ _ _ B) as (B1 & B2 & R). rewrite R.
    destruct (opposite_rate _ _ B2) as [B3 R']. rewrite R'.
    apply (derivable_pt_lim_minus (moving e1) (moving e2)); auto.
  - simpl in A. destruct A as [A1 A2].
    assert (E : deriv (Mul e1 e2) = plus (times (deriv e1) e2) (times (deriv e2) e1)).
    { cbn [deriv] in *. destruct (deriv e1), (deriv e2); auto;
        destruct (plus _ _); auto; discriminate. }
    rewrite E in *. destruct (plus_rate _ _ _ B) as (B1 & B2 & R). rewrite R.
    destruct (times_rate _ _ _ A2 B1) as [B3 R1]. destruct (times_rate _ _ _ A1 B2) as [B4 R2].
    rewrite R1, R2. apply lim_eq with (rate (deriv e1) t * moving e2 t + moving e1 t * rate (deriv e2) t);
      [|unfold moving; ring].
    apply (derivable_pt_lim_mult (moving e1) (moving e2)); auto.
  - simpl in A. destruct A as (A1 & A2 & A3).
    set (x := each (fun d => Div d e2) (deriv e1)) in *.
    set (y := each (fun d => Neg (Div d (Pow e2 2))) (times (deriv e2) e1)) in *.
    assert (E : deriv (Div e1 e2) = plus x y).
    { unfold x, y. cbn [deriv] in *. destruct (deriv e1), (deriv e2); auto;
        destruct (plus _ _); auto; discriminate. }
    rewrite E in *. destruct (plus_rate _ _ _ B) as (B1 & B2 & R). rewrite R.
    assert (X : defined_change (deriv e1) t /\ rate x t = rate (deriv e1) t / moving e2 t).
    { unfold x in *. destruct (deriv e1); simpl in *; split; try tauto; unfold moving; field; auto. }
    assert (Y : defined_change (times (deriv e2) e1) t /\
      rate y t = - (rate (times (deriv e2) e1) t / (moving e2 t * moving e2 t))).
    { unfold y in *. destruct (times (deriv e2) e1); simpl in *; split; try tauto; unfold moving;
        field; auto. }
    destruct X as [X1 X2], Y as [Y1 Y2]. destruct (times_rate _ _ _ A1 Y1) as [Y3 Y4].
    rewrite X2, Y2, Y4.
    apply lim_eq with ((rate (deriv e1) t * moving e2 t - rate (deriv e2) t * moving e1 t)
                       / Rsqr (moving e2 t)).
    + apply (derivable_pt_lim_div (moving e1) (moving e2)); auto.
    + unfold Rsqr. fold (moving e1 t). field. exact A3.
  - simpl in A. cbn [deriv] in *. destruct (opposite_rate _ _ B) as [B1 R]. rewrite R.
    apply (derivable_pt_lim_opp (moving e)); auto.
  - simpl in A. destruct A as [A1 A2]. specialize (IHe t A1). cbn [deriv] in *.
    destruct (deriv e) as [|d'|] eqn:DE1; try discriminate.
    assert (Q : defined_change (Moves d') t /\
       rate (deriv (Pow e n)) t = rate (Moves d') t * (IZR n * powerRZ (moving e t) (n - 1))).
    { cbn [deriv]. rewrite DE1. destruct (Z.eqb_spec n 1).
      - subst n. simpl in *. split; auto. ring.
      - set (low := if Z.eqb n 2 then e else Pow e (n - 1)) in *.
        assert (F : defined_change (times (Moves d') low) t /\
          rate (each (fun t0 => Mul (Num n) t0) (times (Moves d') low)) t
            = IZR n * rate (times (Moves d') low) t).
        { destruct (times (Moves d') low); simpl in *; split; try tauto; ring. }
        destruct F as [F1 F2].
        assert (LD : def low (at_time t)) by (apply times_def in F1; auto; discriminate).
        destruct (times_rate _ _ _ LD F1) as [F3 F4]. split; auto. rewrite F2, F4.
        replace (val low (at_time t)) with (powerRZ (moving e t) (n - 1)). ring.
        unfold low. destruct (Z.eqb_spec n 2); auto. subst n. simpl. unfold moving. ring. }
    destruct Q as [Q1 Q2]. cbn [deriv] in Q2. rewrite DE1 in Q2. rewrite Q2. specialize (IHe Q1).
    apply lim_eq with ((IZR n * powerRZ (moving e t) (n - 1)) * rate (Moves d') t); [|ring].
    apply (derivable_pt_lim_comp (moving e) (fun y => powerRZ y n)); auto.
    now apply powerRZ_rate.
  - simpl in A. destruct A as [A1 A2]. specialize (IHe t A1). cbn [deriv] in *.
    destruct (deriv e) as [|d'|] eqn:DE1; try discriminate. simpl in *. destruct B as (B1 & B2 & B3).
    assert (P : 0 < val e (at_time t)).
    { destruct A2 as [A2|A2]; auto. rewrite <- A2, sqrt_0 in B3. exfalso. apply B3. ring. }
    apply lim_eq with (/ (2 * sqrt (moving e t)) * (h * val d' (at_time t))).
    + apply (derivable_pt_lim_comp (moving e) sqrt); auto. now apply derivable_pt_lim_sqrt.
    + unfold moving. field. apply Rgt_not_eq. now apply sqrt_lt_R0.
  - simpl in A. destruct A as [A1 A2]. specialize (IHe t A1). cbn [deriv] in *.
    destruct (deriv e) as [|d'|] eqn:DE1; try discriminate. simpl in *. destruct B as (B1 & B2 & B3).
    apply lim_eq with (/ moving e t * (h * val d' (at_time t))).
    + apply (derivable_pt_lim_comp (moving e) ln); auto. now apply derivable_pt_lim_ln.
    + unfold moving. field. lra.
  - simpl in A. destruct A as [A1 A2]. specialize (IHe t A1). cbn [deriv] in *.
    destruct (deriv e) as [|d'|] eqn:DE1; try discriminate. simpl in *.
    destruct B as (B1 & (B2 & B4) & B3).
    set (x := val e (at_time t)) in *.
    assert (S : 0 < 1 - x * (x * 1)).
    { destruct B4 as [B4|B4]; auto. rewrite <- B4, sqrt_0 in B3. exfalso. now apply B3. }
    assert (SQ : sqrt (1 - x * (x * 1)) = sqrt (1 - x * x)) by (f_equal; ring).
    apply lim_eq with (- (1 / sqrt (1 - x * x)) * (h * val d' (at_time t))).
    + apply (derivable_pt_lim_comp (moving e) acos); auto. apply acos_rate. fold x.
      unfold moving. fold x. nra.
    + rewrite SQ. field. apply Rgt_not_eq, sqrt_lt_R0. lra.
  - simpl in A. destruct A as (A1 & A2 & A3). specialize (IHe1 t A1). cbn [deriv] in *.
    destruct (deriv e1) as [|d'|] eqn:DE1, (deriv e2) eqn:DE2; try discriminate.
    set (low := Power e1 (Sub e2 (Num 1))) in *.
    assert (F : defined_change (times (Moves d') low) t /\
      rate (each (fun t0 => Mul e2 t0) (times (Moves d') low)) t
        = val e2 (at_time t) * rate (times (Moves d') low) t).
    { destruct (times (Moves d') low); simpl in *; split; try tauto; ring. }
    destruct F as [F1 F2].
    assert (LD : def low (at_time t)) by (apply times_def in F1; auto; discriminate).
    destruct (times_rate _ _ _ LD F1) as [F3 F4]. specialize (IHe1 F3).
    rewrite F2, F4.
    assert (K : forall s, val e2 (at_time s) = val e2 (at_time t)).
    { intro s. destruct (still_ok e2 DE2 s) as [E1 _], (still_ok e2 DE2 t) as [E2 _]. congruence. }
    assert (P : derivable_pt_lim (fun y => real_power y (val e2 (at_time t))) (moving e1 t)
      (val e2 (at_time t) * real_power (moving e1 t) (val e2 (at_time t) - 1))).
    { unfold moving. simpl in LD. destruct A3 as [A3|[A3 A4]]; [now apply real_power_rate|].
      rewrite A3. apply real_power_rate_0. destruct LD as (_ & _ & [L|[L1 L2]]); lra. }
    apply lim_eq with ((val e2 (at_time t) * real_power (moving e1 t) (val e2 (at_time t) - 1))
                       * rate (Moves d') t); [|simpl; unfold moving; ring].
    intros eps Q.
    destruct (derivable_pt_lim_comp (moving e1) (fun y => real_power y (val e2 (at_time t))) t
      _ _ IHe1 P eps Q) as [d Hd].
    exists d. intros k K1 K2. specialize (Hd k K1 K2). unfold comp, moving in *. simpl.
    rewrite (K (t + k)). exact Hd.
  - cbn [deriv] in DE. destruct (deriv e); discriminate.
  - cbn [deriv] in DE. destruct (deriv e1), (deriv e2); discriminate.
  - cbn [deriv] in DE. destruct (deriv e1), (deriv e2); discriminate.
  - cbn [deriv] in DE. destruct (deriv e1), (deriv e2), (deriv e3); discriminate.
Qed.

(** ** Continuity, also at the ends of the segment *)
Lemma real_power_nonpos : forall x e, x <= 0 -> real_power x e = 0.
Proof. intros. unfold real_power. destruct (Rlt_dec 0 x); lra. Qed.
Lemma continuity_eq : forall f g t, (forall s, f s = g s) -> continuity_pt f t -> continuity_pt g t.
Proof.
  intros f g t E K eps P. destruct (K eps P) as (d & A & B). exists d. split; auto.
  intros x H. rewrite <- !E. auto.
Qed.
Lemma real_power_continuous_0 : forall e, 0 < e -> continuity_pt (fun y => real_power y e) 0.
Proof.
  intros e E eps P. exists (Rpower eps (1 / e)). split. apply exp_pos.
  intros x [_ L]. simpl in *. unfold R_dist in *. rewrite Rminus_0_r in L.
  rewrite (real_power_nonpos 0) by lra. rewrite Rminus_0_r. apply Rabs_def2 in L.
  destruct (real_power_small x e eps E P (proj1 L)). rewrite Rabs_right; lra.
Qed.
Lemma acos_continuous_1 : continuity_pt acos 1.
Proof.
  assert (U : forall y, 1 <= y -> acos y = 0).
  { intros y Y. unfold acos. destruct (Rle_dec y (-1)); [lra|]. destruct (Rle_dec 1 y); lra. }
  intros eps P. set (e := Rmin eps 1). assert (E0 : 0 < e) by (apply Rmin_pos; lra).
  assert (E1 : e <= 1) by apply Rmin_r. assert (E2 : e <= eps) by apply Rmin_l.
  pose proof PI2_1 as P1. pose proof PI2_RGT_0.
  assert (C1 : cos e < 1).
  { rewrite <- cos_0. apply cos_decreasing_1; lra. }
  assert (C0 : 0 <= cos e) by (apply cos_ge_0; lra).
  exists (1 - cos e). split; [lra|]. intros x [_ L]. simpl in *. unfold R_dist in *.
  rewrite (U 1) by lra. rewrite Rminus_0_r. apply Rabs_def2 in L.
  destruct (Rle_dec 1 x); [rewrite U, Rabs_R0; lra|].
  assert (Q : acos x < acos (cos e)) by (apply acos_falls; lra).
  rewrite acos_cos in Q by lra. destruct (acos_bound x). rewrite Rabs_right; lra.
Qed.
Lemma acos_continuous : forall x, -1 <= x <= 1 -> continuity_pt acos x.
Proof.
  intros x H. destruct (Req_dec x 1); [subst; apply acos_continuous_1|].
  destruct (Req_dec x (-1)).
  - subst. apply continuity_eq with (fun y => PI - acos (- y)).
    { intro s. rewrite acos_opp. ring. }
    apply (continuity_pt_minus (fun _ => PI) (fun y => acos (- y))).
    + apply continuity_pt_const. intros a b; reflexivity.
    + apply (continuity_pt_comp (fun y => - y) acos).
      * apply (continuity_pt_opp (fun y => y)). apply derivable_continuous_pt, derivable_pt_id.
      * replace (- -1) with 1 by ring. apply acos_continuous_1.
  - apply derivable_continuous_pt. apply derivable_pt_acos. lra.
Qed.
Lemma powerRZ_continuous : forall x n, ((n < 0)%Z -> x <> 0) ->
  continuity_pt (fun y => powerRZ y n) x.
Proof.
  intros x n H. apply derivable_continuous_pt. exists (IZR n * powerRZ x (n - 1)).
  now apply powerRZ_rate.
Qed.
Lemma continuous : forall e t, deriv e <> Kink -> def e (at_time t) -> continuity_pt (moving e) t.
Proof.
  assert (ST : forall e t, deriv e = Still -> continuity_pt (moving e) t).
  { intros e t E. apply derivable_continuous_pt. exists 0. apply constant_rate. now apply still_ok. }
  assert (PK : forall a b, plus a b <> Kink -> a <> Kink /\ b <> Kink).
  { intros [|a|] [|b|]; simpl; intuition; try discriminate;
      destruct a; simpl in *; try congruence. }
  assert (TK : forall a f, times a f <> Kink -> a <> Kink).
  { intros [|a|] f; simpl; try discriminate. tauto. }
  assert (OKK : forall a, opposite a <> Kink -> a <> Kink).
  { intros [|a|]; simpl; try discriminate. tauto. }
  assert (EK : forall f a, each f a <> Kink -> a <> Kink).
  { intros f [|a|]; simpl; try discriminate. tauto. }
  induction e; intros t B A;
    match goal with |- continuity_pt (moving ?e) _ =>
      destruct (deriv e) as [|dd|] eqn:DE; [now apply ST| |destruct (B eq_refl)] end; clear B.
  - discriminate.
  - apply derivable_continuous_pt. exists (rate (deriv (Var i)) t). apply deriv_ok; auto.
    rewrite DE. cbn [deriv] in DE. destruct (Z.eqb (v i) 0); inversion DE; subst. exact I.
  - simpl in A. destruct A. assert (Q : deriv e1 <> Kink /\ deriv e2 <> Kink).
    { cbn [deriv] in DE. apply PK. intro Z.
      destruct (deriv e1), (deriv e2); simpl in *; try discriminate;
        unfold settled in DE; simpl in DE; try rewrite Z in DE; try discriminate. }
    apply (continuity_pt_plus (moving e1) (moving e2)); [apply IHe1|apply IHe2]; tauto.
  - simpl in A. destruct A. assert (Q : deriv e1 <> Kink /\ deriv e2 <> Kink).
    { cbn [deriv] in DE. assert (Q : deriv e1 <> Kink /\ opposite (deriv e2) <> Kink).
      { apply PK. intro Z. destruct (deriv e1), (deriv e2); try discriminate;
          unfold settled in DE; try rewrite Z in DE; try discriminate. }
      destruct Q as [Q1 Q2]. apply OKK in Q2. auto. }
    apply (continuity_pt_minus (moving e1) (moving e2)); [apply IHe1|apply IHe2]; tauto.
  - simpl in A. destruct A. assert (Q : deriv e1 <> Kink /\ deriv e2 <> Kink).
    { cbn [deriv] in DE. assert (Q : times (deriv e1) e2 <> Kink /\ times (deriv e2) e1 <> Kink).
      { apply PK. intro Z. destruct (deriv e1), (deriv e2); try discriminate;
          try rewrite Z in DE; try discriminate. }
      destruct Q as [Q1 Q2]. apply TK in Q1. apply TK in Q2. auto. }
    apply (continuity_pt_mult (moving e1) (moving e2)); [apply IHe1|apply IHe2]; tauto.
  - simpl in A. destruct A as (A1 & A2 & A3). assert (Q : deriv e1 <> Kink /\ deriv e2 <> Kink).
    { cbn [deriv] in DE. assert (Q : each (fun d => Div d e2) (deriv e1) <> Kink /\
        each (fun d => Neg (Div d (Pow e2 2))) (times (deriv e2) e1) <> Kink).
      { apply PK. intro Z. destruct (deriv e1), (deriv e2); try discriminate;
          try rewrite Z in DE; try discriminate. }
      destruct Q as [Q1 Q2]. apply EK in Q1. apply EK in Q2. apply TK in Q2. auto. }
    apply (continuity_pt_div (moving e1) (moving e2)); [apply IHe1|apply IHe2|]; tauto.
  - simpl in A. apply (continuity_pt_opp (moving e)). apply IHe; auto. apply OKK.
    cbn [deriv] in DE. rewrite DE. discriminate.
  - simpl in A. destruct A as [A1 A2].
    apply (continuity_pt_comp (moving e) (fun y => powerRZ y n)).
    + apply IHe; auto. intro Z. cbn [deriv] in DE. rewrite Z in DE. discriminate.
    + now apply powerRZ_continuous.
  - simpl in A. destruct A as [A1 A2]. apply (continuity_pt_comp (moving e) sqrt).
    + apply IHe; auto. intro Z. cbn [deriv] in DE. rewrite Z in DE. discriminate.
    + now apply continuity_pt_sqrt.
  - simpl in A. destruct A as [A1 A2]. apply (continuity_pt_comp (moving e) ln).
    + apply IHe; auto. intro Z. cbn [deriv] in DE. rewrite Z in DE. discriminate.
    + apply derivable_continuous_pt. exists (/ moving e t). now apply derivable_pt_lim_ln.
  - simpl in A. destruct A as [A1 A2]. apply (continuity_pt_comp (moving e) acos).
    + apply IHe; auto. intro Z. cbn [deriv] in DE. rewrite Z in DE. discriminate.
    + now apply acos_continuous.
  - simpl in A. destruct A as (A1 & A2 & A3). cbn [deriv] in DE.
    destruct (deriv e2) eqn:DE2; [|destruct (deriv e1); discriminate|destruct (deriv e1); discriminate].
    apply continuity_eq with (fun s => real_power (moving e1 s) (val e2 (at_time t))).
    { intro s. unfold moving. simpl. f_equal.
      destruct (still_ok e2 DE2 s) as [E1 _], (still_ok e2 DE2 t) as [E2 _]. congruence. }
    apply (continuity_pt_comp (moving e1) (fun y => real_power y (val e2 (at_time t)))).
    + apply IHe1; auto. intro Z. rewrite Z in DE. discriminate.
    + unfold moving. destruct A3 as [A3|[A3 A4]].
      * apply derivable_continuous_pt. eexists. now apply real_power_rate.
      * rewrite A3. now apply real_power_continuous_0.
  - cbn [deriv] in DE. destruct (deriv e); discriminate.
  - cbn [deriv] in DE. destruct (deriv e1), (deriv e2); discriminate.
  - cbn [deriv] in DE. destruct (deriv e1), (deriv e2); discriminate.
  - cbn [deriv] in DE. destruct (deriv e1), (deriv e2), (deriv e3); discriminate.
Qed.

(** ** The mean value theorem *)
Definition slope_of (e : expr) : expr :=
  match deriv e with Moves d => d | _ => Num 0 end.
Theorem mean_value : forall e r, 0 < h -> deriv e <> Kink ->
  def e (at_time 0) -> def e (at_time 1) ->
  (forall t, 0 < t < 1 -> def e (at_time t)) ->
  (forall t, 0 < t < 1 -> holds (at_time t) (Is (slope_of e) r)) ->
  (r = GT \/ r = GE \/ r = EQ) -> rl r (val e (at_time 1) - val e (at_time 0)).
Proof.
  intros e r H NK A0 A1 D S R.
  assert (L : forall t, 0 < t < 1 -> derivable_pt_lim (moving e) t (h * val (slope_of e) (at_time t))).
  { intros t T. pose proof (deriv_ok e t (D t T)) as Q. destruct (S t T) as [S1 _].
    unfold slope_of in *. destruct (deriv e); simpl in *; try tauto.
    eapply lim_eq; [now apply Q|ring]. }
  assert (pf : forall c, 0 < c < 1 -> derivable_pt (moving e) c) by (intros c T; eexists; now apply L).
  assert (pg : forall c, 0 < c < 1 -> derivable_pt id c) by (intros; apply derivable_pt_id).
  destruct (MVT (moving e) id 0 1 pf pg) as (c & P & E).
  - lra.
  - intros c T. apply continuous; auto. destruct (Req_dec c 0); [subst; auto|].
    destruct (Req_dec c 1); [subst; auto|]. apply D; lra.
  - intros c T. apply derivable_continuous_pt, derivable_pt_id.
  - destruct (S c P) as [_ Z]. rewrite (derive_pt_eq_0 _ c _ (pf c P) (L c P)) in E.
    unfold id in E at 1 2.
    replace (derive_pt id c (pg c P)) with 1 in E
      by (symmetry; apply derive_pt_eq_0; apply derivable_pt_lim_id).
    unfold moving in E.
    apply (scaled_sign r _ (val (slope_of e) (at_time c)) h); auto. lra.
Qed.
End Move.
