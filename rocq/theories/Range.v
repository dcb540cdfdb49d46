(** * The range, and by which of its parts a measure is undefined, as goals *)
From Coq Require Import Reals Lra ZArith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import
  Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Moves Properties
  Statements Brzezinski.
Import ListNotations.
Open Scope R_scope.

(** ** The range

    An end comes with the matrix at which it is attained, or with a matrix of polynomials in e,
    at which the value is within 1/e of it for e = 1, 2, ...; at least e if it is infinite. *)
Definition E := Var 10.
Definition sum_of (A : quad) : expr := let '(a, b, c, d) := A in Add (Add (Add a b) c) d.
Definition constant (b : expr) : expr := put zero_or b.
Definition bound_goal (M : measure) (gap : expr) (r : rel) : goal :=
  Goal (kinds Nat four) (assumed M ++ [size >=1; Defined (at_ M C)]) (Is gap r).
Definition large_goal (M : measure) (gap : expr) (r : rel) : goal :=
  Goal (kinds Nat [10%positive]) (assumed M ++ [E >=1]) (Is gap r).
Definition low_goals (M : measure) (e : extreme) (A : quad) : list goal :=
  match e with
  | Attained b => [bound_goal M (Sub (at_ M C) (constant b)) GE;
      Goal (kinds Nat []) (assumed M) (Is (Sub (at_ M A) (constant b)) EQ)]
  | Approached b => [bound_goal M (Sub (at_ M C) (constant b)) GT;
      large_goal M (Sub (sum_of A) (Num 1)) GE;
      large_goal M (Sub (Add (constant b) (Div (Num 1) E)) (at_ M A)) GE]
  | Infinite => [large_goal M (Sub (sum_of A) (Num 1)) GE;
      large_goal M (Sub (Neg E) (at_ M A)) GE]
  end.
Definition high_goals (M : measure) (e : extreme) (A : quad) : list goal :=
  match e with
  | Attained b => [bound_goal M (Sub (constant b) (at_ M C)) GE;
      Goal (kinds Nat []) (assumed M) (Is (Sub (at_ M A) (constant b)) EQ)]
  | Approached b => [bound_goal M (Sub (constant b) (at_ M C)) GT;
      large_goal M (Sub (sum_of A) (Num 1)) GE;
      large_goal M (Sub (at_ M A) (Sub (constant b) (Div (Num 1) E))) GE]
  | Infinite => [large_goal M (Sub (sum_of A) (Num 1)) GE;
      large_goal M (Sub (at_ M A) E) GE]
  end.
Definition range_goals (low : extreme) (A : quad) (high : extreme) (B : quad) (M : measure) :=
  low_goals M low A ++ high_goals M high B.

(** Cells that are whole numbers if e is. *)
Fixpoint whole_cell (e : expr) : bool :=
  match e with
  | Num z => Z.leb 0 z
  | Var i => Pos.eqb i 10
  | Add a b | Mul a b => whole_cell a && whole_cell b
  | Pow a n => whole_cell a && Z.leb 0 n
  | _ => false
  end.
Definition whole_cells (A : quad) : bool :=
  let '(a, b, c, d) := A in whole_cell a && whole_cell b && whole_cell c && whole_cell d.
(** ... and, for an end that is attained, numbers that are not all 0. *)
Definition some_cell (A : quad) : bool :=
  let '(a, b, c, d) := A in
  existsb (fun e => match e with Num z => Z.leb 1 z | _ => false end) [a; b; c; d].
Definition good_end (e : extreme) (A : quad) : bool :=
  whole_cells A && match e with Attained _ => some_cell A | _ => true end.

Lemma natural_0 : natural 0. Proof. now exists O. Qed.
Lemma natural_nn : forall x, natural x -> 0 <= x.
Proof. intros x [n ->]. apply pos_INR. Qed.
Lemma whole_cell_ok : forall e l, whole_cell e = true -> natural (l 10%positive) ->
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
Lemma whole_cells_ok : forall A l, whole_cells A = true -> natural (l 10%positive) ->
  plainly A l /\ let '(a, b, c, d) := vals A l in counts [a; b; c; d].
