(** * How a value scales: homogeneity, Lipschitz constants, interval scales

    The first half is for a reader, as [Properties.v]; the second links it to goals. *)
From Coq Require Import Reals Lra ZArith QArith Qreals Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import
  Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Moves Rules Properties
  Statements Gosgens Brzezinski Range Witness Certificates.
Import ListNotations.
Open Scope R_scope.

(** All cells times k: every value times a number that depends on k alone (real numbers). *)
Definition homogeneity (M : measure) := for_all_parameters M (fun theta =>
  exists factor : R -> R, forall tp fn fp tn k,
  reals [tp; fn; fp; tn] -> 0 < tp + fn + fp + tn -> 0 < k ->
  compare M theta (fun x y => y = x * factor k)
    (tp, fn, fp, tn) (k * tp, k * fn, k * fp, k * tn)).

(** L is a Lipschitz constant: k of n elements that are moved from one cell to another change the
    value by at most L k/n (real numbers).  The least one, or [None] if there is none. *)
Definition changes_at_most (L : R) (M : measure) (theta : env) : Prop :=
  forall tp fn fp tn k from to, reals [tp; fn; fp; tn] -> 0 < k ->
  In from [1; 2; 3; 4]%positive -> In to [1; 2; 3; 4]%positive -> from <> to ->
  let n := tp + fn + fp + tn + k in let rest := (tp, fn, fp, tn) in
  compare M theta (fun x y => Rabs (y - x) <= L * (k / n)) (moved from rest k) (moved to rest k).
Definition lipschitz_constant (least : option expr) (M : measure) :=
  for_all_parameters M (fun theta =>
  match least with
  | Some e => let L := val e (parameters theta) in def e (parameters theta) /\
      changes_at_most L M theta /\ forall x, changes_at_most x M theta -> L <= x
  | None => forall x, ~ changes_at_most x M theta
  end).

(** Of each truth with p positives and n negatives, the values of all predictions are equally
    spaced: from each to the next larger one it is the same step (whole numbers). *)
Definition value_of_truth (M : measure) (theta : env) (p n x : R) : Prop := exists tp tn,
  let A := (tp, p - tp, n - tn, tn) in counts [tp; p - tp; n - tn; tn] /\
  def (formula M) (cells theta A) /\ val (formula M) (cells theta A) = x.
Definition next (values : R -> Prop) (x y : R) : Prop :=
  values x /\ values y /\ x < y /\ forall between, values between -> ~ x < between < y.
Definition interval_scale (M : measure) := for_all_parameters M (fun theta =>
  forall p n, counts [p; n] -> 1 <= p -> 1 <= n ->
  let values := value_of_truth M theta p n in
  forall x y z, next values x y -> next values y z -> y - x = z - y).

(** ** Homogeneity as a goal: the factor is that of one matrix *)
Definition with_k (i : positive) : sort := if Pos.eqb i 9 then Pos else kinds NonNeg four i.
Lemma with_k_ok : forall theta tp fn fp tn k, reals [tp; fn; fp; tn] -> 0 < k ->
  okenv with_k (assign ((9%positive, k) :: [(1%positive, tp); (2%positive, fn);
    (3%positive, fp); (4%positive, tn)]) theta).
Proof.
  intros theta tp fn fp tn k S L i. numbers. unfold with_k.
  destruct (Pos.eqb_spec i 9) as [->|N9]; [cbn; assumption|].
  set (l := assign _ theta). revert i N9.
  assert (O : okenv (kinds NonNeg four) l) by (apply kinds_ok; unfold four; all_of; cbn; assumption).
  intros i _. apply O.
Qed.
Theorem speaks_with_k : forall gs n g ps qs, nth_error gs n = Some g -> sorts g = with_k ->
  forallb (fun i => fits (with_k i) (at_point ps i)) (9%positive :: four) &&
  all_true ps (hyps g) qs = true -> speaks gs.
Proof.
  intros gs n g ps qs E S F. apply andb_prop in F. destruct F as [F1 F2].
  exists g. split; [eapply nth_error_In; eauto|]. exists (real_env (at_point ps)).
  split; [|eapply all_true_ok; eauto]. rewrite S. intro i.
  destruct (in_dec Pos.eq_dec i (9%positive :: four)) as [I|N].
  - rewrite forallb_forall in F1. now apply fits_ok, F1.
  - unfold with_k, kinds. destruct (Pos.eqb_spec i 9) as [->|_]; [destruct N; now left|].
    destruct (existsb (Pos.eqb i) four) eqn:X; [|exact Logic.I]. destruct N. right.
    apply existsb_exists in X. destruct X as (j & J & X). apply Pos.eqb_eq in X. now subst.
Qed.
Definition whole_numbers (A : Z * Z * Z * Z) : quad :=
  let '(tp, fn, fp, tn) := A in (Num tp, Num fn, Num fp, Num tn).
Definition times (k : expr) (A : quad) : quad :=
  let '(a, b, c, d) := A in (Mul k a, Mul k b, Mul k c, Mul k d).
