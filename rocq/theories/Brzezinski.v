(** * The properties of brzezinski2018 and their goals *)
From Coq Require Import Reals Lra ZArith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import
  Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Properties Statements Gosgens.
Import ListNotations.
Open Scope R_scope.

Notation "x >0" := (Is x GT) (at level 50).
Notation "x =0" := (Is x EQ) (at level 50).
Definition P := Add TP FN. Definition N := Add FP TN.
Ltac unfolded := unfold both_classes, reals in *; numbers.
Ltac at_place W DA DB l := cbn [vals val P N] in DA, DB |- *.

Definition tptn_max_goals (M : measure) : list goal :=
  [pair NonNeg [1; 2; 3; 4; 5; 8]%positive M
     [P >0; N >0; TP' >0; TN' >0; Sub size (Add TP' TN') =0]
     C (TP', Z0, Z0, TN') true GE].
Theorem tptn_max_iff : forall M, Forall valid (tptn_max_goals M) <-> tptn_max M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn tp' tn' S U1 U2 U3 U4 DA DB. unfold tptn_max_goals, P, N in V. goals W.
    unfolded. at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn); (5%positive, tp'); (8%positive, tn')]. specialize (W0 DA DB). lra.
  - intro Q. unfold tptn_max_goals, P, N. environment l Ad DA DB.
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 5%positive) (l 8%positive)) as Q'. concluded Q' DA DB.
Qed.

Definition fn_min_goals (M : measure) : list goal :=
  [pair NonNeg [1; 2; 3; 4; 6; 7; 8]%positive M
     [P >0; N >0; Add Z0 FN' >0; Add FP' TN' >0; Sub size (Add (Add FN' FP') TN') =0]
     C (Z0, FN', FP', TN') false GE].
Theorem fn_min_iff : forall M, Forall valid (fn_min_goals M) <-> fn_min M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn fn' fp' tn' S U1 U2 U3 DA DB. unfold fn_min_goals, P, N in V. goals W.
    unfolded. at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn); (6%positive, fn'); (7%positive, fp'); (8%positive, tn')]. specialize (W0 DA DB). lra.
  - intro Q. unfold fn_min_goals, P, N. environment l Ad DA DB.
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 6%positive) (l 7%positive) (l 8%positive)) as Q'. concluded Q' DA DB.
Qed.

Definition fp_min_goals (M : measure) : list goal :=
  [pair NonNeg [1; 2; 3; 4; 5; 6; 7]%positive M
     [P >0; N >0; Add TP' FN' >0; Add FP' Z0 >0; Sub size (Add (Add TP' FN') FP') =0]
     C (TP', FN', FP', Z0) false GE].
Theorem fp_min_iff : forall M, Forall valid (fp_min_goals M) <-> fp_min M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn tp' fn' fp' S U1 U2 U3 DA DB. unfold fp_min_goals, P, N in V. goals W.
    unfolded. at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn); (5%positive, tp'); (6%positive, fn'); (7%positive, fp')]. specialize (W0 DA DB). lra.
  - intro Q. unfold fp_min_goals, P, N. environment l Ad DA DB.
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 5%positive) (l 6%positive) (l 7%positive)) as Q'. concluded Q' DA DB.
Qed.

Definition tptn_max_in_section_goals (M : measure) : list goal :=
  [pair NonNeg [1; 2; 3; 4]%positive M
     [P >0; N >0]
     C (P, Z0, Z0, N) true GE].
Theorem tptn_max_in_section_iff : forall M, Forall valid (tptn_max_in_section_goals M) <-> tptn_max_in_section M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn S U1 DA DB. unfold tptn_max_in_section_goals, P, N in V. goals W.
    unfolded. at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. specialize (W0 DA DB). lra.
  - intro Q. unfold tptn_max_in_section_goals, P, N. environment l Ad DA DB.
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive)) as Q'. concluded Q' DA DB.
Qed.