Proof.
  intros [[[a b] c] d] l W N. unfold whole_cells in W. ab.
  destruct (whole_cell_ok a l), (whole_cell_ok b l), (whole_cell_ok c l), (whole_cell_ok d l); auto.
  split; [repeat split; auto|]. cbn. unfold counts. all_of; auto.
Qed.
Lemma value_there : forall M l A, whole_cells A = true -> natural (l 10%positive) ->
  1 <= val (sum_of A) l -> def (at_ M A) l -> value_of M l (val (at_ M A) l).
Proof.
  intros M l A W N S D. destruct (whole_cells_ok A l W N) as [PL Q].
  apply at_def in D; auto. destruct A as [[[a b] c] d]. cbn [vals] in *.
  exists (val a l), (val b l), (val c l), (val d l). rewrite at_val. cbn in S. auto.
Qed.
Lemma some_cell_ok : forall A l, whole_cells A = true -> some_cell A = true ->
  natural (l 10%positive) -> 1 <= val (sum_of A) l.
Proof.
  intros A l W S N. destruct (whole_cells_ok A l W N) as [_ Q]. destruct A as [[[a b] c] d].
  cbn [vals] in Q. unfold counts in Q. numbers. cbn [sum_of val].
  assert (L : forall e, match e with Num z => Z.leb 1 z | _ => false end = true -> 1 <= val e l).
  { intros e Y. destruct e; try discriminate. apply Z.leb_le, IZR_le in Y. exact Y. }
  unfold some_cell in S. apply existsb_exists in S. destruct S as [e [I S]]. apply L in S.
  repeat match goal with H : natural _ |- _ => apply natural_nn in H end.
  simpl in I. intuition; subst; lra.
Qed.

Lemma constant_ok : forall b l, val (constant b) l = val b (parameters l) /\
  (def (constant b) l <-> def b (parameters l)).
Proof.
  intros b l. assert (V : values zero_or l = parameters l).
  { apply functional_extensionality. intro i. unfold values, zero_or, parameters.
    destruct (i <=? 20)%positive; reflexivity. }
  unfold constant. rewrite put_val, put_def, V; [tauto|].
  intro i. unfold zero_or. destruct (i <=? 20)%positive; exact I.
Qed.
Lemma value_of_assign : forall M theta i x v, (i <=? 20)%positive = true ->
  value_of M (assign [(i, v)] theta) x <-> value_of M theta x.
Proof.
  intros M theta i x v L. unfold value_of.
  assert (H : forallb (fun x : positive * R => (fst x <=? 20)%positive) [(i, v)] = true)
    by (simpl; now rewrite L).
  split; intros (tp & fn & fp & tn & A & B & D & V); exists tp, fn, fp, tn;
    rewrite assign_cells in * by exact H; auto.
Qed.
Lemma bound_ok : forall M gap r theta x, valid (bound_goal M gap r) -> admissible M theta ->
  value_of M theta x -> exists l, admissible M l /\ parameters l = parameters theta /\
    val (at_ M C) l = x /\ def gap l /\ rl r (val gap l).
Proof.
  intros M gap r theta x V Ad (tp & fn & fp & tn & N & S & D & <-). unfold counts in N. numbers.
  set (xs := [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]).
  assert (AD : admissible M (assign xs theta)) by (apply assign_admissible; auto).
  exists (assign xs theta). split; auto. split; [now apply assign_parameters|].
  rewrite at_val, assign_cells by reflexivity. cbn [vals C TP FN FP TN val].
  split; [reflexivity|]. apply (V (assign xs theta)).
  - apply kinds_ok. unfold four. all_of; cbn; assumption.
  - cbn [hyps bound_goal]. apply Forall_app. split; [now apply assumed_ok|]. all_of.
    + split; [cbn; repeat split; tauto|cbn; lra].
    + cbn [holds]. apply at_def; [cbn; repeat split; tauto|]. rewrite assign_cells by reflexivity. exact D.
