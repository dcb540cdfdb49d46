(** * Exact thresholds: a property holds under a condition, and fails wherever that is false

    The condition speaks of parameters and, where there are [sizes], of P, N > 0, which are the
    variables 19 and 20: [sizes] are P and N of the matrices that the property compares.
    [holds_where]: the goal of the property, with the condition among its hypotheses.
    [fails_unless]: for all parameters, P and N of which the condition is false, the goal fails at
    a point with these parameters and with the ratio N/P. *)
From Coq Require Import Reals Lra ZArith QArith Bool Lia List FunctionalExtensionality Classical.
From SymbolicMeasures Require Import
  Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Moves Rules
  Properties Statements Brzezinski Witness Certificates.
Import ListNotations.
Open Scope R_scope.

Definition P_ := Var 19. Definition N_ := Var 20.
Definition both_sizes := option (expr * expr).
Definition positive_sizes (sizes : both_sizes) (theta : env) : Prop :=
  match sizes with Some _ => 0 < theta 19%positive /\ 0 < theta 20%positive | None => True end.
Definition of_sizes (sizes : both_sizes) : positive -> expr :=
  match sizes with Some (p, n) => placed [(19%positive, p); (20%positive, n)] | None => Var end.
Definition given_also (sizes : both_sizes) (conditions : list atom) (g : goal) : goal :=
  Goal (sorts g) (hyps g ++ map (put_atom (of_sizes sizes)) conditions) (concl g).
Definition holds_where sizes conditions (g : goal) : Prop := valid (given_also sizes conditions g).
Definition fails_at (sizes : both_sizes) (g : goal) (theta : env) : Prop :=
  exists l, okenv (sorts g) l /\ parameters l = parameters theta /\
    Forall (holds l) (hyps g) /\ ~ holds l (concl g) /\
    match sizes with
    | Some (p, n) => val n l * theta 19%positive = val p l * theta 20%positive
    | None => True end.
Definition fails_unless sizes (conditions : list atom) (M : measure) (g : goal) : Prop :=
  forall theta, admissible M theta -> positive_sizes sizes theta ->
  ~ Forall (holds theta) conditions -> fails_at sizes g theta.
Definition exactly_where sizes conditions (M : measure) (gs : list goal) : Prop :=
  exists g, gs = [g] /\ holds_where sizes conditions g /\ fails_unless sizes conditions M g.

(** ** A family of points: cells that are formulas in e, P and N, for every e >= top/bottom *)
Record family := Family { cells_at : list (positive * expr); top : expr; bottom : expr }.
Definition E_ := Var 10.
Definition large_sorts (sizes : both_sizes) (i : positive) : sort :=
  match i, sizes with
  | 10%positive, _ => Nat | 19%positive, Some _ | 20%positive, Some _ => Pos | _, _ => Real end.
Definition family_goals (sizes : both_sizes) (condition : atom) (M : measure)
    (f : family) (g : goal) : list goal :=
  let given := assumed M ++ match sizes with Some _ => [P_ >0; N_ >0] | None => [] end ++
    [condition] in
  let at_large := Goal (large_sorts sizes)
    (given ++ [Is (Sub (Mul E_ (bottom f)) (top f)) GE]) in
  let image := placed (cells_at f) in
  [Goal (large_sorts sizes) given (Is (bottom f) GT);
   Goal (large_sorts sizes) given (Defined (top f))] ++
  map (fun x => at_large (Is (snd x) GE)) (cells_at f) ++
  map (fun a => at_large (put_atom image a)) (hyps g ++ [contrary (concl g)]) ++
  match sizes with
  | Some (p, n) => [at_large (Is (Sub (Mul (put image n) P_) (Mul (put image p) N_)) EQ)]
  | None => [] end.
Definition family_fits (s : sort) (ns : list positive) (f : family) : bool :=
  forallb (fun x => (fst x <=? 18)%positive) (cells_at f) &&
  forallb (fun i => existsb (fun x => Pos.eqb i (fst x)) (cells_at f)) ns &&
  match s with
  | NonNeg => true
  | Nat => forallb (fun x => match snd x with Num z => Z.leb 0 z | _ => false end) (cells_at f)
  | _ => false end.

(** Without e. *)
Definition still_expr (a : expr) : bool := same a (put (placed [(10%positive, Num 0)]) a).
Definition still_of_e (condition : atom) (f : family) : bool :=
  same_atom condition (put_atom (placed [(10%positive, Num 0)]) condition) &&
  still_expr (top f) && still_expr (bottom f).