Definition factor_of (A : Z * Z * Z * Z) (M : measure) : expr :=
  Div (at_ M (times K (whole_numbers A))) (at_ M (whole_numbers A)).
Definition scaled_by (M : measure) (factor : expr) : atom :=
  Is (Sub (at_ M (times K C)) (Mul (at_ M C) factor)) EQ.
Definition homogeneity_goals (A : Z * Z * Z * Z) (M : measure) : list goal :=
  [Goal with_k (assumed M ++ [size >0; Defined (at_ M C); Defined (at_ M (times K C))])
     (scaled_by M (factor_of A M))].
Theorem homogeneity_by : forall A M, Forall valid (homogeneity_goals A M) -> homogeneity M.
Proof.
  intros A M V theta Ad. apply Forall_inv in V.
  exists (fun k => val (factor_of A M) (assign [(9%positive, k)] theta)).
  intros tp fn fp tn k S L HK D1 D2.
  set (l := assign ((9%positive, k) :: [(1%positive, tp); (2%positive, fn); (3%positive, fp);
    (4%positive, tn)]) theta).
  assert (E : val (factor_of A M) l = val (factor_of A M) (assign [(9%positive, k)] theta)).
  { unfold factor_of. destruct A as [[[a b] c] d]. cbn [val]. rewrite !at_val. unfold l.
    rewrite !assign_cells by reflexivity. reflexivity. }
  destruct (V l) as [_ Q].
  - now apply with_k_ok.
  - cbn [hyps]. apply Forall_app. split; [apply assumed_ok, assign_admissible; auto|].
    all_of; cbn [holds]; [split; [cbn; repeat split; tauto|cbn; lra]| |]; (apply at_def; [cbn; repeat split; tauto|]);
      unfold l; rewrite assign_cells by reflexivity; assumption.
  - unfold scaled_by in Q. cbn [val rl] in Q. rewrite E in Q. rewrite !at_val in Q. unfold l in Q.
    rewrite !assign_cells in Q by reflexivity.
    cbn [times vals val C TP FN FP TN K] in Q. look_up Q. lra.
Qed.
(** Where the factor of a matrix has a value, no other one fits that matrix. *)
Definition homogeneity_denied (A : Z * Z * Z * Z) (M : measure) : list goal :=
  [Goal (kinds NonNeg [1; 2; 3; 4; 9]%positive)
     (assumed M ++ [size >0; Defined (at_ M C); Defined (at_ M (times K C)); K >0;
        Defined (factor_of A M)])
     (scaled_by M (factor_of A M))].
Definition some_matrix (A : Z * Z * Z * Z) : bool :=
  let '(a, b, c, d) := A in
  forallb (Z.leb 0) [a; b; c; d] && existsb (Z.ltb 0) [a; b; c; d].
Lemma some_matrix_ok : forall a b c d, some_matrix (a, b, c, d) = true ->
  reals [IZR a; IZR b; IZR c; IZR d] /\ 0 < IZR a + IZR b + IZR c + IZR d.
Proof.
  intros a b c d H. unfold some_matrix in H. cbn [forallb existsb] in H. ab.
  repeat match goal with X : Z.leb _ _ = true |- _ => apply Z.leb_le in X end.
  repeat match goal with X : (_ || _)%bool = true |- _ => rewrite ?orb_true_iff in X end.
  rewrite !Z.ltb_lt in *. rewrite <- !plus_IZR. split.
  - unfold reals. all_of; now apply IZR_le.
  - apply IZR_lt. intuition lia.
Qed.
Theorem homogeneity_not : forall A M, some_matrix A = true ->
  homogeneity M -> Forall valid (homogeneity_denied A M).
Proof.
  intros [[[a b] c] d] M G H. apply some_matrix_ok in G. destruct G as [G1 G2]. all_of.
  intros l O F. cbn [sorts hyps concl] in *. apply kinds_ok in O. numbers. cbn [of_sort] in *.
  apply Forall_app in F. destruct F as [Ad F]. apply assumed_ok in Ad.
  numbers. cbn [holds] in *.
  destruct (H l Ad) as [f Q].
  repeat match goal with X : def _ _ /\ rl _ _ |- _ => destruct X as [_ X]; cbn in X end.
  match goal with X : def (factor_of _ _) l |- _ => pose proof X as DF; cbn [factor_of def] in X end.
  repeat match goal with X : _ /\ _ |- _ => destruct X end.
  split; [unfold scaled_by; cbn [body def]; repeat split; auto|].
  repeat match goal with X : def (at_ M _) l |- _ => apply at_def in X; [|cbn; repeat split; tauto] end.
  rewrite at_val in *. cbn [times whole_numbers vals val C TP FN FP TN K] in *.
  pose proof (Q (l 1%positive) (l 2%positive) (l 3%positive) (l 4%positive) (l 9%positive)
    ltac:(unfold reals; all_of; assumption) ltac:(lra) ltac:(lra) ltac:(assumption) ltac:(assumption)) as Q1.
  pose proof (Q (IZR a) (IZR b) (IZR c) (IZR d) (l 9%positive)
    ltac:(unfold reals; all_of; assumption) ltac:(lra) ltac:(lra) ltac:(assumption) ltac:(assumption)) as Q2.
  cbn [val rl scaled_by factor_of]. rewrite !at_val.
  cbn [times whole_numbers vals val C TP FN FP TN K]. rewrite Q1, Q2. field. assumption.
