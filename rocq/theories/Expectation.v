(** * Constant baseline: goals that prove it, and two sizes that refute it

    If M = a + b TP with a, b the same for all outcomes of given sizes, its expectation is
    a + b P Q / n ([constant_baseline_by]).  Two sizes whose expectations differ are computed
    ([constant_baseline_refuted]). *)
From Coq Require Import Reals Lra ZArith QArith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing.
From SymbolicMeasures Require Import Substitution Moves Rules Properties Statements Hypergeometric Witness.
Import ListNotations.
Open Scope R_scope.

Definition none_drawn : quad := (Z0, Add TP FN, Add TP FP, Sub TN TP).
Definition one_drawn : quad :=
  (Num 1, Sub (Add TP FN) (Num 1), Sub (Add TP FP) (Num 1), Add (Sub TN TP) (Num 1)).
Definition slope (M : measure) : expr := Sub (at_ M one_drawn) (at_ M none_drawn).
Definition baseline_goal (M : measure) (e : expr) : goal :=
  Goal (kinds Nat four)
    (assumed M ++ [size >=1; Add TP FP >=1; Add FN TN >=1; Defined (at_ M C)]) (Is e EQ).
Definition constant_baseline_goals (c : expr) (M : measure) : list goal :=
  [baseline_goal M (Sub (at_ M C) (Add (at_ M none_drawn) (Mul (slope M) TP)));
   baseline_goal M (Sub (Add (at_ M none_drawn)
     (Mul (slope M) (Div (Mul (Add TP FN) (Add TP FP)) size))) (put zero_or c))].

(** What a goal says at an outcome of the sizes n, P, Q. *)
Definition at_outcome (theta : env) (n P Q k : nat) : env :=
  assign [(1%positive, INR k); (2%positive, INR P - INR k); (3%positive, INR Q - INR k);
          (4%positive, INR n - INR P - INR Q + INR k)] theta.
Lemma natural_INR : forall n, natural (INR n).
Proof. intro n. now exists n. Qed.
Lemma natural_minus : forall a b, (b <= a)%nat -> natural (INR a - INR b).
Proof. intros a b L. exists (a - b)%nat. now rewrite minus_INR. Qed.
Lemma at_outcome_sorts : forall theta n P Q k, possible n P Q k ->
  okenv (kinds Nat four) (at_outcome theta n P Q k).
Proof.
  intros theta n P Q k (A & B & D). apply kinds_ok. unfold four, at_outcome. all_of; cbn.
  - apply natural_INR. - now apply natural_minus. - now apply natural_minus.
  - exists (n + k - (P + Q))%nat. rewrite minus_INR, !plus_INR by auto. ring.
Qed.
Lemma baseline_at : forall M e theta n P Q k, valid (baseline_goal M e) -> admissible M theta ->
  (0 < Q < n)%nat -> possible n P Q k -> def (formula M) (cells theta (outcome n P Q k)) ->
  val e (at_outcome theta n P Q k) = 0.
Proof.
  intros M e theta n P Q k V Ad [Q0 Qn] Po D.
  destruct (V (at_outcome theta n P Q k)) as [_ E]; auto.
  - now apply at_outcome_sorts.
  - cbn [hyps baseline_goal]. apply Forall_app. split.
    + apply assumed_ok, assign_admissible; auto.
    + assert (1 <= INR Q) by (apply (le_INR 1); lia).
      assert (INR Q + 1 <= INR n) by (rewrite <- S_INR; apply le_INR; lia).
      all_of; try (split; [cbn; repeat split; tauto|cbn; lra]).
      cbn [holds]. apply at_def; [cbn; repeat split; tauto|]. unfold at_outcome. rewrite assign_cells by reflexivity.
      exact D.
Qed.

Lemma ways_zero : forall n P Q k, (P <= n)%nat -> (k <= Q)%nat -> ~ possible n P Q k ->
  ways n P Q k = 0.
Proof.
  intros n P Q k A B N. unfold ways, possible in *.
  destruct (Nat.le_gt_cases k P) as [L|L].
  - rewrite (choose_above (n - P) (Q - k)) by lia. rewrite Nat.mul_0_r. reflexivity.
  - rewrite choose_above by lia. reflexivity.
Qed.
Lemma affine_expectation : forall n P Q a b f, (P <= n)%nat -> (0 < Q < n)%nat ->
  (forall k, possible n P Q k -> f k = a + b * INR k) ->
  sum Q (fun k => ways n P Q k * f k) / INR (choose n Q) = a + b * (INR P * INR Q / INR n).