Qed.
Lemma large_ok : forall M gap r theta n, valid (large_goal M gap r) -> admissible M theta ->
  (1 <= n)%nat -> let l := assign [(10%positive, INR n)] theta in def gap l /\ rl r (val gap l).
Proof.
  intros M gap r theta n V Ad L l. apply (V l).
  - apply kinds_ok. all_of. now exists n.
  - cbn [hyps large_goal]. apply Forall_app. split.
    + apply assumed_ok, assign_admissible; auto.
    + all_of. split; [cbn; repeat split; tauto|]. cbn. apply le_INR in L. simpl in L. lra.
Qed.
Lemma attained_ok : forall M A b theta, good_end (Attained b) A = true -> admissible M theta ->
  valid (Goal (kinds Nat []) (assumed M) (Is (Sub (at_ M A) (constant b)) EQ)) ->
  def b (parameters theta) /\ value_of M theta (val b (parameters theta)).
Proof.
  intros M A b theta G Ad V. unfold good_end in G. ab.
  set (l := assign [(10%positive, 0)] theta).
  assert (AD : admissible M l) by (apply assign_admissible; auto).
  destruct (V l) as [D Q].
  - apply kinds_ok. constructor. - now apply assumed_ok.
  - cbn [def val rl] in D, Q. destruct D as [D1 D2]. apply constant_ok in D2.
    destruct (constant_ok b l) as [E1 _]. rewrite E1 in Q.
    assert (PL : parameters l = parameters theta) by now apply assign_parameters.
    rewrite PL in *. split; auto. apply (value_of_assign M theta 10 _ 0); auto. fold l.
    replace (val b (parameters theta)) with (val (at_ M A) l) by lra.
    apply value_there; auto. exact natural_0. apply some_cell_ok; auto. exact natural_0.
Qed.
Lemma archimedes : forall x, exists n, (1 <= n)%nat /\ x < INR n.
Proof.
  intro x. destruct (archimed x) as [H _]. exists (S (Z.abs_nat (up x))). split; [lia|].
  rewrite S_INR, INR_IZR_INZ, Zabs2Nat.id_abs.
  assert (IZR (up x) <= IZR (Z.abs (up x))) by (apply IZR_le; lia). lra.
Qed.
Lemma small_step : forall gap, 0 < gap -> exists n, (1 <= n)%nat /\ 1 / INR n < gap.
Proof.
  intros gap G. destruct (archimedes (1 / gap)) as [n [L H]]. exists n. split; auto.
  apply le_INR in L. simpl in L. apply (Rmult_lt_reg_r (INR n / gap)).
  apply Rdiv_lt_0_compat; lra. replace (1 / INR n * (INR n / gap)) with (1 / gap) by (field; lra).
  replace (gap * (INR n / gap)) with (INR n) by (field; lra). exact H.
Qed.
Ltac at_large M A theta G Ad n L V1 V2 :=
  let S := fresh "S" in let D := fresh "D" in let Q := fresh "Q" in
  destruct (large_ok M _ _ theta n V1 Ad L) as [_ S];
  destruct (large_ok M _ _ theta n V2 Ad L) as [D Q];
  cbn [def val rl] in S, D, Q;
  assert (value_of M theta (val (at_ M A) (assign [(10%positive, INR n)] theta)))
    by (apply (value_of_assign M theta 10 _ (INR n)); [reflexivity|];
        unfold good_end in G; ab; apply value_there; auto; [now exists n|lra|tauto]).

Theorem infimum_by : forall M e A theta, good_end e A = true -> admissible M theta ->
  Forall valid (low_goals M e A) -> infimum (value_of M theta) (parameters theta) e.