Qed.

(** ** A Lipschitz constant as goals: a bound on every change, and matrices that come near it *)
Definition plus (cell : positive) (by_ : expr) (A : quad) : quad :=
  let '(a, b, c, d) := A in
  match cell with
  | 1%positive => (Add a by_, b, c, d) | 2%positive => (a, Add b by_, c, d)
  | 3%positive => (a, b, Add c by_, d) | _ => (a, b, c, Add d by_) end.
Definition change_goal (bound : expr) (M : measure) (p : positive * positive) : goal :=
  let A := plus (fst p) K C in let B := plus (snd p) K C in
  Goal with_k (assumed M ++ all_defined [at_ M A; at_ M B])
    (Is (Sub (Mul bound K) (Mul (Add size K) (Sub (at_ M B) (at_ M A)))) GE).
Definition two_cells : list (positive * positive) :=
  filter (fun p => negb (Pos.eqb (fst p) (snd p))) (list_prod four four).
Definition change (M : measure) (rest : quad) (from to : positive) (by_ : expr) : expr :=
  Mul (Add (sum_of rest) by_) (Sub (at_ M (plus to by_ rest)) (at_ M (plus from by_ rest))).
(** The elements that are moved, in e (not in e: at one matrix), and what stays. *)
Definition moves_goals (along : bool) (least : expr) (rest : quad) (from to : positive) (by_ : expr)
    (M : measure) : list goal :=
  let g := if along then Goal (kinds Nat [10%positive]) (assumed M ++ [E >=1])
    else Goal (kinds Nat []) (assumed M) in
  [g (Is by_ GT);
   g (Is (Sub (change M rest from to by_) (Mul least by_)) (if along then GE else EQ))].
Definition lipschitz_constant_goals (least : option expr) (along : bool) (rest : quad)
    (from to : positive) (by_ : expr) (M : measure) : list goal :=
  match least with
  | None => moves_goals true E rest from to by_ M
  | Some e => let L := constant e in map (change_goal L M) two_cells ++
      moves_goals along (if along then Sub L (Div (Num 1) E) else L) rest from to by_ M
  end.
(** The cells are whole numbers if e is, and two different ones are named. *)
Definition good_move (rest : quad) (from to : positive) (by_ : expr) : bool :=
  whole_cells rest && whole_cell by_ && existsb (fun p => Pos.eqb from (fst p) && Pos.eqb to (snd p)) two_cells.

Lemma plus_ok : forall cell by_ A l, plainly A l -> def by_ l ->
  plainly (plus cell by_ A) l /\ vals (plus cell by_ A) l = moved cell (vals A l) (val by_ l).
Proof.
  intros cell by_ [[[a b] c] d] l P D. cbn in P.
  assert (Q : plainly (plus cell by_ (a, b, c, d)) l).
  { unfold plus. destruct cell as [[]|[]|]; cbn; repeat split; tauto. }
  split; auto. destruct cell as [[]|[]|]; reflexivity.
Qed.
Lemma in_two_cells : forall from to, In from four -> In to four -> from <> to ->
  In (from, to) two_cells.
Proof.
  intros from to F T N. apply filter_In. split; [now apply in_prod|]. cbn [fst snd].
  now rewrite (proj2 (Pos.eqb_neq from to) N).
Qed.
Lemma two_cells_in : forall from to,
  existsb (fun p => Pos.eqb from (fst p) && Pos.eqb to (snd p)) two_cells = true ->
  In from four /\ In to four /\ from <> to.
Proof.
  intros from to H. apply existsb_exists in H. destruct H as [[i j] [I H]]. cbn [fst snd] in H. ab.
  apply Pos.eqb_eq in H, H0. subst i j. apply filter_In in I. destruct I as [I N].
  apply in_prod_iff in I. cbn [fst snd] in N. apply negb_true_iff, Pos.eqb_neq in N. tauto.
Qed.
Lemma changes_by : forall M e theta, admissible M theta ->
  Forall valid (map (change_goal (constant e) M) two_cells) ->
  changes_at_most (val e (parameters theta)) M theta.
