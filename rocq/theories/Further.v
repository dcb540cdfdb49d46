(** * What the field asks for besides the three papers, and its goals

    Exchanges, scaled classes, chance, bends, classes of different size; and the two minima of a
    section.  The first half is for a reader, as [Properties.v]; the second links it to goals. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From SymbolicMeasures Require Import
  Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Properties Statements
  Gosgens Brzezinski.
Import ListNotations.
Open Scope R_scope.

(** If M is defined there, its value has the property; or its values at three matrices have. *)
Definition speaks_at (M : measure) theta (A : matrix) (good : R -> Prop) : Prop :=
  def (formula M) (cells theta A) -> good (val (formula M) (cells theta A)).
Definition compare3 (M : measure) theta (related : R -> R -> R -> Prop) (A B C : matrix) : Prop :=
  speaks_at M theta A (fun x => compare M theta (related x) B C).

(** ** Exchanges (whole numbers) *)
Definition exchanging (other : R -> R -> R -> R -> matrix) (related : R -> R -> Prop)
    (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn, counts [tp; fn; fp; tn] -> 1 <= tp + fn + fp + tn ->
  compare M theta related (tp, fn, fp, tn) (other tp fn fp tn)).
Definition prediction_antisymmetry :=
  exchanging (fun tp fn fp tn => (fn, tp, tn, fp)) (fun x y => y = - x).
Definition truth_antisymmetry :=
  exchanging (fun tp fn fp tn => (fp, tn, tp, fn)) (fun x y => y = - x).
Definition transposed_class_symmetry := exchanging (fun tp fn fp tn => (tn, fn, fp, tp)) eq.

(** ** Scaling a class (real numbers) *)
Definition predicted_class_scaling (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn k, reals [tp; fn; fp; tn; k] -> 0 < tp + fn + fp + tn -> 0 < k ->
  compare M theta eq (tp, fn, fp, tn) (k * tp, fn, k * fp, tn) /\
  compare M theta eq (tp, fn, fp, tn) (tp, k * fn, fp, k * tn)).
Definition with_prevalence (related : R -> R -> Prop) (M : measure) :=
  for_all_parameters M (fun theta =>
  forall tp fn fp tn k, reals [tp; fn; fp; tn; k] -> both_classes tp fn fp tn -> 0 < k ->
  compare M theta related (tp, fn, fp, tn) (tp + k * tp, fn + k * fn, fp, tn)).
Definition prevalence_increasing := with_prevalence Rle.
Definition prevalence_decreasing := with_prevalence Rge.

(** ** Chance (real numbers) *)
Definition zero_at_independence (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn, reals [tp; fn; fp; tn] -> both_classes tp fn fp tn ->
  0 < tp + fp -> 0 < fn + tn -> tp * tn = fn * fp ->
  speaks_at M theta (tp, fn, fp, tn) (fun x => x = 0)).
Definition sign_of_association (M : measure) :=
  zero_at_independence M /\ for_all_parameters M (fun theta =>
  forall tp fn fp tn, reals [tp; fn; fp; tn] ->
  (fn * fp < tp * tn -> speaks_at M theta (tp, fn, fp, tn) (fun x => 0 < x)) /\
  (tp * tn < fn * fp -> speaks_at M theta (tp, fn, fp, tn) (fun x => x < 0))).
Definition better_than_chance (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn tp' fn' fp' tn', reals [tp; fn; fp; tn; tp'; fn'; fp'; tn'] ->
  tp + fn = tp' + fn' -> fp + tn = fp' + tn' -> 0 < tp' + fp' -> 0 < fn' + tn' ->
  fn * fp < tp * tn -> tp' * tn' <= fn' * fp' ->
  compare M theta Rgt (tp, fn, fp, tn) (tp', fn', fp', tn')).
Definition agreement_increasing (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn k, reals [tp; fn; fp; tn; k] -> 0 < k ->
  compare M theta Rlt (tp, fn + k, fp + k, tn) (tp + k, fn, fp, tn + k)).

(** ** Bends: the value in the middle of a line in TP (or TN), and those at its ends *)
Definition bending_in_tp (related : R -> R -> R -> Prop) (M : measure) :=
  for_all_parameters M (fun theta =>
  forall tp fn fp tn k, reals [tp; fn; fp; tn; k] -> 0 < fp + tn -> 0 < k ->
  let there := fun right wrong => (tp + k * right, fn + k * wrong, fp, tn) in
  compare3 M theta related (there 0 2) (there 1 1) (there 2 0)).
Definition bending_in_tn (related : R -> R -> R -> Prop) (M : measure) :=
  for_all_parameters M (fun theta =>
  forall tp fn fp tn k, reals [tp; fn; fp; tn; k] -> 0 < tp + fn -> 0 < k ->
  let there := fun right wrong => (tp, fn, fp + k * wrong, tn + k * right) in
  compare3 M theta related (there 0 2) (there 1 1) (there 2 0)).
Definition concave (low middle high : R) : Prop := low + high <= 2 * middle.
Definition convex (low middle high : R) : Prop := 2 * middle <= low + high.
Definition tp_concave := bending_in_tp concave.
Definition tp_convex := bending_in_tp convex.
Definition tn_concave := bending_in_tn concave.
Definition tn_convex := bending_in_tn convex.

(** ** Classes of different size, and the ends (whole numbers) *)
Definition smaller_class_weighs_more (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn, counts [tp; fn; fp; tn] ->
  let one_miss_less := (tp + 1, fn, fp + 1, tn) in
  let one_alarm_less := (tp, fn + 1, fp, tn + 1) in
  (tp + fn < fp + tn -> compare M theta Rgt one_miss_less one_alarm_less) /\
  (fp + tn < tp + fn -> compare M theta Rlt one_miss_less one_alarm_less)).
Definition fixed_ends (M : measure) := for_all_parameters M (fun theta =>
  forall p n p' n', counts [p; n; p'; n'] -> 1 <= p -> 1 <= n -> 1 <= p' -> 1 <= n' ->
  compare M theta eq (p, 0, 0, n) (p', 0, 0, n') /\
  compare M theta eq (0, p, n, 0) (0, p', n', 0)).

(** ** The minima of a section (brzezinski2018, with P and N given; real numbers) *)
Definition fn_min_in_section (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn fp' tn', reals [tp; fn; fp; tn; fp'; tn'] -> both_classes tp fn fp tn ->
  fp + tn = fp' + tn' -> compare M theta Rge (tp, fn, fp, tn) (0, tp + fn, fp', tn')).
Definition fp_min_in_section (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn tp' fn', reals [tp; fn; fp; tn; tp'; fn'] -> both_classes tp fn fp tn ->
  tp + fn = tp' + fn' -> compare M theta Rge (tp, fn, fp, tn) (tp', fn', fp + tn, 0)).

(** ** Goals about the values at several matrices *)
Definition among s ns (M : measure) (hs : list atom) (As : list quad) (e : expr) (r : rel) :=
  Goal (kinds s ns) (assumed M ++ hs ++ all_defined (map (at_ M) As)) (Is e r).
Fixpoint where_defined (M : measure) (l : env) (As : list quad) (Q : Prop) : Prop :=
  match As with
  | [] => Q | A :: r => def (formula M) (cells l (vals A l)) -> where_defined M l r Q end.
Lemma where_defined_iff : forall M l As Q, where_defined M l As Q <->
  (Forall (fun A => def (formula M) (cells l (vals A l))) As -> Q).
Proof.
  intros M l. induction As as [|A r IH]; intro Q; cbn [where_defined].
  - split; auto.
  - rewrite IH, Forall_cons_iff. tauto.
Qed.
Lemma among_valid : forall s ns M hs As e r,
  (forall l, Forall (fun A => def (at_ M A) l) As -> def e l) ->
  (forall l, Forall (fun A => plainly A l) As) ->
  (valid (among s ns M hs As e r) <->
   forall l, Forall (fun i => of_sort s (l i)) ns -> admissible M l -> Forall (holds l) hs ->
   where_defined M l As (rl r (val e l))).
Proof.
  intros s ns M hs As e r E PL.
  assert (K : forall l, Forall (fun A => def (at_ M A) l) As <->
    Forall (fun A => def (formula M) (cells l (vals A l))) As).
  { intro l. specialize (PL l). rewrite !Forall_forall in *.
    split; intros H A I; apply (at_def M A l (PL A I)); auto. }
  split.
  - intros V l O Ad H. apply where_defined_iff. intro D. apply K in D. apply (V l).
    + now apply kinds_ok.
    + cbn [hyps among]. repeat (apply Forall_app; split); auto; [now apply assumed_ok|].
      apply all_defined_ok. rewrite Forall_map. exact D.
  - intros Q l O F. cbn [hyps concl sorts among] in *. apply Forall_app in F. destruct F as [F1 F].
    apply Forall_app in F. destruct F as [F2 F3]. apply all_defined_ok in F3.
    rewrite Forall_map in F3. apply kinds_ok in O. apply assumed_ok in F1.
    split; [now apply E|]. specialize (Q l O F1 F2). apply where_defined_iff in Q; auto.
    now apply K.
Qed.
Definition five : list positive := [1; 2; 3; 4; 9]%positive.
Definition six : list positive := [1; 2; 3; 4; 10; 9]%positive.
Ltac plain_values := intros; repeat match goal with H : Forall _ (_ :: _) |- _ =>
  apply Forall_cons_iff in H; destruct H end; cbn; repeat split; (assumption || tauto).
Ltac plain_cells := intro; all_of; cbn; repeat split; tauto.
Ltac known := unfold counts, reals, both_classes in *; numbers;
  repeat match goal with
    | A : holds ?l (Is _ _) |- _ => let D := fresh in destruct A as [D A]; clear D; cbn in A end.
(** A goal says at these numbers what it says of environments. *)
Ltac told_at V theta xs :=
  rewrite among_valid in V by (plain_values || plain_cells);
  specialize (V (assign xs theta));
  cbn [where_defined val] in V; rewrite ?at_val in V; rewrite ?assign_cells in V by reflexivity;
  cbn [vals val C TP FN FP TN TP' FN' FP' TN' K P N Z0] in V; look_up V;
  match type of V with ?P1 -> ?P2 -> ?P3 -> _ =>
    let A := fresh in let B := fresh in let D := fresh in
    assert (A : P1) by (all_of; cbn; (assumption || lra));
    assert (B : P2) by (apply assign_admissible; [reflexivity|assumption]);
    assert (D : P3) by (all_of; (split; [cbn; repeat split; tauto|cbn; (lra || nra)]));
    specialize (V A B D); clear A B D; cbn [rl] in V end.
Ltac used V := repeat match type of V with
  | def _ _ -> _ => match goal with D : def _ _ |- _ => specialize (V D) end end; lra.
(** A property says of an environment what it says of numbers. *)
Ltac of_environment l Ad := apply among_valid; [plain_values|plain_cells|];
  let O := fresh in let H := fresh in intros l O Ad H; cbn [where_defined]; intros;
  unfold four, five, six in O; known; cbn [of_sort] in *; cbn [vals val C TP FN FP TN TP' FN' FP' TN' K P N Z0] in *;
  cbn [rl]; rewrite ?at_val; cbn [vals val C TP FN FP TN TP' FN' FP' TN' K P N Z0].
Ltac ready Q := cbv beta zeta delta [counts reals both_classes] in Q; repeat match type of Q with
    | Forall _ _ -> _ => specialize (Q ltac:(all_of; (assumption || lra)))
    | def _ _ -> _ => match goal with D : def _ _ |- _ => specialize (Q D) end
    | ?P -> _ => specialize (Q ltac:(lra)) end.
Ltac follows Q := ready Q; lra.
Ltac one_of Q := let W1 := fresh "one" in let W2 := fresh "two" in
  ready Q; destruct Q as [W1 W2]; unfold speaks_at, compare in W1, W2; cbv beta in W1, W2; first [follows W1 | follows W2].

Definition cell_numbers (tp fn fp tn : R) :=
  [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)].