Lemma placed_total : forall l i, def (placed [(10%positive, Num 0)] i) l.
Proof. intros l i. apply placed_def. repeat constructor. Qed.
Lemma same_without_e : forall x theta,
  values (placed [(10%positive, Num 0)]) (assign [(10%positive, x)] theta) =
  values (placed [(10%positive, Num 0)]) theta.
Proof.
  intros. apply functional_extensionality. intro i. unfold values, placed. cbn [find fst].
  destruct (Pos.eqb_spec i 10); [reflexivity|]. cbn [val assign]. unfold upd.
  destruct (Pos.eqb_spec i 10); [contradiction|reflexivity].
Qed.
Lemma still_atom_holds : forall a x theta, same_atom a (put_atom (placed [(10%positive, Num 0)]) a) = true ->
  (holds (assign [(10%positive, x)] theta) a <-> holds theta a).
Proof.
  intros a x theta S. apply same_atom_ok in S. rewrite S.
  rewrite !put_holds by (intro; apply placed_total). now rewrite same_without_e.
Qed.
Lemma still_expr_val : forall a x theta, still_expr a = true ->
  val a (assign [(10%positive, x)] theta) = val a theta.
Proof.
  intros a x theta S. apply same_ok in S. rewrite S, !put_val. now rewrite same_without_e.
Qed.

Lemma large_number : forall x, exists n, x < INR n.
Proof.
  intro x. destruct (archimed x) as [H _]. exists (Z.abs_nat (up x)).
  rewrite INR_IZR_INZ, Zabs2Nat.id_abs.
  assert (IZR (up x) <= IZR (Z.abs (up x))) by (apply IZR_le; lia). lra.
Qed.

Theorem fails_where_by : forall s ns f sizes condition M g, sorts g = kinds s ns ->
  family_fits s ns f && still_of_e condition f = true ->
  Forall valid (family_goals sizes condition M f g) -> forall theta, admissible M theta ->
  positive_sizes sizes theta -> holds theta condition -> fails_at sizes g theta.