Proof.
  intros M e theta Ad V tp fn fp tn k from to S HK F T N n rest DA DB.
  assert (W : forall i j, In i four -> In j four -> i <> j ->
    def (formula M) (cells theta (moved i rest k)) -> def (formula M) (cells theta (moved j rest k)) ->
    0 <= val e (parameters theta) * k - n * (val (formula M) (cells theta (moved j rest k)) -
      val (formula M) (cells theta (moved i rest k)))).
  { intros i j I J IJ DI DJ.
    set (l := assign ((9%positive, k) :: [(1%positive, tp); (2%positive, fn); (3%positive, fp);
      (4%positive, tn)]) theta).
    assert (PC : plainly C l) by (cbn; repeat split; tauto). assert (PK : def K l) by exact Logic.I.
    destruct (plus_ok i K C l PC PK) as [PI VI], (plus_ok j K C l PC PK) as [PJ VJ].
    assert (EV : forall A, cells l A = cells theta A)
      by (intro A; unfold l; now rewrite assign_cells).
    change (vals C l) with rest in VI, VJ. change (val K l) with k in VI, VJ.
    rewrite Forall_map, Forall_forall in V. destruct (V _ (in_two_cells i j I J IJ) l) as [_ Q].
    - now apply with_k_ok.
    - cbn [hyps change_goal fst snd]. apply Forall_app.
      split; [apply assumed_ok, assign_admissible; auto|]. apply all_defined_ok.
      all_of; apply at_def; auto; rewrite EV, ?VI, ?VJ; assumption.
    - cbn [val rl fst snd] in Q. rewrite !at_val, !EV, VI, VJ, (proj1 (constant_ok e l)) in Q.
      unfold l in Q at 1. rewrite assign_parameters in Q by reflexivity.
      cbn [size val TP FN FP TN K] in Q. unfold l in Q. look_up Q. unfold n. lra. }
  assert (P : 0 < n) by (unfold n, reals in *; numbers; lra).
  assert (W1 := W from to F T N DA DB). assert (W2 := W to from T F (not_eq_sym N) DB DA).
  set (a := val (formula M) (cells theta (moved from rest k))) in *.
  set (b := val (formula M) (cells theta (moved to rest k))) in *.
  set (L := val e (parameters theta)) in *.
  apply (Rmult_le_reg_l n); auto. replace (n * (L * (k / n))) with (L * k) by (field; lra).
  unfold Rabs. destruct (Rcase_abs (b - a)); nra.
Qed.
Lemma moves_by : forall M (along : bool) least rest from to by_ theta m x,
  good_move rest from to by_ = true -> admissible M theta -> (1 <= m)%nat ->
  Forall valid (moves_goals along least rest from to by_ M) -> changes_at_most x M theta ->
  let l := assign [(10%positive, INR m)] theta in def least l /\ val least l <= x.