Definition J := Var 10.

(** ** The goals of each property *)
Definition exchanged (M : measure) (other : quad) (e : expr) : list goal :=
  [among Nat four M [size >=1] [C; other] e EQ].
Definition prediction_antisymmetry_goals (M : measure) : list goal :=
  let other := (FN, TP, TN, FP) in exchanged M other (Add (at_ M C) (at_ M other)).
Definition truth_antisymmetry_goals (M : measure) : list goal :=
  let other := (FP, TN, TP, FN) in exchanged M other (Add (at_ M C) (at_ M other)).
Definition transposed_class_symmetry_goals (M : measure) : list goal :=
  let other := (TN, FN, FP, TP) in exchanged M other (Sub (at_ M C) (at_ M other)).
Ltac by_exchange :=
  let l := fresh "l" in let Ad := fresh "Ad" in let M := fresh "M" in let V := fresh "V" in let
  Q := fresh "Q" in let W := fresh "W" in let theta := fresh "theta" in let tp := fresh "tp" in
  let fn := fresh "fn" in let fp := fresh "fp" in let tn := fresh "tn" in
  intro M; split;
  [ intros V theta Ad tp fn fp tn S L D1 D2; apply Forall_inv in V; known;
    told_at V theta (cell_numbers tp fn fp tn); specialize (V D1 D2); lra
  | intro Q; all_of; of_environment l Ad;
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive)) as W;
    unfold compare in W; follows W ].
