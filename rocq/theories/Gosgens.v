(** * The properties of gosgens2021 and their goals *)
From Coq Require Import Reals Lra ZArith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import
  Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Properties Statements.
Import ListNotations.
Open Scope R_scope.
Local Open Scope R_scope.

Ltac goals V := repeat match goal with
  | H : Forall valid (_ :: _) |- _ => let H1 := fresh V in
      apply Forall_cons_iff in H; destruct H as [H1 H]; rewrite pair_valid in H1 by easy_atoms
  | H : Forall valid [] |- _ => clear H end.
Ltac environment l Ad DA DB := all_of; (apply pair_valid; [easy_atoms|]);
  let O := fresh in let H := fresh in intros l O Ad H DA DB; unfold four in O; numbers; cbn [vals val C TP FN FP TN TP' FN' FP' TN' K Z0] in *;
  repeat match goal with
    | A : holds l (Is _ _) |- _ => let D := fresh in destruct A as [D A]; clear D; cbn in A end.

(** The property at the numbers of an environment: its hypotheses hold, so its conclusion. *)
Ltac concluded Q DA DB :=
  repeat match type of Q with
    | counts _ -> _ => specialize (Q ltac:(unfold counts; all_of; assumption))
    | reals _ -> _ => specialize (Q ltac:(unfold reals; all_of; assumption))
    | nonunary _ _ _ _ -> _ => specialize (Q ltac:(unfold nonunary; lra))
    | both_classes _ _ _ _ -> _ => specialize (Q ltac:(unfold both_classes; lra))
    | compare _ _ _ _ _ => specialize (Q DA DB)
    | ?P -> _ => specialize (Q ltac:(lra)) end;
  cbn [rl]; lra.

Definition symmetry_goals (M : measure) : list goal :=
  [pair Nat four M [size >=1] C (TP, FP, FN, TN) false EQ].
Theorem symmetry_iff : forall M, Forall valid (symmetry_goals M) <-> symmetry M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn N S DA DB. unfold symmetry_goals in V. goals W. numbers.
    at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. specialize (W0 DA DB). lra.
  - intro P. unfold symmetry_goals. environment l Ad DA DB.
    pose proof (P l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive)) as Q. concluded Q DA DB.
Qed.

Definition class_symmetry_goals (M : measure) : list goal :=
  [pair Nat four M [size >=1] C (TN, FP, FN, TP) false EQ].
Theorem class_symmetry_iff : forall M, Forall valid (class_symmetry_goals M) <-> class_symmetry M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn N S DA DB. unfold class_symmetry_goals in V. goals W. numbers.
    at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. specialize (W0 DA DB). lra.
  - intro P. unfold class_symmetry_goals. environment l Ad DA DB.
    pose proof (P l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive)) as Q. concluded Q DA DB.
Qed.

Definition scale_invariance_goals (M : measure) : list goal :=
  [pair Nat [1; 2; 3; 4; 9]%positive M [size >=1; K >=1] C
     (Mul K TP, Mul K FN, Mul K FP, Mul K TN) false EQ].
Theorem scale_invariance_iff : forall M, Forall valid (scale_invariance_goals M) <-> scale_invariance M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn k N S S' DA DB. unfold scale_invariance_goals in V. goals W. numbers.
    at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn); (9%positive, k)]. specialize (W0 DA DB). lra.
  - intro P. unfold scale_invariance_goals. environment l Ad DA DB.
    pose proof (P l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 9%positive)) as Q. concluded Q DA DB.
Qed.

Definition tn_invariance_goals (M : measure) : list goal :=
  [pair Nat [1; 2; 3; 4; 9]%positive M [size >=1; K >=1] C (TP, FN, FP, Add TN K) false EQ].
Theorem tn_invariance_iff : forall M, Forall valid (tn_invariance_goals M) <-> tn_invariance M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn k N S S' DA DB. unfold tn_invariance_goals in V. goals W. numbers.
    at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn); (9%positive, k)]. specialize (W0 DA DB). lra.
  - intro P. unfold tn_invariance_goals. environment l Ad DA DB.
    pose proof (P l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 9%positive)) as Q. concluded Q DA DB.
Qed.

