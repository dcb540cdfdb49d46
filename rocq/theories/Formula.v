(** * What a formula means

    The first of the two files that a reader must trust ([Properties.v] is the other).
    A measure is a syntax tree, exactly as the paper writes it.  [val] is its value and [def] says
    where it has one: nothing is divided by 0, no root or logarithm is taken of a number that has
    none.  Rocq's own functions are total (1/0 is some number): [val] is only ever used together
    with [def]. *)
From Coq Require Import Reals ZArith List.
Import ListNotations.
Open Scope R_scope.

Inductive expr :=
  | Num (z : Z) | Var (i : positive)
  | Add (a b : expr) | Sub (a b : expr) | Mul (a b : expr) | Div (a b : expr) | Neg (a : expr)
  | Pow (a : expr) (n : Z)              (* a^n for a whole number n *)
  | Sqrt (a : expr) | Log (a : expr) | Acos (a : expr)
  | Power (a b : expr)                  (* a^b for real numbers a >= 0 and b *)
  | Abs (a : expr) | Min (a b : expr) | Max (a b : expr)
  | IfZero (t a b : expr).              (* a where t = 0, b elsewhere *)

(** x^e = exp (e log x) for x > 0, and 0^e = 0 (for e > 0, see [def]). *)
Definition real_power (x e : R) : R := if Rlt_dec 0 x then Rpower x e else 0.

(** An environment gives each variable its value. *)
Definition env := positive -> R.

Fixpoint val (f : expr) (l : env) : R :=
  match f with
  | Num z => IZR z
  | Var i => l i
  | Add a b => val a l + val b l
  | Sub a b => val a l - val b l
  | Mul a b => val a l * val b l
  | Div a b => val a l / val b l
  | Neg a => - val a l
  | Pow a n => powerRZ (val a l) n
  | Sqrt a => sqrt (val a l)
  | Log a => ln (val a l)
  | Acos a => acos (val a l)
  | Power a b => real_power (val a l) (val b l)
  | Abs a => Rabs (val a l)
  | Min a b => Rmin (val a l) (val b l)
  | Max a b => Rmax (val a l) (val b l)
  | IfZero t a b => if Req_EM_T (val t l) 0 then val a l else val b l
  end.

Fixpoint def (f : expr) (l : env) : Prop :=
  match f with
  | Num _ | Var _ => True
  | Add a b | Sub a b | Mul a b | Min a b | Max a b => def a l /\ def b l
  | Div a b => def a l /\ def b l /\ val b l <> 0
  | Neg a | Abs a => def a l
  | Pow a n => def a l /\ ((n < 0)%Z -> val a l <> 0)
  | Sqrt a => def a l /\ 0 <= val a l
  | Log a => def a l /\ 0 < val a l
  | Acos a => def a l /\ -1 <= val a l <= 1
  | Power a b => def a l /\ def b l /\ (0 < val a l \/ (val a l = 0 /\ 0 < val b l))
  | IfZero t a b => def t l /\ (val t l = 0 -> def a l) /\ (val t l <> 0 -> def b l)
  end.

(** The parts without which a formula has no value: all but the branches of a case. *)
Fixpoint parts (f : expr) : list expr :=
  f :: match f with
  | Num _ | Var _ => []
  | Add a b | Sub a b | Mul a b | Div a b | Power a b | Min a b | Max a b => parts a ++ parts b
  | Neg a | Pow a _ | Sqrt a | Log a | Acos a | Abs a => parts a
  | IfZero t _ _ => parts t
  end.

(** ** Statements about formulas *)
Inductive rel := GT | GE | EQ | NE.

Definition rl (r : rel) (x : R) : Prop :=
  match r with GT => 0 < x | GE => 0 <= x | EQ => x = 0 | NE => x <> 0 end.

(** The formula has a value and the value compares with 0; or it has, or has not, a value. *)
Inductive atom := Is (f : expr) (r : rel) | Defined (f : expr) | Undefined (f : expr).

Definition holds (l : env) (a : atom) : Prop :=
  match a with
  | Is f r => def f l /\ rl r (val f l)
  | Defined f => def f l
  | Undefined f => ~ def f l
  end.

(** Variables stand for whole numbers >= 0, for reals >= 0, for reals > 0, or for any real. *)
Inductive sort := Nat | NonNeg | Pos | Real.

Definition natural (x : R) : Prop := exists n : nat, x = INR n.

Definition of_sort (s : sort) (x : R) : Prop :=
  match s with Nat => natural x | NonNeg => 0 <= x | Pos => 0 < x | Real => True end.

(** A goal: whatever the variables are (in their sorts), hypotheses imply the conclusion. *)
Record goal := Goal { sorts : positive -> sort; hyps : list atom; concl : atom }.

Definition okenv (s : positive -> sort) (l : env) : Prop := forall i, of_sort (s i) (l i).

Definition valid (g : goal) : Prop :=
  forall l, okenv (sorts g) l -> Forall (holds l) (hyps g) -> holds l (concl g).

(** ** Notation *)
Declare Scope expr_scope.
Delimit Scope expr_scope with expr.
Bind Scope expr_scope with expr.
Notation "a + b" := (Add a b) : expr_scope.
Notation "a - b" := (Sub a b) : expr_scope.
Notation "a * b" := (Mul a b) : expr_scope.
Notation "a / b" := (Div a b) : expr_scope.
Notation "- a" := (Neg a) : expr_scope.
Notation "a ^ n" := (Pow a n%Z) : expr_scope.
Definition num_of (z : Z) : expr := Num z.
Definition num_to (e : expr) : option Z := match e with Num z => Some z | _ => None end.
Number Notation expr num_of num_to : expr_scope.