Proof.
  intros M along least rest from to by_ theta m x G Ad M1 V B l.
  unfold good_move in G. ab. apply two_cells_in in H0. destruct H0 as (F & T & N).
  assert (N10 : natural (l 10%positive)) by (now exists m).
  destruct (whole_cells_ok rest l H N10) as [PR CR]. destruct (whole_cell_ok by_ l H1 N10) as [_ DB].
  assert (EV : forall A, cells l A = cells theta A) by (intro A; unfold l; now rewrite assign_cells).
  assert (AD : Forall (holds l) (assumed M)) by (apply assumed_ok, assign_admissible; auto).
  assert (U : 0 < val by_ l /\ def (Sub (change M rest from to by_) (Mul least by_)) l /\
    val least l * val by_ l <= val (change M rest from to by_) l).
  { unfold moves_goals in V. assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)).
    clear V. destruct along.
    - assert (O : okenv (kinds Nat [10%positive]) l) by (apply kinds_ok; all_of; exact N10).
      assert (HE : Forall (holds l) (assumed M ++ [E >=1])).
      { apply Forall_app. split; auto. all_of. split; [cbn; repeat split; tauto|].
        apply le_INR in M1. simpl in M1. cbn. lra. }
      destruct (V1 l O HE) as [_ Q1], (V2 l O HE) as [D2 Q2]. cbn [val rl] in Q1, Q2.
      split; [exact Q1|split; [exact D2|lra]].
    - assert (O : okenv (kinds Nat []) l) by (apply kinds_ok; constructor).
      destruct (V1 l O AD) as [_ Q1], (V2 l O AD) as [D2 Q2]. cbn [val rl] in Q1, Q2.
      split; [exact Q1|split; [exact D2|lra]]. }
  destruct U as (U1 & [D1 D2] & U2). cbn [change def] in D1, D2.
  split; [tauto|]. destruct D1 as (_ & DT & DF).
  destruct (plus_ok from by_ rest l PR DB) as [PF VF], (plus_ok to by_ rest l PR DB) as [PT VT].
  apply at_def in DT; auto. apply at_def in DF; auto.
  unfold change in U2. cbn [val] in U2. rewrite !at_val in U2.
  rewrite !EV, ?VF, ?VT in *. clear VF VT PF PT.
  destruct rest as [[[a b] c] d]. cbn [vals sum_of val] in *. unfold counts in CR. numbers.
  repeat match goal with X : natural (val _ _) |- _ => apply natural_nn in X end.
  assert (Q := B (val a l) (val b l) (val c l) (val d l) (val by_ l) from to
    ltac:(unfold reals; all_of; assumption) U1 F T N DF DT). cbv zeta in Q.
  set (n := val a l + val b l + val c l + val d l + val by_ l) in *.
  assert (P : 0 < n) by (unfold n; lra).
  set (gap := val (formula M) (cells theta (moved to _ _)) - _) in *.
  assert (Q' : gap <= x * (val by_ l / n)) by (eapply Rle_trans; [apply Rle_abs|exact Q]).
  apply (Rmult_le_compat_l n) in Q'; [|lra].
  replace (n * (x * (val by_ l / n))) with (x * val by_ l) in Q' by (field; lra).
  apply (Rmult_le_reg_r (val by_ l)); auto. lra.
Qed.
Theorem lipschitz_constant_by : forall least along rest from to by_ M,
  good_move rest from to by_ = true ->
  Forall valid (lipschitz_constant_goals least along rest from to by_ M) ->
  lipschitz_constant least M.
Proof.
  intros [e|] along rest from to by_ M G V theta Ad; cbn [lipschitz_constant_goals] in V.
  - apply Forall_app in V. destruct V as [V1 V2]. split; [|split].
    + assert (B := changes_by M e theta Ad V1).
      destruct (moves_by M along _ rest from to by_ theta 1 _ G Ad (le_n 1) V2 B) as [D _].
      assert (D' : def (constant e) (assign [(10%positive, INR 1)] theta))
        by (destruct along; [exact (proj1 D)|exact D]).
      apply constant_ok in D'. now rewrite assign_parameters in D'.
    + now apply changes_by.
    + intros x B. apply Rnot_lt_le. intro L. destruct (small_step (val e (parameters theta) - x))
        as [m [M1 S]]; [lra|].
      destruct (moves_by M along _ rest from to by_ theta m x G Ad M1 V2 B) as [_ Q].
      assert (EC : val (constant e) (assign [(10%positive, INR m)] theta) = val e (parameters theta))
        by (rewrite (proj1 (constant_ok e _)); now rewrite assign_parameters).
      destruct along; cbn [val E] in Q; rewrite EC in Q; [|lra].
      change (assign [(10%positive, INR m)] theta 10%positive) with (INR m) in Q. lra.
  - intros x B. destruct (archimedes x) as [m [M1 S]].
    destruct (moves_by M true _ rest from to by_ theta m x G Ad M1 V B) as [_ Q].
    cbn [val E] in Q. change (assign [(10%positive, INR m)] theta 10%positive) with (INR m) in Q. lra.
Qed.

(** ** An interval scale as goals: origin and unit are formulas in P and N, written TP and FN *)
Definition of_truth (e : expr) : expr := at_ (Measure e []) (P, N, Z0, Z0).
Definition levels : list expr := [TP; TN; Add TP TN; Sub TP TN].
Definition interval_scale_goals (origin unit level : expr) (M : measure) : list goal :=
  map (Goal (kinds Nat four) (assumed M ++ [P >=1; N >=1]))
    [Defined (at_ M C);
     Is (Sub (at_ M C) (Add (of_truth origin) (Mul (of_truth unit) level))) EQ;
     Is (of_truth unit) NE].
Definition good_level (level : expr) : bool := existsb (same level) levels.

(** Every whole number between two levels of one truth is a level of it. *)
Definition level_at (level : expr) (tp tn : Z) : Z :=
  if same level TP then tp else if same level TN then tn
  else if same level (Add TP TN) then tp + tn else tp - tn.
Lemma level_between : forall level p n a b c d x, good_level level = true ->
  (0 <= a <= p)%Z -> (0 <= b <= n)%Z -> (0 <= c <= p)%Z -> (0 <= d <= n)%Z ->
  (level_at level a b <= x <= level_at level c d)%Z ->
  exists tp tn, (0 <= tp <= p)%Z /\ (0 <= tn <= n)%Z /\ level_at level tp tn = x.
Proof.
  intros level p n a b c d x G A B Cc D L. unfold good_level, levels in G. cbn [existsb] in G.
  unfold level_at in *. destruct (same level TP); [exists x, b; lia|].
  destruct (same level TN); [exists a, x; lia|].
  destruct (same level (Add TP TN)); [exists (Z.min x p), (x - Z.min x p)%Z; lia|].
  exists (Z.max x 0), (Z.max x 0 - x)%Z. lia.
Qed.
Lemma natural_Z : forall x, natural x <-> exists z, (0 <= z)%Z /\ x = IZR z.
Proof.
  intro x. split.
  - intros [n ->]. exists (Z.of_nat n). split; [lia|apply INR_IZR_INZ].
  - intros (z & H & ->). exists (Z.to_nat z). rewrite INR_IZR_INZ, Z2Nat.id; auto.
Qed.
Lemma values_of_truth : forall origin unit level M theta p n, admissible M theta ->
  good_level level = true -> Forall valid (interval_scale_goals origin unit level M) ->
  (1 <= p)%Z -> (1 <= n)%Z -> exists o u, u <> 0 /\ forall x,
    value_of_truth M theta (IZR p) (IZR n) x <-> exists tp tn, (0 <= tp <= p)%Z /\ (0 <= tn <= n)%Z /\
      x = o + u * IZR (level_at level tp tn).
Proof.
  intros origin unit level M theta p n Ad G V HP HN.
  exists (val origin (cells theta (IZR p, IZR n, 0, 0))), (val unit (cells theta (IZR p, IZR n, 0, 0))).
  set (l := fun tp tn : Z => assign [(1%positive, IZR tp); (2%positive, IZR p - IZR tp);
    (3%positive, IZR n - IZR tn); (4%positive, IZR tn)] theta).
  unfold interval_scale_goals in V. rewrite Forall_map in V.
  assert (K : forall tp tn, (0 <= tp <= p)%Z -> (0 <= tn <= n)%Z ->
    okenv (kinds Nat four) (l tp tn) /\ Forall (holds (l tp tn)) (assumed M ++ [P >=1; N >=1]) /\
    counts [IZR tp; IZR p - IZR tp; IZR n - IZR tn; IZR tn]).
  { intros tp tn A B.
    assert (S : counts [IZR tp; IZR p - IZR tp; IZR n - IZR tn; IZR tn]).
    { rewrite <- !minus_IZR. unfold counts. all_of; apply natural_Z; eexists; (split; [|reflexivity]); lia. }
    split; [|split; [|exact S]].
    - unfold counts in S. numbers. apply kinds_ok. unfold l, four. all_of; cbn; assumption.
    - apply Forall_app. split; [apply assumed_ok; unfold l; apply assign_admissible; auto|].
      apply IZR_le in HP, HN. unfold l. all_of; (split; [cbn; repeat split; tauto|cbn; lra]). }
  assert (EL : forall tp tn, val level (l tp tn) = IZR (level_at level tp tn)).
  { intros tp tn. unfold good_level, levels in G. cbn [existsb] in G. unfold level_at.
    destruct (same level TP) eqn:E1; [apply same_ok in E1; subst; reflexivity|].
    destruct (same level TN) eqn:E2; [apply same_ok in E2; subst; reflexivity|].
    destruct (same level (Add TP TN)) eqn:E3; [apply same_ok in E3; subst; cbn; now rewrite plus_IZR|].
    destruct (same level (Sub TP TN)) eqn:E4; [apply same_ok in E4; subst; cbn; now rewrite minus_IZR|].
    discriminate. }
  assert (ET : forall e tp tn, val (of_truth e) (l tp tn) = val e (cells theta (IZR p, IZR n, 0, 0))).
  { intros e tp tn. unfold of_truth. rewrite at_val. cbn [formula]. f_equal. unfold l.
    rewrite assign_cells by reflexivity. cbn [vals P N Z0 val TP FN FP TN].
    apply functional_extensionality. intro i. unfold cells, assign, upd. cbn.
    destruct i as [[]|[[]|[]|]|]; cbn; try reflexivity; lra. }
  assert (EV : forall tp tn, val (at_ M C) (l tp tn) =
      val (formula M) (cells theta (IZR tp, IZR p - IZR tp, IZR n - IZR tn, IZR tn)) /\
    (def (at_ M C) (l tp tn) <->
      def (formula M) (cells theta (IZR tp, IZR p - IZR tp, IZR n - IZR tn, IZR tn)))).
  { intros tp tn. rewrite at_val, at_def by (cbn; repeat split; tauto). unfold l.
    rewrite !assign_cells by reflexivity. cbn [vals C TP FN FP TN val]. split; reflexivity. }
  assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)).
  assert (V3 := Forall_inv (Forall_inv_tail (Forall_inv_tail V))). clear V.
  assert (VT : forall tp tn, (0 <= tp <= p)%Z -> (0 <= tn <= n)%Z ->
    val (formula M) (cells theta (IZR tp, IZR p - IZR tp, IZR n - IZR tn, IZR tn)) =
    val origin (cells theta (IZR p, IZR n, 0, 0)) +
    val unit (cells theta (IZR p, IZR n, 0, 0)) * IZR (level_at level tp tn)).
  { intros tp tn A B. destruct (K tp tn A B) as (O & H & _). destruct (V2 _ O H) as [_ Q].
    cbn [val rl] in Q. rewrite !ET, EL, (proj1 (EV tp tn)) in Q. lra. }
  split.
  - destruct (K 0%Z 0%Z) as (O & H & _); [lia|lia|]. destruct (V3 _ O H) as [_ Q].
    cbn [rl] in Q. now rewrite ET in Q.
  - intro x. split.
    + intros (tp & tn & S & D & <-). unfold counts in S. numbers.
      repeat match goal with X : natural _ |- _ => apply natural_Z in X end.
      repeat match goal with X : exists _, _ |- _ => destruct X as (? & ? & ?) end. subst.
      rewrite <- minus_IZR in *.
      repeat match goal with X : IZR _ = IZR _ |- _ => apply eq_IZR in X end.
      do 2 eexists. split; [|split; [|rewrite !minus_IZR; apply VT]]; lia.
    + intros (tp & tn & A & B & ->). destruct (K tp tn A B) as (O & H & S).
      exists (IZR tp), (IZR tn). split; [exact S|]. split; [|now apply VT].
      apply EV. exact (V1 _ O H).