Definition maximal_agreement_goals (M : measure) : list goal :=
  [pair Nat [1; 4; 5; 8]%positive M [Add TP TN >=1; Add TP' TN' >=1]
     (TP, Z0, Z0, TN) (TP', Z0, Z0, TN') false EQ;
   pair Nat [1; 2; 3; 4; 5; 8]%positive M [Add FN FP >=1; Add TP' TN' >=1] C (TP', Z0, Z0, TN') true GT].
Theorem maximal_agreement_iff : forall M, Forall valid (maximal_agreement_goals M) <-> maximal_agreement M.
Proof.
  intro M. split.
  - intros V theta Ad. unfold maximal_agreement_goals in V. goals W. split.
    + intros tp tn tp' tn' N S S' DA DB. numbers.
      at_numbers W theta [(1%positive, tp); (4%positive, tn); (5%positive, tp'); (8%positive, tn')]. specialize (W1 DA DB). lra.
    + intros tp fn fp tn tp' tn' N S S' DA DB. numbers.
      at_numbers W0 theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn); (5%positive, tp'); (8%positive, tn')]. specialize (W1 DA DB). lra.
  - intro P. unfold maximal_agreement_goals. environment l Ad DA DB; destruct (P l Ad) as [P1 P2].
    + pose proof (P1 (l 1%positive) (l 4%positive) (l 5%positive) (l 8%positive)) as Q. concluded Q DA DB.
    + pose proof (P2 (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 5%positive) (l 8%positive)) as Q. concluded Q DA DB.
Qed.

Definition minimal_agreement_goals (M : measure) : list goal :=
  [pair Nat [2; 3; 6; 7]%positive M [Add FN FP >=1; Add FN' FP' >=1]
     (Z0, FN, FP, Z0) (Z0, FN', FP', Z0) false EQ;
   pair Nat [1; 2; 3; 4; 6; 7]%positive M [Add TP TN >=1; Add FN' FP' >=1] C (Z0, FN', FP', Z0) false GT].
Theorem minimal_agreement_iff : forall M, Forall valid (minimal_agreement_goals M) <-> minimal_agreement M.
Proof.
  intro M. split.
  - intros V theta Ad. unfold minimal_agreement_goals in V. goals W. split.
    + intros fn fp fn' fp' N S S' DA DB. numbers.
      at_numbers W theta [(2%positive, fn); (3%positive, fp); (6%positive, fn'); (7%positive, fp')]. specialize (W1 DA DB). lra.
    + intros tp fn fp tn fn' fp' N S S' DA DB. numbers.
      at_numbers W0 theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn); (6%positive, fn'); (7%positive, fp')]. specialize (W1 DA DB). lra.
  - intro P. unfold minimal_agreement_goals. environment l Ad DA DB; destruct (P l Ad) as [P1 P2].
    + pose proof (P1 (l 2%positive) (l 3%positive) (l 6%positive) (l 7%positive)) as Q. concluded Q DA DB.
    + pose proof (P2 (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 6%positive) (l 7%positive)) as Q. concluded Q DA DB.
Qed.

Definition nonunary_atoms := [Add TP FN >=1; Add FP TN >=1; Add TP FP >=1; Add FN TN >=1].
Definition correcting_goals (r : rel) (M : measure) : list goal :=
  [pair Nat four M ([FN >=1] ++ nonunary_atoms) C ((Add TP (Num 1)), (Sub FN (Num 1)), FP, TN) true r;
   pair Nat four M ([FN >=1] ++ nonunary_atoms) C (TP, (Sub FN (Num 1)), FP, (Add TN (Num 1))) true r;
   pair Nat four M ([FP >=1] ++ nonunary_atoms) C ((Add TP (Num 1)), FN, (Sub FP (Num 1)), TN) true r;
   pair Nat four M ([FP >=1] ++ nonunary_atoms) C (TP, FN, (Sub FP (Num 1)), (Add TN (Num 1))) true r].
Theorem correcting_iff : forall M r (related : R -> R -> Prop),
  (forall x y, related x y <-> rl r (y - x)) ->
  (Forall valid (correcting_goals r M) <-> correcting related M).
