(** * Sequents of polynomials, and why a fact follows from others

    A sequent says: for all values of the variables in their sorts, if the hypotheses [p rel 0]
    hold, so does the conclusion.  Variables may be known to be the logarithm or the arccosine of a
    fraction ([tm]); square roots are variables >= 0 with an equation among the hypotheses. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From Coq Require Import EnvRing Env.
From SymbolicMeasures Require Import Formula Polynomial.
Import ListNotations.
Open Scope R_scope.

Definition fact := (poly * rel)%type.
Definition true_at (l : Env R) (f : fact) : Prop := rl (snd f) (ev l (fst f)).

(** The variable [t_var] is log (or arccos) of [t_top / t_bot], which lies in its domain. *)
Record term := Term { t_log : bool; t_var : positive; t_top : poly; t_bot : poly }.
Definition ratio (l : Env R) (t : term) : R := ev l (t_top t) / ev l (t_bot t).
Definition term_at (l : Env R) (t : term) : Prop :=
  ev l (t_bot t) <> 0 /\
  if t_log t then 0 < ratio l t /\ l (t_var t) = ln (ratio l t)
  else -1 <= ratio l t <= 1 /\ l (t_var t) = acos (ratio l t).

Record seq := Seq { so : Env sort; hy : list fact; tm : list term; co : fact }.
Definition svalid (S : seq) : Prop := forall l, okenv (so S) l ->
  Forall (true_at l) (hy S) -> Forall (term_at l) (tm S) -> true_at l (co S).

Definition with_co S c := Seq (so S) (hy S) (tm S) c.
Definition with_hy S h := Seq (so S) (h :: hy S) (tm S) (co S).
Definition signed (b : bool) (p : poly) := if b then p else popp p.

(** ** Combinations of hypotheses *)
Definition multiples := list (nat * poly).

(** A sum of multiples of equations; it is 0. *)
Fixpoint eqs (H : list fact) (ms : multiples) : poly :=
  match ms with
  | [] => C 0
  | (j, m) :: r =>
      match nth_error H j with Some (h, EQ) => padd (pmul m h) (eqs H r) | _ => eqs H r end
  end.
Lemma nth_true : forall H l j f, Forall (true_at l) H -> nth_error H j = Some f -> true_at l f.
Proof. intros H l j f A E. apply nth_error_In in E. rewrite Forall_forall in A. auto. Qed.
Lemma eqs_ok : forall ms H l, Forall (true_at l) H -> ev l (eqs H ms) = 0.
Proof.
  induction ms as [|[j m] r IH]; intros H l A; cbn [eqs]. reflexivity.
  destruct (nth_error H j) as [[h []]|] eqn:E; auto.
  rewrite ev_add, ev_mul, IH by auto. apply nth_true with (l := l) in E; auto.
  unfold true_at in E; simpl in E. rewrite E. ring.
Qed.

(** A sum of multiples of any hypotheses: (sum, whether it is > 0, whether it is = 0). *)
Fixpoint linear (s : Env sort) (H : list fact) (ms : multiples) : option (poly * bool * bool) :=
  match ms with
  | [] => Some (C 0, false, true)
  | (j, m) :: r =>
      match nth_error H j, linear s H r with
      | Some (h, k), Some (t, strict, eq) =>
          match k with
          | EQ => Some (padd (pmul m h) t, strict, eq)
          | GT => if nonneg s m
                  then Some (padd (pmul m h) t, strict || positive_ s m, false) else None
          | GE => if nonneg s m then Some (padd (pmul m h) t, strict, false) else None
          | NE => None
          end
      | _, _ => None
      end
  end.
Lemma linear_ok : forall ms s H l t strict eq, linear s H ms = Some (t, strict, eq) -> okenv s l ->
  Forall (true_at l) H -> 0 <= ev l t /\ (strict = true -> 0 < ev l t) /\ (eq = true -> ev l t = 0).
Proof.
  induction ms as [|[j m] r IH]; cbn [linear]; intros s H l t strict eq E Hl HH.
  - inversion E; subst. rewrite ev_C. intuition; try discriminate; lra.
  - destruct (nth_error H j) as [[h k]|] eqn:N; try discriminate.
    destruct (linear s H r) as [[[t' st'] eq']|] eqn:L; try discriminate.
    destruct (IH _ _ _ _ _ _ L Hl HH) as (A & B & D).
    apply nth_true with (l := l) in N; auto. unfold true_at in N; simpl in N.
    destruct k; try discriminate.
    + destruct (nonneg s m) eqn:M; try discriminate. inversion E; subst. autorewrite with ev.
      apply nonneg_ok with (l := l) in M; auto. simpl in N. repeat split; try discriminate.
      nra. intro S. apply orb_prop in S. destruct S as [S|S].
      apply B in S; nra. apply positive_ok with (l := l) in S; auto. nra.
    + destruct (nonneg s m) eqn:M; try discriminate. inversion E; subst. autorewrite with ev.
      apply nonneg_ok with (l := l) in M; auto. simpl in N. repeat split; try discriminate.
      nra. intro S. apply B in S. nra.
    + inversion E; subst. autorewrite with ev. simpl in N. rewrite N. repeat split; intros.
      lra. apply B in H0; lra. rewrite D; auto; lra.
Qed.

(** ** Why a fact holds *)
Definition seen (s : Env sort) (f : fact) : bool :=
  let (p, r) := f in
  match r with
  | GT => positive_ s p | GE => nonneg s p | EQ => is_zero p
  | NE => positive_ s p || positive_ s (popp p)
  end.
Lemma seen_ok : forall s f l, seen s f = true -> okenv s l -> true_at l f.
Proof.
  intros s [p []] l H Hl; unfold true_at; simpl in *.
  - eapply positive_ok; eauto.
  - eapply nonneg_ok; eauto.
  - now apply is_zero_ok.
  - apply orb_prop in H. destruct H as [H|H]; apply positive_ok with (l := l) in H; auto;
      rewrite ?ev_opp in H; lra.
Qed.

Inductive just :=
  | Seen
  | Same (i : nat) (k : Z) (ms : multiples)         (* k p = h_i, modulo equations; k > 0 *)
  | Factor (i : nat) (g : poly) (ms : multiples)    (* p g = h_i != 0 *)
  | Root (i : nat) (g : poly) (ms : multiples)      (* p g = h_i^2, h_i != 0 *)
  | Scale (i : nat) (g : poly) (ms : multiples).    (* p g = h_i, g > 0; g >= 0 where h_i > 0 *)

Definition implied (r r' : rel) : bool :=
  match r, r' with
  | GT, GT | GE, GE | GE, GT | EQ, EQ | NE, NE | NE, GT | GE, EQ => true | _, _ => false
  end.
Definition by_factor (s : Env sort) (p : poly) (r : rel) : bool :=
  match r with NE => true | GT => nonneg s p | GE => nonneg s p | EQ => false end.
Definition justified (s : Env sort) (H : list fact) (n : fact * just) : bool :=
  let '((p, r), j) := n in
  match j with
  | Seen => seen s (p, r)
  | Same i k ms =>
      match nth_error H i with
      | Some (h, r') => Z.ltb 0 k && peq (pmul (C k) p) (psub h (eqs H ms)) && implied r r'
      | None => false
      end
  | Factor i g ms =>
      match nth_error H i with
      | Some (h, r') => match r' with NE | GT => true | _ => false end &&
          peq (pmul p g) (psub h (eqs H ms)) && by_factor s p r
      | None => false
      end
  | Root i g ms =>
      match nth_error H i with
      | Some (h, r') => match r' with NE | GT => true | _ => false end &&
          peq (pmul p g) (psub (pmul h h) (eqs H ms)) && by_factor s p r
      | None => false
      end
  | Scale i g ms =>
      match nth_error H i with
      | Some (h, r') =>
          (positive_ s g || match r' with GT => nonneg s g | _ => false end) &&
          peq (pmul p g) (psub h (eqs H ms)) && implied r r'
      | None => false
      end
  end.
Ltac ab := repeat match goal with H : _ && _ = true |- _ => apply andb_prop in H; destruct H end.
Ltac identity m C := apply peq_ok with (l := m) in C; autorewrite with ev in C;
  rewrite ?eqs_ok in C by auto.
Lemma by_factor_ok : forall s p r l, by_factor s p r = true -> okenv s l -> ev l p <> 0 ->
  rl r (ev l p).
Proof.
  intros s p r l B Hl N. destruct r; simpl in *; try discriminate; auto;
    apply nonneg_ok with (l := l) in B; auto; lra.
Qed.
Lemma justified_ok : forall s H n l, justified s H n = true -> okenv s l ->
  Forall (true_at l) H -> true_at l (fst n).
Proof.
  intros s H [[p r] j] l K Hl HH. destruct j; cbn [justified fst] in *.
  - eapply seen_ok; eauto.
  - destruct (nth_error H i) as [[h r']|] eqn:E; try discriminate. ab.
    apply nth_true with (l := l) in E; auto. unfold true_at in *; simpl in *.
    apply Z.ltb_lt, IZR_lt in H0. identity l H2.
    assert (Y : ev l h = IZR k * ev l p) by lra. clear H2.
    destruct r, r'; try discriminate; simpl in *; rewrite Y in E; try nra;
      intro Z0; rewrite Z0 in E; apply E; ring.
  - destruct (nth_error H i) as [[h r']|] eqn:E; try discriminate. ab.
    apply nth_true with (l := l) in E; auto. unfold true_at in *; simpl in *. identity l H2.
    apply (by_factor_ok s); auto. intro Z0; rewrite Z0 in H2.
    destruct r'; try discriminate; simpl in E; lra.
  - destruct (nth_error H i) as [[h r']|] eqn:E; try discriminate. ab.
    apply nth_true with (l := l) in E; auto. unfold true_at in *; simpl in *. identity l H2.
    apply (by_factor_ok s); auto. intro Z0; rewrite Z0 in H2.
    assert (W : ev l h * ev l h = 0) by lra. apply Rmult_integral in W.
    destruct r'; try discriminate; simpl in E; destruct W; lra.
  - destruct (nth_error H i) as [[h r']|] eqn:E; try discriminate. ab.
    apply nth_true with (l := l) in E; auto. unfold true_at in *; simpl in *.
    identity l H2. assert (Y : ev l h = ev l g * ev l p) by lra. clear H2.
    assert (G : 0 < ev l g).
    { apply orb_prop in H0. destruct H0 as [H0|H0]; [now apply positive_ok with (l := l) in H0|].
      destruct r'; try discriminate. apply nonneg_ok with (l := l) in H0; auto. simpl in E.
      destruct (Rle_lt_or_eq_dec _ _ H0) as [|Z]; auto. rewrite <- Z in Y. lra. }
    destruct r, r'; try discriminate; simpl in *; rewrite Y in E; try nra;
      try (intro Z0; rewrite Z0 in E; apply E; ring).
Qed.
