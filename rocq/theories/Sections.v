(** * A maximum that is reached on a side: tn-not-max and tp-not-max refuted

    If a corner is a maximum of every section ([summit]), or of all matrices of every n
    ([summit_of_n]), and a matrix on the side has no smaller value than the corner of its section,
    the side reaches the maximum.  The same with one matrix that is a maximum of its own section at
    some parameters ([summit_at]). *)
From Coq Require Import Reals Lra ZArith QArith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing.
From SymbolicMeasures Require Import Substitution Moves Rules Properties Statements Brzezinski Witness.
Import ListNotations.
Open Scope R_scope.

Definition summit (c : corner) (M : measure) : goal :=
  Goal (kinds NonNeg four) (assumed M ++ [P >0; N >0; Defined (at_ M C)])
    (Is (Sub (at_ M (corner_of c P N)) (at_ M C)) GE).
Definition corner_at (c : corner) (p n : R) : matrix :=
  match c with
  | TPTN => (p, 0, 0, n) | TPFP => (p, 0, n, 0) | FNTN => (0, p, 0, n) | FNFP => (0, p, n, 0) end.
Definition value_at (M : measure) theta A := val (formula M) (cells theta A).

Lemma four_numbers : forall theta tp fn fp tn, reals [tp; fn; fp; tn] ->
  okenv (kinds NonNeg four)
    (assign [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)] theta).
Proof. intros. numbers. apply kinds_ok. unfold four. all_of; cbn; assumption. Qed.
Lemma summit_ok : forall c M theta tp fn fp tn, valid (summit c M) -> admissible M theta ->
  reals [tp; fn; fp; tn] -> both_classes tp fn fp tn ->
  def (formula M) (cells theta (tp, fn, fp, tn)) ->
  value_at M theta (tp, fn, fp, tn) <= value_at M theta (corner_at c (tp + fn) (fp + tn)).
Proof.
  intros c M theta tp fn fp tn V Ad S [U1 U2] D.
  destruct (V (assign [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)] theta))
    as [_ Q].
  - now apply four_numbers.
  - cbn [hyps summit]. apply Forall_app. split; [apply assumed_ok, assign_admissible; auto|].
    all_of; try (split; [cbn; repeat split; tauto|cbn; lra]).
    cbn [holds]. apply at_def; [cbn; repeat split; tauto|]. rewrite assign_cells by reflexivity. exact D.
  - cbn [val rl] in Q. rewrite !at_val in Q. rewrite !assign_cells in Q by reflexivity.
    unfold value_at. destruct c; cbn [corner_of corner_at vals val P N TP FN FP TN Z0 C] in *;
      look_up Q; lra.
Qed.

Definition side_holds ns hs (M : measure) (A B : quad) ps qs p : bool :=
  forallb (fun i => fits NonNeg (at_point ps i)) ns &&
  all_true ps (assumed M ++ hs ++ [Defined (at_ M A)]) qs &&
  true_there ps (Is (Sub (at_ M A) (at_ M B)) GE) p.
Lemma side_holds_ok : forall ns hs M A B ps qs p, side_holds ns hs M A B ps qs p = true ->
  plainly A (real_env (at_point ps)) -> plainly B (real_env (at_point ps)) ->
  let l := real_env (at_point ps) in
  Forall (fun i => 0 <= l i) ns /\ admissible M l /\ Forall (holds l) hs /\
  def (formula M) (cells l (vals A l)) /\
  value_at M l (vals B l) <= value_at M l (vals A l).
Proof.
  intros ns hs M A B ps qs p H PA PB l. unfold side_holds in H. ab.
  apply all_true_ok in H1. apply Forall_app in H1. destruct H1 as [H1 H2].
  apply Forall_app in H2. destruct H2 as [H2 H3]. apply Forall_inv in H3. cbn [holds] in H3.
  apply true_there_ok in H0. destruct H0 as [_ Q]. cbn [val rl] in Q. rewrite !at_val in Q.
  apply at_def in H3; auto. apply assumed_ok in H1. fold l in H1, H2, H3, Q.
  repeat split; auto; [|unfold value_at; lra].
  rewrite Forall_forall. intros i I. rewrite forallb_forall in H. apply (fits_ok NonNeg). auto.
