(** * The properties of opitz2024 for m classes: [Opitz.v] for more classes *)
From Coq Require Import Reals Lra ZArith QArith Arith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing
  Substitution Motion Moves Rules Properties Statements Gosgens Witness Opitz Range Classes ClassGoals.
Import ListNotations.
Open Scope R_scope.

(** ** Derivatives in one cell *)
Definition cell (m a b : nat) : positive := var (a * m + b).
Lemma changed_at : forall m theta A a b x, (a < m)%nat -> (b < m)%nat ->
  cells m theta (changed (fun y => y + x) a b A) =
  at_time (unit_of (cell m a b)) (cells m theta A) 1 x.
Proof.
  intros m theta A a b x Ha Hb. destruct (row_column m a b Ha Hb) as (L & E & F).
  apply functional_extensionality. intro v. unfold at_time, cells, unit_of.
  destruct (Nat.ltb_spec (index v) (m * m)) as [K|K].
  - unfold changed. destruct (Pos.eqb_spec (cell m a b) v) as [V|V].
    + subst v. unfold cell. rewrite index_var, E, F, !Nat.eqb_refl. cbn [andb]. ring.
    + assert (Q : ((index v / m =? a) && (index v mod m =? b))%nat = false).
      { apply not_true_is_false. intro H. apply andb_prop in H. rewrite !Nat.eqb_eq in H.
        destruct H as [H1 H2]. apply V. unfold cell, var. rewrite <- H1, <- H2.
        rewrite (Nat.mul_comm (index v / m)), <- Nat.div_mod by (intro; subst; lia).
        unfold index. rewrite Nat.succ_pred by (pose proof (Pos2Nat.is_pos v); lia). apply Pos2Nat.id. }
      rewrite Q. ring.
  - destruct (Pos.eqb_spec (cell m a b) v) as [V|V]; [|ring].
    subst v. unfold cell in K. rewrite index_var in K. lia.
Qed.
Lemma partial_ok : forall m M theta A a b, (a < m)%nat -> (b < m)%nat -> smooth M (cell m a b) = true ->
  def (formula M) (cells m theta A) -> def (formula (rate_of M (cell m a b))) (cells m theta A) ->
  partial m M theta A a b (val (formula (rate_of M (cell m a b))) (cells m theta A)).
Proof.
  intros m M theta A a b Ha Hb S D R. unfold partial. set (i := cell m a b) in *.
  assert (E : forall x, val (formula M) (cells m theta (changed (fun y => y + x) a b A))
    = moving (unit_of i) (cells m theta A) 1 (formula M) x)
    by (intro x; unfold moving; now rewrite changed_at).
  assert (T0 : at_time (unit_of i) (cells m theta A) 1 0 = cells m theta A)
    by (apply functional_extensionality; intro j; unfold at_time; ring).
  assert (Q : derivable_pt_lim (moving (unit_of i) (cells m theta A) 1 (formula M)) 0
    (val (formula (rate_of M i)) (cells m theta A))).
  { unfold smooth in S. unfold rate_of, slope_of in *. cbn [formula] in *.
    eapply lim_eq; [apply deriv_ok; rewrite ?T0; auto|];
      destruct (deriv (unit_of i) (formula M)); try discriminate; simpl; rewrite ?T0; auto; ring. }
  intros eps P. destruct (Q eps P) as [delta K]. exists delta. intros h H1 H2.
  rewrite !E. now apply K.
Qed.
Lemma partial_is : forall m M theta A a b d, (a < m)%nat -> (b < m)%nat -> smooth M (cell m a b) = true ->
  def (formula M) (cells m theta A) -> def (formula (rate_of M (cell m a b))) (cells m theta A) ->
  partial m M theta A a b d -> d = val (formula (rate_of M (cell m a b))) (cells m theta A).
Proof. intros. eapply uniqueness_limite; [eassumption|]. now apply partial_ok. Qed.

(** ** Goals at a matrix with positive cells *)
Definition all_smooth (m : nat) (M : measure) : bool :=
  forallb (fun p => smooth M (cell m (fst p) (snd p))) (places m).
Lemma all_smooth_ok : forall m M a b, all_smooth m M = true -> (a < m)%nat -> (b < m)%nat ->
  smooth M (cell m a b) = true.