Definition tp_growing_goals (r : rel) (M : measure) : list goal :=
  [pair NonNeg [1; 2; 3; 4; 9]%positive M [N >0; K >0] (TP, Add FN K, FP, TN) (Add TP K, FN, FP, TN) true r].
Theorem tp_growing_iff : forall M r (related : R -> R -> Prop),
  (forall x y, related x y <-> rl r (y - x)) ->
  (Forall valid (tp_growing_goals r M) <-> tp_growing related M).
Proof.
  intros M r related RR. split.
  - intros V theta Ad tp fn fp tn k S U1 U2 DA DB. apply RR. unfold tp_growing_goals, P, N in V.
    goals W. unfolded. at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn); (9%positive, k)]. auto.
  - intro Q. unfold tp_growing_goals, P, N. environment l Ad DA DB. apply RR.
    apply (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 9%positive)); auto; try lra. unfold reals. all_of; assumption.
Qed.
Definition tp_strictly_monotone_goals := tp_growing_goals GT.
Theorem tp_strictly_monotone_iff : forall M, Forall valid (tp_strictly_monotone_goals M) <-> tp_strictly_monotone M.
Proof. intro M. apply tp_growing_iff. intros x y. simpl. lra. Qed.
Definition tp_monotone_goals := tp_growing_goals GE.
Theorem tp_monotone_iff : forall M, Forall valid (tp_monotone_goals M) <-> tp_monotone M.
Proof. intro M. apply tp_growing_iff. intros x y. simpl. lra. Qed.

Definition tn_growing_goals (r : rel) (M : measure) : list goal :=
  [pair NonNeg [1; 2; 3; 4; 9]%positive M [P >0; K >0] (TP, FN, Add FP K, TN) (TP, FN, FP, Add TN K) true r].
Theorem tn_growing_iff : forall M r (related : R -> R -> Prop),
  (forall x y, related x y <-> rl r (y - x)) ->
  (Forall valid (tn_growing_goals r M) <-> tn_growing related M).
Proof.
  intros M r related RR. split.
  - intros V theta Ad tp fn fp tn k S U1 U2 DA DB. apply RR. unfold tn_growing_goals, P, N in V.
    goals W. unfolded. at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn); (9%positive, k)]. auto.
  - intro Q. unfold tn_growing_goals, P, N. environment l Ad DA DB. apply RR.
    apply (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 9%positive)); auto; try lra. unfold reals. all_of; assumption.
Qed.
Definition tn_strictly_monotone_goals := tn_growing_goals GT.
Theorem tn_strictly_monotone_iff : forall M, Forall valid (tn_strictly_monotone_goals M) <-> tn_strictly_monotone M.
Proof. intro M. apply tn_growing_iff. intros x y. simpl. lra. Qed.
Definition tn_monotone_goals := tn_growing_goals GE.
Theorem tn_monotone_iff : forall M, Forall valid (tn_monotone_goals M) <-> tn_monotone M.
Proof. intro M. apply tn_growing_iff. intros x y. simpl. lra. Qed.

Definition ach_goals (M : measure) : list goal :=
  [pair NonNeg [1; 2; 3; 4]%positive M
     [size >0]
     C (TN, FP, FN, TP) false EQ].
Theorem ach_iff : forall M, Forall valid (ach_goals M) <-> ach M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn S U1 DA DB. unfold ach_goals, P, N in V. goals W.
    unfolded. at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. specialize (W0 DA DB). lra.
  - intro Q. unfold ach_goals, P, N. environment l Ad DA DB.
    pose proof (Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive)) as Q'. concluded Q' DA DB.
Qed.

(** g = FN/P of the second matrix and FP/N of the first. *)
Definition ace_goals (M : measure) : list goal :=
  [pair NonNeg four M [P >0; N >0; Sub (Mul FP TP) (Mul FN TN) =0]
     (TP, FN, Z0, N) (P, Z0, FP, TN) true GE].
