(** * The properties, as on a blackboard

    The second of the two files that a reader must trust ([Formula.v] is the other).  A measure is
    a formula in the cells TP, FN, FP, TN and perhaps in parameters (for all values in their
    domain).  A property that compares two matrices speaks of those where both values exist. *)
From Coq Require Import Reals ZArith List.
From SymbolicMeasures Require Import Formula.
Import ListNotations.
Open Scope R_scope.

(** ** Measures and matrices *)
Definition TP := Var 1. Definition FN := Var 2. Definition FP := Var 3. Definition TN := Var 4.
(** Parameters are the variables from 21 on; what a measure assumes of them is its domain. *)
Record measure := Measure { formula : expr; domain : list atom }.
Definition parameters (theta : env) : env := fun i => if (i <=? 20)%positive then 0 else theta i.
Definition admissible (M : measure) (theta : env) : Prop :=
  Forall (holds (parameters theta)) (domain M).

(** The confusion matrix ((tp, fn), (fp, tn)), true class first. *)
Definition matrix := (R * R * R * R)%type.
Definition cells (theta : env) (A : matrix) : env :=
  let '(tp, fn, fp, tn) := A in
  fun i => match i with
           | 1 => tp | 2 => fn | 3 => fp | 4 => tn | _ => parameters theta i end%positive.

(** If M is defined at A and at B, its values there are related. *)
Definition compare (M : measure) (theta : env) (related : R -> R -> Prop) (A B : matrix) : Prop :=
  def (formula M) (cells theta A) -> def (formula M) (cells theta B) ->
  related (val (formula M) (cells theta A)) (val (formula M) (cells theta B)).
Definition counts (xs : list R) : Prop := Forall natural xs.
Definition for_all_parameters (M : measure) (P : env -> Prop) : Prop :=
  forall theta, admissible M theta -> P theta.

(** ** gosgens2021: matrices of whole numbers *)
(** Definition 3 *)
Definition symmetry (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn, counts [tp; fn; fp; tn] -> 1 <= tp + fn + fp + tn ->
  compare M theta eq (tp, fn, fp, tn) (tp, fp, fn, tn)).
(** Definition 4 *)
Definition class_symmetry (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn, counts [tp; fn; fp; tn] -> 1 <= tp + fn + fp + tn ->
  compare M theta eq (tp, fn, fp, tn) (tn, fp, fn, tp)).
(** Definition 1 *)
Definition maximal_agreement (M : measure) := for_all_parameters M (fun theta =>
  (forall tp tn tp' tn', counts [tp; tn; tp'; tn'] -> 1 <= tp + tn -> 1 <= tp' + tn' ->
     compare M theta eq (tp, 0, 0, tn) (tp', 0, 0, tn')) /\
  (forall tp fn fp tn tp' tn', counts [tp; fn; fp; tn; tp'; tn'] ->
     1 <= fn + fp -> 1 <= tp' + tn' ->
     compare M theta Rlt (tp, fn, fp, tn) (tp', 0, 0, tn'))).
(** Definition 2 *)
Definition minimal_agreement (M : measure) := for_all_parameters M (fun theta =>
  (forall fn fp fn' fp', counts [fn; fp; fn'; fp'] -> 1 <= fn + fp -> 1 <= fn' + fp' ->
     compare M theta eq (0, fn, fp, 0) (0, fn', fp', 0)) /\
  (forall tp fn fp tn fn' fp', counts [tp; fn; fp; tn; fn'; fp'] ->
     1 <= tp + tn -> 1 <= fn' + fp' ->
     compare M theta Rgt (tp, fn, fp, tn) (0, fn', fp', 0))).
(** Definition 5: x_abc elements have label a in A, b in B and c in C. *)
Definition triangle_inequality (M : measure) := for_all_parameters M (fun theta =>
  forall x000 x001 x010 x011 x100 x101 x110 x111 tp tn,
  counts [x000; x001; x010; x011; x100; x101; x110; x111; tp; tn] ->
  1 <= x000 + x001 + x010 + x011 + x100 + x101 + x110 + x111 -> 1 <= tp + tn ->
  let AB := (x110 + x111, x100 + x101, x010 + x011, x000 + x001) in
  let BC := (x011 + x111, x010 + x110, x001 + x101, x000 + x100) in
  let AC := (x101 + x111, x100 + x110, x001 + x011, x000 + x010) in
  let D := (tp, 0, 0, tn) in
  let defined := fun A => def (formula M) (cells theta A) in
  let M := fun A => val (formula M) (cells theta A) in
  defined AB -> defined BC -> defined AC -> defined D ->
  M D - M AC <= (M D - M AB) + (M D - M BC)).
