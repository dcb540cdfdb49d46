(** * Properties of association in a 2 x 2 table, and their goals

    Inverted predictions, and the bounds that are reached where the margins allow no more (or no
    less) agreement.  The first half is for a reader, as [Properties.v]. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From SymbolicMeasures Require Import
  Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Properties Statements
  Gosgens Brzezinski Further.
Import ListNotations.
Open Scope R_scope.

(** Whole numbers, as the other exchanges. *)
Definition prediction_inversion_invariance :=
  exchanging (fun tp fn fp tn => (fn, tp, tn, fp)) eq.

(** Real numbers.  Where informedness is positive, M has one value wherever FN or FP is 0, and a
    smaller one wherever neither is. *)
Definition bound_above_chance (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn tp' fn' fp' tn', reals [tp; fn; fp; tn; tp'; fn'; fp'; tn'] ->
  fn * fp < tp * tn -> fn' * fp' < tp' * tn' -> fn = 0 \/ fp = 0 ->
  (fn' = 0 \/ fp' = 0 -> compare M theta eq (tp, fn, fp, tn) (tp', fn', fp', tn')) /\
  (0 < fn' -> 0 < fp' -> compare M theta Rgt (tp, fn, fp, tn) (tp', fn', fp', tn'))).
(** Where it is negative, M has one value wherever TP or TN is 0, and a larger one elsewhere. *)
Definition bound_below_chance (M : measure) := for_all_parameters M (fun theta =>
  forall tp fn fp tn tp' fn' fp' tn', reals [tp; fn; fp; tn; tp'; fn'; fp'; tn'] ->
  tp * tn < fn * fp -> tp' * tn' < fn' * fp' -> tp = 0 \/ tn = 0 ->
  (tp' = 0 \/ tn' = 0 -> compare M theta eq (tp, fn, fp, tn) (tp', fn', fp', tn')) /\
  (0 < tp' -> 0 < tn' -> compare M theta Rlt (tp, fn, fp, tn) (tp', fn', fp', tn'))).

(** ** Their goals *)
Definition prediction_inversion_invariance_goals (M : measure) : list goal :=
  let other := (FN, TP, TN, FP) in exchanged M other (Sub (at_ M C) (at_ M other)).
Theorem prediction_inversion_invariance_iff : forall M,
  Forall valid (prediction_inversion_invariance_goals M) <-> prediction_inversion_invariance M.
Proof. by_exchange. Qed.

Definition D : quad := (TP', FN', FP', TN').
Definition above_equal M (ns : list positive) (A B : quad) : goal :=
  among NonNeg ns M [TP >0; TN >0; TP' >0; TN' >0] [A; B] (Sub (at_ M A) (at_ M B)) EQ.
Definition above_strict M (ns : list positive) (A : quad) : goal :=
  among NonNeg ns M [TP >0; TN >0; FN' >0; FP' >0; association D >0] [A; D]
    (Sub (at_ M A) (at_ M D)) GT.
Definition bound_above_chance_goals (M : measure) : list goal :=
  let no_fn := (TP, Z0, FP, TN) in let no_fp := (TP, FN, Z0, TN) in
  let no_fn' := (TP', Z0, FP', TN') in let no_fp' := (TP', FN', Z0, TN') in
  [above_equal M [1; 3; 4; 5; 7; 8]%positive no_fn no_fn';
   above_equal M [1; 3; 4; 5; 6; 8]%positive no_fn no_fp';
   above_strict M [1; 3; 4; 5; 6; 7; 8]%positive no_fn;
   above_equal M [1; 2; 4; 5; 7; 8]%positive no_fp no_fn';
   above_equal M [1; 2; 4; 5; 6; 8]%positive no_fp no_fp';
   above_strict M [1; 2; 4; 5; 6; 7; 8]%positive no_fp].
Definition below_equal M (ns : list positive) (A B : quad) : goal :=
  among NonNeg ns M [FN >0; FP >0; FN' >0; FP' >0] [A; B] (Sub (at_ M A) (at_ M B)) EQ.
