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
(** Definition 8.  a and b are the sizes of the true and of the predicted classes.  A matrix with
    these sizes comes from prod a_i! / prod c_ij! of the n! / prod b_j! predictions of these sizes. *)
Fixpoint rows (size : nat) (limits : list nat) : list (list nat) :=
  match limits with
  | [] => if (size =? 0)%nat then [[]] else []
  | b :: r => flat_map (fun k => map (cons k) (rows (size - k) r)) (seq 0 (S (Nat.min size b)))
  end.
Definition left_over (b row : list nat) : list nat := map (fun p => fst p - snd p)%nat (combine b row).
Fixpoint tables (a b : list nat) : list (list (list nat)) :=
  match a with
  | [] => if (list_sum b =? 0)%nat then [[]] else []
  | size :: r => flat_map (fun row => map (cons row) (tables r (left_over b row))) (rows size b)
  end.
Definition table (T : list (list nat)) : matrix := fun i j => INR (nth j (nth i T []) 0%nat).
Definition factorials (xs : list nat) : R := fold_right (fun x r => INR (fact x) * r) 1 xs.
Definition chance (a b : list nat) (T : list (list nat)) : R :=
  factorials a * factorials b / (factorials (concat T) * INR (fact (list_sum a))).
Definition expectation (m : nat) (M : measure) (theta : env) (a b : list nat) : R :=
  sum (map (fun T => chance a b T * val (formula M) (cells m theta (table T))) (tables a b)).
Definition constant_baseline (m : nat) (M : measure) := for_all_parameters m M (fun theta =>
  exists c, forall a b, length a = m -> length b = m -> list_sum a = list_sum b ->
  Forall (fun size => (size < list_sum b)%nat) b ->
  (forall T, In T (tables a b) -> def (formula M) (cells m theta (table T))) ->
  expectation m M theta a b = c).

(** ** The range: infimum and supremum over all matrices of whole numbers *)
Definition value_of (m : nat) (M : measure) (theta : env) (x : R) : Prop := exists A,
  counts m A /\ 1 <= elements m every A /\ def (formula M) (cells m theta A) /\
  val (formula M) (cells m theta A) = x.
Definition range (m : nat) (low high : extreme) (M : measure) := for_all_parameters m M (fun theta =>
  infimum (value_of m M theta) (parameters m theta) low /\
  supremum (value_of m M theta) (parameters m theta) high).

(** ** opitz2024: real matrices with positive cells *)
Definition all_positive (m : nat) (A : matrix) : Prop :=
  forall i j, (i < m)%nat -> (j < m)%nat -> 0 < A i j.
(** The partial derivative at A in the cell (a, b) is d: of [val], which is M wherever M has one. *)
Definition partial (m : nat) (M : measure) (theta : env) (A : matrix) (a b : nat) (d : R) : Prop :=
  derivable_pt_lim
    (fun x => val (formula M) (cells m theta (changed (fun y => y + x) a b A))) 0 d.
(** Property I *)
Definition opitz_monotone (m : nat) (M : measure) := for_all_parameters m M (fun theta =>
  forall A a b, all_positive m A -> def (formula M) (cells m theta A) -> (a < m)%nat -> (b < m)%nat ->
  exists d, partial m M theta A a b d /\ if right a b then 0 <= d else d <= 0).
(** Property II: of two right cells, or of two wrong ones *)
Definition class_sensitive (m : nat) (M : measure) := for_all_parameters m M (fun theta =>
  exists A, all_positive m A /\ def (formula M) (cells m theta A) /\
  exists a b a' b' d e, (a < m)%nat /\ (b < m)%nat /\ (a' < m)%nat /\ (b' < m)%nat /\
    right a b = right a' b' /\ partial m M theta A a b d /\ partial m M theta A a' b' e /\ d <> e).
(** Property IV *)
Definition prevalence_invariant (m : nat) (M : measure) := for_all_parameters m M (fun theta =>
  forall A s, all_positive m A -> (forall i, (i < m)%nat -> 0 < s i) ->
  compare m M theta eq A (fun i j => s i * A i j)).
(** Property V: p are the shares of the classes in the truth, z in a prediction that is independent
    of it; a bound below 1 is a supremum below 1. *)
Definition share (m : nat) (p : nat -> R) : Prop :=
  (forall i, (i < m)%nat -> 0 < p i) /\ sum (over m p) = 1.
Definition chance_corrected (m : nat) (M : measure) := for_all_parameters m M (fun theta =>
  exists b, b < 1 /\ forall p z, share m p -> share m z ->
  def (formula M) (cells m theta (fun i j => p i * z j)) ->
  val (formula M) (cells m theta (fun i j => p i * z j)) <= b).