Qed.
Theorem interval_scale_by : forall origin unit level M, good_level level = true ->
  Forall valid (interval_scale_goals origin unit level M) -> interval_scale M.
Proof.
  intros origin unit level M G V theta Ad p n S HP HN values.
  assert (S1 := Forall_inv S). assert (S2 := Forall_inv (Forall_inv_tail S)).
  apply natural_Z in S1, S2. destruct S1 as (p' & P0 & ->), S2 as (n' & N0 & ->).
  apply le_IZR in HP, HN.
  destruct (values_of_truth origin unit level M theta p' n' Ad G V HP HN) as (o & u & U & W).
  assert (K : forall x y, next values x y -> y - x = Rabs u).
  { intros x y (X & Y & L & B). apply W in X, Y.
    destruct X as (a & b & A1 & A2 & ->), Y as (c & d & C1 & C2 & ->).
    set (s := level_at level a b) in *. set (t := level_at level c d) in *.
    assert (ST : forall r, ((s < r < t) \/ (t < r < s))%Z -> False).
    { intros r R.
      assert (Q : exists tp tn, (0 <= tp <= p')%Z /\ (0 <= tn <= n')%Z /\ level_at level tp tn = r).
      { destruct R as [R|R].
        - apply (level_between level p' n' a b c d r G); auto. unfold s, t in R. lia.
        - apply (level_between level p' n' c d a b r G); auto. unfold s, t in R. lia. }
      destruct Q as (tp & tn & T1 & T2 & T3). apply (B (o + u * IZR r)).
      - apply W. exists tp, tn. now rewrite T3.
      - destruct R as [[R1 R2]|[R1 R2]]; apply IZR_lt in R1, R2; split; nra. }
    destruct (Rtotal_order u 0) as [U1|[U1|U1]]; [|contradiction|].
    - assert (T1 : (t < s)%Z) by (apply lt_IZR; nra).
      assert (T2 : s = (t + 1)%Z) by (assert (~ (t < t + 1 < s))%Z by (intro; eapply ST; eauto); lia).
      rewrite T2, plus_IZR, Rabs_left by lra. ring.
    - assert (T1 : (s < t)%Z) by (apply lt_IZR; nra).
      assert (T2 : t = (s + 1)%Z) by (assert (~ (s < s + 1 < t))%Z by (intro; eapply ST; eauto); lia).
      rewrite T2, plus_IZR, Rabs_right by lra. ring. }
  intros x y z X Y. now rewrite (K x y X), (K y z Y).