Definition below_strict M (ns : list positive) (A : quad) : goal :=
  among NonNeg ns M [FN >0; FP >0; TP' >0; TN' >0; Sub Z0 (association D) >0] [A; D]
    (Sub (at_ M D) (at_ M A)) GT.
Definition bound_below_chance_goals (M : measure) : list goal :=
  let no_tp := (Z0, FN, FP, TN) in let no_tn := (TP, FN, FP, Z0) in
  let no_tp' := (Z0, FN', FP', TN') in let no_tn' := (TP', FN', FP', Z0) in
  [below_equal M [2; 3; 4; 6; 7; 8]%positive no_tp no_tp';
   below_equal M [2; 3; 4; 5; 6; 7]%positive no_tp no_tn';
   below_strict M [2; 3; 4; 5; 6; 7; 8]%positive no_tp;
   below_equal M [1; 2; 3; 6; 7; 8]%positive no_tn no_tp';
   below_equal M [1; 2; 3; 5; 6; 7]%positive no_tn no_tn';
   below_strict M [1; 2; 3; 5; 6; 7; 8]%positive no_tn].
(** Two numbers >= 0 with a positive product are positive. *)
Lemma both_positive : forall x y z, 0 <= x -> 0 <= y -> 0 <= z -> z < x * y -> 0 < x /\ 0 < y.
Proof.
  intros x y z A B C L. split.
  - destruct (Req_dec x 0); [subst; lra|lra].
  - destruct (Req_dec y 0); [subst; lra|lra].
Qed.
Lemma positive_product : forall x y, 0 < x -> 0 < y -> 0 < x * y.
Proof. intros. now apply Rmult_lt_0_compat. Qed.
Ltac six_goals V V1 V2 V3 V4 V5 V6 :=
  apply Forall_cons_iff in V; destruct V as [V1 V]; apply Forall_cons_iff in V;
  destruct V as [V2 V]; apply Forall_cons_iff in V; destruct V as [V3 V];
  apply Forall_cons_iff in V; destruct V as [V4 V]; apply Forall_cons_iff in V;
  destruct V as [V5 V6]; apply Forall_inv in V6.