Proof.
  intros m M a b S Ha Hb. unfold all_smooth in S. rewrite forallb_forall in S.
  apply (S (a, b)). apply in_places. auto.
Qed.
Definition positive_goal (m : nat) (M : measure) (more : list atom) (c : atom) : goal :=
  Goal (kinds Pos (C_vars m)) (assumed m M ++ Defined (at_ m M (C m)) :: more) c.
Definition here (m : nat) (theta : env) (A : matrix) : env := sample m A A (fun _ => 0) theta.
Lemma here_cells : forall m theta A, cells m (here m theta A) (vals (C m) (here m theta A)) = cells m theta A.
Proof.
  intros. apply cells_same; [apply sample_parameters|]. intros. now apply sample_C.
Qed.
Lemma at_here : forall m M theta A,
  val (at_ m M (C m)) (here m theta A) = val (formula M) (cells m theta A) /\
  (def (at_ m M (C m)) (here m theta A) <-> def (formula M) (cells m theta A)).
Proof.
  intros. rewrite at_val, at_def by apply C_plain. rewrite here_cells. tauto.
Qed.
Lemma positive_vars : forall m l, Forall (fun v => of_sort Pos (l v)) (C_vars m) <->
  all_positive m (vals (C m) l).
Proof.
  intros m l. unfold C_vars, cell_vars, picked. rewrite map_map, Forall_map, Forall_forall. split.
  - intros H i j I J. apply (H (i, j)). apply filter_In. split; auto. now apply in_places.
  - intros H p I. apply filter_In in I. destruct I as [I _]. apply in_places in I. apply H; tauto.
Qed.
Lemma positive_valid : forall m M more c, valid (positive_goal m M more c) ->
  forall theta A, admissible m M theta -> all_positive m A -> def (formula M) (cells m theta A) ->
  Forall (holds (here m theta A)) more -> holds (here m theta A) c.
Proof.
  intros m M more c V theta A Ad P D Q. apply V.
  - apply kinds_ok, positive_vars. intros i j I J. unfold here. rewrite sample_C; auto.
  - cbn [hyps positive_goal]. apply Forall_app. split.
    + now apply assumed_ok, sample_admissible.
    + constructor; auto. now apply at_here.
