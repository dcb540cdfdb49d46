(** * Integer polynomials, computed

    Sparse Horner forms [Pol Z] of the standard library, whose arithmetic is proved there; here
    the tests that a proof checker makes: are two equal, are all coefficients >= 0, what becomes
    of one if variables are replaced. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From Coq Require Import Ring_theory InitialRing EnvRing Env RMicromega RealField Setoid.
From SymbolicMeasures Require Import Formula.
Import ListNotations.
Open Scope R_scope.

Definition poly := Pol Z.
Definition ev (l : Env R) (p : poly) : R := Pphi Rplus Rmult IZR l p.
Definition padd : poly -> poly -> poly := Padd 0%Z Z.add Zeq_bool.
Definition psub : poly -> poly -> poly := Psub 0%Z Z.add Z.sub Z.opp Zeq_bool.
Definition pmul : poly -> poly -> poly := Pmul 0%Z 1%Z Z.add Z.mul Zeq_bool.
Definition popp : poly -> poly := Popp Z.opp.
Definition C (z : Z) : poly := Pc z.
Definition X (i : positive) : poly := mk_X 0%Z 1%Z i.
Fixpoint ppow (p : poly) (n : nat) : poly := match n with O => C 1 | S k => pmul p (ppow p k) end.

Lemma arith : almost_ring_theory 0 1 Rplus Rmult Rminus Ropp eq.
Proof. apply (Rth_ARth (Eqsth R) (Eq_ext Rplus Rmult Ropp)). exact Rsrt. Qed.

Lemma ev_add : forall l p q, ev l (padd p q) = ev l p + ev l q.
Proof. intros. apply (Padd_ok (Eqsth R) (Eq_ext Rplus Rmult Ropp) arith R_rm). Qed.
Lemma ev_sub : forall l p q, ev l (psub p q) = ev l p - ev l q.
Proof. intros. apply (Psub_ok (Eqsth R) (Eq_ext Rplus Rmult Ropp) arith R_rm). Qed.
Lemma ev_mul : forall l p q, ev l (pmul p q) = ev l p * ev l q.
Proof. intros. apply (Pmul_ok (Eqsth R) (Eq_ext Rplus Rmult Ropp) arith R_rm). Qed.
Lemma ev_opp : forall l p, ev l (popp p) = - ev l p.
Proof. intros. apply (Popp_ok (Eqsth R) (Eq_ext Rplus Rmult Ropp) arith R_rm). Qed.
Lemma ev_C : forall l z, ev l (C z) = IZR z.
Proof. reflexivity. Qed.
Lemma ev_X : forall l i, ev l (X i) = l i.
Proof. intros. symmetry. apply (mkX_ok (Eqsth R) (Eq_ext Rplus Rmult Ropp) arith R_rm). Qed.
Lemma ev_pow : forall l p n, ev l (ppow p n) = ev l p ^ n.
Proof. induction n; cbn [ppow pow]. reflexivity. now rewrite ev_mul, IHn. Qed.
Global Hint Rewrite ev_add ev_sub ev_mul ev_opp ev_C ev_X ev_pow : ev.
Global Opaque padd psub pmul popp ppow C X.

Fixpoint is_zero (p : poly) : bool :=
  match p with
  | Pc 0%Z => true | Pc _ => false | Pinj _ q => is_zero q | PX p _ q => is_zero p && is_zero q
  end.
Lemma is_zero_ok : forall p l, is_zero p = true -> ev l p = 0.
Proof.
  induction p; cbn; intros l H.
  - destruct c; try discriminate. reflexivity.
  - apply (IHp _ H).
  - apply andb_prop in H. destruct H as [A B].
    change (ev l p1 * pow_pos Rmult (hd l) p2 + ev (tail l) p3 = 0).
    rewrite (IHp1 l A), (IHp2 (tail l) B). ring.
Qed.
Definition peq (p q : poly) : bool := is_zero (psub p q).
Lemma peq_ok : forall p q, peq p q = true -> forall l, ev l p = ev l q.
Proof. intros p q H l. apply is_zero_ok with (l := l) in H. rewrite ev_sub in H. lra. Qed.

(** ** Signs that the coefficients show *)
Lemma of_sort_nn : forall s x, of_sort s x -> s <> Real -> 0 <= x.
Proof. destruct s; simpl; intros x H N; try lra; try congruence. destruct H; subst; apply pos_INR. Qed.

Definition evenp (p : positive) := match p with xO _ => true | _ => false end.
Definition sees (s : sort) (i : positive) := match s with Real => evenp i | _ => true end.
Fixpoint nonneg (s : Env sort) (p : poly) : bool :=
  match p with
  | Pc c => Z.leb 0 c
  | Pinj j q => nonneg (jump j s) q
  | PX p i q => nonneg s p && nonneg (tail s) q && (sees (hd s) i || is_zero p)
  end.
Fixpoint positive_ (s : Env sort) (p : poly) : bool :=
  match p with
  | Pc c => Z.ltb 0 c
  | Pinj j q => positive_ (jump j s) q
  | PX p i q => nonneg s p && nonneg (tail s) q && sees (hd s) i &&
      (positive_ (tail s) q || match hd s with Pos => positive_ s p | _ => false end)
  end.

Lemma pow_pos_pow : forall x i, pow_pos Rmult x i = x ^ Pos.to_nat i.
Proof.
  intros x i. assert (D : forall p, x ^ Pos.to_nat (xO p) = x ^ Pos.to_nat p * x ^ Pos.to_nat p)
   by (intro p; rewrite Pos2Nat.inj_xO, <- pow_add; f_equal; lia).
  induction i; cbn [pow_pos].
  - rewrite Pos2Nat.inj_xI. simpl. rewrite IHi, <- pow_add. f_equal. f_equal. lia.
  - rewrite D, IHi; auto.
  - simpl; ring.
Qed.
Lemma sees_ok : forall s x i, of_sort s x -> sees s i = true -> 0 <= pow_pos Rmult x i.
Proof.
  intros. destruct s;
    try (rewrite pow_pos_pow; apply pow_le; eapply of_sort_nn; [eassumption|discriminate]).
  destruct i; try discriminate. simpl. apply Rle_0_sqr.
Qed.
Lemma okenv_jump : forall j s l, okenv s l -> okenv (jump j s) (jump j l).
Proof. unfold okenv, jump; auto. Qed.
Lemma okenv_tail : forall s l, okenv s l -> okenv (tail s) (tail l).
Proof. unfold okenv, tail, jump; auto. Qed.
Lemma nonneg_ok : forall p s l, nonneg s p = true -> okenv s l -> 0 <= ev l p.
Proof.
  induction p; cbn [nonneg]; intros s l H Hl.
  - apply IZR_le. now apply Z.leb_le in H.
  - exact (IHp _ _ H (okenv_jump _ _ _ Hl)).
  - apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
    change (0 <= ev l p1 * pow_pos Rmult (hd l) p2 + ev (tail l) p3).
    apply Rplus_le_le_0_compat; [|apply (IHp2 _ _ H2), okenv_tail, Hl].
    apply orb_prop in H3. destruct H3 as [H3|H3].
    + apply Rmult_le_pos; [apply (IHp1 _ _ H1 Hl)|]. exact (sees_ok _ _ _ (Hl xH) H3).
    + rewrite (is_zero_ok _ l H3). lra.
Qed.
Lemma positive_ok : forall p s l, positive_ s p = true -> okenv s l -> 0 < ev l p.
Proof.
  induction p; cbn [positive_]; intros s l H Hl.
  - apply IZR_lt. now apply Z.ltb_lt in H.
  - exact (IHp _ _ H (okenv_jump _ _ _ Hl)).
  - apply andb_prop in H. destruct H as [H H4].
    apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
    pose proof (nonneg_ok _ _ _ H1 Hl) as A. pose proof (nonneg_ok _ _ _ H2 (okenv_tail _ _ Hl)) as B.
    pose proof (sees_ok _ _ _ (Hl xH) H3) as D.
    change (0 < ev l p1 * pow_pos Rmult (hd l) p2 + ev (tail l) p3).
    change (hd l) with (l xH) in *.
    apply orb_prop in H4. destruct H4 as [H4|H4].
    + apply Rplus_le_lt_0_compat; [now apply Rmult_le_pos|]. apply (IHp2 _ _ H4), okenv_tail, Hl.
    + pose proof (Hl xH) as HH. change (s xH) with (hd s) in HH.
      destruct (hd s); try discriminate. simpl in HH.
      apply Rplus_lt_le_0_compat; auto. apply Rmult_lt_0_compat; [apply (IHp1 _ _ H4 Hl)|].
      rewrite pow_pos_pow. now apply pow_lt.
Qed.

(** ** Variables replaced *)
Fixpoint subst (f : Env poly) (p : poly) : poly :=
  match p with
  | Pc c => Pc c
  | Pinj j q => subst (jump j f) q
  | PX p i q => padd (pmul (subst f p) (ppow (hd f) (Pos.to_nat i))) (subst (tail f) q)
  end.
Lemma subst_ok : forall p f l, ev l (subst f p) = ev (fun i => ev l (f i)) p.
Proof.
  induction p; cbn [subst]; intros f l.
  - reflexivity.
  - rewrite IHp. reflexivity.
  - rewrite ev_add, ev_mul, ev_pow, IHp1, IHp2, <- pow_pos_pow. reflexivity.
Qed.
Definition upd {A} (l : positive -> A) i v : positive -> A := fun k => if Pos.eqb k i then v else l k.
Lemma upd_eq : forall A (l : positive -> A) i v, upd l i v i = v.
Proof. intros; unfold upd; now rewrite Pos.eqb_refl. Qed.
Lemma upd_ne : forall A (l : positive -> A) i v j, j <> i -> upd l i v j = l j.
Proof. intros; unfold upd. destruct (Pos.eqb_spec j i); congruence. Qed.
Lemma ev_ext : forall p l l', (forall i, l i = l' i) -> ev l p = ev l' p.
Proof.
  induction p; intros l l' E; unfold ev; cbn [Pphi].
  - reflexivity.
  - apply IHp. intro i. apply E.
  - change (ev l p1 * pow_pos Rmult (hd l) p2 + ev (tail l) p3 =
            ev l' p1 * pow_pos Rmult (hd l') p2 + ev (tail l') p3).
    rewrite (IHp1 l l' E), (IHp2 (tail l) (tail l')) by (intro i; apply E).
    change (hd l) with (l xH). change (hd l') with (l' xH). now rewrite (E xH).
Qed.
Definition replace_one (v : positive) (q p : poly) : poly := subst (upd X v q) p.
Lemma replace_one_ok : forall v q p l, ev l (replace_one v q p) = ev (upd l v (ev l q)) p.
Proof.
  intros. unfold replace_one. rewrite subst_ok. apply ev_ext. intro i. unfold upd.
  destruct (Pos.eqb i v); [reflexivity|]. apply ev_X.
Qed.
Lemma okenv_upd : forall s l v s' x, okenv s l -> of_sort s' x -> okenv (upd s v s') (upd l v x).
Proof. unfold okenv, upd; intros. destruct (Pos.eqb i v); auto. Qed.
