(** * The range of a measure of m classes, as goals: [Range.v] for more classes *)
From Coq Require Import Reals Lra ZArith Arith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing
  Substitution Moves Properties Statements Range Classes ClassGoals.
Import ListNotations.
Open Scope R_scope.

Definition listed (m : nat) (es : list expr) : square := fun i j => nth (i * m + j) es (Num 0).
Definition constant (m : nat) (b : expr) : expr := put (zero_or m) b.
Definition at_list (m : nat) (M : measure) (es : list expr) : expr := at_ m M (listed m es).
Definition bound_goal (m : nat) (M : measure) (gap : expr) (r : rel) : goal :=
  Goal (kinds Nat (C_vars m))
    (assumed m M ++ [at_least (sum_of m every (C m)); Defined (at_ m M (C m))]) (Is gap r).
Definition large_goal (m : nat) (M : measure) (gap : expr) (r : rel) : goal :=
  Goal (kinds Nat [var (m * m + m * m + 0)]) (assumed m M ++ [at_least (X m 0)]) (Is gap r).
Definition low_goals (m : nat) (M : measure) (e : extreme) (A : list expr) : list goal :=
  match e with
  | Attained b => [bound_goal m M (Sub (at_ m M (C m)) (constant m b)) GE;
      Goal (kinds Nat []) (assumed m M) (Is (Sub (at_list m M A) (constant m b)) EQ)]
  | Approached b => [bound_goal m M (Sub (at_ m M (C m)) (constant m b)) GT;
      large_goal m M (Sub (summed A) (Num 1)) GE;
      large_goal m M (Sub (Add (constant m b) (Div (Num 1) (X m 0))) (at_list m M A)) GE]
  | Infinite => [large_goal m M (Sub (summed A) (Num 1)) GE;
      large_goal m M (Sub (Neg (X m 0)) (at_list m M A)) GE]
  end.
Definition high_goals (m : nat) (M : measure) (e : extreme) (A : list expr) : list goal :=
  match e with
  | Attained b => [bound_goal m M (Sub (constant m b) (at_ m M (C m))) GE;
      Goal (kinds Nat []) (assumed m M) (Is (Sub (at_list m M A) (constant m b)) EQ)]
  | Approached b => [bound_goal m M (Sub (constant m b) (at_ m M (C m))) GT;
      large_goal m M (Sub (summed A) (Num 1)) GE;
      large_goal m M (Sub (at_list m M A) (Sub (constant m b) (Div (Num 1) (X m 0)))) GE]
  | Infinite => [large_goal m M (Sub (summed A) (Num 1)) GE;
      large_goal m M (Sub (at_list m M A) (X m 0)) GE]
  end.
Definition range_goals (m : nat) (low : extreme) (A : list expr) (high : extreme) (B : list expr)
    (M : measure) := low_goals m M low A ++ high_goals m M high B.

(** Cells that are whole numbers if e is. *)
Fixpoint whole_cell (v : positive) (e : expr) : bool :=
  match e with
  | Num z => Z.leb 0 z | Var i => Pos.eqb i v
  | Add a b | Mul a b => whole_cell v a && whole_cell v b
  | Pow a n => whole_cell v a && Z.leb 0 n | _ => false
  end.
Definition good_end (m : nat) (e : extreme) (A : list expr) : bool :=
  (0 <? m)%nat && (length A =? m * m)%nat && forallb (whole_cell (var (m * m + m * m + 0))) A &&
  match e with
  | Attained _ => existsb (fun e => match e with Num z => Z.leb 1 z | _ => false end) A
  | _ => true end.

Lemma whole_cell_ok : forall v e l, whole_cell v e = true -> natural (l v) ->
  natural (val e l) /\ def e l.
Proof.
  induction e; intros l W N; cbn [whole_cell] in W; try discriminate.
  - apply Z.leb_le in W. split; [|exact I]. exists (Z.to_nat z). simpl.
    rewrite INR_IZR_INZ, Z2Nat.id; auto.
  - apply Pos.eqb_eq in W. subst. split; simpl; auto.
  - ab. destruct (IHe1 l), (IHe2 l); auto. split; simpl; auto.
    destruct H1 as [a ->], H3 as [b ->]. exists (a + b)%nat. now rewrite plus_INR.
  - ab. destruct (IHe1 l), (IHe2 l); auto. split; simpl; auto.
    destruct H1 as [a ->], H3 as [b ->]. exists (a * b)%nat. now rewrite mult_INR.
  - ab. destruct (IHe l); auto. apply Z.leb_le in H0. split; simpl; [|split; auto; lia].
    destruct H1 as [a ->]. exists (a ^ Z.to_nat n)%nat.
    rewrite powerRZ_nat by auto. now rewrite pow_INR.