Qed.
Ltac facts := repeat match goal with
  | H : Forall _ (_ :: _) |- _ => apply Forall_cons_iff in H; destruct H
  | H : Forall _ [] |- _ => clear H
  | H : holds _ (Is _ _) |- _ => let D := fresh in destruct H as [D H]; clear D; cbn in H end.

Theorem tn_not_max_in_section_refuted : forall c M g ps qs p, prove (summit c M) g &&
  side_holds [1; 2; 4]%positive [P >0; Add Z0 TN >0; FN >0] M (TP, FN, Z0, TN)
    (corner_of c P (Add Z0 TN)) ps qs p = true -> ~ tn_not_max_in_section M.
Proof.
  intros c M g ps qs p H T. apply andb_prop in H. destruct H as [G H]. apply prove_ok in G.
  apply side_holds_ok in H; [|cbn; repeat split; tauto|destruct c; cbn; repeat split; tauto].
  set (l := real_env (at_point ps)) in *. destruct H as (S & Ad & U & D & L). facts.
  destruct (T l Ad (l 1%positive) (l 2%positive) (l 4%positive)) as (tp & fn & fp & tn & S' & EP & EN & D' & L');
    auto; [unfold reals; all_of; auto|].
  pose proof (summit_ok c M l tp fn fp tn G Ad S') as Q. unfold both_classes in Q.
  rewrite EP, EN in Q. specialize (Q ltac:(split; assumption) D'). unfold value_at in *.
  destruct c; cbn [corner_of corner_at vals val P N TP FN FP TN Z0] in *; lra.
Qed.
Theorem tp_not_max_in_section_refuted : forall c M g ps qs p, prove (summit c M) g &&
  side_holds [1; 3; 4]%positive [Add TP Z0 >0; N >0; FP >0] M (TP, Z0, FP, TN)
    (corner_of c (Add TP Z0) N) ps qs p = true -> ~ tp_not_max_in_section M.
Proof.
  intros c M g ps qs p H T. apply andb_prop in H. destruct H as [G H]. apply prove_ok in G.
  apply side_holds_ok in H; [|cbn; repeat split; tauto|destruct c; cbn; repeat split; tauto].
  set (l := real_env (at_point ps)) in *. destruct H as (S & Ad & U & D & L). facts.
  destruct (T l Ad (l 1%positive) (l 3%positive) (l 4%positive)) as (tp & fn & fp & tn & S' & EP & EN & D' & L');
    auto; [unfold reals; all_of; auto|].
  pose proof (summit_ok c M l tp fn fp tn G Ad S') as Q. unfold both_classes in Q.
  rewrite EP, EN in Q. specialize (Q ltac:(split; assumption) D'). unfold value_at in *.
  destruct c; cbn [corner_of corner_at vals val P N TP FN FP TN Z0] in *; lra.
Qed.

(** ** The same among all matrices of one n: a corner is a maximum for every P and N *)
Definition summit_of_n (c : corner) (M : measure) : goal :=
  Goal (kinds NonNeg [1; 2; 3; 4; 5; 8]%positive)
    (assumed M ++ [P >0; N >0; TP' >0; TN' >0; Sub size (Add TP' TN') =0; Defined (at_ M C)])
    (Is (Sub (at_ M (corner_of c TP' TN')) (at_ M C)) GE).
Lemma summit_of_n_ok : forall c M theta tp fn fp tn p n, valid (summit_of_n c M) ->
  admissible M theta -> reals [tp; fn; fp; tn] -> both_classes tp fn fp tn -> 0 < p -> 0 < n ->
  tp + fn + fp + tn = p + n -> def (formula M) (cells theta (tp, fn, fp, tn)) ->
  value_at M theta (tp, fn, fp, tn) <= value_at M theta (corner_at c p n).
Proof.
  intros c M theta tp fn fp tn p n V Ad S [U1 U2] HP HN E D.
  set (l := assign [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn);
                    (5%positive, p); (8%positive, n)] theta).
  destruct (V l) as [_ Q].
  - apply kinds_ok. unfold l. numbers. all_of; cbn; lra.
  - cbn [hyps summit_of_n]. unfold l. apply Forall_app.
    split; [apply assumed_ok, assign_admissible; auto|].
    all_of; try (split; [cbn; repeat split; tauto|cbn; lra]).
    cbn [holds]. apply at_def; [cbn; repeat split; tauto|]. rewrite assign_cells by reflexivity. exact D.
  - cbn [val rl] in Q. rewrite !at_val in Q. unfold l in Q. rewrite !assign_cells in Q by reflexivity.
    unfold value_at. destruct c; cbn [corner_of corner_at vals val P N TP FN FP TN TP' TN' Z0 C] in *;
      look_up Q; lra.
Qed.
Theorem tn_not_max_refuted : forall c M g ps qs p, prove (summit_of_n c M) g &&
  side_holds [1; 2; 4]%positive [P >0; Add Z0 TN >0; FN >0] M (TP, FN, Z0, TN)
    (corner_of c P (Add Z0 TN)) ps qs p = true -> ~ tn_not_max M.
Proof.
  intros c M g ps qs p H T. apply andb_prop in H. destruct H as [G H]. apply prove_ok in G.
  apply side_holds_ok in H; [|cbn; repeat split; tauto|destruct c; cbn; repeat split; tauto].
  set (l := real_env (at_point ps)) in *. destruct H as (S & Ad & U & D & L). facts.
  destruct (T l Ad (l 1%positive) (l 2%positive) (l 4%positive)) as (tp & fn & fp & tn & S' & B & E & D' & L');
    auto; [unfold reals; all_of; auto|].
  pose proof (summit_of_n_ok c M l tp fn fp tn (l 1%positive + l 2%positive) (0 + l 4%positive)
    G Ad S' B ltac:(assumption) ltac:(assumption) ltac:(lra) D') as Q. unfold value_at in *.
  destruct c; cbn [corner_of corner_at vals val P N TP FN FP TN Z0] in *; lra.
Qed.
Theorem tp_not_max_refuted : forall c M g ps qs p, prove (summit_of_n c M) g &&
  side_holds [1; 3; 4]%positive [Add TP Z0 >0; N >0; FP >0] M (TP, Z0, FP, TN)
    (corner_of c (Add TP Z0) N) ps qs p = true -> ~ tp_not_max M.
Proof.
  intros c M g ps qs p H T. apply andb_prop in H. destruct H as [G H]. apply prove_ok in G.
  apply side_holds_ok in H; [|cbn; repeat split; tauto|destruct c; cbn; repeat split; tauto].
  set (l := real_env (at_point ps)) in *. destruct H as (S & Ad & U & D & L). facts.
  destruct (T l Ad (l 1%positive) (l 3%positive) (l 4%positive)) as (tp & fn & fp & tn & S' & B & E & D' & L');
    auto; [unfold reals; all_of; auto|].
  pose proof (summit_of_n_ok c M l tp fn fp tn (l 1%positive + 0) (l 3%positive + l 4%positive)
    G Ad S' B ltac:(assumption) ltac:(assumption) ltac:(lra) D') as Q. unfold value_at in *.
  destruct c; cbn [corner_of corner_at vals val P N TP FN FP TN Z0] in *; lra.
Qed.

(** ** One matrix that is a maximum of its own section; every other one has its rows scaled *)
Definition scaled (p n : Z) : quad :=
  (Mul (Num p) (Div TP P), Mul (Num p) (Div FN P), Mul (Num n) (Div FP N), Mul (Num n) (Div TN N)).
Definition given (ps : point) (e : expr) : expr :=
  put (fun i => if (i <=? 20)%positive then Var i else number (at_point ps i)) e.
Definition whole_numbers (A : Z * Z * Z * Z) : quad :=
  let '(tp, fn, fp, tn) := A in (Num tp, Num fn, Num fp, Num tn).
Definition summit_at (A : Z * Z * Z * Z) (M : measure) (ps : point) : goal :=
  let '(tp, fn, fp, tn) := A in
  let here := given ps (at_ M (scaled (tp + fn) (fp + tn))) in
  Goal (kinds NonNeg four) [P >0; N >0; Defined here]
    (Is (Sub (given ps (at_ M (whole_numbers A))) here) GE).
Lemma given_ok : forall ps e l, (forall i, (i <=? 20)%positive = false -> l i = Q2R (at_point ps i)) ->
  val (given ps e) l = val e l /\ (def (given ps e) l <-> def e l).
Proof.
  intros ps e l E.
  assert (V : values (fun i => if (i <=? 20)%positive then Var i else number (at_point ps i)) l = l).
  { apply functional_extensionality. intro i. unfold values.
    destruct (i <=? 20)%positive eqn:B; [reflexivity|]. rewrite (proj1 (number_ok _ l)). symmetry. auto. }
  unfold given. rewrite put_val, put_def, V; [tauto|]. intro i.
  destruct (i <=? 20)%positive; [exact I|apply number_ok].
Qed.
Lemma summit_at_ok : forall a b c d M ps tp fn fp tn, valid (summit_at (a, b, c, d) M ps) ->
  let theta := real_env (at_point ps) in
  reals [tp; fn; fp; tn] -> both_classes tp fn fp tn ->
  tp + fn = IZR (a + b) -> fp + tn = IZR (c + d) ->
  def (formula M) (cells theta (tp, fn, fp, tn)) ->
  value_at M theta (tp, fn, fp, tn) <= value_at M theta (IZR a, IZR b, IZR c, IZR d).
Proof.
  intros a b c d M ps tp fn fp tn V theta S [U1 U2] EP EN D.
  set (l := assign [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)] theta).
  assert (EL : forall i, (i <=? 20)%positive = false -> l i = Q2R (at_point ps i)).
  { intros i B. unfold l, assign, upd.
    repeat match goal with |- context [Pos.eqb i ?k] => destruct (Pos.eqb_spec i k); [subst; discriminate|] end.
    reflexivity. }
  assert (VS : vals (scaled (a + b) (c + d)) l = (tp, fn, fp, tn)).
  { unfold scaled, P, N. cbn [vals val TP FN FP TN]. unfold l. cbn. rewrite <- EP, <- EN.
    f_equal; [f_equal; [f_equal|]|]; field; lra. }
  assert (PS : plainly (scaled (a + b) (c + d)) l).
  { unfold l. cbn. repeat split; lra. }
  destruct (V l) as [_ Q].
  - now apply four_numbers.
  - cbn [hyps summit_at]. unfold l. all_of; try (split; [cbn; repeat split; tauto|cbn; lra]). fold l.
    cbn [holds]. apply given_ok; auto. apply at_def; auto. rewrite VS. unfold l.
    rewrite assign_cells by reflexivity. exact D.
  - cbn [val rl summit_at] in Q. rewrite !(proj1 (given_ok ps _ l EL)), !at_val, VS in Q.
    unfold l in Q. rewrite !assign_cells in Q by reflexivity. cbn [vals whole_numbers val] in Q.
    unfold value_at. lra.
Qed.
Definition reached (A : Z * Z * Z * Z) M (g : gproof) ps qs p : bool :=
  prove (summit_at A M ps) g && all_true ps (assumed M) qs &&
  true_there ps (Defined (at_ M (whole_numbers A))) p.
Ltac signs_known := repeat match goal with
  | H : Z.leb _ _ = true |- _ => apply Z.leb_le, IZR_le in H
  | H : Z.ltb _ _ = true |- _ => apply Z.ltb_lt, IZR_lt in H
  | H : prove _ _ = true |- _ => apply prove_ok in H; rename H into V
  | H : all_true _ _ _ = true |- _ => apply all_true_ok, assumed_ok in H; rename H into Ad
  | H : true_there _ _ _ = true |- _ => apply true_there_ok in H; cbn [holds] in H; rename H into D0
  end.
Theorem tn_not_max_in_section_refuted_at : forall tp fn tn M g ps qs p,
  (Z.leb 0 tp && Z.ltb 0 fn && Z.ltb 0 tn) && reached (tp, fn, 0%Z, tn) M g ps qs p = true ->
  ~ tn_not_max_in_section M.
Proof.
  intros tp fn tn M g ps qs p H T. unfold reached in H. ab.
  signs_known.
  apply at_def in D0; [|cbn; repeat split; tauto]. cbn [vals whole_numbers val] in D0.
  destruct (T _ Ad (IZR tp) (IZR fn) (IZR tn)) as (tp' & fn' & fp' & tn' & S & EP & EN & D & L);
    try lra; auto; [unfold reals; all_of; lra|].
  assert (Q := summit_at_ok _ _ _ _ M ps tp' fn' fp' tn' V S). cbv zeta in Q.
  rewrite !plus_IZR in Q. unfold both_classes, value_at in Q. cbv beta zeta in L.
  specialize (Q ltac:(lra) EP EN D). lra.
Qed.
Theorem tp_not_max_in_section_refuted_at : forall tp fp tn M g ps qs p,
  (Z.ltb 0 tp && Z.ltb 0 fp && Z.leb 0 tn) && reached (tp, 0%Z, fp, tn) M g ps qs p = true ->
  ~ tp_not_max_in_section M.
Proof.
  intros tp fp tn M g ps qs p H T. unfold reached in H. ab.
  signs_known.
  apply at_def in D0; [|cbn; repeat split; tauto]. cbn [vals whole_numbers val] in D0.
  destruct (T _ Ad (IZR tp) (IZR fp) (IZR tn)) as (tp' & fn' & fp' & tn' & S & EP & EN & D & L);
    try lra; auto; [unfold reals; all_of; lra|].
  assert (Q := summit_at_ok _ _ _ _ M ps tp' fn' fp' tn' V S). cbv zeta in Q.
  rewrite !plus_IZR in Q. unfold both_classes, value_at in Q. cbv beta zeta in L.
  specialize (Q ltac:(lra) EP EN D). lra.
Qed.

(** ** A larger value at a matrix of the same n that is written in the cells of the side *)
Definition elsewhere (total : expr) (B : quad) : list atom :=
  let '(tp, fn, fp, tn) := B in
  map (fun c => Is c GE) (filter (fun c => negb (same c Z0)) [tp; fn; fp; tn]) ++
  [Add tp fn >0; Add fp tn >0; Is (Sub (Add (Add (Add tp fn) fp) tn) total) EQ].
Definition larger_elsewhere ns (M : measure) (hs : list atom) (A B : quad) (total : expr) :=
  below ns M hs A B :: map (Goal (kinds NonNeg ns) (assumed M ++ hs ++ [Defined (at_ M A)]))
    (elsewhere total B).
Definition tn_not_max_elsewhere_goals (B : quad) (M : measure) : list goal :=
  larger_elsewhere [1; 2; 4]%positive M [P >0; Add Z0 TN >0; FN >0] (TP, FN, Z0, TN) B
    (Add P (Add Z0 TN)).
Definition tp_not_max_elsewhere_goals (B : quad) (M : measure) : list goal :=
  larger_elsewhere [1; 3; 4]%positive M [Add TP Z0 >0; N >0; FP >0] (TP, Z0, FP, TN) B
    (Add (Add TP Z0) N).
Lemma elsewhere_ok : forall total B l, Forall (holds l) (elsewhere total B) ->
  let '(tp, fn, fp, tn) := vals B l in
  plainly B l /\ reals [tp; fn; fp; tn] /\ both_classes tp fn fp tn /\
  tp + fn + fp + tn = val total l.
Proof.
  intros total [[[a b] c] d] l H. cbn [elsewhere vals] in *. apply Forall_app in H.
  destruct H as [H1 H2]. rewrite Forall_map, Forall_forall in H1.
  assert (E : forall e, In e [a; b; c; d] -> def e l /\ 0 <= val e l).
  { intros e I. destruct (same e Z0) eqn:Q.
    - apply same_ok in Q. subst e. cbn. split; auto. lra.
    - apply H1. apply filter_In. now rewrite Q. }
  destruct (E a) as [A1 A2], (E b) as [B1 B2], (E c) as [C1 C2], (E d) as [D1 D2];
    try (cbn; repeat split; tauto).
  clear E H1. apply Forall_cons_iff in H2. destruct H2 as [[_ P1] H2]. apply Forall_cons_iff in H2.
  destruct H2 as [[_ P2] H2]. apply Forall_inv in H2. destruct H2 as [_ P3].
  cbn [val rl] in P1, P2, P3. unfold plainly, reals, both_classes.
  repeat split; auto; try lra.
Qed.
Lemma larger_elsewhere_ok : forall ns M hs A B total xs theta,
  Forall valid (larger_elsewhere ns M hs A B total) -> admissible M theta ->
  forallb (fun x => (fst x <=? 20)%positive) xs = true -> Forall (fun i => of_sort NonNeg (assign xs theta i)) ns ->
  Forall (holds (assign xs theta)) hs -> plainly A (assign xs theta) ->
  let l := assign xs theta in
  def (formula M) (cells theta (vals A l)) ->
  exists tp fn fp tn, reals [tp; fn; fp; tn] /\ both_classes tp fn fp tn /\
    tp + fn + fp + tn = val total l /\ def (formula M) (cells theta (tp, fn, fp, tn)) /\
    val (formula M) (cells theta (vals A l)) < val (formula M) (cells theta (tp, fn, fp, tn)).
Proof.
  intros ns M hs A B total xs theta V Ad X O H PA l D. apply Forall_cons_iff in V.
  destruct V as [V1 V2]. fold l in O, H, PA.
  assert (AD : admissible M l) by (apply assign_admissible; auto).
  assert (DA : def (formula M) (cells l (vals A l))) by (unfold l; now rewrite assign_cells).
  assert (W : Forall (holds l) (elsewhere total B)).
  { rewrite Forall_map in V2. rewrite Forall_forall in V2 |- *. intros c I. apply (V2 c I l).
    - now apply kinds_ok.
    - cbn [hyps]. repeat (apply Forall_app; split); auto; [now apply assumed_ok|].
      constructor; [|constructor]. now apply at_def. }
  apply elsewhere_ok in W. destruct (vals B l) as [[[tp fn] fp] tn] eqn:VB.
  destruct W as (PB & R1 & R2 & R3).
  destruct (below_ok ns M hs A B l V1) as [D2 L]; auto.
  rewrite VB in D2, L. unfold l in D2, L. rewrite !assign_cells in * by exact X.
  exists tp, fn, fp, tn. auto.
Qed.
Ltac elsewhere_at V theta xs := destruct (larger_elsewhere_ok _ _ _ _ _ _ xs theta V)
    as (tp' & fn' & fp' & tn' & R1 & R2 & R3 & R4 & R5);
  [ assumption | reflexivity | all_of; cbn; lra | all_of; (split; [cbn; repeat split; tauto|cbn; lra])
  | cbn; repeat split; tauto | assumption | cbn in R3; exists tp', fn', fp', tn'; repeat split; auto; try lra;
    apply R2 ].
Theorem tn_not_max_elsewhere : forall B M, Forall valid (tn_not_max_elsewhere_goals B M) -> tn_not_max M.
Proof.
  intros B M V theta Ad tp fn tn S U1 U2 U3 defined m D. unfold defined, m in *. unfolded.
  elsewhere_at V theta [(1%positive, tp); (2%positive, fn); (4%positive, tn)].
Qed.
Theorem tp_not_max_elsewhere : forall B M, Forall valid (tp_not_max_elsewhere_goals B M) -> tp_not_max M.
Proof.
  intros B M V theta Ad tp fp tn S U1 U2 U3 defined m D. unfold defined, m in *. unfolded.
  elsewhere_at V theta [(1%positive, tp); (3%positive, fp); (4%positive, tn)].
Qed.
