(** * Powers with real exponents, as products of named powers

    A base that is a product of positive polynomials is raised factor by factor, and of each
    exponent the whole part is taken out: (p^k)^b = p^w (p^x)^m with k b = w + x m, where p^x has a
    name.  A factor may itself be a named power q^o.  Result: [raised_ok]. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From Coq Require Import EnvRing Env.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names.
Import ListNotations.
Open Scope R_scope.

(** The factor [base] (or the named power of it, [outer]) occurs [times] times in the base of the
    power, and contributes base^whole name^power. *)
Record raised := Raised {
  p_base : poly; p_times : Z; p_outer : option positive; p_positive : proof;
  p_whole : Z; p_name : option positive; p_power : Z; p_exponents : proof * proof }.

Section Raised.
Variable N : names.
Variable shown : fact -> proof -> bool.

Definition quotient_of (e : expr) : option (poly * poly) :=
  match e with
  | Div a b => match plain N N a, plain N N b with Some p, Some q => Some (p, q) | _, _ => None end
  | _ => match plain N N e with Some p => Some (p, C 1) | None => None end
  end.
(** The exponent of a named power of p. *)
Definition exponent (p : poly) (i : option positive) (pf : proof) : option (poly * poly) :=
  match i with
  | None => Some (C 1, C 1)
  | Some i =>
      match lookup i N with
      | Some (Power a b) =>
          match plain N N a, quotient_of b with
          | Some p', Some (n, d) => if peq p p' && shown (d, NE) pf then Some (n, d) else None
          | _, _ => None
          end
      | _ => None
      end
  end.
Definition upper_part (k : Z) (p : poly) := if Z.leb 0 k then ppow p (Z.to_nat k) else C 1.
Definition lower_part (k : Z) (p : poly) := if Z.leb 0 k then C 1 else ppow p (Z.to_nat (- k)).
Definition factor_of (c : raised) : poly :=
  match p_outer c with None => p_base c | Some j => X j end.
Definition named_of (c : raised) : poly := match p_name c with None => C 1 | Some i => X i end.
Definition good_factor (nb db : poly) (c : raised) : bool :=
  shown (p_base c, GT) (p_positive c) &&
  match exponent (p_base c) (p_outer c) (fst (p_exponents c)),
        exponent (p_base c) (p_name c) (snd (p_exponents c)) with
  | Some (n, d), Some (n', d') =>
      let m := match p_name c with None => 0%Z | Some _ => p_power c end in
      peq (pmul (C (p_times c)) (pmul nb (pmul n d')))
        (pmul (padd (pmul (C (p_whole c)) d') (pmul (C m) n')) (pmul db d))
  | _, _ => false
  end.
Definition over {A} (f : A -> poly) (cs : list A) : poly :=
  fold_right (fun c q => pmul (f c) q) (C 1) cs.
Definition base_top := over (fun c => upper_part (p_times c) (factor_of c)).
Definition base_bottom := over (fun c => lower_part (p_times c) (factor_of c)).
Definition result_top := over (fun c =>
  pmul (upper_part (p_whole c) (p_base c)) (upper_part (p_power c) (named_of c))).
Definition result_bottom := over (fun c =>
  pmul (lower_part (p_whole c) (p_base c)) (lower_part (p_power c) (named_of c))).
Definition raises (na da nb db : poly) (cs : list raised) : bool :=
  forallb (good_factor nb db) cs && peq (pmul na (base_bottom cs)) (pmul da (base_top cs)).

Variable l : env.
Let l' := extended N l.
Hypothesis shown_ok : forall f pf, shown f pf = true -> true_at l' f.

Lemma parts_of_power : forall k p, 0 < ev l' p ->
  0 < ev l' (upper_part k p) /\ 0 < ev l' (lower_part k p) /\
  ev l' (upper_part k p) / ev l' (lower_part k p) = Rpower (ev l' p) (IZR k).
Proof.
  intros k p P. rewrite <- powerRZ_Rpower by auto. unfold upper_part, lower_part.
  destruct (Z.leb_spec 0 k) as [L|L]; autorewrite with ev.
  - split; [now apply pow_lt|split; [lra|]]. rewrite powerRZ_nat by auto. field.
  - split; [lra|split; [now apply pow_lt|]].
    destruct k as [|q|q]; try lia. simpl. unfold Rdiv. now rewrite Rmult_1_l.
Qed.
Lemma quotient_of_ok : forall e n d, quotient_of e = Some (n, d) ->
  val e l = ev l' n / ev l' d.
Proof.
  assert (U : forall e n d, match plain N N e with Some p => Some (p, C 1) | None => None end
    = Some (n, d) -> val e l = ev l' n / ev l' d).
  { intros e n d Q. destruct (plain N N e) as [p|] eqn:P; inversion Q; subst.
    destruct (plain_ok _ _ _ _ l P) as [V _]. rewrite V, ev_C. fold l'. field. }
  intros e n d Q. destruct e; try (now apply U). unfold quotient_of in Q.
  destruct (plain N N e1) as [p|] eqn:P1; try discriminate.
  destruct (plain N N e2) as [q|] eqn:P2; inversion Q; subst.
  destruct (plain_ok _ _ _ _ l P1) as [V1 _]. destruct (plain_ok _ _ _ _ l P2) as [V2 _].
  simpl. now rewrite V1, V2.
Qed.
Lemma exponent_ok : forall p i pf n d, exponent p i pf = Some (n, d) -> 0 < ev l' p ->
  ev l' d <> 0 /\
  match i with
  | None => ev l' n = 1 /\ ev l' d = 1
  | Some i => ev l' (X i) = Rpower (ev l' p) (ev l' n / ev l' d)
  end.
Proof.
  intros p [i|] pf n d E P; unfold exponent in E.
  - destruct (lookup i N) as [e|] eqn:L; try discriminate. destruct e; try discriminate.
    destruct (plain N N e1) as [p'|] eqn:P1; try discriminate.
    destruct (quotient_of e2) as [[n' d']|] eqn:Q; try discriminate.
    destruct (peq p p' && shown (d', NE) pf) eqn:K; inversion E; subst.
    apply andb_prop in K. destruct K as [K1 K2]. apply shown_ok in K2. unfold true_at in K2.
    split; [exact K2|]. rewrite ev_X. unfold l' at 1, extended. rewrite L. cbn [val].
    destruct (plain_ok _ _ _ _ l P1) as [V1 _]. fold l' in V1.
    rewrite (quotient_of_ok _ _ _ Q), V1, <- (peq_ok _ _ K1 l'). unfold real_power.
    destruct (Rlt_dec 0 (ev l' p)); [reflexivity|lra].
  - inversion E; subst. rewrite !ev_C. repeat split; lra.
Qed.
Lemma good_factor_ok : forall nb db c, good_factor nb db c = true -> ev l' db <> 0 ->
  0 < ev l' (p_base c) /\ 0 < ev l' (factor_of c) /\ 0 < ev l' (named_of c) /\
  Rpower (Rpower (ev l' (factor_of c)) (IZR (p_times c))) (ev l' nb / ev l' db)
  = Rpower (ev l' (p_base c)) (IZR (p_whole c)) * Rpower (ev l' (named_of c)) (IZR (p_power c)).
Proof.
  intros nb db c G DB. unfold good_factor in G. apply andb_prop in G. destruct G as [G1 G2].
  apply shown_ok in G1. unfold true_at in G1. cbn [fst snd rl] in G1. rename G1 into P.
  destruct (exponent (p_base c) (p_outer c) _) as [[n d]|] eqn:E1; try discriminate.
  destruct (exponent (p_base c) (p_name c) _) as [[n' d']|] eqn:E2; try discriminate.
  destruct (exponent_ok _ _ _ _ _ E1 P) as [D1 X1]. destruct (exponent_ok _ _ _ _ _ E2 P) as [D2 X2].
  apply peq_ok with (l := l') in G2. autorewrite with ev in G2.
  assert (F : ev l' (factor_of c) = Rpower (ev l' (p_base c)) (ev l' n / ev l' d)).
  { unfold factor_of. destruct (p_outer c); auto. destruct X1 as [-> ->].
    replace (1 / 1) with 1 by field. now rewrite Rpower_1. }
  assert (Z : forall m, match p_name c with None => m = 0 | Some _ => True end ->
    Rpower (ev l' (named_of c)) (IZR (p_power c))
    = Rpower (ev l' (p_base c)) (ev l' n' / ev l' d' * match p_name c with None => 0 | Some _ => IZR (p_power c) end)).
  { intros _ _. unfold named_of. destruct (p_name c).
    - now rewrite X2, Rpower_mult.
    - rewrite ev_C, Rmult_0_r. unfold Rpower. now rewrite ln_1, !Rmult_0_r, Rmult_0_l. }
  split; auto. split; [rewrite F; apply exp_pos|]. split.
  { unfold named_of. destruct (p_name c); [rewrite X2; apply exp_pos|rewrite ev_C; lra]. }
  rewrite (Z 0) by (destruct (p_name c); auto). rewrite F, !Rpower_mult, <- Rpower_plus. f_equal.
  apply Rmult_eq_reg_r with (ev l' d * ev l' d' * ev l' db);
    [|repeat apply Rmult_integral_contrapositive_currified; auto].
  destruct (p_name c).
  - transitivity (IZR (p_times c) * (ev l' nb * (ev l' n * ev l' d'))). field; auto.
    rewrite G2. field; auto.
  - transitivity (IZR (p_times c) * (ev l' nb * (ev l' n * ev l' d'))). field; auto.
    rewrite G2. field; auto.
Qed.
Lemma factors_ok : forall nb db cs, forallb (good_factor nb db) cs = true -> ev l' db <> 0 ->
  0 < ev l' (base_top cs) /\ 0 < ev l' (base_bottom cs) /\
  0 < ev l' (result_top cs) /\ 0 < ev l' (result_bottom cs) /\
  Rpower (ev l' (base_top cs) / ev l' (base_bottom cs)) (ev l' nb / ev l' db)
  = ev l' (result_top cs) / ev l' (result_bottom cs).
Proof.
  intros nb db cs G DB. induction cs as [|c cs IH].
  - cbn. rewrite !ev_C. repeat split; try lra. replace (1 / 1) with 1 by field.
    unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0.
  - cbn [forallb] in G. apply andb_prop in G. destruct G as [G1 G2].
    destruct (IH G2) as (A & B & A' & B' & E). clear IH.
    destruct (good_factor_ok _ _ _ G1 DB) as (P & F & M & Q).
    destruct (parts_of_power (p_times c) _ F) as (U1 & L1 & Q1).
    destruct (parts_of_power (p_whole c) _ P) as (U2 & L2 & Q2).
    destruct (parts_of_power (p_power c) _ M) as (U3 & L3 & Q3).
    unfold base_top, base_bottom, result_top, result_bottom, over in *. cbn [fold_right].
    rewrite !ev_mul.
    repeat split; try (repeat apply Rmult_lt_0_compat; auto; fail).
    match type of E with Rpower (?a / ?b) _ = ?r / ?q =>
      set (x := a) in *; set (y := b) in *; set (x' := r) in *; set (y' := q) in * end.
    match goal with |- Rpower (?u * x / (?v * y)) _ = _ =>
      replace (u * x / (v * y)) with (u / v * (x / y)) by (field; split; lra) end.
    rewrite <- Rpower_mult_distr; [|now apply Rdiv_lt_0_compat|now apply Rdiv_lt_0_compat].
    rewrite Q1, Q, E, <- Q2, <- Q3. field. repeat split; lra.
Qed.
Theorem raised_ok : forall na da nb db cs x y, raises na da nb db cs = true ->
  ev l' da <> 0 -> x * ev l' da = ev l' na -> ev l' db <> 0 -> y * ev l' db = ev l' nb ->
  0 < x /\ ev l' (result_bottom cs) <> 0 /\
  real_power x y * ev l' (result_bottom cs) = ev l' (result_top cs).
Proof.
  intros na da nb db cs x y R DA VX DB VY. unfold raises in R. apply andb_prop in R.
  destruct R as [R1 R2]. destruct (factors_ok _ _ _ R1 DB) as (A & B & A' & B' & E).
  apply peq_ok with (l := l') in R2. autorewrite with ev in R2.
  assert (X1 : x = ev l' (base_top cs) / ev l' (base_bottom cs)).
  { apply Rmult_eq_reg_r with (ev l' da * ev l' (base_bottom cs)).
    - transitivity (x * ev l' da * ev l' (base_bottom cs)). ring.
      rewrite VX, R2. field. lra.
    - apply Rmult_integral_contrapositive_currified; lra. }
  assert (P : 0 < x) by (rewrite X1; now apply Rdiv_lt_0_compat).
  split; auto. split; [lra|]. unfold real_power. destruct (Rlt_dec 0 x); [|lra].
  replace y with (ev l' nb / ev l' db) by (rewrite <- VY; field; auto).
  rewrite X1, E. field. lra.
Qed.
End Raised.