Proof.
  intros M r related RR. split.
  - intros V theta Ad tp fn fp tn N (U1 & U2 & U3 & U4). unfold correcting_goals, nonunary_atoms in V.
    cbn [app] in V. goals W. numbers. cbv zeta.
    repeat split; intros; intros DA DB; apply RR.
    + at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. auto.
    + at_numbers W0 theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. auto.
    + at_numbers W1 theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. auto.
    + at_numbers W2 theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. auto.
  - intro P. unfold correcting_goals, nonunary_atoms. cbn [app].
    environment l Ad DA DB;
      (assert (U : nonunary (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive))
        by (unfold nonunary; lra));
      destruct (P l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) ltac:(unfold counts; all_of; assumption) U)
        as (P1 & P2 & P3 & P4); apply RR.
    + apply P1; auto; lra.
    + apply P2; auto; lra.
    + apply P3; auto; lra.
    + apply P4; auto; lra.
Qed.
Definition monotone_goals := correcting_goals GT.
Theorem monotone_iff : forall M, Forall valid (monotone_goals M) <-> monotone M.
Proof. intro M. apply correcting_iff. intros x y. simpl. lra. Qed.
Definition weakly_monotone_goals := correcting_goals GE.
Theorem weakly_monotone_iff : forall M, Forall valid (weakly_monotone_goals M) <-> weakly_monotone M.
Proof. intro M. apply correcting_iff. intros x y. simpl. lra. Qed.

Definition improving_goals (r : rel) (M : measure) : list goal :=
  [pair Nat four M (nonunary_atoms ++ [Add FN FP >=1]) C ((Add TP (Num 1)), FN, FP, TN) true r;
   pair Nat four M (nonunary_atoms ++ [Add FN FP >=1]) C (TP, FN, FP, (Add TN (Num 1))) true r;
   pair Nat four M ([FN >=1] ++ nonunary_atoms ++ [Add TP TN >=1]) C (TP, (Sub FN (Num 1)), FP, TN) true r;
   pair Nat four M ([FP >=1] ++ nonunary_atoms ++ [Add TP TN >=1]) C (TP, FN, (Sub FP (Num 1)), TN) true r].
Theorem improving_iff : forall M r (related : R -> R -> Prop),
  (forall x y, related x y <-> rl r (y - x)) ->
  (Forall valid (improving_goals r M) <-> improving related M).
Proof.
  intros M r related RR. split.
  - intros V theta Ad tp fn fp tn N (U1 & U2 & U3 & U4). unfold improving_goals, nonunary_atoms in V.
    cbn [app] in V. goals W. numbers. cbv zeta.
    repeat split; intros; intros DA DB; apply RR.
    + at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. auto.
    + at_numbers W0 theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. auto.
    + at_numbers W1 theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. auto.
    + at_numbers W2 theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. auto.
  - intro P. unfold improving_goals, nonunary_atoms. cbn [app].
    environment l Ad DA DB;
      (assert (U : nonunary (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive))
        by (unfold nonunary; lra));
      destruct (P l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) ltac:(unfold counts; all_of; assumption) U)
        as (P1 & P2 & P3 & P4); apply RR.
    + apply P1; auto; lra.
    + apply P2; auto; lra.
    + apply P3; auto; lra.
    + apply P4; auto; lra.
Qed.
Definition strongly_monotone_goals := improving_goals GT.
Theorem strongly_monotone_iff : forall M, Forall valid (strongly_monotone_goals M) <-> strongly_monotone M.
Proof. intro M. apply improving_iff. intros x y. simpl. lra. Qed.
Definition weakly_strongly_monotone_goals := improving_goals GE.
Theorem weakly_strongly_monotone_iff : forall M, Forall valid (weakly_strongly_monotone_goals M) <-> weakly_strongly_monotone M.
Proof. intro M. apply improving_iff. intros x y. simpl. lra. Qed.

Definition expected_cells (A : quad) : quad :=
  let '(a, b, c, d) := A in let n := Add (Add (Add a b) c) d in
  (Div (Mul (Add a b) (Add a c)) n, Div (Mul (Add a b) (Add b d)) n,
   Div (Mul (Add c d) (Add a c)) n, Div (Mul (Add c d) (Add b d)) n).
