(** * The properties for m classes, as on a blackboard

    What [Properties.v] is for two classes, this file is for any number m of them.  A matrix gives
    every true class i and predicted class j (counted from 0) the number of its elements; only the
    cells with i, j < m count. *)
From Coq Require Import Reals ZArith Arith List Bool.
From SymbolicMeasures Require Import Formula Properties.
Import ListNotations.
Open Scope R_scope.

Definition matrix := nat -> nat -> R.

(** ** Variables
    The first m * m variables are the cells, row by row; so many more are those of a second matrix,
    and [m * m * m] follow for what else a statement speaks of.  Parameters come after these. *)
Definition reserved (m : nat) : nat := (m * m * (m + 2))%nat.
Definition index (v : positive) : nat := pred (Pos.to_nat v).
Definition parameters (m : nat) (theta : env) : env :=
  fun v => if (index v <? reserved m)%nat then 0 else theta v.
Definition cells (m : nat) (theta : env) (A : matrix) : env := fun v =>
  let n := index v in
  if (n <? m * m)%nat then A (n / m)%nat (n mod m)%nat else parameters m theta v.

Definition admissible (m : nat) (M : measure) (theta : env) : Prop :=
  Forall (holds (parameters m theta)) (domain M).
Definition for_all_parameters (m : nat) (M : measure) (P : env -> Prop) : Prop :=
  forall theta, admissible m M theta -> P theta.
(** If M is defined at A and at B, its values there are related. *)
Definition compare (m : nat) (M : measure) (theta : env) (related : R -> R -> Prop) (A B : matrix) :=
  def (formula M) (cells m theta A) -> def (formula M) (cells m theta B) ->
  related (val (formula M) (cells m theta A)) (val (formula M) (cells m theta B)).

(** ** Sums of cells *)
Definition sum (xs : list R) : R := fold_right Rplus 0 xs.
Definition places (m : nat) : list (nat * nat) := list_prod (seq 0 m) (seq 0 m).
Definition picked {T} (m : nat) (keep : nat -> nat -> bool) (A : nat -> nat -> T) : list T :=
  map (fun p => A (fst p) (snd p)) (filter (fun p => keep (fst p) (snd p)) (places m)).
Definition every (i j : nat) := true.
Definition right (i j : nat) := (i =? j)%nat.
Definition wrong (i j : nat) := negb (right i j).
Definition in_row (r i j : nat) := (i =? r)%nat.
Definition in_column (c i j : nat) := (j =? c)%nat.
Definition outside_row (r i j : nat) := negb (in_row r i j).
Definition outside_column (c i j : nat) := negb (in_column c i j).
(** How many elements there are in the cells that are kept. *)
Definition elements (m : nat) (keep : nat -> nat -> bool) (A : matrix) : R := sum (picked m keep A).
Definition counts (m : nat) (A : matrix) : Prop :=
  forall i j, (i < m)%nat -> (j < m)%nat -> natural (A i j).

(** ** gosgens2021: matrices of whole numbers *)
(** Definition 3 *)
Definition symmetry (m : nat) (M : measure) := for_all_parameters m M (fun theta =>
  forall A, counts m A -> 1 <= elements m every A ->
  compare m M theta eq A (fun i j => A j i)).
(** Definition 4: p permutes the classes. *)
Definition permutes (m : nat) (p : nat -> nat) : Prop :=
  (forall i, (i < m)%nat -> (p i < m)%nat) /\
  (forall i j, (i < m)%nat -> (j < m)%nat -> p i = p j -> i = j).
Definition class_symmetry (m : nat) (M : measure) := for_all_parameters m M (fun theta =>
  forall p A, permutes m p -> counts m A -> 1 <= elements m every A ->
  compare m M theta eq A (fun i j => A (p i) (p j))).
(** Definitions 1 and 2: all matrices whose elements are in the cells that are kept have one value,
    and that of every other matrix is related to it. *)
Definition only (m : nat) (keep : nat -> nat -> bool) (A : matrix) : Prop :=
  forall i j, (i < m)%nat -> (j < m)%nat -> keep i j = false -> A i j = 0.
Definition agreement (keep : nat -> nat -> bool) (related : R -> R -> Prop) (m : nat) (M : measure) :=
  for_all_parameters m M (fun theta =>
  (forall A B, counts m A -> counts m B -> only m keep A -> only m keep B ->
     1 <= elements m every A -> 1 <= elements m every B -> compare m M theta eq A B) /\
  (forall A B, counts m A -> counts m B -> only m keep B ->
     1 <= elements m (fun i j => negb (keep i j)) A -> 1 <= elements m every B ->
     compare m M theta related A B)).
