(** * The properties of opitz2024 and their goals

    Derivatives are those that [deriv] writes: where the formula of one has a value, it is the
    derivative ([partial_ok]).  A property with derivatives is shown by goals that say that they
    have values, and is refuted where one has a value of the wrong sign. *)
From Coq Require Import Reals Lra ZArith QArith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing.
From SymbolicMeasures Require Import Substitution Motion Moves Rules Properties Statements Gosgens Witness.
Import ListNotations.
Open Scope R_scope.

(** ** Derivatives in one cell *)
Definition unit_of (i j : positive) : Z := if Pos.eqb i j then 1%Z else 0%Z.
Definition rate_of (M : measure) (i : positive) : measure :=
  Measure (slope_of (unit_of i) (formula M)) (domain M).
Definition smooth (M : measure) (i : positive) : bool :=
  match deriv (unit_of i) (formula M) with Kink => false | _ => true end.

Lemma moved_at : forall i theta A x, In i four ->
  cells theta (moved i A x) = at_time (unit_of i) (cells theta A) 1 x.
Proof.
  intros i theta [[[a b] c] d] x I. apply functional_extensionality. intro j. unfold at_time.
  repeat destruct I as [<-|I]; try destruct I; unfold moved, cells, unit_of;
    destruct j as [[]|[[]|[]|]|]; cbn [Pos.eqb]; ring.
Qed.
Lemma partial_ok : forall M theta A i, In i four -> smooth M i = true ->
  def (formula M) (cells theta A) -> def (formula (rate_of M i)) (cells theta A) ->
  partial M theta A i (val (formula (rate_of M i)) (cells theta A)).
Proof.
  intros M theta A i I S D R. unfold partial.
  assert (E : forall x, val (formula M) (cells theta (moved i A x))
    = moving (unit_of i) (cells theta A) 1 (formula M) x)
    by (intro x; unfold moving; now rewrite moved_at).
  assert (T0 : at_time (unit_of i) (cells theta A) 1 0 = cells theta A)
    by (apply functional_extensionality; intro j; unfold at_time; ring).
  assert (Q : derivable_pt_lim (moving (unit_of i) (cells theta A) 1 (formula M)) 0
    (val (formula (rate_of M i)) (cells theta A))).
  { unfold smooth in S. unfold rate_of, slope_of in *. cbn [formula] in *.
    eapply lim_eq; [apply deriv_ok; rewrite ?T0; auto|];
      destruct (deriv (unit_of i) (formula M)); try discriminate; simpl; rewrite ?T0; auto; ring. }
  intros eps P. destruct (Q eps P) as [delta K]. exists delta. intros h H1 H2.
  rewrite !E. now apply K.
Qed.
Lemma partial_is : forall M theta A i d, In i four -> smooth M i = true ->
  def (formula M) (cells theta A) -> def (formula (rate_of M i)) (cells theta A) ->
  partial M theta A i d -> d = val (formula (rate_of M i)) (cells theta A).
Proof.
  intros M theta A i d I S D R P. eapply uniqueness_limite; [exact P|]. now apply partial_ok.
Qed.

(** ** Goals at a matrix with positive cells *)
Definition at_cells (theta : env) (A : matrix) : env :=
  let '(tp, fn, fp, tn) := A in
  assign [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)] theta.
Lemma at_cells_ok : forall theta M A e, e = formula M ->
  (val (at_ M C) (at_cells theta A) = val e (cells theta A)) /\
  (def (at_ M C) (at_cells theta A) <-> def e (cells theta A)).
Proof.
  intros theta M [[[a b] c] d] e ->. rewrite at_val, at_def by (cbn; repeat split; tauto).
  unfold at_cells. rewrite assign_cells by reflexivity. cbn. tauto.
Qed.
Definition positive_goal (M : measure) (more : list atom) (c : atom) : goal :=
  Goal (kinds Pos four) (assumed M ++ Defined (at_ M C) :: more) c.
Lemma positive_valid : forall M more c, valid (positive_goal M more c) ->
  forall theta tp fn fp tn, admissible M theta -> positives [tp; fn; fp; tn] ->
  def (formula M) (cells theta (tp, fn, fp, tn)) ->
  Forall (holds (at_cells theta (tp, fn, fp, tn))) more ->
  holds (at_cells theta (tp, fn, fp, tn)) c.