Theorem prediction_antisymmetry_iff : forall M,
  Forall valid (prediction_antisymmetry_goals M) <-> prediction_antisymmetry M.
Proof. by_exchange. Qed.
Theorem truth_antisymmetry_iff : forall M,
  Forall valid (truth_antisymmetry_goals M) <-> truth_antisymmetry M.
Proof. by_exchange. Qed.
Theorem transposed_class_symmetry_iff : forall M,
  Forall valid (transposed_class_symmetry_goals M) <-> transposed_class_symmetry M.
Proof. by_exchange. Qed.

Definition predicted_class_scaling_goals (M : measure) : list goal :=
  let scaled := fun other => among NonNeg five M [size >0; K >0] [C; other]
    (Sub (at_ M C) (at_ M other)) EQ in
  [scaled (Mul K TP, FN, Mul K FP, TN); scaled (TP, Mul K FN, FP, Mul K TN)].
Theorem predicted_class_scaling_iff : forall M,
  Forall valid (predicted_class_scaling_goals M) <-> predicted_class_scaling M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn k S L1 L2. known. apply Forall_cons_iff in V.
    destruct V as [V1 V2]. apply Forall_inv in V2. unfold size in *.
    told_at V1 theta ((9%positive, k) :: cell_numbers tp fn fp tn).
    told_at V2 theta ((9%positive, k) :: cell_numbers tp fn fp tn).
    split; intros D1 D2; [used V1|used V2].
  - intro Q; all_of; of_environment l Ad;
      pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 9%positive)) as W;
      one_of W.