Definition maximal_agreement := agreement right Rlt.
Definition minimal_agreement := agreement wrong Rgt.
(** Definition 6: one error is corrected; no row or column sum is n. *)
Definition nonunary (m : nat) (A : matrix) : Prop := forall i, (i < m)%nat ->
  1 <= elements m (outside_row i) A /\ 1 <= elements m (outside_column i) A.
Definition changed {T} (f : T -> T) (a b : nat) (A : nat -> nat -> T) : nat -> nat -> T :=
  fun i j => if (i =? a)%nat && (j =? b)%nat then f (A i j) else A i j.
Definition one_more : nat -> nat -> matrix -> matrix := changed (fun x => x + 1).
Definition one_less : nat -> nat -> matrix -> matrix := changed (fun x => x - 1).
Definition correcting (related : R -> R -> Prop) (m : nat) (M : measure) :=
  for_all_parameters m M (fun theta =>
  forall A a b c, counts m A -> nonunary m A -> (a < m)%nat -> (b < m)%nat -> a <> b ->
  c = a \/ c = b -> 1 <= A a b -> compare m M theta related A (one_more c c (one_less a b A))).
Definition monotone := correcting Rlt.
Definition weakly_monotone := correcting Rle.
(** Definition 7, as single steps *)
Definition improving (related : R -> R -> Prop) (m : nat) (M : measure) :=
  for_all_parameters m M (fun theta => forall A, counts m A -> nonunary m A ->
  (forall c, (c < m)%nat -> 1 <= elements m wrong A ->
     compare m M theta related A (one_more c c A)) /\
  (forall a b, (a < m)%nat -> (b < m)%nat -> a <> b -> 1 <= A a b -> 1 <= elements m right A ->
     compare m M theta related A (one_less a b A))).
Definition strongly_monotone := improving Rlt.
Definition weakly_strongly_monotone := improving Rle.
(** Definition 9: the value at the expected matrix. *)
Definition expected (m : nat) (A : matrix) : matrix := fun i j =>
  elements m (in_row i) A * elements m (in_column j) A / elements m every A.
Definition approximate_constant_baseline (m : nat) (M : measure) :=
  for_all_parameters m M (fun theta => forall A B, counts m A -> counts m B ->
  (forall j, (j < m)%nat -> 1 <= elements m (outside_column j) A) ->
  (forall j, (j < m)%nat -> 1 <= elements m (outside_column j) B) ->
  compare m M theta eq (expected m A) (expected m B)).
(** Definition 11, for whole factors *)
Definition scale_invariance (m : nat) (M : measure) := for_all_parameters m M (fun theta =>
  forall A k, counts m A -> natural k -> 1 <= elements m every A -> 1 <= k ->
  compare m M theta eq A (fun i j => k * A i j)).
(** Definition 5: x a b c elements have the labels a, b, c in the labelings A, B, C. *)
Definition labels (m : nat) : list nat := seq 0 m.
Definition over {T} (m : nat) (f : nat -> T) : list T := map f (labels m).
Definition triangle_inequality (m : nat) (M : measure) := for_all_parameters m M (fun theta =>
  forall (x : nat -> nat -> nat -> R) D,
  (forall a b c, (a < m)%nat -> (b < m)%nat -> (c < m)%nat -> natural (x a b c)) -> counts m D ->
  1 <= sum (map (fun p => x (fst (fst p)) (snd (fst p)) (snd p)) (list_prod (places m) (labels m))) ->
  only m right D -> 1 <= elements m every D ->
  let AB : matrix := fun i j => sum (over m (fun c => x i j c)) in
  let BC : matrix := fun i j => sum (over m (fun a => x a i j)) in
  let AC : matrix := fun i j => sum (over m (fun b => x i b j)) in
  let defined := fun A => def (formula M) (cells m theta A) in
  let M := fun A => val (formula M) (cells m theta A) in
  defined AB -> defined BC -> defined AC -> defined D ->
  M D - M AC <= (M D - M AB) + (M D - M BC)).
Definition distance (m : nat) (M : measure) :=
  symmetry m M /\ maximal_agreement m M /\ triangle_inequality m M.