Qed.
(** What holds at the cells of an environment holds at it: a goal speaks of nothing else. *)
Lemma positive_back : forall m M M' more c (K : forall l, holds l c <-> holds (here m l (vals (C m) l)) c),
  (forall l, Forall (holds l) more -> Forall (holds (here m l (vals (C m) l))) more) ->
  M' = M -> (forall theta A, admissible m M theta -> all_positive m A -> def (formula M) (cells m theta A) ->
    Forall (holds (here m theta A)) more -> holds (here m theta A) c) ->
  valid (positive_goal m M' more c).
Proof.
  intros m M M' more c K L -> Q l O H. cbn [sorts hyps concl positive_goal] in *.
  apply Forall_app in H. destruct H as [Ad H]. inversion H as [|? ? D F]; subst. apply K.
  apply Q; auto.
  - now apply assumed_ok. - apply positive_vars. now apply (proj1 (kinds_ok Pos _ l)).
  - cbn [holds] in D. apply at_def in D; auto. apply C_plain.
Qed.

(** ** Property I *)
Definition rate_goal (m : nat) (M : measure) (given : bool) (p : nat * nat) : goal :=
  let d := at_ m (rate_of M (cell m (fst p) (snd p))) (C m) in
  positive_goal m M (if given then [Defined d] else [])
    (Is (if right (fst p) (snd p) then d else Neg d) GE).
Definition opitz_monotone_goals (m : nat) (M : measure) := map (rate_goal m M false) (places m).
Definition opitz_monotone_denied (m : nat) (M : measure) := map (rate_goal m M true) (places m).
Lemma at_cells_again : forall m M l,
  val (at_ m M (C m)) l = val (at_ m M (C m)) (here m l (vals (C m) l)) /\
  (def (at_ m M (C m)) l <-> def (at_ m M (C m)) (here m l (vals (C m) l))).
Proof.
  intros. destruct (at_here m M l (vals (C m) l)) as [V D]. rewrite V, D, at_val.
  rewrite at_def by apply C_plain. tauto.
Qed.
Theorem opitz_monotone_by : forall m M, all_smooth m M = true ->
  Forall valid (opitz_monotone_goals m M) -> opitz_monotone m M.
Proof.
  intros m M S V theta Ad A a b P D Ha Hb. unfold opitz_monotone_goals in V.
  rewrite Forall_map, Forall_forall in V.
  assert (I : In (a, b) (places m)) by (apply in_places; auto).
  assert (W := positive_valid _ _ _ _ (V _ I) theta A Ad P D (Forall_nil _)). cbn [fst snd] in W.
  destruct (at_here m (rate_of M (cell m a b)) theta A) as [RV RD].
  assert (R : def (formula (rate_of M (cell m a b))) (cells m theta A)).
  { apply RD. destruct (right a b); destruct W as [R _]; exact R. }
  exists (val (formula (rate_of M (cell m a b))) (cells m theta A)). split.
  - apply partial_ok; auto. now apply all_smooth_ok.
  - destruct (right a b); destruct W as [_ W]; cbn [rl val] in W; rewrite RV in W; lra.
Qed.
Theorem opitz_monotone_not : forall m M, all_smooth m M = true ->
  opitz_monotone m M -> Forall valid (opitz_monotone_denied m M).
Proof.
  intros m M S Q. unfold opitz_monotone_denied. rewrite Forall_map, Forall_forall. intros [a b] I.
  apply in_places in I. cbn [fst snd] in I. destruct I as [Ha Hb]. unfold rate_goal. cbn [fst snd].
  apply (positive_back m M M); auto.
  - intro l. destruct (at_cells_again m (rate_of M (cell m a b)) l) as [V D].
    destruct (right a b); cbn [holds def val]; rewrite V, D; tauto.
  - intros l F. apply Forall_inv in F. constructor; [|constructor].
    exact (proj1 (proj2 (at_cells_again m _ l)) F).
  - intros theta A Ad P D F. inversion F as [|? ? R _]; subst. cbn [holds] in R.
    destruct (at_here m (rate_of M (cell m a b)) theta A) as [RV RD].
    destruct (Q theta Ad A a b P D Ha Hb) as (d & L & W).
    apply partial_is in L; auto; [|now apply all_smooth_ok|now apply RD].
    destruct (right a b); cbn [holds def rl val]; rewrite RV; split; auto; lra.
Qed.

(** ** Property II *)
Definition numbered (m : nat) (ns : list positive) : square :=
  fun i j => Num (Zpos (nth (i * m + j) ns 1%positive)).
Definition class_sensitive_goals (m a b a' b' : nat) (ns : list positive) (M : measure) : list goal :=
  let A := numbered m ns in
  [Goal (fun _ => Real) (assumed m M)
     (Is (Sub (at_ m (rate_of M (cell m a b)) A) (at_ m (rate_of M (cell m a' b')) A)) NE);
   Goal (fun _ => Real) (assumed m M) (Defined (at_ m M A))].
Definition alike (m a b a' b' : nat) : bool :=
  (a <? m)%nat && (b <? m)%nat && (a' <? m)%nat && (b' <? m)%nat && Bool.eqb (right a b) (right a' b').
Lemma alike_ok : forall m a b a' b', alike m a b a' b' = true ->
  (a < m)%nat /\ (b < m)%nat /\ (a' < m)%nat /\ (b' < m)%nat /\ right a b = right a' b'.
Proof.
  intros m a b a' b' H. unfold alike in H. ab. rewrite !Nat.ltb_lt in *. apply eqb_prop in H0. auto.
Qed.
Theorem class_sensitive_by : forall m a b a' b' ns M,
  alike m a b a' b' && smooth M (cell m a b) && smooth M (cell m a' b') = true ->
  Forall valid (class_sensitive_goals m a b a' b' ns M) -> class_sensitive m M.
Proof.
  intros m a b a' b' ns M K V theta Ad. apply andb_prop in K. destruct K as [K SJ].
  apply andb_prop in K. destruct K as [K SI]. apply alike_ok in K.
  destruct K as (Ha & Hb & Ha' & Hb' & RR).
  assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)). clear V.
  assert (T : okenv (fun _ => Real) theta) by (intro; exact Logic.I).
  assert (As : Forall (holds theta) (assumed m M)) by now apply assumed_ok.
  assert (PL : plainly m (numbered m ns) theta) by (intros i j _ _; exact Logic.I).
  destruct (V1 theta T As) as [[D1 D2] W]. pose proof (V2 theta T As) as D. cbn [concl holds] in D.
  rewrite at_def in D by exact PL. rewrite at_def in D1, D2 by exact PL.
  cbn [val rl] in W. rewrite !at_val in W.
  exists (vals (numbered m ns) theta). split; [|split; [exact D|]].
  - intros i j _ _. unfold vals, numbered. cbn [val]. apply IZR_lt. reflexivity.
  - exists a, b, a', b'. do 2 eexists. repeat (split; [eassumption|]).
    split; [apply partial_ok; eauto|]. split; [apply partial_ok; eauto|].
    intro E. apply W. rewrite E. ring.