Qed.

Definition with_prevalence_goals (up : bool) (M : measure) : list goal :=
  let more := (Add TP (Mul K TP), Add FN (Mul K FN), FP, TN) in
  [among NonNeg five M [P >0; N >0; K >0] [C; more]
     (if up then Sub (at_ M more) (at_ M C) else Sub (at_ M C) (at_ M more)) GE].
Definition prevalence_increasing_goals := with_prevalence_goals true.
Definition prevalence_decreasing_goals := with_prevalence_goals false.
Ltac by_prevalence :=
  let l := fresh "l" in let Ad := fresh "Ad" in let M := fresh "M" in let V := fresh "V" in let
  Q := fresh "Q" in let W := fresh "W" in let theta := fresh "theta" in let tp := fresh "tp" in
  let fn := fresh "fn" in let fp := fresh "fp" in let tn := fresh "tn" in let k := fresh "k" in
  intro M; split;
  [ intros V theta Ad tp fn fp tn k S L1 L2 D1 D2; apply Forall_inv in V; known;
    unfold P, N in V;
    told_at V theta ((9%positive, k) :: cell_numbers tp fn fp tn); used V
  | intro Q; all_of; of_environment l Ad;
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 9%positive)) as W;
    unfold compare in W; follows W ].
Theorem prevalence_increasing_iff : forall M,
  Forall valid (prevalence_increasing_goals M) <-> prevalence_increasing M.
Proof. by_prevalence. Qed.
Theorem prevalence_decreasing_iff : forall M,
  Forall valid (prevalence_decreasing_goals M) <-> prevalence_decreasing M.
Proof. by_prevalence. Qed.

Definition association (A : quad) : expr := let '(a, b, c, d) := A in Sub (Mul a d) (Mul b c).
Definition zero_at_independence_goals (M : measure) : list goal :=
  [among NonNeg four M [association C =0; P >0; N >0; Add TP FP >0; Add FN TN >0] [C] (at_ M C) EQ].
Definition sign_of_association_goals (M : measure) : list goal :=
  zero_at_independence_goals M ++
  [among NonNeg four M [association C >0] [C] (at_ M C) GT;
   among NonNeg four M [Sub Z0 (association C) >0] [C] (Neg (at_ M C)) GT].