Qed.

(** ** No interval scale: three values of one truth, with none between, and two different steps *)
Inductive side := Low | Middle | High | Missing.
Definition prediction (p n : Z) (A : Z * Z) : quad :=
  whole_numbers (fst A, p - fst A, n - snd A, snd A)%Z.
Definition predictions (p n : Z) : list (Z * Z) :=
  let upto m := map Z.of_nat (List.seq 0 (S (Z.to_nat m))) in list_prod (upto p) (upto n).
(** A value that is not between the others: not above the first, the second, not below the third. *)
Definition apart (one two three other : expr) (s : side) : atom :=
  match s with
  | Low => Is (Sub one other) GE | Middle => Is (Sub other two) EQ
  | High => Is (Sub other three) GE | Missing => Undefined other end.
Fixpoint each_apart (ps : point) (one two three : expr) (others : list expr)
    (told : list (side * gproof)) : bool :=
  match others, told with
  | [], _ => true
  | e :: r, (s, q) :: told => true_there ps (apart one two three e s) q &&
      each_apart ps one two three r told
  | _, [] => false
  end.
Definition uneven (M : measure) (p n : Z) (A B D : Z * Z) (ps : point) (qs : list gproof)
    (q1 q2 q3 : gproof) (told : list (side * gproof)) : bool :=
  let value A := at_ M (prediction p n A) in
  let one := value A in let two := value B in let three := value D in
  (Z.leb 1 p && Z.leb 1 n) &&
  forallb (fun A => Z.leb 0 (fst A) && Z.leb (fst A) p && (Z.leb 0 (snd A) && Z.leb (snd A) n))
    [A; B; D] &&
  all_true ps (assumed M) qs &&
  true_there ps (Is (Sub two one) GT) q1 && true_there ps (Is (Sub three two) GT) q2 &&
  true_there ps (Is (Sub (Sub two one) (Sub three two)) NE) q3 &&
  each_apart ps one two three (map value (predictions p n)) told.

Lemma in_predictions : forall p n tp tn, (0 <= tp <= p)%Z -> (0 <= tn <= n)%Z ->
  In (tp, tn) (predictions p n).
Proof.
  intros p n tp tn A B. apply in_prod; apply in_map_iff;
    [exists (Z.to_nat tp)|exists (Z.to_nat tn)]; (split; [lia|apply in_seq; lia]).
Qed.
Lemma each_apart_ok : forall ps one two three others told,
  each_apart ps one two three others told = true -> forall e, In e others ->
  exists s, holds (real_env (at_point ps)) (apart one two three e s).