Proof.
  intros n P Q a b f Pn [Q0 Qn] F.
  assert (W : forall k, ways n P Q k = INR (choose P k) * INR (choose (n - P) (Q - k)))
    by (intro; unfold ways; apply mult_INR).
  rewrite (sum_ext Q _ (fun k => a * (INR (choose P k) * INR (choose (n - P) (Q - k))) +
    b * (INR (choose P k) * INR (choose (n - P) (Q - k)) * INR k))).
  - rewrite sum_add, !sum_times, vandermonde, mean_of_draw by lia.
    replace (P + (n - P))%nat with n by lia.
    assert (0 < INR (choose n Q)) by (apply lt_0_INR, choose_pos; lia).
    assert (0 < INR n) by (apply lt_0_INR; lia). field. lra.
  - intros k L. rewrite <- W.
    destruct (Nat.le_gt_cases k P) as [A|A], (Nat.le_gt_cases (P + Q) (n + k)) as [B|B];
      try (rewrite (ways_zero n P Q k) by (unfold possible; lia); ring).
    rewrite F by (unfold possible; lia). ring.
Qed.

Lemma same_cells : forall M theta a b c d a' b' c' d', a = a' -> b = b' -> c = c' -> d = d' ->
  val (formula M) (cells theta (a, b, c, d)) = val (formula M) (cells theta (a', b', c', d')).
Proof. intros; subst; reflexivity. Qed.
Theorem constant_baseline_by : forall c M, Forall valid (constant_baseline_goals c M) ->
  constant_baseline M.
Proof.
  intros c M V theta Ad. exists (val c (parameters theta)). intros n P Q Pn QQ D.
  unfold constant_baseline_goals in V.
  assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)). clear V.
  set (a := val (formula M) (cells theta (0, INR P, INR Q, INR n - INR P - INR Q))).
  set (b := val (formula M) (cells theta (1, INR P - 1, INR Q - 1, INR n - INR P - INR Q + 1)) - a).
  assert (NA : forall k, val (at_ M none_drawn) (at_outcome theta n P Q k) = a).
  { intro k. unfold a. rewrite at_val. unfold at_outcome. rewrite assign_cells by reflexivity.
    apply same_cells; cbn; ring. }
  assert (NB : forall k, val (slope M) (at_outcome theta n P Q k) = b).
  { intro k. unfold slope, b. cbn [val]. rewrite NA. f_equal. rewrite at_val. unfold at_outcome.
    rewrite assign_cells by reflexivity.
    apply same_cells; cbn; ring. }
  set (k0 := (P + Q - n)%nat).
  assert (Po : possible n P Q k0) by (unfold possible, k0; lia).
  pose proof (baseline_at M _ theta n P Q k0 V2 Ad QQ Po (D k0 Po)) as E2.
  cbn [val] in E2. rewrite NA, NB in E2.
  assert (VC : val (put zero_or c) (at_outcome theta n P Q k0) = val c (parameters theta)).
  { rewrite put_val. f_equal. unfold at_outcome.
    rewrite <- (assign_parameters [(1%positive, INR k0); (2%positive, INR P - INR k0);
      (3%positive, INR Q - INR k0); (4%positive, INR n - INR P - INR Q + INR k0)] theta) by reflexivity.
    apply functional_extensionality. intro i. unfold values, zero_or, parameters.
    destruct (i <=? 20)%positive; reflexivity. }
  rewrite VC in E2. unfold size, at_outcome in E2. cbn in E2.
  unfold expectation. rewrite (affine_expectation n P Q a b); auto.
  - replace (INR k0 + (INR P - INR k0) + (INR Q - INR k0) + (INR n - INR P - INR Q + INR k0))
      with (INR n) in E2 by ring.
    replace (INR k0 + (INR P - INR k0)) with (INR P) in E2 by ring.
    replace (INR k0 + (INR Q - INR k0)) with (INR Q) in E2 by ring. lra.
  - intros k Pk. pose proof (baseline_at M _ theta n P Q k V1 Ad QQ Pk (D k Pk)) as E1.
    cbn [val] in E1. rewrite NA, NB, at_val in E1. unfold at_outcome in E1.
    rewrite assign_cells in E1 by reflexivity.
    change (val (formula M) (cells theta (outcome n P Q k)) - (a + b * INR k) = 0) in E1. lra.
Qed.

(** ** Two sizes with different expectations *)
Definition possibleb (n P Q k : nat) : bool :=
  (k <=? P)%nat && (k <=? Q)%nat && (P + Q <=? n + k)%nat.
Definition whole (n : nat) : expr := Num (Z.of_nat n).
Definition outcome_cells (n P Q k : nat) : quad :=
  (whole k, whole (P - k), whole (Q - k), whole (n + k - (P + Q))).
Definition weighted (M : measure) (n P Q k : nat) : expr :=
  if possibleb n P Q k
  then Mul (whole (choose P k * choose (n - P) (Q - k))) (at_ M (outcome_cells n P Q k)) else Z0.
Fixpoint total (M : measure) (n P Q m : nat) : expr :=
  match m with O => weighted M n P Q O | S k => Add (total M n P Q k) (weighted M n P Q (S k)) end.