Qed.
Section Values.
Variables (m : nat) (M : measure) (theta : env).
Hypothesis Ad : admissible m M theta.
Definition there (x : R) : env := sample m (fun _ _ => 0) (fun _ _ => 0) (fun _ => x) theta.
Lemma there_parameters : forall x, parameters m (there x) = parameters m theta.
Proof. intro x. apply sample_parameters. Qed.
Lemma there_X : forall x, (0 < m)%nat -> val (X m 0) (there x) = x.
Proof. intros x P. unfold there. rewrite sample_X; auto. nia. Qed.
Lemma constant_ok : forall b l, parameters m l = parameters m theta ->
  val (constant m b) l = val b (parameters m theta) /\
  (def (constant m b) l <-> def b (parameters m theta)).
Proof.
  intros b l P. assert (V : values (zero_or m) l = parameters m theta).
  { rewrite <- P. apply functional_extensionality. intro v. unfold values, zero_or, parameters.
    destruct (index v <? reserved m)%nat; reflexivity. }
  unfold constant. rewrite put_val, put_def, V; [tauto|].
  intro v. unfold zero_or. destruct (index v <? reserved m)%nat; exact I.
Qed.
Lemma bound_ok : forall gap r x, valid (bound_goal m M gap r) -> value_of m M theta x ->
  exists l, parameters m l = parameters m theta /\ val (at_ m M (C m)) l = x /\ rl r (val gap l).
Proof.
  intros gap r x V (A & N & S & D & E). set (l := sample m A A (fun _ => 0) theta).
  assert (EC : forall i j, (i < m)%nat -> (j < m)%nat -> vals (C m) l i j = A i j)
    by (intros; now apply sample_C).
  assert (P : parameters m l = parameters m theta) by apply sample_parameters.
  assert (K : cells m l (vals (C m) l) = cells m theta A) by now apply cells_same.
  exists l. rewrite at_val, K. repeat split; auto. apply (V l).
  - apply kinds_ok, C_counts. eapply counts_same; eauto.
  - cbn [hyps bound_goal]. apply Forall_app. split; [now apply assumed_ok, sample_admissible|].
    apply Forall_cons; [|apply Forall_cons; [|apply Forall_nil]].
    + apply sum_at_least; [apply C_plain|]. now rewrite (elements_same m every _ A EC).
    + cbn [holds]. apply at_def; [apply C_plain|]. now rewrite K.
Qed.
Lemma large_ok : forall gap r n, valid (large_goal m M gap r) -> (0 < m)%nat -> (1 <= n)%nat ->
  def gap (there (INR n)) /\ rl r (val gap (there (INR n))).
Proof.
  intros gap r n V P L. apply (V (there (INR n))).
  - apply kinds_ok. constructor; [|constructor]. change (natural (val (X m 0) (there (INR n)))).
    rewrite there_X by auto. now exists n.
  - cbn [hyps large_goal]. apply Forall_app. split; [now apply assumed_ok, sample_admissible|].
    apply Forall_cons; [|apply Forall_nil]. apply at_least_ok; [exact I|]. rewrite there_X by auto.
    apply le_INR in L. simpl in L. lra.
Qed.
Lemma listed_sum : forall es l, (length es = m * m)%nat ->
  elements m every (vals (listed m es) l) = sum (map (fun e => val e l) es).
Proof.
  intros es l L. unfold elements, picked.
  assert (F : forall ps : list (nat * nat), filter (fun p => every (fst p) (snd p)) ps = ps)
    by (induction ps as [|p ps IH]; [reflexivity|cbn [filter every]; now rewrite IH]).
  rewrite F.
  assert (Q : forall rows start, map (fun p => vals (listed m es) l (fst p) (snd p))
      (list_prod (List.seq start rows) (labels m)) =
    map (fun k => val (nth k es (Num 0)) l) (List.seq (start * m) (rows * m))).
  { induction rows as [|rows IH]; intro start; [reflexivity|]. cbn [List.seq list_prod].
    rewrite map_app, IH. cbn [Nat.mul]. rewrite seq_app, map_app. f_equal; [|f_equal; f_equal; lia].
    unfold labels. rewrite map_map. cbn [fst snd]. unfold vals, listed.
    assert (G : forall k d, map (fun j => val (nth (start * m + j) es (Num 0)) l) (List.seq d k) =
      map (fun j => val (nth j es (Num 0)) l) (List.seq (start * m + d) k)).
    { induction k as [|k IHk]; intro d; [reflexivity|]. cbn [List.seq map]. rewrite IHk. f_equal. f_equal. f_equal. lia. }
    rewrite G. f_equal. f_equal. lia. }
  change (places m) with (list_prod (List.seq 0 m) (labels m)). rewrite (Q m 0%nat). cbn [Nat.mul]. f_equal. rewrite <- L. clear.
  assert (G : forall xs pre, map (fun k => val (nth k (pre ++ xs) (Num 0)) l) (List.seq (length pre) (length xs)) =
    map (fun e => val e l) xs).
  { induction xs as [|x xs IH]; intro pre; [reflexivity|]. cbn [length List.seq map]. f_equal.
    - rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
    - specialize (IH (pre ++ [x])). rewrite <- app_assoc in IH. cbn [app] in IH.
      rewrite <- IH, app_length. cbn [length]. now rewrite Nat.add_1_r. }
  exact (G es []).