Proof.
  intros ps one two three. induction others as [|f r IH]; intros told H e I; [destruct I|].
  destruct told as [|[s q] told]; [discriminate|]. cbn [each_apart] in H. ab. destruct I as [<-|I].
  - exists s. eapply true_there_ok; eauto. - eauto.
Qed.
Lemma prediction_value : forall M p n tp tn l,
  val (at_ M (prediction p n (tp, tn))) l =
    val (formula M) (cells l (IZR tp, IZR p - IZR tp, IZR n - IZR tn, IZR tn)) /\
  (def (at_ M (prediction p n (tp, tn))) l <->
    def (formula M) (cells l (IZR tp, IZR p - IZR tp, IZR n - IZR tn, IZR tn))).
Proof.
  intros. rewrite at_val, at_def by (cbn; repeat split; tauto).
  cbn [vals prediction whole_numbers fst snd val]. rewrite !minus_IZR. split; reflexivity.
Qed.
Lemma prediction_counts : forall p n tp tn, (0 <= tp <= p)%Z -> (0 <= tn <= n)%Z ->
  counts [IZR tp; IZR p - IZR tp; IZR n - IZR tn; IZR tn].
Proof.
  intros p n tp tn A B. rewrite <- !minus_IZR. unfold counts.
  all_of; apply natural_Z; eexists; (split; [|reflexivity]); lia.
Qed.
Theorem interval_scale_not : forall M p n A B D ps qs q1 q2 q3 told,
  uneven M p n A B D ps qs q1 q2 q3 told = true -> ~ interval_scale M.
Proof.
  intros M p n [a a'] [b b'] [d d'] ps qs q1 q2 q3 told H S. unfold uneven in H.
  apply andb_prop in H. destruct H as [H HT]. apply andb_prop in H. destruct H as [H H3].
  apply andb_prop in H. destruct H as [H H2]. apply andb_prop in H. destruct H as [H H1].
  apply andb_prop in H. destruct H as [H Ad]. cbn [forallb fst snd] in H. ab.
  repeat match goal with X : Z.leb _ _ = true |- _ => apply Z.leb_le in X end.
  apply all_true_ok, assumed_ok in Ad. apply true_there_ok in H1, H2, H3.
  set (l := real_env (at_point ps)) in *.
  destruct H1 as [[DB DA] L1], H2 as [[DD _] L2], H3 as [_ NE']. cbn [val rl] in L1, L2, NE'.
  pose proof (each_apart_ok _ _ _ _ _ _ HT) as AP. clear HT. rename H0 into PN.
  set (one := val (at_ M (prediction p n (a, a'))) l) in *.
  set (two := val (at_ M (prediction p n (b, b'))) l) in *.
  set (three := val (at_ M (prediction p n (d, d'))) l) in *.
  assert (V : forall t t', (0 <= t <= p)%Z -> (0 <= t' <= n)%Z ->
    def (at_ M (prediction p n (t, t'))) l ->
    value_of_truth M l (IZR p) (IZR n) (val (at_ M (prediction p n (t, t'))) l)).
  { intros t t' T T' DT. destruct (prediction_value M p n t t' l) as [E1 E2].
    exists (IZR t), (IZR t'). split; [now apply prediction_counts|]. split; [now apply E2|].
    now rewrite E1. }
  assert (B' : forall x, value_of_truth M l (IZR p) (IZR n) x ->
    ~ (one < x < two) /\ ~ (two < x < three)).
  { intros x (t & t' & CT & DT & <-). unfold counts in CT. numbers.
    repeat match goal with X : natural _ |- _ => apply natural_Z in X end.
    repeat match goal with X : exists _, _ |- _ => destruct X as (? & ? & ?) end. subst.
    rewrite <- minus_IZR in *.
    repeat match goal with X : IZR _ = IZR _ |- _ => apply eq_IZR in X end.
    match goal with |- context [cells l (IZR ?t, _, _, IZR ?t')] =>
      destruct (prediction_value M p n t t' l) as [E1 E2];
      destruct (AP (at_ M (prediction p n (t, t')))) as [s AS];
        [apply (in_map (fun A => at_ M (prediction p n A))), in_predictions; lia|] end.
    rewrite !minus_IZR in *. rewrite <- E1.
    destruct s; cbn [apart holds def val rl] in AS; fold l in AS; fold one two three in AS;
      try (destruct AS as [_ AS]; split; intros [? ?]; lra).
    exfalso. apply AS. now apply E2. }
  assert (X := V a a' ltac:(lia) ltac:(lia) DA). assert (Y := V b b' ltac:(lia) ltac:(lia) DB).
  assert (Z := V d d' ltac:(lia) ltac:(lia) DD). fold one in X. fold two in Y. fold three in Z.
  assert (Q := S l Ad (IZR p) (IZR n)
    ltac:(unfold counts; all_of; apply natural_Z; eexists; (split; [|reflexivity]); lia)
    ltac:(apply IZR_le; lia) ltac:(apply IZR_le; lia) one two three).
  apply NE'. cbv zeta in Q. rewrite Q; [ring| |]; (split; [assumption|split; [assumption|split; [lra|]]]);
    intros x W; apply (B' x W).
Qed.