Definition approximate_constant_baseline_goals (M : measure) : list goal :=
  [pair Nat [1; 2; 3; 4; 5; 6; 7; 8]%positive M
     [Add TP FP >=1; Add FN TN >=1; Add TP' FP' >=1; Add FN' TN' >=1]
     (expected_cells C) (expected_cells (TP', FN', FP', TN')) false EQ].
Lemma expected_plain : forall l, Forall (holds l)
    [Add TP FP >=1; Add FN TN >=1; Add TP' FP' >=1; Add FN' TN' >=1] ->
  plainly (expected_cells C) l /\ plainly (expected_cells (TP', FN', FP', TN')) l.
Proof.
  intros l H. repeat match goal with
    | F : Forall _ (_ :: _) |- _ => inversion F; clear F; subst
    | F : holds _ (Is _ _) |- _ => destruct F as [_ F]; cbn in F end.
  repeat split; cbn; lra.
Qed.
Theorem approximate_constant_baseline_iff : forall M,
  Forall valid (approximate_constant_baseline_goals M) <-> approximate_constant_baseline M.
Proof.
  intro M. unfold approximate_constant_baseline_goals. split.
  - intros V theta Ad tp fn fp tn tp' fn' fp' tn' N S1 S2 S3 S4 DA DB.
    apply Forall_inv in V. rewrite pair_valid in V by apply expected_plain. numbers.
    at_numbers V theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn); (5%positive, tp'); (6%positive, fn'); (7%positive, fp'); (8%positive, tn')].
    cbn [expected_cells vals val C TP FN FP TN TP' FN' FP' TN'] in W. look_up W.
    specialize (W DA DB). unfold compare, expected. cbv zeta. lra.
  - intro P. all_of. apply pair_valid; [apply expected_plain|].
    intros l O Ad H DA DB. numbers. cbn [expected_cells vals val C TP FN FP TN TP' FN' FP' TN'] in *.
    repeat match goal with
      | A : holds l (Is _ _) |- _ => let D := fresh in destruct A as [D A]; clear D; cbn in A end.
    pose proof (P l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 5%positive) (l 6%positive) (l 7%positive) (l 8%positive)) as Q. unfold expected in Q. cbv zeta in Q. concluded Q DA DB.
Qed.

Definition labelings_AB : quad := (Add (Var 17) (Var 18), Add (Var 15) (Var 16), Add (Var 13) (Var 14), Add (Var 11) (Var 12)).
Definition labelings_BC : quad := (Add (Var 14) (Var 18), Add (Var 13) (Var 17), Add (Var 12) (Var 16), Add (Var 11) (Var 15)).
Definition labelings_AC : quad := (Add (Var 16) (Var 18), Add (Var 15) (Var 17), Add (Var 12) (Var 14), Add (Var 11) (Var 13)).
Definition diagonal : quad := (TP', Z0, Z0, TN').
Definition elements := Add (Add (Add (Add (Add (Add (Add (Var 11) (Var 12)) (Var 13)) (Var 14)) (Var 15)) (Var 16)) (Var 17)) (Var 18).
Fixpoint all_defined (es : list expr) : list atom :=
  match es with
  | [] => []
  | e :: r => Defined e :: filter (fun a => negb (same_atom (Defined e) a)) (all_defined r)
  end.
Definition triangle_goal (M : measure) : goal :=
  Goal (kinds Nat [11; 12; 13; 14; 15; 16; 17; 18; 5; 8]%positive)
    (assumed M ++ [elements >=1; Add TP' TN' >=1] ++
     all_defined [at_ M labelings_AB; at_ M labelings_BC; at_ M labelings_AC; at_ M diagonal])
    (Is (Sub (at_ M diagonal)
           (Sub (Add (at_ M labelings_AB) (at_ M labelings_BC)) (at_ M labelings_AC))) GE).
Definition distance_goals (M : measure) : list goal :=
  symmetry_goals M ++ maximal_agreement_goals M ++ [triangle_goal M].
Lemma all_defined_ok : forall es l, Forall (holds l) (all_defined es) <-> Forall (fun e => def e l) es.
Proof.
  induction es as [|e r IH]; intro l; cbn [all_defined]; [split; constructor|].
  rewrite !Forall_cons_iff, <- IH. cbn [holds]. split; intros [D F]; split; auto.
  - rewrite Forall_forall in *. intros a I. destruct (same_atom (Defined e) a) eqn:S.
    + apply same_atom_ok in S. now subst.
    + apply F. apply filter_In. split; auto. now rewrite S.
  - rewrite Forall_forall in *. intros a I. apply filter_In in I. apply F. tauto.