Proof.
  intros M more c V theta tp fn fp tn Ad P D Q. apply V.
  - apply kinds_ok. unfold positives in P. rewrite Forall_forall in P. unfold four, at_cells.
    all_of; cbn; apply P; simpl; auto.
  - cbn [hyps positive_goal]. apply Forall_app. split.
    + apply assumed_ok, assign_admissible; auto.
    + constructor; auto. exact (proj2 (proj2 (at_cells_ok theta M _ _ eq_refl)) D).
Qed.
Lemma positive_back : forall M more c,
  (forall theta tp fn fp tn, admissible M theta -> positives [tp; fn; fp; tn] ->
    def (formula M) (cells theta (tp, fn, fp, tn)) ->
    Forall (holds (at_cells theta (tp, fn, fp, tn))) more ->
    holds (at_cells theta (tp, fn, fp, tn)) c) -> valid (positive_goal M more c).
Proof.
  intros M more c Q l O H. cbn [hyps concl positive_goal] in *.
  apply Forall_app in H. destruct H as [Ad H]. inversion H as [|? ? D F]; subst.
  set (A := (l 1%positive, l 2%positive, l 3%positive, l 4%positive)).
  assert (E : at_cells l A = l).
  { apply functional_extensionality. intro j. unfold at_cells, A. simpl. unfold upd.
    destruct (Pos.eqb_spec j 1); [subst; auto|]. destruct (Pos.eqb_spec j 2); [subst; auto|].
    destruct (Pos.eqb_spec j 3); [subst; auto|]. destruct (Pos.eqb_spec j 4); subst; auto. }
  rewrite <- E. rewrite <- E in F. apply Q; auto.
  - now apply assumed_ok.
  - apply kinds_ok in O. unfold four in O. unfold positives.
    inversion O as [|? ? O1 O']; subst. inversion O' as [|? ? O2 O'']; subst.
    inversion O'' as [|? ? O3 O3']; subst. inversion O3' as [|? ? O4 ?]; subst. cbn in *. auto.
  - rewrite <- E in D. exact (proj1 (proj2 (at_cells_ok l M A _ eq_refl)) D).
Qed.
Lemma rate_at : forall M i theta A,
  (val (at_ (rate_of M i) C) (at_cells theta A) = val (formula (rate_of M i)) (cells theta A)) /\
  (def (at_ (rate_of M i) C) (at_cells theta A) <-> def (formula (rate_of M i)) (cells theta A)).
Proof. intros. now apply at_cells_ok. Qed.

(** ** Property I *)
Definition rate_goal (M : measure) (given : bool) (i : positive) (right : bool) : goal :=
  let d := at_ (rate_of M i) C in
  positive_goal M (if given then [Defined d] else []) (Is (if right then d else Neg d) GE).
Definition rate_goals (M : measure) (given : bool) : list goal :=
  [rate_goal M given 1 true; rate_goal M given 2 false;
   rate_goal M given 3 false; rate_goal M given 4 true].
Definition opitz_monotone_goals (M : measure) := rate_goals M false.
Definition opitz_monotone_denied (M : measure) := rate_goals M true.
Lemma rate_goal_ok : forall M i right, In i four -> smooth M i = true ->
  valid (rate_goal M false i right) -> forall theta tp fn fp tn, admissible M theta ->
  positives [tp; fn; fp; tn] -> def (formula M) (cells theta (tp, fn, fp, tn)) ->
  exists d, partial M theta (tp, fn, fp, tn) i d /\ (if right then 0 <= d else d <= 0).
Proof.
  intros M i right I S V theta tp fn fp tn Ad P D.
  destruct (positive_valid _ _ _ V theta tp fn fp tn Ad P D) as [R W]; [constructor|].
  destruct (rate_at M i theta (tp, fn, fp, tn)) as [RV RD].
  exists (val (formula (rate_of M i)) (cells theta (tp, fn, fp, tn))). split.
  - apply partial_ok; auto. apply RD. destruct right; exact R.
  - rewrite <- RV. destruct right; cbn [rl val] in W; lra.
Qed.
Lemma rate_goal_back : forall M i (right : bool), In i four -> smooth M i = true ->
  (forall theta tp fn fp tn, admissible M theta ->
    positives [tp; fn; fp; tn] -> def (formula M) (cells theta (tp, fn, fp, tn)) ->
    exists d, partial M theta (tp, fn, fp, tn) i d /\ (if right then 0 <= d else d <= 0)) ->
  valid (rate_goal M true i right).
Proof.
  intros M i right I S Q. apply positive_back. intros theta tp fn fp tn Ad P D F.
  inversion F as [|? ? R _]; subst. cbn [holds] in R.
  destruct (rate_at M i theta (tp, fn, fp, tn)) as [RV RD].
  destruct (Q theta tp fn fp tn Ad P D) as (d & L & W).
  apply partial_is in L; auto; [|now apply RD].
  destruct right; cbn [holds def rl val]; rewrite RV; split; auto; lra.
Qed.
Theorem opitz_monotone_by : forall M, forallb (smooth M) four = true ->
  Forall valid (opitz_monotone_goals M) -> opitz_monotone M.
Proof.
  intros M S V theta Ad tp fn fp tn P A D. simpl in S. ab.
  unfold opitz_monotone_goals, rate_goals in V.
  repeat match goal with F : Forall valid (_ :: _) |- _ => inversion F; clear F; subst end.
  repeat split;
    [apply (rate_goal_ok M 1 true)|apply (rate_goal_ok M 2 false)|
     apply (rate_goal_ok M 3 false)|apply (rate_goal_ok M 4 true)]; auto; simpl; tauto.
Qed.
Theorem opitz_monotone_not : forall M, forallb (smooth M) four = true ->
  opitz_monotone M -> Forall valid (opitz_monotone_denied M).
Proof.
  intros M S Q. simpl in S. ab. unfold opitz_monotone_denied, rate_goals.
  all_of; apply rate_goal_back; auto; try (simpl; tauto); intros theta tp fn fp tn Ad P D;
    destruct (Q theta Ad tp fn fp tn P D) as (Q1 & Q2 & Q3 & Q4); auto.
Qed.

(** ** Property II *)
Definition number_quad (a b c d : positive) : quad :=
  (Num (Zpos a), Num (Zpos b), Num (Zpos c), Num (Zpos d)).
Definition real_quad (a b c d : positive) : matrix :=
  (IZR (Zpos a), IZR (Zpos b), IZR (Zpos c), IZR (Zpos d)).
Definition class_sensitive_goals (i j a b c d : positive) (M : measure) : list goal :=
  let A := number_quad a b c d in
  [Goal (fun _ => Real) (assumed M) (Is (Sub (at_ (rate_of M i) A) (at_ (rate_of M j) A)) NE);
   Goal (fun _ => Real) (assumed M) (Defined (at_ M A))].
Definition alike (i j : positive) : bool :=
  existsb (fun x => Pos.eqb i (fst x) && Pos.eqb j (snd x)) [(1, 4); (4, 1); (2, 3); (3, 2)]%positive.
Lemma alike_ok : forall i j, alike i j = true ->
  In (i, j) [(1, 4); (4, 1); (2, 3); (3, 2)]%positive /\ In i four /\ In j four.
Proof.
  intros i j H. apply existsb_exists in H. destruct H as [[x y] [I H]]. cbn [fst snd] in *.
  apply andb_prop in H. destruct H as [H0 H1].
  apply Pos.eqb_eq in H0; apply Pos.eqb_eq in H1; subst. split; auto.
  simpl in I. unfold four. simpl. intuition congruence.
Qed.
Theorem class_sensitive_by : forall i j a b c d M, alike i j && smooth M i && smooth M j = true ->
  Forall valid (class_sensitive_goals i j a b c d M) -> class_sensitive M.
Proof.
  intros i j a b c d M K V theta Ad. apply andb_prop in K. destruct K as [K SJ].
  apply andb_prop in K. destruct K as [K SI]. apply alike_ok in K. destruct K as (IJ & I & J).
  unfold class_sensitive_goals in V. cbv zeta in V.
  inversion V as [|? ? V1 V']; subst. inversion V' as [|? ? V2 _]; subst.
  assert (T : okenv (fun _ => Real) theta) by (intro; exact Logic.I).
  assert (As : Forall (holds theta) (assumed M)) by now apply assumed_ok.
  destruct (V1 theta T As) as [[D1 D2] W]. pose proof (V2 theta T As) as D. cbn [concl holds] in D.
  rewrite at_def in D by (cbn; repeat split; tauto). rewrite at_def in D1, D2 by (cbn; repeat split; tauto).
  cbn [val rl] in W. rewrite !at_val in W.
  exists (IZR (Zpos a)), (IZR (Zpos b)), (IZR (Zpos c)), (IZR (Zpos d)). split.
  - unfold positives. all_of; apply IZR_lt; reflexivity.
  - split; [exact D|]. exists i, j. do 2 eexists. split; [exact IJ|].
    split; [apply partial_ok; eauto|]. split; [apply partial_ok; eauto|].
    intro E. apply W. cbn [vals number_quad val]. rewrite E. ring.
Qed.
Definition class_sensitive_denied (M : measure) : list goal :=
  [positive_goal M [] (Is (Sub (at_ (rate_of M 1) C) (at_ (rate_of M 4) C)) EQ);
   positive_goal M [] (Is (Sub (at_ (rate_of M 2) C) (at_ (rate_of M 3) C)) EQ)].
Theorem class_sensitive_not : forall M ps qs, forallb (smooth M) four = true ->
  all_true ps (assumed M) qs = true -> Forall valid (class_sensitive_denied M) ->
  ~ class_sensitive M.
Proof.
  intros M ps qs S A V Q. apply all_true_ok, assumed_ok in A.
  destruct (Q _ A) as (tp & fn & fp & tn & P & D & i & j & d & e & IJ & L & R & N). apply N.
  set (theta := real_env (at_point ps)) in *.
  inversion V as [|? ? V1 V']; subst. inversion V' as [|? ? V2 _]; subst.
  destruct (positive_valid _ _ _ V1 theta tp fn fp tn A P D) as [[D1 D4] W1]; [constructor|].
  destruct (positive_valid _ _ _ V2 theta tp fn fp tn A P D) as [[D2 D3] W2]; [constructor|].
  cbn [val rl] in W1, W2.
  rewrite (proj1 (rate_at M 1 theta (tp, fn, fp, tn))) in W1.
  rewrite (proj1 (rate_at M 4 theta (tp, fn, fp, tn))) in W1.
  rewrite (proj1 (rate_at M 2 theta (tp, fn, fp, tn))) in W2.
  rewrite (proj1 (rate_at M 3 theta (tp, fn, fp, tn))) in W2.
  apply (proj2 (rate_at M 1 theta (tp, fn, fp, tn))) in D1.
  apply (proj2 (rate_at M 2 theta (tp, fn, fp, tn))) in D2.
  apply (proj2 (rate_at M 3 theta (tp, fn, fp, tn))) in D3.
  apply (proj2 (rate_at M 4 theta (tp, fn, fp, tn))) in D4.
  simpl in S. ab.
  simpl in IJ. destruct IJ as [E|[E|[E|[E|[]]]]]; inversion E; subst;
    apply partial_is in L; auto; try (simpl; tauto);
    apply partial_is in R; auto; try (simpl; tauto); lra.
Qed.

(** ** Property IV *)
Definition prevalence_invariant_goals (M : measure) : list goal :=
  [pair Pos [1; 2; 3; 4; 9; 10]%positive M [] C
     (Mul (Var 9) TP, Mul (Var 9) FN, Mul (Var 10) FP, Mul (Var 10) TN) true EQ].
Theorem prevalence_invariant_iff : forall M,
  Forall valid (prevalence_invariant_goals M) <-> prevalence_invariant M.
Proof.
  intro M. unfold prevalence_invariant_goals. split.
  - intros V theta Ad tp fn fp tn s1 s2 P DA DB. apply Forall_inv in V.
    rewrite pair_valid in V by easy_atoms. unfold positives in P.
    pose proof (V (assign [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn);
      (9%positive, s1); (10%positive, s2)] theta)) as W.
    rewrite !assign_cells in W by reflexivity.
    cbn [vals val C TP FN FP TN] in W. look_up W. cbn [rl] in W.
    enough (val (formula M) (cells theta (s1 * tp, s1 * fn, s2 * fp, s2 * tn))
      - val (formula M) (cells theta (tp, fn, fp, tn)) = 0) by lra.
    apply W; auto.
    + repeat match goal with F : Forall _ (_ :: _) |- _ => inversion F; clear F; subst end.
      all_of; cbn; assumption.
    + apply assign_admissible; auto.
  - intro Q. all_of. apply pair_valid; [easy_atoms|]. intros l O Ad _ DA DB.
    cbn [vals val C TP FN FP TN] in *.
    assert (P : positives [l 1%positive; l 2%positive; l 3%positive; l 4%positive;
      l 9%positive; l 10%positive]).
    { unfold positives. repeat match goal with F : Forall _ (_ :: _) |- _ => inversion F; clear F; subst end.
      all_of; assumption. }
    pose proof (Q l Ad _ _ _ _ _ _ P DA DB) as E. cbn [rl]. lra.
Qed.

(** ** Property V *)
Definition shares : quad :=
  let s := Add (Var 9) (Var 10) in let t := Add (Var 19) (Var 20) in
  (Mul (Div (Var 9) s) (Div (Var 19) t), Mul (Div (Var 9) s) (Div (Var 20) t),
   Mul (Div (Var 10) s) (Div (Var 19) t), Mul (Div (Var 10) s) (Div (Var 20) t)).
Definition chance_corrected_goals (strict : bool) (b : expr) (M : measure) : list goal :=
  [Goal (kinds Pos [9; 10; 19; 20]%positive) (assumed M ++ [Defined (at_ M shares)])
     (if strict then Is (Sub (at_ M shares) (put zero_or b)) EQ
      else Is (Sub (put zero_or b) (at_ M shares)) GE);
   Goal (fun _ => Real) (assumed M) (Is (Sub (Num 1) (put zero_or b)) GT)].
Lemma zero_or_ok : forall b l, val (put zero_or b) l = val b (parameters l).
Proof.
  intros b l. rewrite put_val. f_equal. apply functional_extensionality. intro i.
  unfold values, zero_or, parameters. destruct (i <=? 20)%positive; reflexivity.
Qed.
Theorem chance_corrected_by : forall strict b M,
  Forall valid (chance_corrected_goals strict b M) -> chance_corrected M.
Proof.
  intros strict b M V theta Ad. inversion V as [|? ? V1 V']; subst.
  inversion V' as [|? ? V2 _]; subst.
  exists (val b (parameters theta)). split.
  - destruct (V2 theta) as [_ W]; [intro; exact Logic.I|now apply assumed_ok|].
    cbn [rl val] in W. rewrite zero_or_ok in W. lra.
  - intros p z P Z D.
    set (l := assign [(9%positive, p); (10%positive, 1 - p); (19%positive, z);
      (20%positive, 1 - z)] theta).
    assert (PL : def (Div (Var 9) (Add (Var 9) (Var 10))) l /\ def (Div (Var 10) (Add (Var 9) (Var 10))) l
      /\ def (Div (Var 19) (Add (Var 19) (Var 20))) l /\ def (Div (Var 20) (Add (Var 19) (Var 20))) l)
      by (cbn; repeat split; lra).
    assert (E : vals shares l = at_random p z).
    { unfold shares, at_random. cbn. replace (p + (1 - p)) with 1 by ring.
      replace (z + (1 - z)) with 1 by ring. unfold Rdiv. rewrite Rinv_1, !Rmult_1_r. reflexivity. }
    assert (EV : val (at_ M shares) l = val (formula M) (cells theta (at_random p z)))
      by (rewrite at_val, E; unfold l; now rewrite assign_cells).
    assert (ED : def (at_ M shares) l).
    { destruct PL as (PA & PB & PC & PD).
      apply at_def; [exact (conj (conj PA PC) (conj (conj PA PD) (conj (conj PB PC) (conj PB PD))))|]. rewrite E. unfold l. now rewrite assign_cells. }
    assert (B : val (put zero_or b) l = val b (parameters theta)).
    { rewrite zero_or_ok. unfold l. now rewrite assign_parameters. }
    assert (H : holds l (concl (nth 0 (chance_corrected_goals strict b M) (Goal (fun _ => Real) [] (Defined (Num 0)))))).
    { apply V1.
      - apply kinds_ok. all_of; cbn; lra.
      - cbn [hyps]. apply Forall_app. split; [apply assumed_ok, assign_admissible; auto|].
        constructor; auto. }
    cbn [nth chance_corrected_goals concl] in H.
    destruct strict; destruct H as [_ H]; cbn [rl val] in H; rewrite EV, B in H; lra.
Qed.
(** It comes near 1 along weights that are formulas in e = 1, 2, 3, ... *)
Definition weights (s t u v : expr) : quad :=
  (Mul (Div s (Add s t)) (Div u (Add u v)), Mul (Div s (Add s t)) (Div v (Add u v)),
   Mul (Div t (Add s t)) (Div u (Add u v)), Mul (Div t (Add s t)) (Div v (Add u v))).
Definition chance_corrected_denied (s t u v : expr) (M : measure) : list goal :=
  let g := Goal (kinds Nat [10]%positive) [Is (Sub (Var 10) (Num 1)) GE] in
  [g (Is (Sub (at_ M (weights s t u v)) (Sub (Num 1) (Div (Num 1) (Var 10)))) GE);
   g (Is s GT); g (Is t GT); g (Is u GT); g (Is v GT)].
Theorem chance_corrected_not : forall s t u v M, domain M = [] ->
  Forall valid (chance_corrected_denied s t u v M) -> ~ chance_corrected M.
Proof.
  intros s t u v M DM V Q.
  destruct (Q (fun _ => 0)) as (b & B & K); [unfold admissible; rewrite DM; constructor|].
  unfold chance_corrected_denied in V. cbv beta zeta in V.
  repeat match goal with F : Forall valid (_ :: _) |- _ => inversion F; clear F; subst end.
  destruct (archimed (1 / (1 - b))) as [U _].
  set (z := up (1 / (1 - b))) in *.
  assert (G : 0 < 1 / (1 - b)) by (apply Rdiv_lt_0_compat; lra).
  assert (Z0 : (0 < z)%Z) by (apply lt_IZR; lra).
  assert (Z1 : 1 <= IZR z) by (apply (IZR_le 1); lia).
  set (l := assign [(10%positive, IZR z)] (fun _ => 0)).
  assert (O : okenv (kinds Nat [10]%positive) l).
  { apply kinds_ok. all_of. cbn. exists (Z.to_nat z). rewrite INR_IZR_INZ, Z2Nat.id by lia. reflexivity. }
  assert (F : Forall (holds l) [Is (Sub (Var 10) (Num 1)) GE]).
  { all_of. split; [cbn; repeat split; tauto|]. cbn. lra. }
  repeat match goal with V : valid (Goal _ _ (Is ?w GT)) |- _ =>
    let D := fresh "D" in let W := fresh "W" in destruct (V l O F) as [D W]; cbn [rl] in W; clear V end.
  match goal with V : valid _ |- _ => destruct (V l O F) as [[DA _] W'] end.
  cbn [rl val] in W'. rewrite at_val in W'.
  assert (PL : def (Div s (Add s t)) l /\ def (Div t (Add s t)) l /\
    def (Div u (Add u v)) l /\ def (Div v (Add u v)) l) by (cbn [def val]; repeat split; auto; lra).
  destruct PL as (PA & PB & PC & PD).
  apply at_def in DA; [|exact (conj (conj PA PC) (conj (conj PA PD) (conj (conj PB PC) (conj PB PD))))].
  set (p := val s l / (val s l + val t l)). set (y := val u l / (val u l + val v l)).
  assert (E : vals (weights s t u v) l = at_random p y).
  { unfold weights, at_random, p, y. cbn [vals val]. f_equal; [f_equal; [f_equal|]|]; field; lra. }
  rewrite E in *. unfold l in DA, W'. rewrite assign_cells in DA, W' by reflexivity. fold l in DA, W'.
  assert (P : 0 < p < 1).
  { unfold p. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with (val s l + val t l); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Y : 0 < y < 1).
  { unfold y. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with (val u l + val v l); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof (K p y P Y DA) as H.
  assert (X : 1 / IZR z < 1 - b).
  { apply Rmult_lt_reg_r with (IZR z); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra.
    assert (T : 1 < IZR z * (1 - b)).
    { apply Rmult_lt_reg_r with (/ (1 - b)); [apply Rinv_0_lt_compat; lra|].
      rewrite Rmult_assoc, Rinv_r by lra. unfold Rdiv in U. lra. }
    lra. }
  cbn [assign upd] in W'. replace (l 10%positive) with (IZR z) in W' by reflexivity. lra.
Qed.