Qed.
(** All right cells have one derivative, and all wrong ones. *)
Definition class_sensitive_denied (m : nat) (M : measure) : list goal :=
  let equal keep := match filter (fun p => keep (fst p) (snd p)) (places m) with
    | [] => [] | p :: r => map (fun q => positive_goal m M []
        (Is (Sub (at_ m (rate_of M (cell m (fst p) (snd p))) (C m))
                 (at_ m (rate_of M (cell m (fst q) (snd q))) (C m))) EQ)) r end in
  equal right ++ equal wrong.
Lemma equal_rates : forall m M keep p r theta A,
  filter (fun p => keep (fst p) (snd p)) (places m) = p :: r ->
  Forall valid (map (fun q => positive_goal m M []
        (Is (Sub (at_ m (rate_of M (cell m (fst p) (snd p))) (C m))
                 (at_ m (rate_of M (cell m (fst q) (snd q))) (C m))) EQ)) r) -> r <> [] ->
  admissible m M theta -> all_positive m A -> def (formula M) (cells m theta A) ->
  forall q, In q (p :: r) -> def (formula (rate_of M (cell m (fst q) (snd q)))) (cells m theta A) /\
    val (formula (rate_of M (cell m (fst q) (snd q)))) (cells m theta A) =
    val (formula (rate_of M (cell m (fst p) (snd p)))) (cells m theta A).
Proof.
  intros m M keep p r theta A E V N Ad P D. rewrite Forall_map, Forall_forall in V.
  assert (K : forall q, In q r -> def (formula (rate_of M (cell m (fst p) (snd p)))) (cells m theta A) /\
    def (formula (rate_of M (cell m (fst q) (snd q)))) (cells m theta A) /\
    val (formula (rate_of M (cell m (fst q) (snd q)))) (cells m theta A) =
    val (formula (rate_of M (cell m (fst p) (snd p)))) (cells m theta A)).
  { intros q I. destruct (positive_valid _ _ _ _ (V q I) theta A Ad P D (Forall_nil _)) as [[D1 D2] W].
    apply at_here in D1. apply at_here in D2. cbn [val rl] in W.
    rewrite !(fun M => proj1 (at_here m M theta A)) in W. repeat split; auto. lra. }
  intros q [<-|I].
  - split; auto. destruct r as [|x r]; [contradiction|]. apply (K x). now left.
  - apply K in I. tauto.
Qed.
Theorem class_sensitive_not : forall m M ps qs, (3 <=? m)%nat && all_smooth m M = true ->
  all_true ps (assumed m M) qs = true -> Forall valid (class_sensitive_denied m M) ->
  ~ class_sensitive m M.