Qed.
Lemma value_there : forall e A n, good_end m e A = true -> 1 <= val (summed A) (there (INR n)) ->
  def (at_list m M A) (there (INR n)) -> value_of m M theta (val (at_list m M A) (there (INR n))).
Proof.
  intros e A n G S D. unfold good_end in G. ab. apply Nat.ltb_lt in H. apply Nat.eqb_eq in H2.
  set (l := there (INR n)) in *.
  assert (N : natural (l (var (m * m + m * m + 0)))).
  { change (natural (val (X m 0) l)). unfold l. rewrite there_X by auto. now exists n. }
  assert (W : forall i j, natural (val (listed m A i j) l) /\ def (listed m A i j) l).
  { intros i j. unfold listed. destruct (nth_in_or_default (i * m + j) A (Num 0)) as [I| ->].
    - rewrite forallb_forall in H1. now apply (whole_cell_ok (var (m * m + m * m + 0))); auto.
    - split; [now exists O|exact I]. }
  apply at_def in D; [|intros i j _ _; apply W].
  assert (K : cells m l (vals (listed m A) l) = cells m theta (vals (listed m A) l))
    by (apply cells_same; auto; apply there_parameters).
  exists (vals (listed m A) l). unfold at_list. rewrite at_val, <- K. repeat split; auto.
  - intros i j _ _. apply W.
  - rewrite listed_sum by auto. now rewrite (proj1 (summed_ok A l)) in S.
Qed.
Lemma attained_ok : forall A b, good_end m (Attained b) A = true ->
  valid (Goal (kinds Nat []) (assumed m M) (Is (Sub (at_list m M A) (constant m b)) EQ)) ->
  def b (parameters m theta) /\ value_of m M theta (val b (parameters m theta)).
Proof.
  intros A b G V. destruct (V (there (INR 1))) as [D Q].
  - apply kinds_ok. constructor. - now apply assumed_ok, sample_admissible.
  - cbn [def val rl] in D, Q. destruct D as [D1 D2].
    destruct (constant_ok b _ (there_parameters (INR 1))) as [E1 E2]. apply E2 in D2. rewrite E1 in Q.
    split; auto. replace (val b (parameters m theta)) with (val (at_list m M A) (there (INR 1))) by lra.
    apply (value_there (Attained b)); auto.
    unfold good_end in G. ab. apply Nat.ltb_lt in H. rewrite (proj1 (summed_ok A _)).
    rewrite forallb_forall in H1. apply existsb_exists in H0. destruct H0 as [e [I Z]].
    assert (NN : forall e, In e A -> 0 <= val e (there (INR 1))).
    { intros f F. destruct (whole_cell_ok _ _ (there (INR 1)) (H1 f F)) as [[k ->] _].
      - change (natural (val (X m 0) (there (INR 1)))). rewrite there_X by auto. now exists 1%nat.
      - apply pos_INR. }
    assert (P : 1 <= val e (there (INR 1)))
      by (destruct e; try discriminate; apply Z.leb_le, IZR_le in Z; exact Z).
    clear - I P NN. revert I NN. induction A as [|f A IH]; intros I NN; [destruct I|].
    cbn [map sum fold_right]. assert (F := NN f (or_introl eq_refl)).
    assert (T : 0 <= sum (map (fun e => val e (there (INR 1))) A)).
    { clear - NN. induction A as [|g A IH]; cbn [map sum fold_right]; [lra|].
      assert (0 <= val g (there (INR 1))) by (apply NN; simpl; auto).
      assert (0 <= sum (map (fun e => val e (there (INR 1))) A)) by (apply IH; intros; apply NN; simpl in *; tauto).
      unfold sum in *. lra. }
    destruct I as [<-|I]; unfold sum in *; [lra|].
    assert (1 <= fold_right Rplus 0 (map (fun e => val e (there (INR 1))) A))
      by (apply IH; auto; intros; apply NN; now right). lra.