Definition distance (M : measure) :=
  symmetry M /\ maximal_agreement M /\ triangle_inequality M.
(** Definition 6: one error is corrected; no row or column sum is n. *)
Definition nonunary (tp fn fp tn : R) :=
  1 <= fp + tn /\ 1 <= tp + fn /\ 1 <= fn + tn /\ 1 <= tp + fp.
Definition correcting (related : R -> R -> Prop) (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn, counts [tp; fn; fp; tn] -> nonunary tp fn fp tn ->
  let C := (tp, fn, fp, tn) in
  (1 <= fn -> compare M theta related C (tp + 1, fn - 1, fp, tn)) /\
  (1 <= fn -> compare M theta related C (tp, fn - 1, fp, tn + 1)) /\
  (1 <= fp -> compare M theta related C (tp + 1, fn, fp - 1, tn)) /\
  (1 <= fp -> compare M theta related C (tp, fn, fp - 1, tn + 1))).
Definition monotone := correcting Rlt.
Definition weakly_monotone := correcting Rle.
(** Definition 7, as single steps *)
Definition improving (related : R -> R -> Prop) (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn, counts [tp; fn; fp; tn] -> nonunary tp fn fp tn ->
  let C := (tp, fn, fp, tn) in
  (1 <= fn + fp -> compare M theta related C (tp + 1, fn, fp, tn)) /\
  (1 <= fn + fp -> compare M theta related C (tp, fn, fp, tn + 1)) /\
  (1 <= fn -> 1 <= tp + tn -> compare M theta related C (tp, fn - 1, fp, tn)) /\
  (1 <= fp -> 1 <= tp + tn -> compare M theta related C (tp, fn, fp - 1, tn))).
Definition strongly_monotone := improving Rlt.
Definition weakly_strongly_monotone := improving Rle.
(** Definition 8.  All sizes n, P = TP + FN and Q = TP + FP, 0 < Q < n; the prediction is drawn
    uniformly among those of its size, so TP = k for C(P, k) C(n - P, Q - k) of the C(n, Q). *)
Fixpoint choose (n k : nat) : nat :=
  match n, k with _, O => 1 | O, S _ => 0 | S n, S k => choose n k + choose n (S k) end.
Definition outcome (n P Q k : nat) : matrix :=
  (INR k, INR P - INR k, INR Q - INR k, INR n - INR P - INR Q + INR k).
Definition possible (n P Q k : nat) := (k <= P /\ k <= Q /\ P + Q <= n + k)%nat.
Definition ways (n P Q k : nat) : R := INR (choose P k * choose (n - P) (Q - k)).
Fixpoint sum (m : nat) (f : nat -> R) : R := match m with O => f O | S k => sum k f + f (S k) end.
Definition expectation (M : measure) (theta : env) (n P Q : nat) : R :=
  sum Q (fun k => ways n P Q k * val (formula M) (cells theta (outcome n P Q k)))
  / INR (choose n Q).
Definition constant_baseline (M : measure) := for_all_parameters M (fun theta =>
  exists c, forall n P Q, (P <= n)%nat -> (0 < Q < n)%nat ->
  (forall k, possible n P Q k -> def (formula M) (cells theta (outcome n P Q k))) ->
  expectation M theta n P Q = c).
(** Definition 9: the value at the expected matrix. *)
Definition expected (tp fn fp tn : R) : matrix :=
  let n := tp + fn + fp + tn in
  ((tp + fn) * (tp + fp) / n, (tp + fn) * (fn + tn) / n,
   (fp + tn) * (tp + fp) / n, (fp + tn) * (fn + tn) / n).
Definition approximate_constant_baseline (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn tp' fn' fp' tn', counts [tp; fn; fp; tn; tp'; fn'; fp'; tn'] ->
  1 <= fn + tn -> 1 <= tp + fp -> 1 <= fn' + tn' -> 1 <= tp' + fp' ->
  compare M theta eq (expected tp fn fp tn) (expected tp' fn' fp' tn')).