Proof.
  intros m M ps qs S As V Q. apply andb_prop in S. destruct S as [M3 S]. apply Nat.leb_le in M3.
  apply all_true_ok, assumed_ok in As.
  destruct (Q _ As) as (A & P & D & a & b & a' & b' & d & e & Ha & Hb & Ha' & Hb' & RR & L & L' & N).
  unfold class_sensitive_denied in V. apply Forall_app in V. destruct V as [V1 V2].
  assert (K : forall keep : nat -> nat -> bool, keep a b = true -> keep a' b' = true ->
    (exists i j k l, (i < m)%nat /\ (j < m)%nat /\ (k < m)%nat /\ (l < m)%nat /\ keep i j = true /\ keep k l = true /\ (i, j) <> (k, l)) ->
    Forall valid (match filter (fun p => keep (fst p) (snd p)) (places m) with
      | [] => [] | p :: r => map (fun q => positive_goal m M []
        (Is (Sub (at_ m (rate_of M (cell m (fst p) (snd p))) (C m))
                 (at_ m (rate_of M (cell m (fst q) (snd q))) (C m))) EQ)) r end) -> d = e).
  { intros keep Ka Kb (i & j & k & l & Hi & Hj & Hk & Hl & Ki & Kk & NE) V.
    assert (I1 : In (a, b) (filter (fun p => keep (fst p) (snd p)) (places m)))
      by (apply filter_In; split; [now apply in_places|auto]).
    assert (I2 : In (a', b') (filter (fun p => keep (fst p) (snd p)) (places m)))
      by (apply filter_In; split; [now apply in_places|auto]).
    assert (J1 : In (i, j) (filter (fun p => keep (fst p) (snd p)) (places m)))
      by (apply filter_In; split; [now apply in_places|auto]).
    assert (J2 : In (k, l) (filter (fun p => keep (fst p) (snd p)) (places m)))
      by (apply filter_In; split; [now apply in_places|auto]).
    destruct (filter (fun p => keep (fst p) (snd p)) (places m)) as [|p r] eqn:F; [destruct I1|].
    assert (RN : r <> []) by (intro; subst; destruct J1 as [J1|[]], J2 as [J2|[]]; congruence).
    pose proof (equal_rates m M keep p r _ A F V RN As P D) as T.
    destruct (T _ I1) as [D1 E1], (T _ I2) as [D2 E2]. cbn [fst snd] in *.
    apply partial_is in L; auto using all_smooth_ok. apply partial_is in L'; auto using all_smooth_ok.
    congruence. }
  apply N. destruct (right a b) eqn:RA.
  - apply (K right); auto. exists 0%nat, 0%nat, 1%nat, 1%nat. repeat split; try lia; try reflexivity. congruence.
  - apply (K wrong); auto; try (unfold wrong; rewrite ?RA, <- ?RR; reflexivity).
    exists 0%nat, 1%nat, 1%nat, 0%nat. repeat split; try lia; try reflexivity. congruence.
Qed.

(** ** Property IV *)
Definition scaled (m : nat) : square := fun i j => Mul (X m i) (C m i j).
Definition factor_vars (m first count : nat) : list positive :=
  map (fun i => var (m * m + m * m + i)) (List.seq first count).
Definition prevalence_invariant_goals (m : nat) (M : measure) : list goal :=
  [Goal (kinds Pos (C_vars m ++ factor_vars m 0 m))
     (assumed m M ++ both_defined (at_ m M (C m)) (at_ m M (scaled m)))
     (Is (Sub (at_ m M (scaled m)) (at_ m M (C m))) EQ)].
Lemma scaled_plain : forall m l, plainly m (scaled m) l.
Proof. intros m l i j _ _. repeat split. Qed.
Lemma many_X : forall m i, (i < m + m)%nat -> (2 <= m)%nat -> (i < m * m * m)%nat.
Proof. intros. nia. Qed.
Theorem prevalence_invariant_iff : forall m, (2 <=? m)%nat = true -> forall M,
  Forall valid (prevalence_invariant_goals m M) <-> prevalence_invariant m M.
Proof.
  intros m M2 M. apply Nat.leb_le in M2. unfold prevalence_invariant_goals. rewrite Forall_cons_iff. split.
  - intros [V _] theta Ad A s P S DA DB. set (l := sample m A A s theta).
    assert (EC : forall i j, (i < m)%nat -> (j < m)%nat -> vals (C m) l i j = A i j)
      by (intros; now apply sample_C).
    assert (ES : forall i, (i < m)%nat -> val (X m i) l = s i)
      by (intros i I; unfold l; apply sample_X, many_X; lia).
    assert (PP : parameters m l = parameters m theta) by apply sample_parameters.
    assert (K1 : cells m l (vals (C m) l) = cells m theta A) by now apply cells_same.
    assert (K2 : cells m l (vals (scaled m) l) = cells m theta (fun i j => s i * A i j)).
    { apply cells_same; auto. intros i j I J. unfold vals, scaled. cbn [val].
      rewrite ES by auto. f_equal. now apply EC. }
    destruct (V l) as [_ W].
    + apply kinds_ok, Forall_app. split.
      * apply positive_vars. intros i j I J. rewrite EC; auto.
      * unfold factor_vars. rewrite Forall_map, Forall_forall. intros i I. apply in_seq in I.
        change (0 < val (X m i) l). assert (i < m)%nat by lia. rewrite ES; auto.
    + cbn [hyps]. apply Forall_app. split; [now apply assumed_ok, sample_admissible|].
      apply both_defined_ok. rewrite !at_def by (apply C_plain || apply scaled_plain).
      rewrite K1, K2. auto.
    + cbn [val rl] in W. rewrite !at_val, K1, K2 in W. lra.
  - intro Q. split; [|constructor]. intros l O F. cbn [sorts hyps concl] in *.
    apply kinds_ok, Forall_app in O. destruct O as [OC OS]. apply positive_vars in OC.
    apply Forall_app in F. destruct F as [Ad F]. apply assumed_ok in Ad. apply both_defined_ok in F.
    rewrite !at_def in F by (apply C_plain || apply scaled_plain). destruct F as [D1 D2].
    split; [cbn [def]; rewrite !at_def by (apply C_plain || apply scaled_plain); auto|].
    cbn [val rl]. rewrite !at_val.
    assert (S : forall i, (i < m)%nat -> 0 < val (X m i) l).
    { intros i I. unfold factor_vars in OS. rewrite Forall_map, Forall_forall in OS. apply (OS i).
      apply in_seq. lia. }
    assert (E : val (formula M) (cells m l (vals (C m) l)) = val (formula M) (cells m l (vals (scaled m) l)))
      by exact (Q l Ad (vals (C m) l) (fun i => val (X m i) l) OC S D1 D2).
    lra.
Qed.

(** ** Property V *)
Definition drawn (m : nat) (s z : nat -> expr) : square := fun i j =>
  Mul (Div (s i) (summed (over m s))) (Div (z j) (summed (over m z))).
Definition shares (m : nat) : square := drawn m (X m) (fun j => X m (m + j)).
Definition chance_corrected_goals (m : nat) (strict : bool) (b : expr) (M : measure) : list goal :=
  let value := at_ m M (shares m) in let bound := put (zero_or m) b in
  [Goal (kinds Pos (factor_vars m 0 (m + m))) (assumed m M ++ [Defined value])
     (if strict then Is (Sub value bound) EQ else Is (Sub bound value) GE);
   Goal (fun _ => Real) (assumed m M) (Is (Sub (Num 1) bound) GT)].
Lemma bound_value : forall m b l theta, parameters m l = parameters m theta ->
  val (put (zero_or m) b) l = val b (parameters m theta).
Proof.
  intros m b l theta P. rewrite put_val, <- P. f_equal. apply functional_extensionality. intro v.
  unfold values, zero_or, parameters. destruct (index v <? reserved m)%nat; reflexivity.
Qed.
Lemma drawn_ok : forall m s z l, 0 < sum (over m (fun i => val (s i) l)) ->
  0 < sum (over m (fun j => val (z j) l)) -> (forall i, (i < m)%nat -> def (s i) l /\ def (z i) l) ->
  plainly m (drawn m s z) l /\ forall i j, vals (drawn m s z) l i j =
    val (s i) l / sum (over m (fun i => val (s i) l)) * (val (z j) l / sum (over m (fun j => val (z j) l))).
Proof.
  intros m s z l S Z D.
  destruct (sums_vals m s (fun i => val (s i) l) l) as [VS DS]; [intros; split; [auto|now apply D]|].
  destruct (sums_vals m z (fun i => val (z i) l) l) as [VZ DZ]; [intros; split; [auto|now apply D]|].
  split.
  - intros i j I J. unfold drawn. cbn [def]. rewrite VS, VZ. repeat split; auto; try apply D; auto; lra.
  - intros i j. unfold vals, drawn. cbn [val]. now rewrite VS, VZ.
Qed.
Theorem chance_corrected_by : forall m, (2 <=? m)%nat = true -> forall strict b M,
  Forall valid (chance_corrected_goals m strict b M) -> chance_corrected m M.
Proof.
  intros m M2 strict b M V theta Ad. apply Nat.leb_le in M2. assert (V1 := Forall_inv V).
  assert (V2 := Forall_inv (Forall_inv_tail V)). clear V.
  exists (val b (parameters m theta)). split.
  - destruct (V2 theta) as [_ W]; [intro; exact Logic.I|now apply assumed_ok|].
    cbn [rl val] in W. rewrite (bound_value m b theta theta eq_refl) in W. lra.
  - intros p z [P SP] [Z SZ] D.
    set (l := sample m (fun _ _ => 0) (fun _ _ => 0) (fun n => if (n <? m)%nat then p n else z (n - m)%nat) theta).
    assert (EP : forall i, (i < m)%nat -> val (X m i) l = p i).
    { intros i I. unfold l. rewrite sample_X by (apply many_X; lia). apply Nat.ltb_lt in I. now rewrite I. }
    assert (EZ : forall j, (j < m)%nat -> val (X m (m + j)) l = z j).
    { intros j J. unfold l. rewrite sample_X by (apply many_X; lia).
      replace (m + j <? m)%nat with false by (symmetry; apply Nat.ltb_ge; lia). f_equal. lia. }
    assert (QP : sum (over m (fun i => val (X m i) l)) = 1).
    { rewrite <- SP. f_equal. apply map_ext_in. intros i I. apply in_labels in I. auto. }
    assert (QZ : sum (over m (fun j => val (X m (m + j)) l)) = 1).
    { rewrite <- SZ. f_equal. apply map_ext_in. intros i I. apply in_labels in I. auto. }
    destruct (drawn_ok m (X m) (fun j => X m (m + j)) l) as [PL EV];
      [rewrite QP; lra|rewrite QZ; lra|split; exact Logic.I|].
    assert (PP : parameters m l = parameters m theta) by apply sample_parameters.
    assert (K : cells m l (vals (shares m) l) = cells m theta (fun i j => p i * z j)).
    { apply cells_same; auto. intros i j I J. unfold shares. rewrite EV, QP, QZ, EP, EZ by auto. field. }
    assert (B := bound_value m b l theta PP).
    assert (H : holds l (concl (nth 0 (chance_corrected_goals m strict b M) (Goal (fun _ => Real) [] (Defined (Num 0)))))).
    { apply V1.
      - apply kinds_ok. unfold factor_vars. rewrite Forall_map, Forall_forall. intros i I.
        apply in_seq in I. change (0 < val (X m i) l). destruct (Nat.lt_ge_cases i m) as [L|L].
        + rewrite EP; auto.
        + replace i with (m + (i - m))%nat by lia. rewrite EZ by lia. apply Z. lia.
      - cbn [hyps]. apply Forall_app. split; [now apply assumed_ok, sample_admissible|].
        constructor; auto. cbn [holds]. apply at_def; auto. now rewrite K. }
    cbn [nth chance_corrected_goals concl] in H.
    destruct strict; destruct H as [_ H]; cbn [rl val] in H; rewrite at_val, K, B in H; lra.
Qed.
(** It comes near 1 along weights that are formulas in e = 1, 2, 3, ... *)
Definition weights (m : nat) (s z : list expr) : square :=
  drawn m (fun i => nth i s (Num 1)) (fun j => nth j z (Num 1)).
Definition chance_corrected_denied (m : nat) (s z : list expr) (M : measure) : list goal :=
  let g := Goal (kinds Nat [var (m * m + m * m + 0)]) [at_least (X m 0)] in
  g (Is (Sub (at_ m M (weights m s z)) (Sub (Num 1) (Div (Num 1) (X m 0)))) GE) ::
  map (fun w => g (Is w GT)) (s ++ z).
Lemma sum_positive : forall xs, Forall (fun x => 0 < x) xs -> xs <> [] -> 0 < sum xs.
Proof.
  induction xs as [|x r IH]; intros F N; [contradiction|]. inversion F; subst. cbn [sum fold_right].
  destruct r as [|y r]; [simpl; lra|]. assert (0 < sum (y :: r)) by (apply IH; auto; discriminate).
  unfold sum in *. lra.
Qed.
Lemma share_of : forall m (f : nat -> R), (0 < m)%nat -> (forall i, (i < m)%nat -> 0 < f i) ->
  0 < sum (over m f) /\ share m (fun i => f i / sum (over m f)).
Proof.
  intros m f M0 F.
  assert (S : 0 < sum (over m f)).
  { apply sum_positive.
    - unfold over. rewrite Forall_map, Forall_forall. intros i I. apply in_labels in I. auto.
    - unfold over. intro E. apply map_eq_nil in E. destruct m; [lia|discriminate]. }
  split; auto. split.
  - intros i I. apply Rdiv_lt_0_compat; auto.
  - assert (Q : forall c xs, sum (map (fun i => f i / c) xs) = sum (map f xs) / c).
    { intros c xs. induction xs as [|x r IH]; cbn [map sum fold_right]; [unfold Rdiv; ring|].
      unfold sum in *. rewrite IH. unfold Rdiv. ring. }
    unfold over at 1. rewrite Q. change (map f (labels m)) with (over m f). field. lra.
Qed.
Theorem chance_corrected_not : forall m s z M, (2 <=? m)%nat = true -> domain M = [] ->
  Forall valid (chance_corrected_denied m s z M) -> ~ chance_corrected m M.
Proof.
  intros m s z M M2 DM V Q. apply Nat.leb_le in M2.
  destruct (Q (fun _ => 0)) as (b & B & K); [unfold admissible; rewrite DM; constructor|].
  assert (V1 := Forall_inv V). assert (V2 := Forall_inv_tail V). clear V.
  destruct (small_step (1 - b)) as [n [N1 N2]]; [lra|].
  set (l := sample m (fun _ _ => 0) (fun _ _ => 0) (fun _ => INR n) (fun _ => 0)).
  assert (EX : val (X m 0) l = INR n) by (unfold l; rewrite sample_X by nia; reflexivity).
  assert (O : okenv (kinds Nat [var (m * m + m * m + 0)]) l).
  { apply kinds_ok. constructor; [|constructor]. change (natural (val (X m 0) l)). rewrite EX. now exists n. }
  assert (F : Forall (holds l) [at_least (X m 0)]).
  { constructor; [|constructor]. apply at_least_ok; [exact Logic.I|]. rewrite EX.
    apply le_INR in N1. exact N1. }
  rewrite Forall_map, Forall_app, !Forall_forall in V2. destruct V2 as [VS VZ].
  assert (P : forall (xs : list expr), (forall w, In w xs -> valid (Goal (kinds Nat [var (m * m + m * m + 0)]) [at_least (X m 0)] (Is w GT))) ->
    forall i, def (nth i xs (Num 1)) l /\ 0 < val (nth i xs (Num 1)) l).
  { intros xs W i. destruct (nth_in_or_default i xs (Num 1)) as [I| ->].
    - exact (W _ I l O F). - split; [exact Logic.I|simpl; lra]. }
  assert (PS := P s VS). assert (PZ := P z VZ).
  destruct (share_of m (fun i => val (nth i s (Num 1)) l)) as [S1 S2]; [lia|intros; apply PS|].
  destruct (share_of m (fun i => val (nth i z (Num 1)) l)) as [Z1 Z2]; [lia|intros; apply PZ|].
  destruct (drawn_ok m (fun i => nth i s (Num 1)) (fun i => nth i z (Num 1)) l S1 Z1) as [PL EV];
    [intros; split; [apply PS|apply PZ]|].
  assert (KC : cells m l (vals (weights m s z) l) = cells m (fun _ => 0)
    (fun i j => val (nth i s (Num 1)) l / sum (over m (fun i => val (nth i s (Num 1)) l)) *
      (val (nth j z (Num 1)) l / sum (over m (fun j => val (nth j z (Num 1)) l))))).
  { apply cells_same; [apply sample_parameters|]. intros i j _ _. apply EV. }
  destruct (V1 l O F) as [[D _] W]. apply at_def in D; auto. rewrite KC in D.
  cbn [rl val] in W. rewrite at_val, KC in W. change (l (var (m * m + m * m + 0))) with (val (X m 0) l) in W.
  cbn [X val] in EX. cbn [val X] in W. rewrite EX in W.
  pose proof (K _ _ S2 Z2 D) as H. lra.
Qed.