Ltac pair_at V theta tp fn fp tn tp' fn' fp' tn' :=
  told_at V theta ((5%positive, tp') :: (6%positive, fn') :: (7%positive, fp') ::
    (8%positive, tn') :: cell_numbers tp fn fp tn); used V.
Ltac of_pair Q l Ad tp fn fp tn tp' fn' fp' tn' :=
  let W := fresh "W" in let W1 := fresh "one" in let W2 := fresh "two" in
  pose proof (Q l Ad tp fn fp tn tp' fn' fp' tn') as W; ready W; destruct W as [W1 W2];
  unfold compare in W1, W2; first [follows W1 | follows W2].
Theorem bound_above_chance_iff : forall M,
  Forall valid (bound_above_chance_goals M) <-> bound_above_chance M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn tp' fn' fp' tn' S L L' Z. known.
    destruct (both_positive tp tn (fn * fp)) as [P1 P2]; auto; [apply Rmult_le_pos; auto|].
    destruct (both_positive tp' tn' (fn' * fp')) as [P3 P4]; auto; [apply Rmult_le_pos; auto|].
    six_goals V V1 V2 V3 V4 V5 V6. unfold above_equal, above_strict, D in *.
    destruct Z as [Z|Z]; subst; (split; [intros [Z'|Z'] D1 D2; subst|intros Q1 Q2 D1 D2]).
    + pair_at V1 theta tp 0 fp tn tp' 0 fp' tn'.
    + pair_at V2 theta tp 0 fp tn tp' fn' 0 tn'.
    + pair_at V3 theta tp 0 fp tn tp' fn' fp' tn'.
    + pair_at V4 theta tp fn 0 tn tp' 0 fp' tn'.
    + pair_at V5 theta tp fn 0 tn tp' fn' 0 tn'.
    + pair_at V6 theta tp fn 0 tn tp' fn' fp' tn'.
  - intro Q.
    all_of; unfold above_equal, above_strict, D; of_environment l Ad;
      pose proof (positive_product (l 1%positive) (l 4%positive));
      try pose proof (positive_product (l 5%positive) (l 8%positive)).
    + of_pair Q l Ad (l 1%positive) 0 (l 3%positive) (l 4%positive) (l 5%positive) 0 (l 7%positive) (l 8%positive).
    + of_pair Q l Ad (l 1%positive) 0 (l 3%positive) (l 4%positive) (l 5%positive) (l 6%positive) 0 (l 8%positive).
    + of_pair Q l Ad (l 1%positive) 0 (l 3%positive) (l 4%positive) (l 5%positive) (l 6%positive) (l 7%positive) (l 8%positive).
    + of_pair Q l Ad (l 1%positive) (l 2%positive) 0 (l 4%positive) (l 5%positive) 0 (l 7%positive) (l 8%positive).
    + of_pair Q l Ad (l 1%positive) (l 2%positive) 0 (l 4%positive) (l 5%positive) (l 6%positive) 0 (l 8%positive).
    + of_pair Q l Ad (l 1%positive) (l 2%positive) 0 (l 4%positive) (l 5%positive) (l 6%positive) (l 7%positive) (l 8%positive).
Qed.
Theorem bound_below_chance_iff : forall M,
  Forall valid (bound_below_chance_goals M) <-> bound_below_chance M.
Proof.
  intro M. split.
  - intros V theta Ad tp fn fp tn tp' fn' fp' tn' S L L' Z. known.
    destruct (both_positive fn fp (tp * tn)) as [P1 P2]; auto; [apply Rmult_le_pos; auto|].
    destruct (both_positive fn' fp' (tp' * tn')) as [P3 P4]; auto; [apply Rmult_le_pos; auto|].
    six_goals V V1 V2 V3 V4 V5 V6. unfold below_equal, below_strict, D in *.
    destruct Z as [Z|Z]; subst; (split; [intros [Z'|Z'] D1 D2; subst|intros Q1 Q2 D1 D2]).
    + pair_at V1 theta 0 fn fp tn 0 fn' fp' tn'.
    + pair_at V2 theta 0 fn fp tn tp' fn' fp' 0.
    + pair_at V3 theta 0 fn fp tn tp' fn' fp' tn'.
    + pair_at V4 theta tp fn fp 0 0 fn' fp' tn'.
    + pair_at V5 theta tp fn fp 0 tp' fn' fp' 0.
    + pair_at V6 theta tp fn fp 0 tp' fn' fp' tn'.
  - intro Q.
    all_of; unfold below_equal, below_strict, D; of_environment l Ad;
      pose proof (positive_product (l 2%positive) (l 3%positive));
      try pose proof (positive_product (l 6%positive) (l 7%positive)).
    + of_pair Q l Ad 0 (l 2%positive) (l 3%positive) (l 4%positive) 0 (l 6%positive) (l 7%positive) (l 8%positive).
    + of_pair Q l Ad 0 (l 2%positive) (l 3%positive) (l 4%positive) (l 5%positive) (l 6%positive) (l 7%positive) 0.
    + of_pair Q l Ad 0 (l 2%positive) (l 3%positive) (l 4%positive) (l 5%positive) (l 6%positive) (l 7%positive) (l 8%positive).
    + of_pair Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) 0 0 (l 6%positive) (l 7%positive) (l 8%positive).
    + of_pair Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) 0 (l 5%positive) (l 6%positive) (l 7%positive) 0.
    + of_pair Q l Ad (l 1%positive) (l 2%positive) (l 3%positive) 0 (l 5%positive) (l 6%positive) (l 7%positive) (l 8%positive).
Qed.