Theorem zero_at_independence_iff : forall M,
  Forall valid (zero_at_independence_goals M) <-> zero_at_independence M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn S L1 L2 L3 L4 D. apply Forall_inv in V. known.
    unfold P, N in V. told_at V theta (cell_numbers tp fn fp tn). used V.
  - intro Q. all_of. of_environment l Ad.
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive)) as W.
    unfold speaks_at in W. follows W.
Qed.
Theorem sign_of_association_iff : forall M,
  Forall valid (sign_of_association_goals M) <-> sign_of_association M.
Proof.
  intro M. unfold sign_of_association_goals, sign_of_association.
  rewrite Forall_app, zero_at_independence_iff. apply and_iff_compat_l. split.
  - intros V theta Ad tp fn fp tn S. apply Forall_cons_iff in V. destruct V as [V1 V2].
    apply Forall_inv in V2. known. split; intros L D.
    + told_at V1 theta (cell_numbers tp fn fp tn). used V1.
    + told_at V2 theta (cell_numbers tp fn fp tn). used V2.
  - intro Q. all_of; of_environment l Ad;
      pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive)) as W;
      one_of W.
Qed.

Definition better_goal (M : measure) (A B : quad) (b d : expr) : goal :=
  among NonNeg six M [association A >0; b >0; d >0; Is (Sub Z0 (association B)) GE] [A; B]
    (Sub (at_ M A) (at_ M B)) GT.
Definition better_than_chance_goals (M : measure) : list goal :=
  [better_goal M (Add TP J, FN, FP, Add TN K) (TP, Add FN J, Add FP K, TN)
     (Add TP (Add FP K)) (Add (Add FN J) TN);
   better_goal M (Add TP J, FN, Add FP K, TN) (TP, Add FN J, FP, Add TN K)
     (Add TP FP) (Add (Add FN J) (Add TN K));
   better_goal M (TP, Add FN J, FP, Add TN K) (Add TP J, FN, Add FP K, TN)
     (Add (Add TP J) (Add FP K)) (Add FN TN)].
Theorem better_than_chance_iff : forall M,
  Forall valid (better_than_chance_goals M) <-> better_than_chance M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn tp' fn' fp' tn' S EP EN L1 L2 G G' D1 D2. known.
    apply Forall_cons_iff in V. destruct V as [V1 V]. apply Forall_cons_iff in V.
    destruct V as [V2 V3]. apply Forall_inv in V3. unfold better_goal, J in *.
    destruct (Rle_or_lt tp' tp) as [T|T]; destruct (Rle_or_lt tn' tn) as [U|U].
    + replace tp with (tp' + (tp - tp')) in * by ring. replace tn with (tn' + (tn - tn')) in * by ring.
      set (j := tp - tp') in *. set (k := tn - tn') in *. clearbody j k.
      replace fn' with (fn + j) in * by lra. replace fp' with (fp + k) in * by lra.
      told_at V1 theta ((10%positive, j) :: (9%positive, k) :: cell_numbers tp' fn fp tn'). used V1.
    + replace tp with (tp' + (tp - tp')) in * by ring. replace tn' with (tn + (tn' - tn)) in * by ring.
      set (j := tp - tp') in *. set (k := tn' - tn) in *. clearbody j k.
      replace fn' with (fn + j) in * by lra. replace fp with (fp' + k) in * by lra.
      told_at V2 theta ((10%positive, j) :: (9%positive, k) :: cell_numbers tp' fn fp' tn). used V2.
    + replace tp' with (tp + (tp' - tp)) in * by ring. replace tn with (tn' + (tn - tn')) in * by ring.
      set (j := tp' - tp) in *. set (k := tn - tn') in *. clearbody j k.
      replace fn with (fn' + j) in * by lra. replace fp' with (fp + k) in * by lra.
      told_at V3 theta ((10%positive, j) :: (9%positive, k) :: cell_numbers tp fn' fp tn'). used V3.
    + exfalso. assert (tp * tn <= tp' * tn') by nra. assert (fn' * fp' <= fn * fp) by nra. lra.
  - intro Q. all_of; unfold better_goal, J; of_environment l Ad.
    + pose proof (Q l Ad (l 1%positive + l 10%positive) (l 2%positive) (l 3%positive) (l 4%positive + l 9%positive)
        (l 1%positive) (l 2%positive + l 10%positive) (l 3%positive + l 9%positive) (l 4%positive)) as W.
      unfold compare in W. follows W.
    + pose proof (Q l Ad (l 1%positive + l 10%positive) (l 2%positive) (l 3%positive + l 9%positive) (l 4%positive)
        (l 1%positive) (l 2%positive + l 10%positive) (l 3%positive) (l 4%positive + l 9%positive)) as W.
      unfold compare in W. follows W.
    + pose proof (Q l Ad (l 1%positive) (l 2%positive + l 10%positive) (l 3%positive) (l 4%positive + l 9%positive)
        (l 1%positive + l 10%positive) (l 2%positive) (l 3%positive + l 9%positive) (l 4%positive)) as W.
      unfold compare in W. follows W.
Qed.

Definition agreement_increasing_goals (M : measure) : list goal :=
  let less := (TP, Add FN K, Add FP K, TN) in let more := (Add TP K, FN, FP, Add TN K) in
  [among NonNeg five M [K >0] [less; more] (Sub (at_ M more) (at_ M less)) GT].
Theorem agreement_increasing_iff : forall M,
  Forall valid (agreement_increasing_goals M) <-> agreement_increasing M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn k S L D1 D2. apply Forall_inv in V. known.
    told_at V theta ((9%positive, k) :: cell_numbers tp fn fp tn). used V.
  - intro Q. all_of. of_environment l Ad.
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 9%positive)) as W.
    unfold compare in W. follows W.