(** Definition 11, for whole factors *)
Definition scale_invariance (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn k, counts [tp; fn; fp; tn; k] -> 1 <= tp + fn + fp + tn -> 1 <= k ->
  compare M theta eq (tp, fn, fp, tn) (k * tp, k * fn, k * fp, k * tn)).
(** The field's usage *)
Definition tn_invariance (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn k, counts [tp; fn; fp; tn; k] -> 1 <= tp + fn + fp + tn -> 1 <= k ->
  compare M theta eq (tp, fn, fp, tn) (tp, fn, fp, tn + k)).

(** ** brzezinski2018, Section 4: real matrices, P > 0 and N > 0 *)
Definition reals (xs : list R) : Prop := Forall (fun x => 0 <= x) xs.
Definition both_classes (tp fn fp tn : R) := 0 < tp + fn /\ 0 < fp + tn.

Definition tptn_max (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn tp' tn', reals [tp; fn; fp; tn; tp'; tn'] -> both_classes tp fn fp tn ->
  0 < tp' -> 0 < tn' -> tp + fn + fp + tn = tp' + tn' ->
  compare M theta Rle (tp, fn, fp, tn) (tp', 0, 0, tn')).
Definition fn_min (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn fn' fp' tn', reals [tp; fn; fp; tn; fn'; fp'; tn'] ->
  both_classes tp fn fp tn -> both_classes 0 fn' fp' tn' ->
  tp + fn + fp + tn = fn' + fp' + tn' ->
  compare M theta Rge (tp, fn, fp, tn) (0, fn', fp', tn')).
Definition fp_min (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn tp' fn' fp', reals [tp; fn; fp; tn; tp'; fn'; fp'] ->
  both_classes tp fn fp tn -> both_classes tp' fn' fp' 0 ->
  tp + fn + fp + tn = tp' + fn' + fp' ->
  compare M theta Rge (tp, fn, fp, tn) (tp', fn', fp', 0)).
Definition tptn_max_in_section (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn, reals [tp; fn; fp; tn] -> both_classes tp fn fp tn ->
  compare M theta Rle (tp, fn, fp, tn) (tp + fn, 0, 0, fp + tn)).
(** TP (or TN) grows along a line on which P, N and the other one are fixed. *)
Definition tp_growing (related : R -> R -> Prop) (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn k, reals [tp; fn; fp; tn; k] -> 0 < fp + tn -> 0 < k ->
  compare M theta related (tp, fn + k, fp, tn) (tp + k, fn, fp, tn)).
Definition tn_growing (related : R -> R -> Prop) (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn k, reals [tp; fn; fp; tn; k] -> 0 < tp + fn -> 0 < k ->
  compare M theta related (tp, fn, fp + k, tn) (tp, fn, fp, tn + k)).
Definition tp_monotone := tp_growing Rle.
Definition tp_strictly_monotone := tp_growing Rlt.
Definition tn_monotone := tn_growing Rle.
Definition tn_strictly_monotone := tn_growing Rlt.
(** On the side FP = 0 (FN > 0) some matrix with the same P and N has a value, and a larger one. *)
Definition tn_not_max_in_section (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn tn, reals [tp; fn; tn] -> 0 < tp + fn -> 0 < 0 + tn -> 0 < fn ->
  let defined := fun A => def (formula M) (cells theta A) in
  let M := fun A => val (formula M) (cells theta A) in
  defined (tp, fn, 0, tn) ->
  exists tp' fn' fp' tn', reals [tp'; fn'; fp'; tn'] /\ tp' + fn' = tp + fn /\
    fp' + tn' = 0 + tn /\ defined (tp', fn', fp', tn') /\
    M (tp, fn, 0, tn) < M (tp', fn', fp', tn')).
Definition tp_not_max_in_section (M : measure) := for_all_parameters M (fun theta =>
  forall tp fp tn, reals [tp; fp; tn] -> 0 < tp + 0 -> 0 < fp + tn -> 0 < fp ->
  let defined := fun A => def (formula M) (cells theta A) in
  let M := fun A => val (formula M) (cells theta A) in
  defined (tp, 0, fp, tn) ->
  exists tp' fn' fp' tn', reals [tp'; fn'; fp'; tn'] /\ tp' + fn' = tp + 0 /\
    fp' + tn' = fp + tn /\ defined (tp', fn', fp', tn') /\
    M (tp, 0, fp, tn) < M (tp', fn', fp', tn')).
(** The same with some matrix of the same n that has positives and negatives. *)
Definition tn_not_max (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn tn, reals [tp; fn; tn] -> 0 < tp + fn -> 0 < 0 + tn -> 0 < fn ->
  let defined := fun A => def (formula M) (cells theta A) in
  let M := fun A => val (formula M) (cells theta A) in
  defined (tp, fn, 0, tn) ->
  exists tp' fn' fp' tn', reals [tp'; fn'; fp'; tn'] /\ both_classes tp' fn' fp' tn' /\
    tp' + fn' + fp' + tn' = tp + fn + 0 + tn /\ defined (tp', fn', fp', tn') /\
    M (tp, fn, 0, tn) < M (tp', fn', fp', tn')).
Definition tp_not_max (M : measure) := for_all_parameters M (fun theta =>
  forall tp fp tn, reals [tp; fp; tn] -> 0 < tp + 0 -> 0 < fp + tn -> 0 < fp ->
  let defined := fun A => def (formula M) (cells theta A) in
  let M := fun A => val (formula M) (cells theta A) in
  defined (tp, 0, fp, tn) ->
  exists tp' fn' fp' tn', reals [tp'; fn'; fp'; tn'] /\ both_classes tp' fn' fp' tn' /\
    tp' + fn' + fp' + tn' = tp + 0 + fp + tn /\ defined (tp', fn', fp', tn') /\
    M (tp, 0, fp, tn) < M (tp', fn', fp', tn')).
(** g is the part that is not recognized. *)
Definition ace (M : measure) := for_all_parameters M (fun theta =>
  forall P N g, 0 < P -> 0 < N -> 0 <= g <= 1 ->
  compare M theta Rge (P, 0, g * N, (1 - g) * N) ((1 - g) * P, g * P, 0, N)).
Definition ach (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn, reals [tp; fn; fp; tn] -> 0 < tp + fn + fp + tn ->
  compare M theta eq (tp, fn, fp, tn) (tn, fp, fn, tp)).

(** ** opitz2024: real matrices with positive cells *)
Definition positives (xs : list R) : Prop := Forall (fun x => 0 < x) xs.
(** The partial derivative at A in the cell with this number (TP, FN, FP, TN: 1, 2, 3, 4) is d: of
    [val], which is M wherever M has a value. *)
Definition moved (cell : positive) (A : matrix) (x : R) : matrix :=
  let '(tp, fn, fp, tn) := A in
  match cell with
  | 1%positive => (tp + x, fn, fp, tn) | 2%positive => (tp, fn + x, fp, tn)
  | 3%positive => (tp, fn, fp + x, tn) | _ => (tp, fn, fp, tn + x) end.
Definition partial (M : measure) (theta : env) (A : matrix) (cell : positive) (d : R) : Prop :=
  derivable_pt_lim (fun x => val (formula M) (cells theta (moved cell A x))) 0 d.
(** Property I *)
Definition opitz_monotone (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn, positives [tp; fn; fp; tn] ->
  let A := (tp, fn, fp, tn) in def (formula M) (cells theta A) ->
  (exists d, partial M theta A 1 d /\ 0 <= d) /\ (exists d, partial M theta A 2 d /\ d <= 0) /\
  (exists d, partial M theta A 3 d /\ d <= 0) /\ (exists d, partial M theta A 4 d /\ 0 <= d)).
(** Property II: of two right cells, or of two wrong ones *)
Definition class_sensitive (M : measure) := for_all_parameters M (fun theta =>
  exists tp fn fp tn, positives [tp; fn; fp; tn] /\
  let A := (tp, fn, fp, tn) in def (formula M) (cells theta A) /\
  exists i j d e, In (i, j) [(1, 4); (4, 1); (2, 3); (3, 2)]%positive /\
    partial M theta A i d /\ partial M theta A j e /\ d <> e).
(** Property IV *)
Definition prevalence_invariant (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn s1 s2, positives [tp; fn; fp; tn; s1; s2] ->
  compare M theta eq (tp, fn, fp, tn) (s1 * tp, s1 * fn, s2 * fp, s2 * tn)).
(** Property V: p is the share of class 1 in the truth, z in a prediction that is independent of it;
    a bound below 1 is a supremum below 1. *)
Definition at_random (p z : R) : matrix := (p * z, p * (1 - z), (1 - p) * z, (1 - p) * (1 - z)).
Definition chance_corrected (M : measure) := for_all_parameters M (fun theta =>
  exists b, b < 1 /\ forall p z, 0 < p < 1 -> 0 < z < 1 ->
  def (formula M) (cells theta (at_random p z)) ->
  val (formula M) (cells theta (at_random p z)) <= b).

(** ** Where a measure is undefined, by the cells that are positive (whole numbers) *)
Definition pattern := (bool * bool * bool * bool)%type.
Definition of_pattern (s : pattern) (A : matrix) : Prop :=
  let '(a, b, c, d) := s in let '(tp, fn, fp, tn) := A in
  let fits := fun (on : bool) x => if on then 1 <= x else x = 0 in
  counts [tp; fn; fp; tn] /\ fits a tp /\ fits b fn /\ fits c fp /\ fits d tn.
Definition patterns : list pattern := let two := [true; false] in
  filter (fun s => let '(a, b, c, d) := s in orb (orb a b) (orb c d))
    (flat_map (fun a => flat_map (fun b => flat_map (fun c => map (fun d => (a, b, c, d)) two) two)
       two) two).
Definition same_pattern (s t : pattern) : bool :=
  let '(a, b, c, d) := s in let '(e, f, g, h) := t in
  andb (andb (Bool.eqb a e) (Bool.eqb b f)) (andb (Bool.eqb c g) (Bool.eqb d h)).
Definition undefined_exactly_on (undefined : list pattern) (M : measure) :=
  for_all_parameters M (fun theta => Forall (fun s => forall A, of_pattern s A ->
    if existsb (same_pattern s) undefined then ~ def (formula M) (cells theta A)
    else def (formula M) (cells theta A)) patterns).
(** The same, and by which of its parts: 0/0, or c/0 with c other than 0, ... *)
Inductive kind := ZeroByZero | ByZero | LogOfZero | LogOfNegative | RootOfNegative.
Definition undefined_by (k : kind) (part : expr) (l : env) : Prop :=
  match k, part with
  | ZeroByZero, Div a b => (def a l /\ val a l = 0) /\ (def b l /\ val b l = 0)
  | ByZero, Div a b => (def a l /\ val a l <> 0) /\ (def b l /\ val b l = 0)
  | LogOfZero, Log a => def a l /\ val a l = 0
  | LogOfNegative, Log a | RootOfNegative, Sqrt a => def a l /\ val a l < 0
  | _, _ => False
  end.
Definition undefined_kinds (undefined : list (pattern * (kind * expr))) (M : measure) :=
  for_all_parameters M (fun theta => Forall (fun s => forall A, of_pattern s A ->
    match find (fun u => same_pattern s (fst u)) undefined with
    | Some (_, (k, part)) => In part (parts (formula M)) /\ undefined_by k part (cells theta A)
    | None => def (formula M) (cells theta A)
    end) patterns).

(** ** The range: infimum and supremum over all matrices of whole numbers *)
Definition value_of (M : measure) (theta : env) (x : R) : Prop := exists tp fn fp tn,
  counts [tp; fn; fp; tn] /\ 1 <= tp + fn + fp + tn /\
  def (formula M) (cells theta (tp, fn, fp, tn)) /\
  val (formula M) (cells theta (tp, fn, fp, tn)) = x.
Inductive extreme := Attained (b : expr) | Approached (b : expr) | Infinite.
Definition infimum (values : R -> Prop) (theta : env) (e : extreme) : Prop :=
  match e with
  | Attained b => def b theta /\ values (val b theta) /\ forall x, values x -> val b theta <= x
  | Approached b => def b theta /\ (forall x, values x -> val b theta < x) /\
      forall gap, 0 < gap -> exists x, values x /\ x < val b theta + gap
  | Infinite => forall y, exists x, values x /\ x < y
  end.
Definition supremum (values : R -> Prop) (theta : env) (e : extreme) : Prop :=
  match e with
  | Attained b => def b theta /\ values (val b theta) /\ forall x, values x -> x <= val b theta
  | Approached b => def b theta /\ (forall x, values x -> x < val b theta) /\
      forall gap, 0 < gap -> exists x, values x /\ val b theta - gap < x
  | Infinite => forall y, exists x, values x /\ y < x
  end.
Definition range (low high : extreme) (M : measure) := for_all_parameters M (fun theta =>
  infimum (value_of M theta) (parameters theta) low /\
  supremum (value_of M theta) (parameters theta) high).