Proof.
  intros s ns f sizes condition M g S F V theta Ad HR HC.
  unfold family_fits, still_of_e in F. ab. unfold family_goals in V. cbv zeta in V.
  set (image := placed (cells_at f)) in *.
  set (given := assumed M ++ match sizes with Some _ => [P_ >0; N_ >0] | None => [] end ++
    [condition]) in *.
  set (th := fun x => assign [(10%positive, x)] theta).
  assert (GV : forall x, Forall (holds (th x)) given).
  { intro x. unfold given, th. repeat (apply Forall_app; split).
    - apply assumed_ok, assign_admissible; auto.
    - destruct sizes; [|constructor]. destruct HR as [R1 R2].
      all_of; (split; [exact Logic.I|cbn; assumption]).
    - all_of. apply still_atom_holds; auto. }
  assert (OK : forall n : nat, okenv (large_sorts sizes) (th (INR n))).
  { intros n i. unfold large_sorts, th. cbn [assign]. unfold upd.
    destruct (Pos.eqb_spec i 10) as [->|N]; [now exists n|].
    destruct sizes as [[? ?]|]; cbn [positive_sizes] in HR;
      repeat (destruct i; try exact Logic.I; try contradiction; try (cbn; repeat split; tauto)). }
  cbn [app] in V. apply Forall_cons_iff in V. destruct V as [VB V].
  apply Forall_cons_iff in V. destruct V as [VT V].
  assert (B : 0 < val (bottom f) theta).
  { destruct (VB (th (INR 0))) as [_ B]; [apply OK|apply GV|]. cbn [rl] in B.
    unfold th in B. now rewrite still_expr_val in B. }
  destruct (large_number (val (top f) theta / val (bottom f) theta)) as [m L].
  set (large := th (INR m)).
  assert (HL : forall c, valid (Goal (large_sorts sizes)
      (given ++ [Is (Sub (Mul E_ (bottom f)) (top f)) GE]) c) -> holds large c).
  { intros c W. apply W.
    - apply OK.
    - cbn [hyps]. apply Forall_app. split; [apply GV|]. all_of.
      destruct (VB large) as [DB _]; [apply OK|apply GV|].
      pose proof (VT large (OK m) (GV (INR m))) as DT. cbn [holds concl] in DT.
      split; [cbn; repeat split; tauto|]. cbn [val rl]. unfold large, th.
      rewrite (still_expr_val (bottom f)), (still_expr_val (top f)) by assumption.
      change (val E_ (assign [(10%positive, INR m)] theta)) with (INR m).
      apply (Rmult_lt_compat_r (val (bottom f) theta)) in L; auto.
      unfold Rdiv in L. rewrite Rmult_assoc, Rinv_l in L by lra. lra. }
  apply Forall_app in V. destruct V as [VC V]. apply Forall_app in V. destruct V as [VH VR].
  rewrite Forall_map, Forall_forall in VC, VH.
  assert (IM : forall i, def (image i) large).
  { intro i. unfold image. apply placed_def. rewrite Forall_forall. intros x I.
    apply (HL _ (VC x I)). }
  exists (values image large). split; [|split; [|split; [|split]]].
  - rewrite S. apply kinds_ok. rewrite Forall_forall. intros i I.
    match goal with Q : forallb _ ns = true |- _ => rewrite forallb_forall in Q; apply Q in I; clear Q end.
    assert (X : exists e, In (i, e) (cells_at f) /\ image i = e).
    { unfold image, placed. destruct (find _ (cells_at f)) as [[j e]|] eqn:Y.
      - apply find_some in Y. destruct Y as [Y1 Y2]. apply Pos.eqb_eq in Y2. simpl in Y2. subst. eauto.
      - apply existsb_exists in I. destruct I as [x [I1 I2]].
        apply (find_none _ _ Y) in I1. cbv beta in I1. congruence. }
    destruct X as (e & I1 & X). unfold values. rewrite X.
    assert (Z : 0 <= val e large) by exact (proj2 (HL _ (VC _ I1))).
    destruct s; try discriminate; [|exact Z].
    match goal with Q : forallb _ (cells_at f) = true |- _ => rewrite forallb_forall in Q; apply Q in I1 end.
    cbn [snd] in I1. destruct e; try discriminate. apply Z.leb_le in I1.
    exists (Z.to_nat z). cbn. rewrite INR_IZR_INZ, Z2Nat.id; auto.
  - apply functional_extensionality. intro i. unfold parameters.
    destruct (i <=? 20)%positive eqn:Y; auto. apply Pos.leb_gt in Y. unfold values.
    assert (X : image i = Var i).
    { unfold image, placed. destruct (find _ (cells_at f)) as [[j e]|] eqn:W; auto.
      apply find_some in W. destruct W as [W1 W2]. apply Pos.eqb_eq in W2. simpl in W2. subst j.
      match goal with Q : forallb _ (cells_at f) = true |- _ => rewrite forallb_forall in Q; apply Q in W1 end.
      cbn [fst] in W1. apply Pos.leb_le in W1. lia. }
    rewrite X. cbn [val]. unfold large, th. cbn [assign]. unfold upd.
    destruct (Pos.eqb_spec i 10); auto. subst. discriminate.
  - rewrite Forall_forall. intros a I. apply put_holds; auto. apply HL, VH, in_or_app. auto.
  - apply contrary_ok. apply put_holds; auto. apply HL, VH, in_or_app. right. now left.
  - destruct sizes as [[p n]|]; [|exact Logic.I]. pose proof (HL _ (Forall_inv VR)) as [_ Q].
    cbn [val rl] in Q. rewrite !put_val in Q. fold image in Q.
    change (val N_ large) with (theta 20%positive) in Q.
    change (val P_ large) with (theta 19%positive) in Q. lra.
Qed.

(** ** From one family for each condition that is false, to the threshold *)
Fixpoint polynomial (e : expr) : bool :=
  match e with
  | Num _ | Var _ => true
  | Add a b | Sub a b | Mul a b => polynomial a && polynomial b
  | Neg a => polynomial a
  | Div a (Num z) => polynomial a && negb (Z.eqb z 0)
  | Pow a n => polynomial a && Z.leb 0 n
  | _ => false
  end.
Lemma polynomial_def : forall e l, polynomial e = true -> def e l.
Proof.
  induction e; intros l P; cbn [polynomial] in P; try discriminate; try exact Logic.I.
  - ab. cbn; auto.
  - ab. cbn; auto.
  - ab. cbn; auto.
  - destruct e2; try discriminate. ab. apply negb_true_iff, Z.eqb_neq in H0.
    cbn. repeat split; auto. now apply not_0_IZR.
  - cbn; auto.
  - ab. apply Z.leb_le in H0. cbn. split; auto. lia.
Qed.
Definition decided (a : atom) : bool := match a with Is e _ => polynomial e | _ => false end.
Definition contraries (a : atom) : list atom :=
  match a with Is e EQ => [Is e GT; Is (Neg e) GT] | _ => [contrary a] end.
Lemma decided_ok : forall a l, decided a = true -> ~ holds l a ->
  exists c, In c (contraries a) /\ holds l c.