Qed.

Definition bending_goals (given : expr) (there : nat -> nat -> quad) (up : bool) (M : measure) :=
  let value := fun i j : nat => at_ M (there i j) in
  let bend := Sub (Sub (Add (value 1%nat 1%nat) (value 1%nat 1%nat)) (value 0%nat 2%nat)) (value 2%nat 0%nat) in
  [among NonNeg five M [given >0; K >0] [there 0 2; there 1 1; there 2 0]%nat
     (if up then bend else Sub Z0 bend) GE].
Definition times (i : nat) : expr := Mul K (Num (Z.of_nat i)).
Definition along_tp (i j : nat) : quad := (Add TP (times i), Add FN (times j), FP, TN).
Definition along_tn (i j : nat) : quad := (TP, FN, Add FP (times j), Add TN (times i)).
Definition tp_concave_goals := bending_goals N along_tp true.
Definition tp_convex_goals := bending_goals N along_tp false.
Definition tn_concave_goals := bending_goals P along_tn true.
Definition tn_convex_goals := bending_goals P along_tn false.
Ltac by_bending :=
  let l := fresh "l" in let Ad := fresh "Ad" in let M := fresh "M" in let V := fresh "V" in let
  Q := fresh "Q" in let W := fresh "W" in let theta := fresh "theta" in let tp := fresh "tp" in
  let fn := fresh "fn" in let fp := fresh "fp" in let tn := fresh "tn" in let k := fresh "k" in
  intro M; split;
  [ intros V theta Ad tp fn fp tn k S L1 L2 there D1 D2 D3; unfold there in *;
    apply Forall_inv in V; known; unfold along_tp, along_tn, times, P, N in V; cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in V;
    told_at V theta ((9%positive, k) :: cell_numbers tp fn fp tn);
    unfold concave, convex; used V
  | intro Q; all_of; unfold along_tp, along_tn, times; of_environment l Ad;
    cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in *;
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 9%positive)) as W;
    unfold compare3, speaks_at, compare, concave, convex in W; cbv zeta in W; follows W ].
Theorem tp_concave_iff : forall M, Forall valid (tp_concave_goals M) <-> tp_concave M.
Proof. by_bending. Qed.
Theorem tp_convex_iff : forall M, Forall valid (tp_convex_goals M) <-> tp_convex M.
Proof. by_bending. Qed.
Theorem tn_concave_iff : forall M, Forall valid (tn_concave_goals M) <-> tn_concave M.
Proof. by_bending. Qed.
Theorem tn_convex_iff : forall M, Forall valid (tn_convex_goals M) <-> tn_convex M.
Proof. by_bending. Qed.