Proof.
  intros M e A theta G Ad V. destruct e as [b|b|]; cbn [low_goals infimum] in *.
  - assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)).
    destruct (attained_ok M A b theta G Ad V2) as [D W]. repeat split; auto.
    intros x X. destruct (bound_ok _ _ _ _ _ V1 Ad X) as (l & _ & PL & <- & _ & Q).
    cbn [val rl] in Q. destruct (constant_ok b l) as [E1 _]. rewrite E1, PL in Q. lra.
  - assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)).
    assert (V3 := Forall_inv (Forall_inv_tail (Forall_inv_tail V))).
    assert (PL : forall n, parameters (assign [(10%positive, INR n)] theta) = parameters theta)
      by (intro; now apply assign_parameters).
    repeat split.
    + destruct (large_ok _ _ _ theta 1 V3 Ad (le_n 1)) as [D _]. cbn [def] in D.
      destruct D as [[D _] _]. apply constant_ok in D. now rewrite PL in D.
    + intros x X. destruct (bound_ok _ _ _ _ _ V1 Ad X) as (l & _ & PL' & <- & _ & Q).
      cbn [val rl] in Q. destruct (constant_ok b l) as [E1 _]. rewrite E1, PL' in Q. lra.
    + intros gap P. destruct (small_step gap P) as [n [L S]].
      at_large M A theta G Ad n L V2 V3.
      exists (val (at_ M A) (assign [(10%positive, INR n)] theta)). split; auto.
      destruct (constant_ok b (assign [(10%positive, INR n)] theta)) as [E1 _].
      rewrite E1, PL in Q. unfold E in Q. cbn [val] in Q.
      change (assign [(10%positive, INR n)] theta 10%positive) with (INR n) in Q. lra.
  - assert (V2 := Forall_inv V). assert (V3 := Forall_inv (Forall_inv_tail V)).
    intro y. destruct (archimedes (- y)) as [n [L S]]. at_large M A theta G Ad n L V2 V3.
    exists (val (at_ M A) (assign [(10%positive, INR n)] theta)). split; auto.
    unfold E in Q. cbn [val] in Q.
    change (assign [(10%positive, INR n)] theta 10%positive) with (INR n) in Q. lra.
Qed.
Theorem supremum_by : forall M e A theta, good_end e A = true -> admissible M theta ->
  Forall valid (high_goals M e A) -> supremum (value_of M theta) (parameters theta) e.
Proof.
  intros M e A theta G Ad V. destruct e as [b|b|]; cbn [high_goals supremum] in *.
  - assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)).
    destruct (attained_ok M A b theta G Ad V2) as [D W]. repeat split; auto.
    intros x X. destruct (bound_ok _ _ _ _ _ V1 Ad X) as (l & _ & PL & <- & _ & Q).
    cbn [val rl] in Q. destruct (constant_ok b l) as [E1 _]. rewrite E1, PL in Q. lra.
  - assert (V1 := Forall_inv V). assert (V2 := Forall_inv (Forall_inv_tail V)).
    assert (V3 := Forall_inv (Forall_inv_tail (Forall_inv_tail V))).
    assert (PL : forall n, parameters (assign [(10%positive, INR n)] theta) = parameters theta)
      by (intro; now apply assign_parameters).
    repeat split.
    + destruct (large_ok _ _ _ theta 1 V3 Ad (le_n 1)) as [D _]. cbn [def] in D.
      destruct D as [_ [D _]]. apply constant_ok in D. now rewrite PL in D.
    + intros x X. destruct (bound_ok _ _ _ _ _ V1 Ad X) as (l & _ & PL' & <- & _ & Q).
      cbn [val rl] in Q. destruct (constant_ok b l) as [E1 _]. rewrite E1, PL' in Q. lra.
    + intros gap P. destruct (small_step gap P) as [n [L S]].
      at_large M A theta G Ad n L V2 V3.
      exists (val (at_ M A) (assign [(10%positive, INR n)] theta)). split; auto.
      destruct (constant_ok b (assign [(10%positive, INR n)] theta)) as [E1 _].
      rewrite E1, PL in Q. unfold E in Q. cbn [val] in Q.
      change (assign [(10%positive, INR n)] theta 10%positive) with (INR n) in Q. lra.
  - assert (V2 := Forall_inv V). assert (V3 := Forall_inv (Forall_inv_tail V)).
    intro y. destruct (archimedes y) as [n [L S]]. at_large M A theta G Ad n L V2 V3.
    exists (val (at_ M A) (assign [(10%positive, INR n)] theta)). split; auto.
    unfold E in Q. cbn [val] in Q.
    change (assign [(10%positive, INR n)] theta 10%positive) with (INR n) in Q. lra.
Qed.
Theorem range_by : forall low A high B M, good_end low A && good_end high B = true ->
  Forall valid (range_goals low A high B M) -> range low high M.
Proof.
  intros low A high B M G V theta Ad. ab. unfold range_goals in V. apply Forall_app in V.
  destruct V. split; [eapply infimum_by; eauto|eapply supremum_by; eauto].
Qed.

(** ** By which part a measure is undefined *)
Definition undefined_at := (pattern * (kind * expr))%type.
Definition find_pattern (s : pattern) (us : list undefined_at) : option undefined_at :=
  find (fun u => same_pattern s (fst u)) us.
Definition pattern_is (M : measure) (s : pattern) (a : atom) : goal :=
  Goal (kinds Nat (pattern_names s)) (assumed M ++ pattern_atoms s) a.
Definition zero_at (s : pattern) (e : expr) : expr := put (place (pattern_quad s)) e.
Definition undefined_atoms (s : pattern) (k : kind) (part : expr) : list atom :=
  match k, part with
  | ZeroByZero, Div a b => [Is (zero_at s a) EQ; Is (zero_at s b) EQ]
  | ByZero, Div a b => [Is (zero_at s a) NE; Is (zero_at s b) EQ]
  | LogOfZero, Log a => [Is (zero_at s a) EQ]
  | LogOfNegative, Log a | RootOfNegative, Sqrt a => [Is (Neg (zero_at s a)) GT]
  | _, _ => [Is (Num 0) GT]
  end.
Definition undefined_kinds_goals (us : list undefined_at) (M : measure) : list goal :=
  flat_map (fun s => match find_pattern s us with
    | Some _ => [] | None => [pattern_is M s (Defined (at_ M (pattern_quad s)))] end) patterns ++
  flat_map (fun s => match find_pattern s us with
    | Some (_, (k, part)) => map (pattern_is M s) (undefined_atoms s k part)
    | None => [] end) patterns.
(** Each part that is named is one without which the measure has no value. *)
Definition parts_named (us : list undefined_at) (M : measure) : bool :=
  forallb (fun u => existsb (same (snd (snd u))) (parts (formula M))) us.
Lemma pattern_def : forall s i l, def (place (pattern_quad s) i) l.
Proof.
  intros [[[p q] r] t] i l. unfold place, pattern_quad, zero_or.
  destruct i as [[]|[[]|[]|]|]; match goal with |- def (if ?b then _ else _) _ => destruct b end; exact I.
Qed.
Lemma pattern_holds : forall M s a theta A, valid (pattern_is M s a) -> admissible M theta ->
  of_pattern s A -> exists l, values (place (pattern_quad s)) l = cells theta A /\
    (forall e, val (zero_at s e) l = val e (cells theta A) /\
      (def (zero_at s e) l <-> def e (cells theta A))) /\ holds l a.
Proof.
  intros M s a theta A V Ad HA. destruct A as [[[tp fn] fp] tn]. destruct s as [[[p q] r] t].
  cbn [of_pattern] in HA. destruct HA as (S & F1 & F2 & F3 & F4). unfold counts in S. numbers.
  set (xs := [(1%positive, tp); (2%positive, fn); (3%positive, fp); (4%positive, tn)]).
  assert (AD : admissible M (assign xs theta)) by (apply assign_admissible; auto).
  assert (VQ : vals (pattern_quad (p, q, r, t)) (assign xs theta) = (tp, fn, fp, tn)).
  { cbn [pattern_quad vals]. destruct p, q, r, t; cbn; congruence. }
  assert (VP : values (place (pattern_quad (p, q, r, t))) (assign xs theta) = cells theta (tp, fn, fp, tn)).
  { rewrite place_values, VQ. now apply assign_cells. }
  exists (assign xs theta). split; [exact VP|]. split.
  - intro e. unfold zero_at. rewrite put_val, put_def, VP; [tauto|]. intro i.
    apply pattern_def.
  - apply (V (assign xs theta)).
    + apply kinds_ok. destruct p, q, r, t; all_of; cbn; assumption.
    + apply Forall_app; split; [now apply assumed_ok|].
      destruct p, q, r, t; all_of; (split; [cbn; repeat split; tauto|cbn; lra]).
Qed.
Theorem undefined_kinds_by : forall us M, parts_named us M = true ->
  Forall valid (undefined_kinds_goals us M) -> undefined_kinds us M.
Proof.
  intros us M N V theta Ad. rewrite Forall_forall. intros s I A HA.
  unfold undefined_kinds_goals in V. apply Forall_app in V. destruct V as [V1 V2].
  rewrite Forall_flat_map, Forall_forall in V1, V2. specialize (V1 s I). specialize (V2 s I).
  unfold find_pattern in *.
  destruct (find (fun u => same_pattern s (fst u)) us) as [[s' [k part]]|] eqn:F.
  - split.
    + unfold parts_named in N. rewrite forallb_forall in N. apply find_some in F.
      destruct F as [J _]. apply N in J. cbn [snd] in J. apply existsb_exists in J.
      destruct J as [e [J1 J2]]. apply same_ok in J2. now subst.
    + rewrite Forall_map in V2.
      assert (W : forall a, In a (undefined_atoms s k part) -> exists l,
        (forall e, val (zero_at s e) l = val e (cells theta A) /\
          (def (zero_at s e) l <-> def e (cells theta A))) /\ holds l a).
      { intros a J. rewrite Forall_forall in V2.
        destruct (pattern_holds M s a theta A (V2 a J) Ad HA) as (l & _ & B & D). eauto. }
      assert (Z : forall e r, In (Is (zero_at s e) r) (undefined_atoms s k part) ->
        def e (cells theta A) /\ rl r (val e (cells theta A))).
      { intros e r J. destruct (W _ J) as (l & B & D & R). destruct (B e) as [B1 B2].
        rewrite B1 in R. tauto. }
      assert (Z' : forall e, In (Is (Neg (zero_at s e)) GT) (undefined_atoms s k part) ->
        def e (cells theta A) /\ val e (cells theta A) < 0).
      { intros e J. destruct (W _ J) as (l & B & D & R). destruct (B e) as [B1 B2].
        cbn [val rl def] in *. rewrite B1 in R. split; [tauto|lra]. }
      destruct k, part; cbn [undefined_by undefined_atoms] in *;
        try (destruct (W _ (or_introl eq_refl)) as (l & _ & _ & R); cbn in R; lra);
        repeat split; first [apply (Z _ EQ); simpl; tauto | apply (Z _ NE); simpl; tauto
          | apply Z'; simpl; tauto].
  - destruct (pattern_holds M s _ theta A (Forall_inv V1) Ad HA) as (l & B & _ & D).
    cbn [holds] in D. unfold at_ in D. apply put_def in D; [now rewrite B in D|].
    intro i. apply pattern_def.
Qed.
