(** * What the steps of a proof about polynomials rest on

    Variables replaced in a sequent, by polynomials or by fractions; sums of logarithms and
    differences of arccosines; products of roots. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From Coq Require Import EnvRing Env.
From SymbolicMeasures Require Import Formula Polynomial Facts.
Import ListNotations.
Open Scope R_scope.

Definition layers := list poly.   (* the coefficients of a polynomial in one variable *)

(** *** Substitution in a sequent *)
Definition move_term v e (t : term) :=
  Term (t_log t) (t_var t) (replace_one v e (t_top t)) (replace_one v e (t_bot t)).
Definition apart_from v (t : term) := negb (Pos.eqb (t_var t) v).
Definition moved v e s' S :=
  Seq (upd (so S) v s') (map (fun f : fact => (replace_one v e (fst f), snd f)) (hy S))
    (map (move_term v e) (filter (apart_from v) (tm S)))
    (replace_one v e (fst (co S)), snd (co S)).
Lemma moved_ok : forall v e s' S l l2, svalid (moved v e s' S) -> okenv (upd (so S) v s') l2 ->
  (forall i, l i = upd l2 v (ev l2 e) i) -> Forall (true_at l) (hy S) ->
  Forall (term_at l) (tm S) -> true_at l (co S).
Proof.
  intros v e s' S l l2 HV Hl E HH HT.
  assert (Y : forall p, ev l2 (replace_one v e p) = ev l p)
    by (intro p; rewrite replace_one_ok; symmetry; now apply ev_ext).
  specialize (HV l2 Hl). cbn [hy tm co moved] in HV. unfold true_at in *. simpl in HV.
  rewrite Y in HV. apply HV.
  - rewrite Forall_map. eapply Forall_impl; [|exact HH]. intros [q k]; simpl. now rewrite Y.
  - rewrite Forall_map. rewrite Forall_forall in HT |- *. intros t I. apply filter_In in I.
    destruct I as [I N]. apply HT in I. unfold term_at, ratio, move_term in *; simpl.
    rewrite !Y. replace (l2 (t_var t)) with (l (t_var t)); auto.
    rewrite E. apply upd_ne. apply negb_true_iff, Pos.eqb_neq in N. auto.
Qed.
Lemma same_env : forall (l : env) v e, ev l e = l v -> forall i, l i = upd l v (ev l e) i.
Proof. intros; unfold upd; destruct (Pos.eqb_spec i v); congruence. Qed.

(** *** A variable that is a fraction: every polynomial is multiplied by a power of [low] > 0 *)
Fixpoint rebuilt (v : positive) (cs : layers) : poly :=
  match cs with [] => C 0 | c :: r => padd c (pmul (X v) (rebuilt v r)) end.
Fixpoint projected (top low : poly) (cs : layers) : poly :=
  match cs with
  | [] => C 0
  | c :: r => padd (pmul c (ppow low (length r))) (pmul top (projected top low r))
  end.
Definition free_of (v : positive) (p : poly) : bool := peq (replace_one v (C 0) p) p.
Definition layered (v : positive) (cs : layers) (p : poly) : bool :=
  forallb (free_of v) cs && peq p (rebuilt v cs).
Fixpoint all_layered v (css : list layers) (H : list fact) : bool :=
  match css, H with
  | [], [] => true
  | cs :: css, (h, _) :: H => layered v cs h && all_layered v css H
  | _, _ => false
  end.
Fixpoint project_all top low (css : list layers) (H : list fact) : list fact :=
  match css, H with
  | cs :: css, (_, r) :: H => (projected top low cs, r) :: project_all top low css H
  | _, _ => []
  end.
Lemma free_of_ok : forall v p l x, free_of v p = true -> ev (upd l v x) p = ev l p.
Proof.
  intros v p l x F. assert (P : forall m, ev (upd m v 0) p = ev m p).
  { intro m. pose proof (peq_ok _ _ F m) as Q. rewrite replace_one_ok, ev_C in Q. exact Q. }
  rewrite <- (P (upd l v x)), <- (P l). apply ev_ext. intro i. unfold upd.
  destruct (Pos.eqb i v); reflexivity.
Qed.
Lemma projected_ok : forall v top low cs l x', forallb (free_of v) cs = true ->
  let m := upd l v x' in ev m low <> 0 -> l v * ev m low = ev m top ->
  ev m (projected top low cs) * ev m low = ev l (rebuilt v cs) * ev m low ^ length cs.
Proof.
  induction cs as [|c r IH]; intros l x' F m N E.
  - cbn [projected rebuilt length pow]. rewrite !ev_C. ring.
  - cbn [forallb] in F. apply andb_prop in F. destruct F as [F1 F2].
    specialize (IH l x' F2). cbv zeta in IH. fold m in IH. specialize (IH N E).
    cbn [projected rebuilt length]. autorewrite with ev.
    unfold m at 1. rewrite free_of_ok by auto. fold m. cbn [pow].
    rewrite <- E.
    replace ((ev l c * ev m low ^ length r + l v * ev m low * ev m (projected top low r)) * ev m low)
      with (ev l c * ev m low ^ length r * ev m low
            + l v * ev m low * (ev m (projected top low r) * ev m low)) by ring.
    rewrite IH. ring.
Qed.
Lemma scaled_sign : forall r a b c, 0 < c -> a = b * c -> (rl r a <-> rl r b).
Proof.
  intros r a b c P E. subst a.
  assert (Q : b * c = 0 -> b = 0) by (intro Z; apply Rmult_integral in Z; destruct Z; lra).
  destruct r; simpl; split; intro H; try nra; auto; intro Z; apply H; auto; rewrite Z; ring.
Qed.
Lemma layered_ok : forall v top low cs p r l x', layered v cs p = true ->
  let m := upd l v x' in 0 < ev m low -> l v * ev m low = ev m top ->
  (true_at m (projected top low cs, r) <-> true_at l (p, r)).
Proof.
  intros v top low cs p r l x' L m N E. unfold layered in L. apply andb_prop in L.
  destruct L as [F L]. unfold true_at; cbn [fst snd]. rewrite (peq_ok _ _ L l).
  destruct cs as [|c cs].
  - cbn [projected rebuilt]. rewrite !ev_C. tauto.
  - apply (scaled_sign r _ _ (ev m low ^ length cs)). now apply pow_lt.
    assert (P := projected_ok v top low (c :: cs) l x' F). cbv zeta in P. fold m in P.
    specialize (P (Rgt_not_eq _ _ N) E). apply Rmult_eq_reg_r with (ev m low); [|lra].
    rewrite P. cbn [length pow]. ring.
Qed.
Lemma all_layered_ok : forall v top low css H l x', all_layered v css H = true ->
  let m := upd l v x' in 0 < ev m low -> l v * ev m low = ev m top ->
  Forall (true_at l) H -> Forall (true_at m) (project_all top low css H).
Proof.
  induction css as [|cs css IH]; intros H l x' A m N E F; destruct H as [|[h r] H];
    cbn in *; try discriminate; constructor; apply andb_prop in A; destruct A as [A1 A2];
    inversion F; subst.
  - now apply (layered_ok v top low cs h r l x' A1).
  - now apply (IH H l x').
Qed.
Definition fraction v top low st css cc S :=
  Seq (upd (so S) v st) (project_all top low css (hy S)) []
    (projected top low cc, snd (co S)).
Lemma fraction_ok : forall v top low st css cc S l x', svalid (fraction v top low st css cc S) ->
  all_layered v css (hy S) = true -> layered v cc (fst (co S)) = true ->
  okenv (so S) l -> of_sort st x' ->
  let m := upd l v x' in 0 < ev m low -> l v * ev m low = ev m top ->
  Forall (true_at l) (hy S) -> true_at l (co S).
Proof.
  intros v top low st css cc S l x' V A L Hl Hx m N E F.
  assert (W : true_at m (projected top low cc, snd (co S))).
  { apply (V m); cbn [so hy tm fraction].
    - now apply okenv_upd. - now apply (all_layered_ok v top low css (hy S) l x'). - constructor. }
  destruct (co S) as [p r]. now apply (layered_ok v top low cc p r l x' L).
Qed.

(** *** Sums of logarithms, and differences of arccosines *)
Fixpoint log_sum (T : list term) (ks : list (Z * nat)) : option (poly * poly * poly) :=
  match ks with
  | [] => Some (C 0, C 1, C 1)
  | (k, i) :: r =>
      match nth_error T i, log_sum T r with
      | Some t, Some (s, a, b) =>
          if t_log t then
            let n := Z.abs_nat k in
            let s' := padd (pmul (C k) (X (t_var t))) s in
            if Z.leb 0 k then Some (s', pmul (ppow (t_top t) n) a, pmul (ppow (t_bot t) n) b)
            else Some (s', pmul (ppow (t_bot t) n) a, pmul (ppow (t_top t) n) b)
          else None
      | _, _ => None
      end
  end.
Lemma ln_pow_nat : forall x n, 0 < x -> ln (x ^ n) = INR n * ln x.
Proof.
  intros x n P. induction n. simpl. rewrite ln_1. ring.
  cbn [pow]. rewrite ln_mult, IHn, S_INR; auto. ring. now apply pow_lt.
Qed.
Lemma log_sum_ok : forall ks T s a b l, log_sum T ks = Some (s, a, b) -> Forall (term_at l) T ->
  ev l b <> 0 /\ 0 < ev l a / ev l b /\ ev l s = ln (ev l a / ev l b).
Proof.
  induction ks as [|[k i] r IH]; cbn [log_sum]; intros T s a b l E HT.
  - inversion E; subst. rewrite !ev_C. repeat split; try lra.
    replace (1 / 1) with 1 by field. symmetry. apply ln_1.
  - destruct (nth_error T i) as [t|] eqn:N; try discriminate.
    destruct (log_sum T r) as [[[s' a'] b']|] eqn:L; try discriminate.
    destruct (IH _ _ _ _ _ L HT) as (B & A & V). clear IH.
    apply nth_error_In in N. rewrite Forall_forall in HT. apply HT in N.
    destruct N as [D N]. destruct (t_log t); try discriminate. destruct N as [P Q].
    unfold ratio in *. set (u := ev l (t_top t)) in *. set (w := ev l (t_bot t)) in *.
    assert (U : u <> 0) by (intro Z; rewrite Z in P; unfold Rdiv in P; rewrite Rmult_0_l in P; lra).
    assert (K : forall n, (u / w) ^ n = u ^ n / w ^ n).
    { intro n. unfold Rdiv. now rewrite Rpow_mult_distr, pow_inv. }
    destruct (Z.leb_spec 0 k); inversion E; subst; autorewrite with ev; fold u w.
    + repeat split.
      * apply Rmult_integral_contrapositive; split; auto. now apply pow_nonzero.
      * replace (u ^ Z.abs_nat k * ev l a' / (w ^ Z.abs_nat k * ev l b'))
          with ((u / w) ^ Z.abs_nat k * (ev l a' / ev l b')).
        apply Rmult_lt_0_compat; auto. now apply pow_lt.
        rewrite K. field. split; auto. now apply pow_nonzero.
      * replace (u ^ Z.abs_nat k * ev l a' / (w ^ Z.abs_nat k * ev l b'))
          with ((u / w) ^ Z.abs_nat k * (ev l a' / ev l b')).
        rewrite ln_mult; auto. rewrite ln_pow_nat; auto. rewrite V, Q.
        rewrite INR_IZR_INZ, Zabs2Nat.id_abs, Z.abs_eq by auto. ring.
        now apply pow_lt. rewrite K. field. split; auto. now apply pow_nonzero.
    + assert (R0 : 0 < / (u / w)) by now apply Rinv_0_lt_compat.
      assert (J : w ^ Z.abs_nat k * ev l a' / (u ^ Z.abs_nat k * ev l b')
                  = (/ (u / w)) ^ Z.abs_nat k * (ev l a' / ev l b')).
      { rewrite pow_inv, K. field. repeat split; auto; now apply pow_nonzero. }
      repeat split.
      * apply Rmult_integral_contrapositive; split; auto. now apply pow_nonzero.
      * rewrite J. apply Rmult_lt_0_compat; auto. now apply pow_lt.
      * rewrite J, ln_mult; auto; [|now apply pow_lt]. rewrite ln_pow_nat, ln_Rinv; auto.
        rewrite V, Q, INR_IZR_INZ, Zabs2Nat.id_abs, Z.abs_neq, opp_IZR by lia. ring.
Qed.
Definition quotient (s : Env sort) (r : rel) (top bot : poly) : poly :=
  match r with GT | GE => if nonneg s bot then top else pmul top bot | _ => top end.
Lemma quotient_ok : forall s r top bot l, okenv s l -> ev l bot <> 0 ->
  rl r (ev l (quotient s r top bot)) -> rl r (ev l top / ev l bot).
Proof.
  intros s r top bot l Hl N H. set (t := ev l top) in *. set (b := ev l bot) in *.
  assert (Q : t / b = t * b / (b * b)) by (field; auto).
  assert (B : 0 < b * b) by nra.
  unfold quotient in H. destruct r; cbn [rl] in *.
  - destruct (nonneg s bot) eqn:E.
    + apply nonneg_ok with (l := l) in E; auto. fold b t in E, H. apply Rdiv_lt_0_compat; lra.
    + rewrite ev_mul in H. rewrite Q. now apply Rdiv_lt_0_compat.
  - destruct (nonneg s bot) eqn:E.
    + apply nonneg_ok with (l := l) in E; auto. fold b t in E, H.
      apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat. lra.
    + rewrite ev_mul in H. rewrite Q. apply Rmult_le_pos; auto. left. now apply Rinv_0_lt_compat.
  - fold t in H. rewrite H. unfold Rdiv. ring.
  - fold t in H. unfold Rdiv. apply Rmult_integral_contrapositive. split; auto.
    now apply Rinv_neq_0_compat.
Qed.
Lemma ln_sign : forall r x, 0 < x -> rl r (x - 1) -> rl r (ln x).
Proof.
  intros r x P H. destruct r; simpl in *.
  - rewrite <- ln_1. apply ln_increasing; lra.
  - destruct (Req_dec x 1). subst. rewrite ln_1. lra. left. rewrite <- ln_1.
    apply ln_increasing; lra.
  - replace x with 1 by lra. apply ln_1.
  - intro Z. apply H. rewrite <- ln_1 in Z. apply ln_inv in Z; lra.
Qed.
Lemma acos_falls : forall x y, -1 <= x -> x < y -> y <= 1 -> acos y < acos x.
Proof.
  intros x y A B D. destruct (Rlt_dec (acos y) (acos x)) as [|N]; auto. exfalso.
  apply Rnot_lt_le in N. destruct (acos_bound x), (acos_bound y).
  assert (cos (acos y) <= cos (acos x)) by (apply cos_decr_1; lra).
  rewrite !cos_acos in H3 by lra. lra.
Qed.
Lemma acos_sign : forall r x y, -1 <= x <= 1 -> -1 <= y <= 1 -> rl r (y - x) ->
  rl r (acos x - acos y).
Proof.
  intros r x y A B H. destruct r; simpl in *.
  - assert (acos y < acos x) by (apply acos_falls; lra). lra.
  - destruct (Req_dec x y). subst. lra. assert (acos y < acos x) by (apply acos_falls; lra). lra.
  - replace y with x by lra. ring.
  - intro Z. apply H. rewrite <- (cos_acos x), <- (cos_acos y) by auto.
    replace (acos x) with (acos y) by lra. ring.
Qed.
(** An arccosine among the terms, or arccos 1 = 0. *)
Definition acos_of (T : list term) (i : option nat) : option (poly * poly * poly) :=
  match i with
  | None => Some (C 0, C 1, C 1)
  | Some i => match nth_error T i with
      | Some t => if t_log t then None else Some (X (t_var t), t_top t, t_bot t)
      | None => None
      end
  end.
Lemma acos_of_ok : forall T i p a b l, acos_of T i = Some (p, a, b) -> Forall (term_at l) T ->
  ev l b <> 0 /\ -1 <= ev l a / ev l b <= 1 /\ ev l p = acos (ev l a / ev l b).
Proof.
  intros T [i|] p a b l E HT; cbn [acos_of] in E.
  - destruct (nth_error T i) as [t|] eqn:N; try discriminate. apply nth_error_In in N.
    rewrite Forall_forall in HT. apply HT in N. destruct N as [D N].
    destruct (t_log t); try discriminate. inversion E; subst. rewrite ev_X. tauto.
  - inversion E; subst. rewrite !ev_C. replace (1 / 1) with 1 by field. rewrite acos_1.
    repeat split; lra.
Qed.

(** *** Products of roots *)
Fixpoint product (xs : list positive) : poly :=
  match xs with [] => C 1 | x :: r => pmul (X x) (product r) end.
Definition not_real (s : sort) := match s with Real => false | _ => true end.
Lemma not_real_nn : forall s x, not_real s = true -> of_sort s x -> 0 <= x.
Proof. intros s x N H. apply (of_sort_nn s); auto. destruct s; discriminate. Qed.
Lemma product_nn : forall xs s l, forallb (fun x => not_real (s x)) xs = true -> okenv s l ->
  0 <= ev l (product xs).
Proof.
  induction xs; cbn; intros s l H Hl. rewrite ev_C. lra. ab. rewrite ev_mul, ev_X.
  apply Rmult_le_pos; [|now apply (IHxs s)]. apply (not_real_nn (s a)); auto.
Qed.