Qed.
Theorem triangle_iff : forall M, valid (triangle_goal M) <-> triangle_inequality M.
Proof.
  intro M. split.
  - intros V theta Ad x000 x001 x010 x011 x100 x101 x110 x111 tp' tn' N S S' AB BC AC D defined m DA DB DC DD.
    unfold defined, m, AB, BC, AC, D in *. numbers.
    set (xs := [(11%positive, x000); (12%positive, x001); (13%positive, x010); (14%positive, x011); (15%positive, x100); (16%positive, x101); (17%positive, x110); (18%positive, x111); (5%positive, tp'); (8%positive, tn')]).
    assert (Q : forall A B, vals A (assign xs theta) = B -> 
      cells (assign xs theta) (vals A (assign xs theta)) = cells theta B)
      by (intros A B E; rewrite E; apply assign_cells; reflexivity).
    pose proof (Q labelings_AB _ eq_refl) as Q1. pose proof (Q labelings_BC _ eq_refl) as Q2.
    pose proof (Q labelings_AC _ eq_refl) as Q3. pose proof (Q diagonal _ eq_refl) as Q4.
    destruct (V (assign xs theta)) as [_ W].
    + apply kinds_ok. all_of; cbn; assumption.
    + cbn [hyps triangle_goal]. apply Forall_app; split; [|apply Forall_app; split].
      * apply assumed_ok. apply assign_admissible; auto.
      * all_of; (split; [cbn; repeat split; tauto|cbn; lra]).
      * apply all_defined_ok. all_of; apply at_def; try (cbn; repeat split; tauto);
          [rewrite Q1|rewrite Q2|rewrite Q3|rewrite Q4]; assumption.
    + cbn [val] in W. rewrite !at_val in W. rewrite Q1, Q2, Q3, Q4 in W.
      cbn [vals val labelings_AB labelings_BC labelings_AC diagonal TP' TN' Z0] in W.
      unfold xs in W. look_up W. cbn [rl] in W. lra.
  - intros P l O F. cbn [sorts hyps concl triangle_goal] in *. apply kinds_ok in O.
    apply Forall_app in F. destruct F as [F1 F]. apply Forall_app in F. destruct F as [F2 F3].
    apply assumed_ok in F1. apply all_defined_ok in F3. numbers.
    repeat match goal with
      | A : holds l (Is _ _) |- _ => let D := fresh in destruct A as [D A]; clear D; cbn in A end.
    repeat match goal with A : def (at_ _ _) l |- _ => apply at_def in A; [|cbn; repeat split; tauto] end.
    pose proof (P l F1 (l 11%positive) (l 12%positive) (l 13%positive) (l 14%positive) (l 15%positive) (l 16%positive) (l 17%positive) (l 18%positive) (l 5%positive) (l 8%positive) ltac:(unfold counts; all_of; assumption) ltac:(lra) ltac:(lra))
      as Q. cbv zeta in Q.
    assert (T : holds l (Is (Sub (at_ M diagonal)
           (Sub (Add (at_ M labelings_AB) (at_ M labelings_BC)) (at_ M labelings_AC))) GE)).
    { split; [cbn [def]; rewrite !at_def by (cbn; repeat split; tauto); tauto|].
      cbn [val rl]. rewrite !at_val.
      match goal with
      | A1 : def _ (cells l (vals labelings_AB l)), A2 : def _ (cells l (vals labelings_BC l)),
        A3 : def _ (cells l (vals labelings_AC l)), A4 : def _ (cells l (vals diagonal l)) |- _ =>
          specialize (Q A1 A2 A3 A4)
      end.
      cbn [vals val labelings_AB labelings_BC labelings_AC diagonal TP' TN' Z0] in *. lra. }
    exact T.
Qed.
Theorem distance_iff : forall M, Forall valid (distance_goals M) <-> distance M.
Proof.
  intro M. unfold distance_goals, distance.
  rewrite !Forall_app, Forall_cons_iff, symmetry_iff, maximal_agreement_iff, triangle_iff.
  intuition.
Qed.