Definition smaller_class_weighs_more_goals (M : measure) : list goal :=
  let A := (Add TP (Num 1), FN, Add FP (Num 1), TN) in
  let B := (TP, Add FN (Num 1), FP, Add TN (Num 1)) in
  [among Nat four M [Sub N P >0] [A; B] (Sub (at_ M A) (at_ M B)) GT;
   among Nat four M [Sub P N >0] [A; B] (Sub (at_ M B) (at_ M A)) GT].
Theorem smaller_class_weighs_more_iff : forall M,
  Forall valid (smaller_class_weighs_more_goals M) <-> smaller_class_weighs_more M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn S A B. unfold A, B. known. apply Forall_cons_iff in V.
    destruct V as [V1 V2]. apply Forall_inv in V2. unfold P, N in *. split; intros L D1 D2.
    + told_at V1 theta (cell_numbers tp fn fp tn). used V1.
    + told_at V2 theta (cell_numbers tp fn fp tn). used V2.
  - intro Q. all_of; of_environment l Ad;
      pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive)) as W;
      one_of W.
Qed.

Definition fixed_ends_goals (M : measure) : list goal :=
  let A := (TP, Z0, Z0, TN) in let B := (TP', Z0, Z0, TN') in
  let A' := (Z0, FN, FP, Z0) in let B' := (Z0, FN', FP', Z0) in
  [among Nat [1; 4; 5; 8]%positive M [TP >=1; TN >=1; TP' >=1; TN' >=1] [A; B]
     (Sub (at_ M A) (at_ M B)) EQ;
   among Nat [2; 3; 6; 7]%positive M [FN >=1; FP >=1; FN' >=1; FP' >=1] [A'; B']
     (Sub (at_ M A') (at_ M B')) EQ].
Theorem fixed_ends_iff : forall M, Forall valid (fixed_ends_goals M) <-> fixed_ends M.
Proof.
  intro M. split.
  - intros V theta Ad p n p' n' S L1 L2 L3 L4. known. apply Forall_cons_iff in V.
    destruct V as [V1 V2]. apply Forall_inv in V2. split; intros D1 D2.
    + told_at V1 theta [(1%positive, p); (4%positive, n); (5%positive, p'); (8%positive, n')]. used V1.
    + told_at V2 theta [(2%positive, p); (3%positive, n); (6%positive, p'); (7%positive, n')]. used V2.
  - intro Q. all_of; of_environment l Ad.
    + pose proof (Q l Ad (l 1%positive) (l 4%positive) (l 5%positive) (l 8%positive)) as W. one_of W.
    + pose proof (Q l Ad (l 2%positive) (l 3%positive) (l 6%positive) (l 7%positive)) as W. one_of W.
Qed.

Definition fn_min_in_section_goals (M : measure) : list goal :=
  let B := (Z0, P, FP', TN') in
  [among NonNeg [1; 2; 3; 4; 7; 8]%positive M
     [P >0; N >0; Add Z0 P >0; Add FP' TN' >0; Sub N (Add FP' TN') =0] [C; B]
     (Sub (at_ M C) (at_ M B)) GE].
Theorem fn_min_in_section_iff : forall M,
  Forall valid (fn_min_in_section_goals M) <-> fn_min_in_section M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn fp' tn' S L E D1 D2. apply Forall_inv in V. known.
    unfold P, N in V. told_at V theta ((7%positive, fp') :: (8%positive, tn') :: cell_numbers tp fn fp tn).
    used V.
  - intro Q. all_of. of_environment l Ad.
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive)
      (l 7%positive) (l 8%positive)) as W. unfold compare in W. follows W.
Qed.
Definition fp_min_in_section_goals (M : measure) : list goal :=
  let B := (TP', FN', N, Z0) in
  [among NonNeg [1; 2; 3; 4; 5; 6]%positive M
     [P >0; N >0; Add TP' FN' >0; Add N Z0 >0; Sub P (Add TP' FN') =0] [C; B]
     (Sub (at_ M C) (at_ M B)) GE].
Theorem fp_min_in_section_iff : forall M,
  Forall valid (fp_min_in_section_goals M) <-> fp_min_in_section M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn tp' fn' S L E D1 D2. apply Forall_inv in V. known.
    unfold P, N in V. told_at V theta ((5%positive, tp') :: (6%positive, fn') :: cell_numbers tp fn fp tn).
    used V.
  - intro Q. all_of. of_environment l Ad.
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive)
      (l 5%positive) (l 6%positive)) as W. unfold compare in W. follows W.
Qed.