Qed.
Lemma good_m : forall e A, good_end m e A = true -> (0 < m)%nat.
Proof. intros e A G. unfold good_end in G. ab. now apply Nat.ltb_lt. Qed.
Ltac at_large G n L V1 V2 :=
  let S := fresh "S" in let D := fresh "D" in let Q := fresh "Q" in
  destruct (large_ok _ _ n V1 (good_m _ _ G) L) as [_ S];
  destruct (large_ok _ _ n V2 (good_m _ _ G) L) as [D Q];
  cbn [def val rl] in S, D, Q; pose proof (there_X (INR n) (good_m _ _ G)) as EX; cbn [val X] in EX, Q;
  rewrite EX in Q; rewrite ?(proj1 (constant_ok _ _ (there_parameters (INR n)))) in Q.
Theorem infimum_by : forall e A, good_end m e A = true -> Forall valid (low_goals m M e A) ->
  infimum (value_of m M theta) (parameters m theta) e.
Proof.
  intros e A G V. destruct e as [b|b|]; cbn [low_goals infimum] in *.
  - assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)).
    destruct (attained_ok A b G V2) as [D W]. repeat split; auto.
    intros x H. destruct (bound_ok _ _ _ V1 H) as (l & PL & <- & Q).
    cbn [val rl] in Q. rewrite (proj1 (constant_ok b l PL)) in Q. lra.
  - assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)).
    assert (V3 := Forall_inv (Forall_inv_tail (Forall_inv_tail V))).
    repeat split.
    + destruct (large_ok _ _ 1 V3 (good_m _ _ G) (le_n 1)) as [[[D _] _] _].
      now apply (constant_ok b _ (there_parameters (INR 1))).
    + intros x H. destruct (bound_ok _ _ _ V1 H) as (l & PL & <- & Q).
      cbn [val rl] in Q. rewrite (proj1 (constant_ok b l PL)) in Q. lra.
    + intros gap P. destruct (small_step gap P) as [n [L S]]. at_large G n L V2 V3.
      exists (val (at_list m M A) (there (INR n))). split; [|lra].
      apply (value_there (Approached b)); auto; [lra|tauto].
  - assert (V2 := Forall_inv V). assert (V3 := Forall_inv (Forall_inv_tail V)).
    intro y. destruct (archimedes (- y)) as [n [L S]]. at_large G n L V2 V3.
    exists (val (at_list m M A) (there (INR n))). split; [|lra].
    apply (value_there Infinite); auto; [lra|tauto].
Qed.
Theorem supremum_by : forall e A, good_end m e A = true -> Forall valid (high_goals m M e A) ->
  supremum (value_of m M theta) (parameters m theta) e.
Proof.
  intros e A G V. destruct e as [b|b|]; cbn [high_goals supremum] in *.
  - assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)).
    destruct (attained_ok A b G V2) as [D W]. repeat split; auto.
    intros x H. destruct (bound_ok _ _ _ V1 H) as (l & PL & <- & Q).
    cbn [val rl] in Q. rewrite (proj1 (constant_ok b l PL)) in Q. lra.
  - assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)).
    assert (V3 := Forall_inv (Forall_inv_tail (Forall_inv_tail V))).
    repeat split.
    + destruct (large_ok _ _ 1 V3 (good_m _ _ G) (le_n 1)) as [[_ [D _]] _].
      now apply (constant_ok b _ (there_parameters (INR 1))).
    + intros x H. destruct (bound_ok _ _ _ V1 H) as (l & PL & <- & Q).
      cbn [val rl] in Q. rewrite (proj1 (constant_ok b l PL)) in Q. lra.
    + intros gap P. destruct (small_step gap P) as [n [L S]]. at_large G n L V2 V3.
      exists (val (at_list m M A) (there (INR n))). split; [|lra].
      apply (value_there (Approached b)); auto; [lra|tauto].
  - assert (V2 := Forall_inv V). assert (V3 := Forall_inv (Forall_inv_tail V)).
    intro y. destruct (archimedes y) as [n [L S]]. at_large G n L V2 V3.
    exists (val (at_list m M A) (there (INR n))). split; [|lra].
    apply (value_there Infinite); auto; [lra|tauto].
Qed.
End Values.
Theorem range_by : forall m low A high B M, good_end m low A && good_end m high B = true ->
  Forall valid (range_goals m low A high B M) -> range m low high M.
Proof.
  intros m low A high B M G V theta Ad. apply andb_prop in G. destruct G as [GA GB].
  unfold range_goals in V. apply Forall_app in V. destruct V as [VA VB].
  split; [eapply infimum_by|eapply supremum_by]; eauto.
Qed.
