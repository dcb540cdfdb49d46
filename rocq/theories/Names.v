(** * Variables that stand for values of formulas

    The variable [i] named for a formula has the formula's value, whatever that is, so nothing has
    to be said of fresh names ([extended]).  [plain] reads a formula that is a polynomial. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From Coq Require Import EnvRing Env.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent.
Import ListNotations.
Open Scope R_scope.

Fixpoint same (a b : expr) : bool :=
  match a, b with
  | Num x, Num y => Z.eqb x y
  | Var i, Var j => Pos.eqb i j
  | Add a b, Add c d | Sub a b, Sub c d | Mul a b, Mul c d | Div a b, Div c d
  | Power a b, Power c d | Min a b, Min c d | Max a b, Max c d => same a c && same b d
  | Neg a, Neg b | Sqrt a, Sqrt b | Log a, Log b | Acos a, Acos b | Abs a, Abs b => same a b
  | Pow a n, Pow b m => same a b && Z.eqb n m
  | IfZero t a b, IfZero u c d => same t u && same a c && same b d
  | _, _ => false
  end.
Lemma same_ok : forall a b, same a b = true -> a = b.
Proof.
  induction a; destruct b; simpl; try discriminate; intros; ab;
  repeat match goal with
    | IH : forall b, same ?a b = true -> ?a = b, H : same ?a _ = true |- _ => apply IH in H end;
  try apply Z.eqb_eq in H; try apply Pos.eqb_eq in H; try apply Z.eqb_eq in H0; congruence.
Qed.
Lemma same_refl : forall a, same a a = true.
Proof.
  induction a; simpl; rewrite ?Z.eqb_refl, ?Pos.eqb_refl; auto;
    try rewrite IHa1; try rewrite IHa2; try rewrite IHa3; try rewrite IHa; auto.
Qed.

(** ** Variables that stand for values *)
Definition names := list (positive * expr).
Definition lookup (i : positive) (N : names) : option expr :=
  match find (fun x => Pos.eqb i (fst x)) N with Some (_, e) => Some e | None => None end.
Definition extended (N : names) (l : env) : env :=
  fun i => match lookup i N with Some e => val e l | None => l i end.
Definition name_of (e : expr) (N : names) : option positive :=
  match find (fun x => same e (snd x)) N with Some (i, _) => Some i | None => None end.

Section Plain.
Variables (N M : names).   (* M: the names that may be used for parts; [] or N *)
Fixpoint plain (e : expr) : option poly :=
  match e with
  | Num z => Some (C z)
  | Var i => match lookup i N with None => Some (X i) | Some _ => None end
  | Add a b => match plain a, plain b with Some p, Some q => Some (padd p q) | _, _ => None end
  | Sub a b => match plain a, plain b with Some p, Some q => Some (psub p q) | _, _ => None end
  | Mul a b => match plain a, plain b with Some p, Some q => Some (pmul p q) | _, _ => None end
  | Neg a => match plain a with Some p => Some (popp p) | _ => None end
  | Pow a n => match plain a with
      | Some p => if Z.leb 0 n then Some (ppow p (Z.to_nat n)) else None | _ => None end
  | _ => match name_of e M with
      | Some i => match lookup i N with
          | Some e' => if same e e' then Some (X i) else None | None => None end
      | None => None end
  end.
Lemma powerRZ_nat : forall x n, (0 <= n)%Z -> powerRZ x n = x ^ Z.to_nat n.
Proof. intros x n H. rewrite <- (Z2Nat.id n) at 1 by auto. symmetry. apply pow_powerRZ. Qed.
Lemma plain_ok : forall e p l, plain e = Some p ->
  val e l = ev (extended N l) p /\ (M = [] -> def e l).
Proof.
  assert (NM : forall e p l, match name_of e M with
      | Some i => match lookup i N with
          | Some e' => if same e e' then Some (X i) else None | None => None end
      | None => None end = Some p -> val e l = ev (extended N l) p /\ (M = [] -> def e l)).
  { intros e p l E. destruct (name_of e M) as [i|] eqn:Q; try discriminate.
    destruct (lookup i N) as [e'|] eqn:L; try discriminate.
    destruct (same e e') eqn:S; try discriminate. apply same_ok in S; subst e'.
    inversion E; subst. rewrite ev_X. unfold extended. rewrite L. split; auto.
    intro Z. rewrite Z in Q. discriminate. }
  induction e; intros p l E; cbn [plain] in E; try (now apply NM);
    try (destruct (plain e1) as [p1|]; [|discriminate]; destruct (plain e2) as [p2|]; [|discriminate];
      destruct (IHe1 p1 l eq_refl), (IHe2 p2 l eq_refl); inversion E; subst;
      autorewrite with ev; simpl; split; [congruence|tauto]).
  - inversion E; subst. rewrite ev_C. simpl; auto.
  - destruct (lookup i N) eqn:L; inversion E; subst. rewrite ev_X. unfold extended. rewrite L.
    simpl; auto.
  - destruct (plain e) as [p1|]; [|discriminate]. destruct (IHe p1 l eq_refl). inversion E; subst.
    autorewrite with ev. simpl; split; auto; congruence.
  - destruct (plain e) as [p1|]; [|discriminate]. destruct (IHe p1 l eq_refl).
    destruct (Z.leb_spec 0 n); [|discriminate]. inversion E; subst. autorewrite with ev.
    simpl. rewrite powerRZ_nat by auto. split; [congruence|]. intro Z; split; auto. lia.
Qed.
End Plain.

(** Signs that a named value has; [t] are those of the variables, and of names inside it. *)
Definition sort_of (N : names) (t : Env sort) (e : expr) : sort :=
  match e with
  | Sqrt _ => NonNeg
  | Acos (Num (-1)%Z) => Pos
  | Acos _ => NonNeg
  | Log (Num z) => if Z.ltb 1 z then Pos else Real
  | Power a _ => match plain N N a with
      | Some p => if positive_ t p then Pos else NonNeg
      | None => NonNeg end
  | _ => Real
  end.
Definition signs := list (positive * sort).
Definition with_signs (T : signs) (s : Env sort) : Env sort :=
  fun i => match find (fun x => Pos.eqb i (fst x)) T with Some (_, k) => k | None => s i end.
Definition signs_of (N : names) (t : Env sort) : signs :=
  map (fun x => (fst x, sort_of N t (snd x))) N.
(** Powers of sums of powers: what is known of the inner ones is used for the outer ones. *)
Definition sorted (N : names) (s : Env sort) : Env sort :=
  let none := map (fun x => (fst x, Real)) N in
  let inner := signs_of N (with_signs none s) in
  let outer := signs_of N (with_signs inner s) in
  with_signs outer s.
Lemma acos_m1 : acos (-1) = PI.
Proof. replace (-1) with (-(1)) by ring. rewrite acos_opp, acos_1. ring. Qed.
Lemma acos_half : acos (1 / 2) = PI / 3.
Proof. rewrite <- cos_PI3. apply acos_cos. pose proof PI_RGT_0. lra. Qed.
Lemma real_power_nn : forall x e, 0 <= real_power x e.
Proof.
  intros. unfold real_power. destruct (Rlt_dec 0 x). left. apply exp_pos. lra.
Qed.
Lemma sort_of_ok : forall N t l e, okenv t (extended N l) -> of_sort (sort_of N t e) (val e l).
Proof.
  intros N t l e H. destruct e; simpl; auto.
  - apply sqrt_pos.
  - destruct e; simpl; auto. destruct (Z.ltb_spec 1 z); simpl; auto.
    rewrite <- ln_1. apply ln_increasing; try lra. now apply IZR_lt.
  - destruct e; simpl; try (apply acos_bound).
    destruct z; simpl; try apply acos_bound. destruct p; simpl; try apply acos_bound.
    rewrite acos_m1. apply PI_RGT_0.
  - destruct (plain N N e1) as [p|] eqn:P; simpl; [|apply real_power_nn].
    destruct (positive_ _ p) eqn:Q; simpl; [|apply real_power_nn].
    destruct (plain_ok _ _ _ _ l P) as [V _].
    apply positive_ok with (l := extended N l) in Q; auto.
    rewrite V. unfold real_power. destruct (Rlt_dec 0 (ev (extended N l) p)); [apply exp_pos|lra].
Qed.
Lemma with_signs_ok : forall N s l (f : expr -> sort), okenv s l ->
  (forall e, of_sort (f e) (val e l)) ->
  okenv (with_signs (map (fun x => (fst x, f (snd x))) N) s) (extended N l).
Proof.
  intros N s l f H F i. unfold with_signs, extended, lookup. induction N as [|[j e] N IH]; simpl; auto.
  destruct (Pos.eqb i j); auto.
Qed.
Lemma sorted_ok : forall N s l, okenv s l -> okenv (sorted N s) (extended N l).
Proof.
  intros N s l H. unfold sorted. cbv zeta. unfold signs_of.
  apply with_signs_ok; auto. intro e. apply sort_of_ok.
  apply with_signs_ok; auto. intro e'. apply sort_of_ok.
  apply (with_signs_ok N s l (fun _ => Real)); auto. intro; exact I.
Qed.
