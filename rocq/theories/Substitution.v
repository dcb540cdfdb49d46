(** * Formulas in which variables, or whole parts, are replaced *)
From Coq Require Import Reals Lra ZArith Bool List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing.
Import ListNotations.
Open Scope R_scope.

(** ** Variables *)
Fixpoint put (f : positive -> expr) (e : expr) : expr :=
  match e with
  | Num z => Num z
  | Var i => f i
  | Add a b => Add (put f a) (put f b)
  | Sub a b => Sub (put f a) (put f b)
  | Mul a b => Mul (put f a) (put f b)
  | Div a b => Div (put f a) (put f b)
  | Neg a => Neg (put f a)
  | Pow a n => Pow (put f a) n
  | Sqrt a => Sqrt (put f a)
  | Log a => Log (put f a)
  | Acos a => Acos (put f a)
  | Power a b => Power (put f a) (put f b)
  | Abs a => Abs (put f a)
  | Min a b => Min (put f a) (put f b)
  | Max a b => Max (put f a) (put f b)
  | IfZero t a b => IfZero (put f t) (put f a) (put f b)
  end.
Definition values (f : positive -> expr) (l : env) : env := fun i => val (f i) l.
Lemma put_val : forall f e l, val (put f e) l = val e (values f l).
Proof. induction e; intros l; simpl; rewrite ?IHe, ?IHe1, ?IHe2, ?IHe3; reflexivity. Qed.
Lemma put_def : forall f l, (forall i, def (f i) l) ->
  forall e, def (put f e) l <-> def e (values f l).
Proof.
  intros f l F. induction e; simpl; rewrite ?put_val; try tauto.
  split; [tauto|auto].
Qed.
Definition put_atom f (a : atom) : atom :=
  match a with
  | Is e r => Is (put f e) r | Defined e => Defined (put f e) | Undefined e => Undefined (put f e)
  end.
Lemma put_holds : forall f l, (forall i, def (f i) l) ->
  forall a, holds l (put_atom f a) <-> holds (values f l) a.
Proof. intros f l F [e r|e|e]; simpl; rewrite ?put_val, (put_def f l F); tauto. Qed.

(** A few variables replaced: an association list. *)
Definition places := list (positive * expr).
Definition placed (ps : places) (i : positive) : expr :=
  match find (fun x => Pos.eqb i (fst x)) ps with Some (_, e) => e | None => Var i end.

(** ** Parts *)
Section Swap.
Variables (old new : expr).
Fixpoint swap (e : expr) : expr :=
  if same e old then new else
  match e with
  | Num _ | Var _ => e
  | Add a b => Add (swap a) (swap b)
  | Sub a b => Sub (swap a) (swap b)
  | Mul a b => Mul (swap a) (swap b)
  | Div a b => Div (swap a) (swap b)
  | Neg a => Neg (swap a)
  | Pow a n => Pow (swap a) n
  | Sqrt a => Sqrt (swap a)
  | Log a => Log (swap a)
  | Acos a => Acos (swap a)
  | Power a b => Power (swap a) (swap b)
  | Abs a => Abs (swap a)
  | Min a b => Min (swap a) (swap b)
  | Max a b => Max (swap a) (swap b)
  | IfZero t a b => IfZero (swap t) (swap a) (swap b)
  end.
Definition swap_atom (a : atom) : atom :=
  match a with Is e r => Is (swap e) r | Defined e => Defined (swap e) | Undefined e => Undefined (swap e) end.
Variable l : env.
Hypothesis V : val old l = val new l.
Hypothesis D : def old l <-> def new l.
Lemma swap_ok : forall e, val (swap e) l = val e l /\ (def (swap e) l <-> def e l).
Proof.
  induction e; cbn [swap]; match goal with |- context [if same ?x old then _ else _] =>
    destruct (same x old) eqn:S; [apply same_ok in S; rewrite <- S in V, D; rewrite V; tauto|] end;
    cbn [val def];
    try (destruct IHe1 as [-> B1], IHe2 as [-> B2]); try (destruct IHe3 as [-> B3]);
    try (destruct IHe as [-> B]); clear V D; tauto.
Qed.
Lemma swap_holds : forall a, holds l (swap_atom a) <-> holds l a.
Proof. intros [e r|e|e]; simpl; destruct (swap_ok e) as [A B]; rewrite ?A, ?B; tauto. Qed.
End Swap.

(** ** Variables that a formula does not have *)
Fixpoint has (i : positive) (e : expr) : bool :=
  match e with
  | Num _ => false
  | Var j => Pos.eqb i j
  | Add a b | Sub a b | Mul a b | Div a b | Power a b | Min a b | Max a b => has i a || has i b
  | Neg a | Pow a _ | Sqrt a | Log a | Acos a | Abs a => has i a
  | IfZero t a b => has i t || has i a || has i b
  end.
Definition body (a : atom) : expr := match a with Is e _ | Defined e | Undefined e => e end.
Lemma has_not : forall i x l e, has i e = false ->
  val e (upd l i x) = val e l /\ (def e (upd l i x) <-> def e l).
Proof.
  intros i x l. induction e; simpl; intro H;
    repeat match goal with H : _ || _ = false |- _ => apply orb_false_elim in H; destruct H end;
    try (destruct IHe1 as [-> B1]; [assumption|]; destruct IHe2 as [-> B2]; [assumption|]);
    try (destruct IHe3 as [-> B3]; [assumption|]); try (destruct IHe as [-> B]; [assumption|]);
    try tauto.
  split; [|tauto]. apply upd_ne. apply Pos.eqb_neq in H. auto.
Qed.
Lemma has_not_holds : forall i x l a, has i (body a) = false -> (holds (upd l i x) a <-> holds l a).
Proof. intros i x l [e r|e|e] H; simpl in *; destruct (has_not i x l e H) as [A B]; rewrite ?A, ?B; tauto. Qed.

(** ** Comparing atoms *)
Definition same_rel (a b : rel) : bool :=
  match a, b with GT, GT | GE, GE | EQ, EQ | NE, NE => true | _, _ => false end.
Definition same_atom (a b : atom) : bool :=
  match a, b with
  | Is e r, Is f s => same e f && same_rel r s
  | Defined e, Defined f | Undefined e, Undefined f => same e f
  | _, _ => false
  end.
Lemma same_rel_ok : forall a b, same_rel a b = true -> a = b.
Proof. destruct a, b; simpl; congruence. Qed.
Lemma same_atom_ok : forall a b, same_atom a b = true -> a = b.
Proof.
  destruct a, b; simpl; try discriminate; intro H; ab;
    repeat match goal with
      | H : same _ _ = true |- _ => apply same_ok in H
      | H : same_rel _ _ = true |- _ => apply same_rel_ok in H end; congruence.
Qed.
Definition among (a : atom) (H : list atom) : bool := existsb (same_atom a) H.
Lemma among_ok : forall a H l, among a H = true -> Forall (holds l) H -> holds l a.
Proof.
  intros a H l A F. apply existsb_exists in A. destruct A as [b [I S]]. apply same_atom_ok in S.
  subst b. rewrite Forall_forall in F. auto.
Qed.
(** Hypotheses with another one, unless it is there. *)
Definition adding (H : list atom) (a : atom) : list atom := if among a H then H else H ++ [a].
Lemma adding_ok : forall H a l, Forall (holds l) H -> holds l a -> Forall (holds l) (adding H a).
Proof.
  intros H a l F A. unfold adding. destruct (among a H); auto. apply Forall_app; split; auto.
Qed.