Proof.
  intros [e r|e|e] l D N; try discriminate. cbn [decided] in D.
  pose proof (polynomial_def e l D) as E.
  assert (M : ~ rl r (val e l)) by (intro; apply N; split; auto).
  destruct r; cbn [contraries contrary In rl] in *.
  - exists (Is (Neg e) GE). split; [auto|]. split; [exact E|]. cbn. lra.
  - exists (Is (Neg e) GT). split; [auto|]. split; [exact E|]. cbn. lra.
  - destruct (Rtotal_order (val e l) 0) as [T|[T|T]].
    + exists (Is (Neg e) GT). split; [auto|]. split; [exact E|]. cbn. lra.
    + contradiction.
    + exists (Is e GT). split; [auto|]. split; [exact E|]. cbn. lra.
  - exists (Is e EQ). split; [auto|]. split; [exact E|]. cbn. destruct (Req_dec (val e l) 0); tauto.
Qed.
Fixpoint all_families s ns sizes (outside : list atom) (fs : list family) (M : measure) (g : goal)
    : option (list goal) :=
  match outside, fs with
  | [], [] => Some []
  | c :: outside, f :: fs =>
      if family_fits s ns f && still_of_e c f then
        match all_families s ns sizes outside fs M g with
        | Some r => Some (family_goals sizes c M f g ++ r) | None => None end
      else None
  | _, _ => None
  end.
Definition threshold_goals s ns sizes conditions fs (M : measure) (gs : list goal) : list goal :=
  let never := [Goal (fun _ => Real) [] (Is (Num 0) GT)] in
  match gs with
  | [g] =>
      if forallb decided conditions then
        match all_families s ns sizes (flat_map contraries conditions) fs M g with
        | Some r => given_also sizes conditions g :: r | None => never end
      else never
  | _ => never end.
Lemma never_ok : ~ Forall valid [Goal (fun _ => Real) [] (Is (Num 0) GT)].
Proof.
  intro V. destruct (Forall_inv V (fun _ => 0)) as [_ H]; [intro; exact Logic.I|constructor|].
  cbn in H. lra.
Qed.
Lemma all_families_ok : forall s ns sizes M g, sorts g = kinds s ns ->
  forall outside fs r, all_families s ns sizes outside fs M g = Some r -> Forall valid r ->
  forall theta c, In c outside -> admissible M theta -> positive_sizes sizes theta ->
  holds theta c -> fails_at sizes g theta.
Proof.
  intros s ns sizes M g S. induction outside as [|a outside IH]; intros fs r A V theta c I Ad P H;
    [destruct I|].
  destruct fs as [|f fs]; [discriminate|]. cbn [all_families] in A.
  destruct (family_fits s ns f && still_of_e a f) eqn:B; [|discriminate].
  destruct (all_families s ns sizes outside fs M g) as [r'|] eqn:A'; [|discriminate].
  assert (E : r = family_goals sizes a M f g ++ r') by congruence. rewrite E in V.
  apply Forall_app in V. destruct V as [V1 V2]. destruct I as [->|I].
  - now apply (fails_where_by s ns f sizes c M g).
  - now apply (IH fs r' A' V2 theta c).
Qed.
Theorem exactly_where_by : forall s ns sizes conditions fs M gs,
  match gs with [g] => sorts g = kinds s ns | _ => True end ->
  Forall valid (threshold_goals s ns sizes conditions fs M gs) ->
  exactly_where sizes conditions M gs.
Proof.
  intros s ns sizes conditions fs M gs S V. unfold threshold_goals in V. cbv zeta in V.
  destruct gs as [|g [|? ?]]; try now apply never_ok in V.
  destruct (forallb decided conditions) eqn:D; [|now apply never_ok in V].
  destruct (all_families _ _ _ _ _ _ _) as [r|] eqn:A; [|now apply never_ok in V].
  apply Forall_cons_iff in V. destruct V as [V1 V2]. exists g. repeat split; auto.
  intros theta Ad HS N.
  assert (C : exists c, In c (flat_map contraries conditions) /\ holds theta c).
  { clear - D N. induction conditions as [|a r IH]; [now contradict N|]. cbn [forallb] in D. ab.
    destruct (classic (holds theta a)) as [H1|H1].
    - destruct IH as (c & I & H2); auto. exists c. split; auto. cbn. apply in_or_app. auto.
    - destruct (decided_ok a theta) as (c & I & H2); auto. exists c. split; auto.
      cbn. apply in_or_app. auto. }
  destruct C as (c & I & H). eapply all_families_ok; eauto.
Qed.