Theorem ace_iff : forall M, Forall valid (ace_goals M) <-> ace M.
Proof.
  intro M. split.
  - intros V theta Ad p n g HP HN [G0 G1] DA DB. unfold ace_goals, P, N in V. goals W.
    set (tp := (1 - g) * p) in *. set (fn := g * p) in *.
    set (fp := g * n) in *. set (tn := (1 - g) * n) in *.
    assert (E1 : tp + fn = p) by (unfold tp, fn; ring).
    assert (E2 : fp + tn = n) by (unfold fp, tn; ring).
    assert (B1 : 0 <= tp) by (unfold tp; nra). assert (B2 : 0 <= fn) by (unfold fn; nra).
    assert (B3 : 0 <= fp) by (unfold fp; nra). assert (B4 : 0 <= tn) by (unfold tn; nra).
    assert (E3 : fp * tp - fn * tn = 0) by (unfold tp, fn, fp, tn; ring).
    clearbody tp fn fp tn. subst p n.
    at_numbers W theta [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]. specialize (W0 DB DA). lra.
  - intro Q. unfold ace_goals, P, N. environment l Ad DA DB.
    set (tp := l 1%positive) in *. set (fn := l 2%positive) in *.
    set (fp := l 3%positive) in *. set (tn := l 4%positive) in *. cbn [of_sort] in *.
    pose proof (Q l Ad (tp + fn) (fp + tn) (fn / (tp + fn))) as Q'.
    assert (G : 0 <= fn / (tp + fn) <= 1).
    { split.
      - apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat. lra.
      - apply Rmult_le_reg_r with (tp + fn); [lra|]. unfold Rdiv.
        rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (E1 : fn / (tp + fn) * (fp + tn) = fp).
    { replace (fn / (tp + fn) * (fp + tn)) with (fn * (fp + tn) / (tp + fn)) by (field; lra).
      replace (fn * (fp + tn)) with (fp * (tp + fn)) by lra. field. lra. }
    assert (E2 : (1 - fn / (tp + fn)) * (fp + tn) = tn).
    { rewrite Rmult_minus_distr_r, E1. ring. }
    assert (E3 : (1 - fn / (tp + fn)) * (tp + fn) = tp) by (field; lra).
    assert (E4 : fn / (tp + fn) * (tp + fn) = fn) by (field; lra).
    rewrite E1, E2, E3, E4 in Q'.
    specialize (Q' ltac:(lra) ltac:(lra) G DB DA). cbn [rl]. lra.
Qed.

(** Below the maximum: a corner of the section at which the value is larger. *)
Inductive corner := TPTN | TPFP | FNTN | FNFP.
Definition corner_of (c : corner) (p n : expr) : quad :=
  match c with
  | TPTN => (p, Z0, Z0, n) | TPFP => (p, Z0, n, Z0) | FNTN => (Z0, p, Z0, n) | FNFP => (Z0, p, n, Z0)
  end.
Definition below ns (M : measure) (hs : list atom) (A B : quad) : goal :=
  Goal (kinds NonNeg ns) (assumed M ++ hs ++ [Defined (at_ M A)])
    (Is (Sub (at_ M B) (at_ M A)) GT).
Definition tn_not_max_in_section_goals (c : corner) (M : measure) : list goal :=
  [below [1; 2; 4]%positive M [P >0; Add Z0 TN >0; FN >0] (TP, FN, Z0, TN)
     (corner_of c P (Add Z0 TN))].
Definition tp_not_max_in_section_goals (c : corner) (M : measure) : list goal :=
  [below [1; 3; 4]%positive M [Add TP Z0 >0; N >0; FP >0] (TP, Z0, FP, TN)
     (corner_of c (Add TP Z0) N)].
Lemma below_ok : forall ns M hs A B l, valid (below ns M hs A B) ->
  Forall (fun i => of_sort NonNeg (l i)) ns -> admissible M l -> Forall (holds l) hs ->
  plainly A l -> plainly B l -> def (formula M) (cells l (vals A l)) ->
  def (formula M) (cells l (vals B l)) /\
  val (formula M) (cells l (vals A l)) < val (formula M) (cells l (vals B l)).
Proof.
  intros ns M hs A B l V O Ad H PA PB DA. destruct (V l) as [D L].
  - now apply kinds_ok.
  - cbn [hyps below]. repeat (apply Forall_app; split); auto.
    + now apply assumed_ok. + constructor; [|constructor]. now apply at_def.
  - cbn [def val rl] in D, L. rewrite !at_val in L. destruct D as [D1 D2].
    apply at_def in D1; auto. split; auto. lra.
Qed.
Theorem tn_not_max_in_section_by : forall c M, Forall valid (tn_not_max_in_section_goals c M) -> tn_not_max_in_section M.
Proof.
  intros c M V theta Ad tp fn tn S U1 U2 U3 defined m D. unfold defined, m in *.
  apply Forall_inv in V. unfolded. set (xs := [(1%positive, tp); (2%positive, fn); (4%positive, tn)]).
  assert (AD : admissible M (assign xs theta)) by (apply assign_admissible; auto).
  destruct (below_ok _ _ _ _ _ (assign xs theta) V) as [D2 L]; auto.
  - all_of; (split; [cbn; repeat split; tauto|cbn; lra]).
  - cbn; repeat split; tauto.
  - destruct c; cbn; repeat split; tauto.
  - rewrite assign_cells by reflexivity. exact D.
  - rewrite assign_cells in D2, L by reflexivity. rewrite assign_cells in L by reflexivity.
    destruct c; cbn [corner_of vals val P N TP FN FP TN Z0] in D2, L; unfold xs in D2, L;
      look_up D2; look_up L; do 4 eexists; (split; [|split; [|split; [|split; [exact D2|exact L]]]]);
      try lra; unfold reals; all_of; lra.
Qed.
Theorem tp_not_max_in_section_by : forall c M, Forall valid (tp_not_max_in_section_goals c M) -> tp_not_max_in_section M.
Proof.
  intros c M V theta Ad tp fp tn S U1 U2 U3 defined m D. unfold defined, m in *.
  apply Forall_inv in V. unfolded. set (xs := [(1%positive, tp); (3%positive, fp); (4%positive, tn)]).
  assert (AD : admissible M (assign xs theta)) by (apply assign_admissible; auto).
  destruct (below_ok _ _ _ _ _ (assign xs theta) V) as [D2 L]; auto.
  - all_of; (split; [cbn; repeat split; tauto|cbn; lra]).
  - cbn; repeat split; tauto.
  - destruct c; cbn; repeat split; tauto.
  - rewrite assign_cells by reflexivity. exact D.
  - rewrite assign_cells in D2, L by reflexivity. rewrite assign_cells in L by reflexivity.
    destruct c; cbn [corner_of vals val P N TP FN FP TN Z0] in D2, L; unfold xs in D2, L;
      look_up D2; look_up L; do 4 eexists; (split; [|split; [|split; [|split; [exact D2|exact L]]]]);
      try lra; unfold reals; all_of; lra.
Qed.

(** What is larger in the section is larger among all matrices of the same n. *)
Definition tn_not_max_goals := tn_not_max_in_section_goals.
Definition tp_not_max_goals := tp_not_max_in_section_goals.
Theorem tn_not_max_by : forall c M, Forall valid (tn_not_max_goals c M) -> tn_not_max M.
Proof.
  intros c M V theta Ad tp fn tn S U1 U2 U3 defined m D.
  destruct (tn_not_max_in_section_by c M V theta Ad tp fn tn S U1 U2 U3 D)
    as (tp' & fn' & fp' & tn' & S' & EP & EN & D' & L).
  exists tp', fn', fp', tn'. unfold both_classes. repeat split; auto; lra.
Qed.
Theorem tp_not_max_by : forall c M, Forall valid (tp_not_max_goals c M) -> tp_not_max M.
Proof.
  intros c M V theta Ad tp fp tn S U1 U2 U3 defined m D.
  destruct (tp_not_max_in_section_by c M V theta Ad tp fp tn S U1 U2 U3 D)
    as (tp' & fn' & fp' & tn' & S' & EP & EN & D' & L).
  exists tp', fn', fp', tn'. unfold both_classes. repeat split; auto; lra.
Qed.

(** Where a measure is undefined, by patterns of positive cells. *)
Definition pattern_cells (s : pattern) : list (bool * expr) :=
  let '(a, b, c, d) := s in [(a, TP); (b, FN); (c, FP); (d, TN)].
Definition pattern_quad (s : pattern) : quad :=
  let '(a, b, c, d) := s in
  (if a then TP else Z0, if b then FN else Z0, if c then FP else Z0, if d then TN else Z0).
Definition pattern_names (s : pattern) : list positive :=
  flat_map (fun x : bool * positive => if fst x then [snd x] else [])
    (let '(a, b, c, d) := s in [(a, 1); (b, 2); (c, 3); (d, 4)]%positive).
Definition pattern_atoms (s : pattern) : list atom :=
  flat_map (fun x : bool * expr => if fst x then [snd x >=1] else []) (pattern_cells s).
Definition pattern_goal (M : measure) (u : list pattern) (s : pattern) : goal :=
  Goal (kinds Nat (pattern_names s)) (assumed M ++ pattern_atoms s)
    (if existsb (same_pattern s) u then Undefined (at_ M (pattern_quad s))
     else Defined (at_ M (pattern_quad s))).
Definition undefined_exactly_on_goals (u : list pattern) (M : measure) : list goal :=
  map (pattern_goal M u) patterns.
Theorem undefined_exactly_on_by : forall u M,
  Forall valid (undefined_exactly_on_goals u M) -> undefined_exactly_on u M.
Proof.
  intros u M V theta Ad. unfold undefined_exactly_on_goals in V. rewrite Forall_map in V.
  rewrite Forall_forall in V |- *. intros s I A HA. specialize (V s I).
  destruct A as [[[tp fn] fp] tn]. destruct s as [[[a b] c] d].
  cbn [of_pattern] in HA. destruct HA as (S & F1 & F2 & F3 & F4). unfold counts in S. numbers.
  set (xs := [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]).
  assert (AD : admissible M (assign xs theta)) by (apply assign_admissible; auto).
  assert (VQ : vals (pattern_quad (a, b, c, d)) (assign xs theta) = (tp, fn, fp, tn)).
  { cbn [pattern_quad vals]. destruct a, b, c, d; cbn; congruence. }
  assert (PL : plainly (pattern_quad (a, b, c, d)) (assign xs theta))
    by (destruct a, b, c, d; cbn; repeat split; tauto).
  pose proof (V (assign xs theta)) as W. unfold pattern_goal in W. cbn [sorts hyps concl] in W.
  pose proof (at_def M (pattern_quad (a, b, c, d)) (assign xs theta) PL) as E.
  rewrite VQ, assign_cells in E by reflexivity.
  assert (K : okenv (kinds Nat (pattern_names (a, b, c, d))) (assign xs theta))
    by (apply kinds_ok; destruct a, b, c, d; all_of; cbn; assumption).
  assert (HA : Forall (holds (assign xs theta)) (assumed M ++ pattern_atoms (a, b, c, d))).
  { apply Forall_app; split; [now apply assumed_ok|].
    destruct a, b, c, d; all_of; (split; [cbn; repeat split; tauto|cbn; lra]). }
  specialize (W K HA). destruct (existsb (same_pattern (a, b, c, d)) u); simpl in W; tauto.
Qed.