Definition mean (M : measure) (n P Q : nat) : expr := Div (total M n P Q Q) (whole (choose n Q)).

Lemma whole_val : forall n l, val (whole n) l = INR n.
Proof. intros. simpl. now rewrite INR_IZR_INZ. Qed.
Lemma possibleb_ok : forall n P Q k, possibleb n P Q k = true <-> possible n P Q k.
Proof.
  intros. unfold possibleb, possible. rewrite !andb_true_iff, !Nat.leb_le. tauto.
Qed.
Lemma outcome_vals : forall n P Q k l, possible n P Q k ->
  vals (outcome_cells n P Q k) l = outcome n P Q k.
Proof.
  intros n P Q k l (A & B & D). unfold outcome_cells, vals, outcome. rewrite !whole_val.
  rewrite !minus_INR, !plus_INR by lia. f_equal. ring.
Qed.
Lemma weighted_ok : forall M n P Q k l, (P <= n)%nat -> (k <= Q)%nat ->
  val (weighted M n P Q k) l
    = ways n P Q k * val (formula M) (cells l (outcome n P Q k)) /\
  (def (weighted M n P Q k) l -> possible n P Q k ->
    def (formula M) (cells l (outcome n P Q k))).
Proof.
  intros M n P Q k l A B. unfold weighted. destruct (possibleb n P Q k) eqn:E.
  - apply possibleb_ok in E. cbn [val def]. rewrite whole_val, at_val, outcome_vals by auto.
    split; [reflexivity|]. intros [_ D] _. apply at_def in D; [|repeat split; exact I].
    now rewrite outcome_vals in D.
  - assert (N : ~ possible n P Q k) by (rewrite <- possibleb_ok; congruence).
    rewrite ways_zero by auto. split; [cbn; ring|tauto].
Qed.
Lemma total_ok : forall M n P Q m l, (P <= n)%nat -> (m <= Q)%nat ->
  val (total M n P Q m) l = sum m (fun k => ways n P Q k * val (formula M) (cells l (outcome n P Q k)))
  /\ (def (total M n P Q m) l -> forall k, (k <= m)%nat -> possible n P Q k ->
    def (formula M) (cells l (outcome n P Q k))).
Proof.
  induction m; intros l A B; cbn [total sum].
  - destruct (weighted_ok M n P Q 0 l A B) as [V D]. split; auto.
    intros W k K. replace k with O by lia. auto.
  - destruct (IHm l A) as [V D]; [lia|]. destruct (weighted_ok M n P Q (S m) l A B) as [V' D'].
    cbn [val def]. rewrite V, V'. split; auto. intros [W W'] k K Po.
    destruct (Nat.eq_dec k (S m)) as [->|N]; auto. apply D; auto. lia.
Qed.
Lemma mean_ok : forall M n P Q theta, (P <= n)%nat -> def (mean M n P Q) theta ->
  val (mean M n P Q) theta = expectation M theta n P Q /\
  forall k, possible n P Q k -> def (formula M) (cells theta (outcome n P Q k)).
Proof.
  intros M n P Q theta A D. destruct (total_ok M n P Q Q theta A (le_n Q)) as [V W].
  unfold mean in *. cbn [val def] in *. rewrite V, whole_val. split; [reflexivity|].
  intros k Po. apply W; auto. tauto. destruct Po as (_ & B & _). exact B.
Qed.
Definition sizes_ok (n P Q : nat) : bool := (P <=? n)%nat && (1 <=? Q)%nat && (Q <? n)%nat.
Theorem constant_baseline_refuted : forall M ps qs p n P Q n' P' Q',
  sizes_ok n P Q && sizes_ok n' P' Q' && all_true ps (assumed M) qs &&
  true_there ps (Is (Sub (mean M n P Q) (mean M n' P' Q')) NE) p = true ->
  ~ constant_baseline M.
Proof.
  intros M ps qs p n P Q n' P' Q' H CB. unfold sizes_ok in H. ab.
  repeat match goal with
    | H : (_ <=? _)%nat = true |- _ => apply Nat.leb_le in H
    | H : (_ <? _)%nat = true |- _ => apply Nat.ltb_lt in H end.
  match goal with H : true_there _ _ _ = true |- _ => apply true_there_ok in H; destruct H as [D N] end.
  match goal with H : all_true _ _ _ = true |- _ => apply all_true_ok, assumed_ok in H; rename H into Ad end.
  cbn [def val rl] in D, N. destruct D as [D D'].
  destruct (CB _ Ad) as [c E].
  apply mean_ok in D; auto. apply mean_ok in D'; auto. destruct D as [V D], D' as [V' D'].
  apply N. rewrite V, V', (E n P Q), (E n' P' Q'); auto; ring.
Qed.
