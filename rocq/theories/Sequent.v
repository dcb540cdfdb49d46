(** * A verified checker of proofs of sequents

    A proof supplies every polynomial and multiplier; the checker only computes and compares.
    Result: [check_ok]. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From Coq Require Import EnvRing Env.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps.
Import ListNotations.
Open Scope R_scope.

(** ** Proofs *)
Inductive proof :=
  | Coef
  | From (j : just)
  | Contra (i : nat)
  | Sync (hs : list (fact * just)) (c : poly) (ms : multiples) (p : proof)
  | Combine (s : Z) (ms : multiples) (c : fact) (p : proof)
  | ZeroN (v : positive) (a b : proof)
  | ZeroR (v : positive) (a b : proof)
  | ZeroS (v : positive) (a b c : proof)
  | OrderR (x y : positive) (a b : proof)
  | OrderN (x y : positive) (a b : proof)
  | FacMul (a b : poly) (s : bool) (p q : proof)
  | FacZero (a b : poly) (p : proof)
  | FacSq (a b : poly) (p q : proof)
  | Cases (q : poly) (a b c : proof)
  | Cut (q : fact) (a b : proof)
  | Apart (s : bool) (p : proof)
  | Both (a b : proof)
  | Absurd (p : proof)
  | SquareF (x : positive) (a b : poly) (p q : proof)
  | SquareR (x : positive) (a b : poly) (p q : proof)
  | SquareE (x : positive) (a b : poly) (p q : proof)
  | Shift (v : positive) (i : nat) (k num den : Z) (hs : list layers) (c : layers) (p : proof)
  | Below (v : positive) (i : nat) (k num den : Z) (hs : list layers) (c : layers) (p : proof)
      (at_bound : proof)
  | LogSum (ks : list (Z * nat)) (p : proof)
  | AcosGap (k : Z) (x y : option nat) (p : proof)
  | RootProduct (xs : list positive) (w : poly) (ms : multiples) (p : proof)
  | Known (v : positive) (i : nat) (s : bool) (q : poly) (p : proof).

(** *** The checker *)
Fixpoint check (S : seq) (P : proof) : bool :=
  let (p, r) := co S in
  match P with
  | Coef => seen (so S) (p, r)
  | From j => justified (so S) (hy S) ((p, r), j)
  | Contra i =>
      match nth_error (hy S) i with
      | Some (h, GT) => nonneg (so S) (popp h)
      | Some (h, GE) => positive_ (so S) (popp h)
      | Some (h, EQ) => positive_ (so S) (popp h) || positive_ (so S) h
      | Some (h, NE) => is_zero h
      | None => false
      end
  | Sync hs c ms q =>
      forallb (justified (so S) (hy S)) hs && peq c (psub p (eqs (hy S) ms)) &&
      check (Seq (so S) (map fst hs) (tm S) (c, r)) q
  | Combine s ms (c, r') q =>
      match linear (so S) (hy S) ms with
      | Some (t, strict, eq) =>
          Z.ltb 0 s && peq c (psub (pmul (C s) p) t) &&
          match r, r' with
          | GT, GT | GE, GE => true | GT, GE => strict | EQ, EQ | NE, NE => eq | _, _ => false
          end && check (with_co S (c, r')) q
      | None => false
      end
  | ZeroN v a b =>
      match so S v with
      | Nat => check (moved v (C 0) Nat S) a && check (moved v (padd (X v) (C 1)) Nat S) b
      | _ => false
      end
  | ZeroR v a b =>
      match so S v with
      | NonNeg => check (moved v (C 0) NonNeg S) a &&
          check (Seq (upd (so S) v Pos) (hy S) (tm S) (p, r)) b
      | _ => false
      end
  | ZeroS v a b c =>
      check (moved v (C 0) Real S) a && check (Seq (upd (so S) v Pos) (hy S) (tm S) (p, r)) b &&
      check (moved v (popp (X v)) Pos S) c && match so S v with Real => true | _ => false end
  | OrderR x y a b =>
      negb (Pos.eqb x y) && not_real (so S x) && not_real (so S y) &&
      check (moved x (padd (X x) (X y)) NonNeg S) a &&
      check (moved y (padd (X y) (X x)) NonNeg S) b
  | OrderN x y a b =>
      negb (Pos.eqb x y) && match so S x, so S y with Nat, Nat => true | _, _ => false end &&
      check (moved x (padd (X x) (X y)) Nat S) a &&
      check (moved y (padd (padd (X x) (X y)) (C 1)) Nat S) b
  | FacMul a b s q1 q2 =>
      peq p (pmul a b) &&
      match r with
      | GT | GE => check (with_co S (signed s a, r)) q1 && check (with_co S (signed s b, r)) q2
      | NE => check (with_co S (a, NE)) q1 && check (with_co S (b, NE)) q2
      | EQ => false
      end
  | FacZero a b q =>
      peq p (pmul a b) && match r with EQ => check (with_co S (a, EQ)) q | _ => false end
  | FacSq a b q1 q2 =>
      peq p (pmul (pmul a a) b) &&
      match r with
      | GT => check (with_co S (a, NE)) q1 && check (with_co S (b, GT)) q2
      | GE => check (with_co S (b, GE)) q2
      | _ => false
      end
  | Cases q a b c =>
      check (with_hy S (q, GT)) a && check (with_hy S (q, EQ)) b &&
      check (with_hy S (popp q, GT)) c
  | Cut f a b => check (with_co S f) a && check (with_hy S f) b
  | Apart s q => match r with NE => check (with_co S (signed s p, GT)) q | _ => false end
  | Both a b =>
      match r with
      | EQ => check (with_co S (p, GE)) a && check (with_co S (popp p, GE)) b | _ => false
      end
  | Absurd q => check (with_co S (C 0, GT)) q
  | SquareF x a b q1 q2 =>
      let gap := psub (pmul a a) (pmul (pmul b b) (pmul (X x) (X x))) in
      peq p (padd a (pmul b (X x))) && not_real (so S x) &&
      match r with
      | GT | GE => check (with_co S (a, GE)) q1 && check (with_co S (gap, r)) q2
      | NE => check (with_co S (gap, NE)) q2
      | EQ => false
      end
  | SquareR x a b q1 q2 =>
      let gap := psub (pmul (pmul b b) (pmul (X x) (X x))) (pmul a a) in
      peq p (padd a (pmul b (X x))) && not_real (so S x) &&
      match r with
      | GT | GE => check (with_co S (b, GE)) q1 && check (with_co S (gap, r)) q2 | _ => false
      end
  | SquareE x a b q1 q2 =>
      let gap := psub (pmul a a) (pmul (pmul b b) (pmul (X x) (X x))) in
      peq p (padd a (pmul b (X x))) && not_real (so S x) &&
      match r with
      | EQ => check (with_co S (popp (pmul a b), GE)) q1 && check (with_co S (gap, EQ)) q2
      | _ => false
      end
  | Shift v i k num den hs c q =>
      Z.ltb 0 k && Z.ltb 0 den &&
      match nth_error (hy S) i with
      | Some (h, r') =>
          peq (pmul (C den) h) (pmul (C k) (psub (pmul (C den) (X v)) (C num))) &&
          all_layered v hs (hy S) && layered v c p &&
          match r' with
          | GT => check (fraction v (padd (pmul (C den) (X v)) (C num)) (C den) Pos hs c S) q
          | GE => check (fraction v (padd (pmul (C den) (X v)) (C num)) (C den) NonNeg hs c S) q
          | _ => false
          end
      | None => false
      end
  | Below v i k num den hs c q q' =>
      Z.ltb 0 k && Z.ltb 0 den && Z.ltb 0 num && not_real (so S v) &&
      match nth_error (hy S) i with
      | Some (h, r') =>
          let st := match so S v with Pos => Pos | _ => NonNeg end in
          peq (pmul (C den) h) (pmul (C k) (psub (C num) (pmul (C den) (X v)))) &&
          all_layered v hs (hy S) && layered v c p &&
          check (fraction v (pmul (C num) (X v)) (pmul (C den) (padd (X v) (C 1))) st hs c S) q &&
          match r' with
          | GT => true
          | GE => check (fraction v (C num) (C den) NonNeg hs c S) q'
          | _ => false
          end
      | None => false
      end
  | LogSum ks q =>
      match log_sum (tm S) ks with
      | Some (s, a, b) => peq p s && check (with_co S (quotient (so S) r (psub a b) b, r)) q
      | None => false
      end
  | AcosGap k x y q =>
      match acos_of (tm S) x, acos_of (tm S) y with
      | Some (u, a, b), Some (w, c, d) =>
          Z.ltb 0 k && peq p (pmul (C k) (psub u w)) &&
          check (with_co S (quotient (so S) r (psub (pmul c b) (pmul a d)) (pmul b d), r)) q
      | _, _ => false
      end
  | RootProduct xs w ms q =>
      forallb (fun x => not_real (so S x)) xs && nonneg (so S) w &&
      peq (psub (pmul (product xs) (product xs)) (pmul w w)) (eqs (hy S) ms) &&
      check (with_hy S (psub (product xs) w, EQ)) q
  | Known v i s e q =>
      match nth_error (hy S) i with
      | Some (h, EQ) => peq (signed s h) (psub (X v) e) && check (moved v e (so S v) S) q
      | _ => false
      end
  end.

Lemma sq_free : forall a b x, 0 <= a -> 0 <= x -> 0 <= a*a - b*b*(x*x) -> 0 <= a + b*x.
Proof. intros. destruct (Rle_dec 0 (a + b*x)); auto. exfalso. assert (b*x < -a) by lra. nra. Qed.
Lemma sq_free_s : forall a b x, 0 <= a -> 0 <= x -> 0 < a*a - b*b*(x*x) -> 0 < a + b*x.
Proof. intros. destruct (Rlt_dec 0 (a + b*x)); auto. exfalso. assert (b*x <= -a) by lra. nra. Qed.
Lemma sq_root : forall a b x, 0 <= b -> 0 <= x -> 0 <= b*b*(x*x) - a*a -> 0 <= a + b*x.
Proof. intros. assert (0 <= b*x) by nra. destruct (Rle_dec 0 (a + b*x)); auto. exfalso. nra. Qed.
Lemma sq_root_s : forall a b x, 0 <= b -> 0 <= x -> 0 < b*b*(x*x) - a*a -> 0 < a + b*x.
Proof. intros. assert (0 <= b*x) by nra. destruct (Rlt_dec 0 (a + b*x)); auto. exfalso. nra. Qed.
Lemma sq_eq : forall a b x, 0 <= -(a*b) -> 0 <= x -> a*a - b*b*(x*x) = 0 -> a + b*x = 0.
Proof.
  intros. assert (E : (a - b*x) * (a + b*x) = 0) by nra. apply Rmult_integral in E.
  destruct E as [E|E]; auto. assert (A : a = b*x) by lra. subst a.
  assert (b*b*x <= 0) by nra. assert (0 <= b*b) by nra. assert (b*b*x = 0) by nra.
  assert (b*x*(b*x) = 0) by nra. assert (b*x = 0) by nra. lra.
Qed.

Ltac use l Hl HH HT := repeat match goal with
  | IH : forall S, check S ?P = true -> svalid S, K : check _ ?P = true |- _ =>
      specialize (IH _ K l Hl HH HT); clear K end.
Ltac root_case Hl s0 x :=
  let H := fresh "Hx" in pose proof (not_real_nn (s0 x) _ ltac:(eassumption) (Hl x)) as H.

Theorem check_ok : forall P S, check S P = true -> svalid S.
Proof.
  induction P; intros S K l Hl HH HT; cbn [check] in K;
    destruct S as [so0 hy0 tm0 [p0 r]]; cbn [so hy tm co] in *.
  - eapply seen_ok; eauto.
  - exact (justified_ok so0 hy0 (_, j) l K Hl HH).
  - destruct (nth_error hy0 i) as [[h k]|] eqn:E; try discriminate. exfalso.
    apply nth_true with (l := l) in E; auto. unfold true_at in E; simpl in E.
    destruct k; try discriminate; simpl in E.
    + apply nonneg_ok with (l := l) in K; auto. autorewrite with ev in K. lra.
    + apply positive_ok with (l := l) in K; auto. autorewrite with ev in K. lra.
    + apply orb_prop in K. destruct K as [K|K]; apply positive_ok with (l := l) in K; auto;
        autorewrite with ev in K; lra.
    + apply E. now apply is_zero_ok.
  - ab. rewrite forallb_forall in H. specialize (IHP _ H0 l Hl). cbn [so hy tm co] in IHP.
    identity l H1. unfold true_at in *; cbn [fst snd] in *.
    replace (ev l p0) with (ev l c) by lra. apply IHP; auto.
    rewrite Forall_map, Forall_forall. intros x Hx. exact (justified_ok so0 hy0 x l (H x Hx) Hl HH).
  - destruct c as [c r'].
    destruct (linear so0 hy0 ms) as [[[t st] eq]|] eqn:L; try discriminate. ab.
    eapply linear_ok in L; eauto. destruct L as (A & B & D).
    specialize (IHP _ H0 l Hl HH HT). unfold true_at in *; cbn [co with_co fst snd] in *.
    apply Z.ltb_lt, IZR_lt in H. identity l H2. rewrite H2 in IHP.
    destruct r, r'; try discriminate; simpl in *;
      try (specialize (B H1)); try (specialize (D H1)); nra.
  - destruct (so0 v) eqn:SV; try discriminate. ab. pose proof (Hl v) as HV. rewrite SV in HV.
    destruct HV as [[|m] HV].
    + eapply (moved_ok v (C 0) Nat (Seq so0 hy0 tm0 (p0, r)) l l); auto.
      * intro i. unfold upd; cbn. destruct (Pos.eqb_spec i v); [subst|apply Hl].
        exists 0%nat; auto.
      * apply same_env. autorewrite with ev. rewrite HV. reflexivity.
    + eapply (moved_ok v (padd (X v) (C 1)) Nat (Seq so0 hy0 tm0 (p0, r)) l (upd l v (INR m)));
        auto.
      * apply okenv_upd; auto. exists m; auto.
      * intro i. autorewrite with ev. unfold upd at 1 2. rewrite upd_eq.
        destruct (Pos.eqb_spec i v); subst; auto. rewrite HV, S_INR. reflexivity.
  - destruct (so0 v) eqn:SV; try discriminate. ab. pose proof (Hl v) as HV. rewrite SV in HV.
    simpl in HV. destruct (Req_dec (l v) 0) as [Z0|Z0].
    + eapply (moved_ok v (C 0) NonNeg (Seq so0 hy0 tm0 (p0, r)) l l); auto.
      * intro i. unfold upd; cbn. destruct (Pos.eqb_spec i v); [subst; simpl; lra|apply Hl].
      * apply same_env. autorewrite with ev. auto.
    + eapply (IHP2 _ H0); auto. intro i; cbn. unfold upd.
      destruct (Pos.eqb_spec i v); [subst; simpl; lra|apply Hl].
  - destruct (so0 v) eqn:SV; ab; try discriminate.
    destruct (Rtotal_order (l v) 0) as [Z0|[Z0|Z0]].
    + eapply (moved_ok v (popp (X v)) Pos (Seq so0 hy0 tm0 (p0, r)) l (upd l v (- l v))); auto.
      * apply okenv_upd; auto. simpl; lra.
      * intro i. autorewrite with ev. unfold upd at 1 2. rewrite upd_eq.
        destruct (Pos.eqb_spec i v); subst; auto. ring.
    + eapply (moved_ok v (C 0) Real (Seq so0 hy0 tm0 (p0, r)) l l); auto.
      * intro i. unfold upd; cbn. destruct (Pos.eqb_spec i v); [subst; simpl; auto|apply Hl].
      * apply same_env. autorewrite with ev. auto.
    + eapply (IHP2 _ H2); auto. intro i; cbn. unfold upd.
      destruct (Pos.eqb_spec i v); [subst; simpl; lra|apply Hl].
  - ab. apply negb_true_iff, Pos.eqb_neq in H. root_case Hl so0 x. root_case Hl so0 y.
    destruct (Rle_dec (l y) (l x)).
    + eapply (moved_ok x (padd (X x) (X y)) NonNeg (Seq so0 hy0 tm0 (p0, r)) l
                (upd l x (l x - l y))); auto.
      * apply okenv_upd; auto. simpl; lra.
      * intro i. autorewrite with ev. unfold upd at 1 2. rewrite upd_eq, upd_ne by auto.
        destruct (Pos.eqb_spec i x); subst; auto. lra.
    + eapply (moved_ok y (padd (X y) (X x)) NonNeg (Seq so0 hy0 tm0 (p0, r)) l
                (upd l y (l y - l x))); auto.
      * apply okenv_upd; auto. simpl; lra.
      * intro i. autorewrite with ev. unfold upd at 1 2. rewrite upd_eq, upd_ne by auto.
        destruct (Pos.eqb_spec i y); subst; auto. lra.
  - ab. apply negb_true_iff, Pos.eqb_neq in H. pose proof (Hl x) as Hx. pose proof (Hl y) as Hy.
    destruct (so0 x), (so0 y); try discriminate. destruct Hx as [m Hx], Hy as [n Hy].
    destruct (le_lt_dec n m) as [L|L].
    + eapply (moved_ok x (padd (X x) (X y)) Nat (Seq so0 hy0 tm0 (p0, r)) l
                (upd l x (INR (m - n)))); auto.
      * apply okenv_upd; auto. exists (m - n)%nat; auto.
      * intro i. autorewrite with ev. unfold upd at 1 2. rewrite upd_eq, upd_ne by auto.
        destruct (Pos.eqb_spec i x); subst; auto. rewrite minus_INR by auto. lra.
    + eapply (moved_ok y (padd (padd (X x) (X y)) (C 1)) Nat (Seq so0 hy0 tm0 (p0, r)) l
                (upd l y (INR (n - S m)))); auto.
      * apply okenv_upd; auto. exists (n - S m)%nat; auto.
      * intro i. autorewrite with ev. unfold upd at 1 2. rewrite upd_eq, upd_ne by auto.
        destruct (Pos.eqb_spec i y); subst; auto. rewrite minus_INR, S_INR by lia. lra.
  - apply andb_prop in K. destruct K as [K D]. identity l K.
    unfold true_at; simpl. destruct r; try discriminate; ab; use l Hl HH HT;
      unfold true_at in *; simpl in *; rewrite K; destruct s; simpl in *; rewrite ?ev_opp in *;
      try nra.
    all: intro Z0; apply Rmult_integral in Z0; tauto.
  - apply andb_prop in K. destruct K as [K D]. identity l K. destruct r; try discriminate.
    use l Hl HH HT. unfold true_at in *; simpl in *. rewrite K, IHP. ring.
  - apply andb_prop in K. destruct K as [K D]. identity l K. unfold true_at; simpl.
    destruct r; try discriminate; ab; use l Hl HH HT; unfold true_at in *; simpl in *; rewrite K.
    + apply Rmult_lt_0_compat; auto. apply Rlt_0_sqr in IHP1. exact IHP1.
    + apply Rmult_le_pos; auto. apply Rle_0_sqr.
  - ab. destruct (Rtotal_order (ev l q) 0) as [T|[T|T]].
    + eapply (IHP3 _ H0 l Hl); auto. constructor; auto. unfold true_at; simpl.
      autorewrite with ev. lra.
    + eapply (IHP2 _ H1 l Hl); auto. constructor; auto.
    + eapply (IHP1 _ H l Hl); auto. constructor; auto.
  - ab. eapply (IHP2 _ H0 l Hl); auto. constructor; auto. exact (IHP1 _ H l Hl HH HT).
  - destruct r; try discriminate. use l Hl HH HT. unfold true_at in *; simpl in *.
    destruct s; simpl in *; rewrite ?ev_opp in *; lra.
  - destruct r; try discriminate. ab. use l Hl HH HT. unfold true_at in *; simpl in *.
    autorewrite with ev in *. lra.
  - use l Hl HH HT. unfold true_at in IHP; simpl in IHP. autorewrite with ev in IHP. lra.
  - ab. identity l H. root_case Hl so0 x.
    destruct r; try discriminate; ab; use l Hl HH HT; unfold true_at in *; simpl in *;
      rewrite H; autorewrite with ev in *.
    + now apply sq_free_s. + now apply sq_free.
    + intro Z0. apply IHP2. replace (ev l a) with (- (ev l b * l x)) by lra. ring.
  - ab. identity l H. root_case Hl so0 x.
    destruct r; try discriminate; ab; use l Hl HH HT; unfold true_at in *; simpl in *;
      rewrite H; autorewrite with ev in *.
    + now apply sq_root_s. + now apply sq_root.
  - ab. identity l H. root_case Hl so0 x.
    destruct r; try discriminate; ab; use l Hl HH HT; unfold true_at in *; simpl in *;
      rewrite H; autorewrite with ev in *.
    now apply sq_eq.
  - ab. apply Z.ltb_lt, IZR_lt in H. apply Z.ltb_lt, IZR_lt in H1.
    destruct (nth_error hy0 i) as [[h r']|] eqn:E; try discriminate. ab.
    apply nth_true with (l := l) in E; auto. identity l H0.
    set (x' := l v - IZR num / IZR den).
    assert (T : l v * IZR den = IZR den * x' + IZR num) by (unfold x'; field; lra).
    assert (Q : IZR den * ev l h = IZR k * (IZR den * x')).
    { replace (IZR den * x') with (IZR den * l v - IZR num) by lra. exact H0. }
    assert (Q2 : ev l h = IZR k * x') by nra.
    assert (G : forall st, of_sort st x' -> check (fraction v (padd (pmul (C den) (X v)) (C num))
      (C den) st hs c (Seq so0 hy0 tm0 (p0, r))) P = true -> true_at l (p0, r)).
    { intros st Sx V. eapply (fraction_ok v _ _ st hs c (Seq so0 hy0 tm0 (p0, r)) l x'); eauto;
        autorewrite with ev; rewrite ?upd_eq; lra. }
    unfold true_at in E; cbn [fst snd] in E. rewrite Q2 in E.
    destruct r'; try discriminate; simpl in E; eapply G; try eassumption; simpl; nra.
  - ab. apply Z.ltb_lt, IZR_lt in H. apply Z.ltb_lt, IZR_lt in H3. apply Z.ltb_lt, IZR_lt in H2.
    root_case Hl so0 v.
    destruct (nth_error hy0 i) as [[h r']|] eqn:E; try discriminate. ab.
    apply nth_true with (l := l) in E; auto. identity l H0.
    pose proof H0 as Q.
    assert (W : 0 < IZR num - IZR den * l v -> true_at l (p0, r)).
    { intro LT. set (x' := IZR den * l v / (IZR num - IZR den * l v)).
      assert (Y : 0 <= x').
      { unfold x'. apply Rmult_le_pos. nra. left. now apply Rinv_0_lt_compat. }
      eapply (fraction_ok v (pmul (C num) (X v)) (pmul (C den) (padd (X v) (C 1))) _ hs c
                (Seq so0 hy0 tm0 (p0, r)) l x'); eauto; cbn [hy tm so co fst snd].
      - pose proof (Hl v) as HV. destruct (so0 v); simpl; auto. simpl in HV. unfold x'.
        apply Rdiv_lt_0_compat; auto. nra.
      - autorewrite with ev. rewrite upd_eq. nra.
      - autorewrite with ev. rewrite upd_eq. unfold x'. field. lra. }
    unfold true_at in E; cbn [fst snd] in E.
    destruct r'; try discriminate; simpl in E; [apply W; nra|].
    destruct (Rle_lt_dec (IZR num - IZR den * l v) 0); [|auto].
    assert (LV : IZR num - IZR den * l v = 0) by nra.
    eapply (fraction_ok v (C num) (C den) NonNeg hs c (Seq so0 hy0 tm0 (p0, r)) l 0); eauto;
      cbn [hy tm so co fst snd of_sort]; rewrite ?ev_C; try lra.
  - destruct (log_sum tm0 ks) as [[[s a] b]|] eqn:E; try discriminate. ab.
    destruct (log_sum_ok _ _ _ _ _ l E HT) as (B & A & V). identity l H. use l Hl HH HT.
    unfold true_at in *; cbn [fst snd co with_co so] in *. rewrite H, V. apply ln_sign; auto.
    apply quotient_ok in IHP; auto. rewrite ev_sub in IHP.
    replace (ev l a / ev l b - 1) with ((ev l a - ev l b) / ev l b) by (field; auto). exact IHP.
  - destruct (acos_of tm0 x) as [[[u a] b]|] eqn:E1; try discriminate.
    destruct (acos_of tm0 y) as [[[w c] d]|] eqn:E2; try discriminate. ab.
    destruct (acos_of_ok _ _ _ _ _ l E1 HT) as (B & A & V).
    destruct (acos_of_ok _ _ _ _ _ l E2 HT) as (D & A' & V').
    apply Z.ltb_lt, IZR_lt in H. identity l H1. use l Hl HH HT.
    unfold true_at in *; cbn [fst snd co with_co so] in *. rewrite H1, V, V'.
    apply (scaled_sign r _ (acos (ev l a / ev l b) - acos (ev l c / ev l d)) (IZR k)); auto. ring.
    apply acos_sign; auto. apply quotient_ok in IHP; auto.
    + autorewrite with ev in IHP.
      replace (ev l c / ev l d - ev l a / ev l b)
        with ((ev l c * ev l b - ev l a * ev l d) / (ev l b * ev l d)) by (field; auto). exact IHP.
    + rewrite ev_mul. now apply Rmult_integral_contrapositive.
  - ab. apply product_nn with (l := l) in H; auto. apply nonneg_ok with (l := l) in H2; auto.
    identity l H1. eapply (IHP _ H0 l Hl); auto. constructor; auto.
    unfold true_at; cbn [fst snd rl]. rewrite ev_sub. nra.
  - destruct (nth_error hy0 i) as [[h k]|] eqn:E; try discriminate.
    destruct k; try discriminate. ab.
    apply nth_true with (l := l) in E; auto. unfold true_at in E; cbn [fst snd rl] in E.
    identity l H. eapply (moved_ok v q (so0 v) (Seq so0 hy0 tm0 (p0, r)) l l); auto.
    + intro j. cbn. unfold upd. destruct (Pos.eqb_spec j v); [subst|]; apply Hl.
    + apply same_env. destruct s; cbn [signed] in H; autorewrite with ev in H; lra.
Qed.
