(** * Goals reached from others: parts named, one matrix times a number, variables as powers

    What the rules [Abstract], [Scaled], [Rooted] and [Gram] rest on.  Each says what is to be shown
    instead of a goal, and that it is enough: [abstract_ok], [scaled_ok], [rooted_ok], [gram_ok]. *)
From Coq Require Import Reals Lra ZArith Bool Lia List FunctionalExtensionality.
From Coq Require Import EnvRing Env.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution
  Motion Geometry Moves.
Import ListNotations.
Open Scope R_scope.

(** ** Parts of formulas, named *)
Definition unnamed (ps : places) (e : expr) : bool := same (put (placed ps) e) e.
Fixpoint named (ps : places) (a : atom) : atom :=
  match ps with [] => a | (j, t) :: qs => named qs (swap_atom t (Var j) a) end.
Definition sort_shown (fs : list atom) (j : positive) : sort :=
  if among (Is (Var j) GT) fs then Pos else if among (Is (Var j) GE) fs then NonNeg else Real.
(** The facts about the names hold of the parts, each part has a value where they do, and nothing
    had these names before. *)
Definition abstract_side (g : goal) (ps : places) (fs : list atom) : bool :=
  let own := map (put_atom (placed ps)) fs in
  forallb (fun f => among f (hyps g)) own &&
  forallb (fun x => same (placed ps (fst x)) (snd x) && unnamed ps (snd x) &&
    strict_part (snd x) own) ps &&
  forallb (fun a => unnamed ps (body a)) (concl g :: hyps g).
Definition abstract_goal (g : goal) (ps : places) (fs : list atom) : goal :=
  Goal (fun i => if existsb (fun x => Pos.eqb i (fst x)) ps then sort_shown fs i else sorts g i)
    (fs ++ map (named ps) (hyps g)) (named ps (concl g)).

Lemma same_holds : forall ps l a, (forall i, def (placed ps i) l) -> unnamed ps (body a) = true ->
  (holds (values (placed ps) l) a <-> holds l a).
Proof.
  intros ps l a D U. apply same_ok in U. rewrite <- (put_holds _ l D). destruct a; simpl in *;
    rewrite U; tauto.
Qed.
Lemma named_holds : forall ps l, (forall x, In x ps -> val (snd x) l = l (fst x) /\ def (snd x) l) ->
  forall a, holds l (named ps a) <-> holds l a.
Proof.
  induction ps as [|[j t] ps IH]; intros l V a; cbn [named]; [tauto|].
  destruct (V (j, t) (or_introl eq_refl)) as [A B]. simpl in A, B.
  rewrite IH by (intros x I; apply V; now right). apply swap_holds; simpl; tauto.
Qed.
Lemma abstract_ok : forall g ps fs, abstract_side g ps fs = true ->
  valid (abstract_goal g ps fs) -> valid g.
Proof.
  intros g ps fs S V l O F. unfold abstract_side in S. ab. rewrite forallb_forall in *.
  assert (HF : forall f, In f fs -> holds l (put_atom (placed ps) f)).
  { intros f I. apply (among_ok _ (hyps g)); [apply H; now apply in_map|exact F]. }
  assert (DP : forall x, In x ps -> placed ps (fst x) = snd x /\ unnamed ps (snd x) = true /\
    def (snd x) l).
  { intros x I. specialize (H1 x I). ab. repeat split; auto. now apply same_ok.
    eapply strict_part_ok; eauto. rewrite Forall_map, Forall_forall. exact HF. }
  assert (D : forall i, def (placed ps i) l).
  { apply placed_def. rewrite Forall_forall. intros x I. apply (DP x I). }
  set (l2 := values (placed ps) l).
  assert (V2 : forall x, In x ps -> val (snd x) l2 = l2 (fst x) /\ def (snd x) l2).
  { intros x I. destruct (DP x I) as (P & U & E). apply same_ok in U. unfold l2.
    rewrite <- put_val, U, <- (put_def _ l D), U. unfold values. rewrite P. auto. }
  assert (E : forall a, In a (concl g :: hyps g) -> (holds l2 (named ps a) <-> holds l a)).
  { intros a I. rewrite (named_holds ps l2 V2). unfold l2. apply same_holds; auto. }
  apply (E (concl g)); [now left|]. apply (V l2).
  - intro i. cbn [sorts abstract_goal]. destruct (existsb _ ps) eqn:X.
    + unfold sort_shown.
      destruct (among (Is (Var i) GT) fs) eqn:P; [|destruct (among (Is (Var i) GE) fs) eqn:Q; [|exact I]].
      * apply existsb_exists in P. destruct P as [f [I S]]. apply same_atom_ok in S. subst f.
        destruct (HF _ I) as [_ A]. rewrite put_val in A. exact A.
      * apply existsb_exists in Q. destruct Q as [f [I S]]. apply same_atom_ok in S. subst f.
        destruct (HF _ I) as [_ A]. rewrite put_val in A. exact A.
    + replace (l2 i) with (l i); [apply O|]. unfold l2, values, placed.
      destruct (find _ ps) as [[j t]|] eqn:Q; auto. apply find_some in Q. destruct Q as [I Q].
      assert (Y : existsb (fun x => Pos.eqb i (fst x)) ps = true)
        by (apply existsb_exists; exists (j, t); auto). congruence.
  - cbn [hyps abstract_goal]. apply Forall_app. split; rewrite ?Forall_map; rewrite Forall_forall in *.
    + intros f I. apply (put_holds _ l D). auto.
    + intros a I. apply E; [now right|]. auto.
Qed.

(** ** A formula at k times a matrix, from its scale invariance *)
(** For each cell c: its values t and u, with t = k u. *)
Definition cells := list (positive * (expr * expr)).
Definition over {A} (f : A -> expr) (cs : list (positive * A)) : places :=
  map (fun c => (fst c, f (snd c))) cs.
Definition times (j : positive) (cs : cells) : places :=
  map (fun c => (fst c, Mul (Var j) (Var (fst c)))) cs.
Definition scaled_side (g : goal) (j : positive) (low k : expr) (cs : cells) : bool :=
  match concl g with
  | Is (Sub a b) EQ =>
      same (put (placed ((j, k) :: over fst cs)) low) a &&
      same (put (placed ((j, k) :: over snd cs)) low) b &&
      strict_part b (hyps g) && among (Is k GT) (hyps g) &&
      forallb (fun c => negb (Pos.eqb j (fst c)) && among (Is (snd (snd c)) GT) (hyps g) &&
        among (Is (Sub (fst (snd c)) (Mul k (snd (snd c)))) EQ) (hyps g)) cs &&
      negb (has j low)
  | _ => false
  end.
Definition scaled_goal (j : positive) (low : expr) (cs : cells) : goal :=
  Goal (fun i => if existsb (Pos.eqb i) (j :: map fst cs) then Pos else Real)
    [Defined low] (Is (Sub (put (placed (times j cs)) low) low) EQ).

Lemma find_over : forall A (h : positive * A -> expr) cs i,
  placed (map (fun c => (fst c, h c)) cs) i =
  match find (fun c => Pos.eqb i (fst c)) cs with Some c => h c | None => Var i end.
Proof.
  intros A h cs i. unfold placed. induction cs as [|c cs IH]; simpl; auto.
  destruct (Pos.eqb i (fst c)); auto.
Qed.
Lemma placed_cons : forall j k ps i,
  placed ((j, k) :: ps) i = if Pos.eqb i j then k else placed ps i.
Proof. intros. unfold placed. simpl. now destruct (Pos.eqb i j). Qed.
Lemma scaled_ok : forall g j low k cs, scaled_side g j low k cs = true ->
  valid (scaled_goal j low cs) -> valid g.
Proof.
  intros g j low k cs S V l O F. unfold scaled_side in S.
  destruct (concl g) as [e r| |] eqn:CE; try discriminate. destruct e; try discriminate.
  destruct r; try discriminate. ab. rewrite forallb_forall in *.
  match goal with X : negb (has j low) = true |- _ => apply negb_true_iff in X; rename X into NJ end.
  match goal with X : strict_part _ _ = true |- _ =>
    pose proof (strict_part_ok _ _ _ X F) as DB end.
  match goal with X : among (Is k GT) _ = true |- _ =>
    destruct (among_ok _ _ _ X F) as [DK PK]; simpl in PK end.
  match goal with X : same _ e1 = true |- _ => apply same_ok in X; rename X into EA end.
  match goal with X : same _ e2 = true |- _ => apply same_ok in X; rename X into EB end.
  assert (C : forall c, In c cs -> j <> fst c /\ def (snd (snd c)) l /\ 0 < val (snd (snd c)) l /\
    def (fst (snd c)) l /\ val (fst (snd c)) l = val k l * val (snd (snd c)) l).
  { intros c I. match goal with X : forall x, In x cs -> _ |- _ => specialize (X c I) end. ab.
    match goal with X : negb _ = true |- _ => apply negb_true_iff, Pos.eqb_neq in X end.
    match goal with X : among (Is (snd (snd c)) GT) _ = true |- _ =>
      destruct (among_ok _ _ _ X F) as [A1 A2] end.
    match goal with X : among (Is (Sub _ _) EQ) _ = true |- _ =>
      destruct (among_ok _ _ _ X F) as [A3 A4] end.
    simpl in *. repeat split; try tauto; lra. }
  assert (DT : forall i, def (placed ((j, k) :: over fst cs) i) l).
  { apply placed_def. constructor; [exact DK|]. unfold over. rewrite Forall_map, Forall_forall.
    intros c I. simpl. apply (C c I). }
  assert (DU : forall i, def (placed ((j, k) :: over snd cs) i) l).
  { apply placed_def. constructor; [exact DK|]. unfold over. rewrite Forall_map, Forall_forall.
    intros c I. simpl. apply (C c I). }
  set (l2 := values (placed ((j, k) :: over snd cs)) l).
  assert (VJ : l2 j = val k l).
  { unfold l2, values. rewrite placed_cons, Pos.eqb_refl. reflexivity. }
  assert (DS : forall i, def (placed (times j cs) i) l2).
  { apply placed_def. unfold times. rewrite Forall_map, Forall_forall. simpl. auto. }
  assert (DL : def low l2) by (unfold l2; rewrite <- put_def by exact DU; now rewrite EB).
  assert (OE : okenv (sorts (scaled_goal j low cs)) l2).
  { intro i. cbn [sorts scaled_goal]. destruct (existsb _ _) eqn:X; [|exact I].
    apply existsb_exists in X. destruct X as [q [[Q|Q] E]]; apply Pos.eqb_eq in E; subst q.
    - subst i. rewrite VJ. exact PK.
    - unfold l2, values. rewrite placed_cons. destruct (Pos.eqb_spec i j); [exact PK|].
      unfold over. rewrite (find_over _ (fun c => snd (snd c))).
      destruct (find _ cs) as [c|] eqn:Y.
      + apply find_some in Y. apply (C c). tauto.
      + exfalso. apply in_map_iff in Q. destruct Q as [c [E I]].
        apply find_none with (x := c) in Y; auto. rewrite <- E, Pos.eqb_refl in Y. discriminate. }
  destruct (V l2 OE) as [D E]; [constructor; [exact DL|constructor]|].
  simpl in D, E. destruct D as [D _]. rewrite put_val in E. rewrite put_def in D by exact DS.
  assert (EV : forall i, i <> j ->
    values (placed (times j cs)) l2 i = values (placed ((j, k) :: over fst cs)) l i).
  { intros i N. unfold values at 1 2. rewrite placed_cons. destruct (Pos.eqb_spec i j); [congruence|].
    unfold times, over. rewrite (find_over _ (fun c => Mul (Var j) (Var (fst c)))).
    rewrite (find_over _ (fun c => fst (snd c))).
    destruct (find _ cs) as [c|] eqn:Y.
    - pose proof (find_some _ _ Y) as [I Q]. apply Pos.eqb_eq in Q. simpl. rewrite VJ.
      destruct (C c I) as (_ & _ & _ & _ & T). rewrite T. f_equal.
      unfold l2, values. rewrite placed_cons, <- Q. destruct (Pos.eqb_spec i j); [congruence|].
      unfold over. rewrite (find_over _ (fun c => snd (snd c))), Y. reflexivity.
    - simpl. unfold l2, values. rewrite placed_cons. destruct (Pos.eqb_spec i j); [congruence|].
      unfold over. rewrite (find_over _ (fun c => snd (snd c))), Y. reflexivity. }
  set (l3 := values (placed ((j, k) :: over fst cs)) l) in *.
  assert (E3 : values (placed (times j cs)) l2 = upd l3 j (values (placed (times j cs)) l2 j)).
  { apply functional_extensionality. intro i. unfold upd. destruct (Pos.eqb_spec i j); [subst; auto|].
    now apply EV. }
  rewrite E3 in D, E. destruct (has_not j (values (placed (times j cs)) l2 j) l3 low NJ) as [W1 W2].
  rewrite W1 in E. rewrite W2 in D.
  assert (TA : val e1 l = val low l3) by (rewrite <- EA, put_val; reflexivity).
  assert (TB : val e2 l = val low l2) by (rewrite <- EB, put_val; reflexivity).
  assert (DA : def e1 l) by (rewrite <- EA, put_def by exact DT; exact D).
  simpl. rewrite TA, TB. auto.
Qed.

(** ** Positive variables as powers of others *)
Definition rooted_side (g : goal) (vs : list positive) : bool :=
  forallb (fun v => match sorts g v with Pos => true | _ => false end) vs.
Definition raised (n : positive) (vs : list positive) : places :=
  map (fun v => (v, Pow (Var v) (Zpos n))) vs.
Lemma rooted_ok : forall g n vs, rooted_side g vs = true ->
  valid (mapped (put_atom (placed (raised n vs))) g) -> valid g.
Proof.
  intros g n vs S V l O F. unfold rooted_side in S. rewrite forallb_forall in S.
  set (l2 := fun i => if existsb (Pos.eqb i) vs then Rpower (l i) (/ IZR (Zpos n)) else l i).
  assert (IN : forall i, existsb (Pos.eqb i) vs = true -> sorts g i = Pos /\ 0 < l i).
  { intros i X. apply existsb_exists in X. destruct X as [v [I E]]. apply Pos.eqb_eq in E. subst v.
    pose proof (S i I) as Q. pose proof (O i) as P. destruct (sorts g i); try discriminate. auto. }
  assert (VL : values (placed (raised n vs)) l2 = l).
  { apply functional_extensionality. intro i. unfold values, raised.
    assert (Q : placed (map (fun v => (v, Pow (Var v) (Zpos n))) vs) i
      = if existsb (Pos.eqb i) vs then Pow (Var i) (Zpos n) else Var i).
    { unfold placed. clear. induction vs as [|v vs IH]; simpl; auto.
      destruct (Pos.eqb_spec i v); simpl; subst; auto. }
    rewrite Q. unfold l2. destruct (existsb (Pos.eqb i) vs) eqn:X; simpl; rewrite ?X; auto.
    destruct (IN i X) as [_ P].
    change (powerRZ (Rpower (l i) (/ IZR (Zpos n))) (Zpos n) = l i).
    rewrite powerRZ_Rpower by apply exp_pos. rewrite Rpower_mult, Rinv_l by (apply IZR_neq; lia).
    now apply Rpower_1. }
  eapply (mapped_ok _ g l l2 V); auto.
  - intro i. unfold l2. destruct (existsb (Pos.eqb i) vs) eqn:X; [|apply O].
    destruct (IN i X) as [-> _]. apply exp_pos.
  - intros a _. rewrite put_holds, VL; [tauto|]. apply placed_def. unfold raised.
    rewrite Forall_map, Forall_forall. intros v _. simpl. split; auto. lia.
Qed.

(** ** Cosines of three vectors, whose inner products are sums of nonnegative monomials times
       positive semidefinite matrices *)
(** A monomial, and the coefficients p11, p22, p33, p12, p23, p13 that it has. *)
Definition layer := (poly * (Z * Z * Z * (Z * Z * Z)))%type.
Definition semidefinite (y : layer) : bool :=
  let '(_, (a, b, c, (d, e, f))) := y in
  (Z.leb 0 a && Z.leb 0 b && Z.leb 0 c && Z.leb (d * d) (a * b) && Z.leb (e * e) (b * c) &&
   Z.leb (f * f) (a * c) &&
   Z.leb (a * (e * e) + b * (f * f) + c * (d * d)) (a * b * c + 2 * (d * e * f)))%Z.
Definition inner (which : Z * Z * Z * (Z * Z * Z) -> Z) (ls : list layer) : poly :=
  fold_right (fun y p => padd (pmul (C (which (snd y))) (fst y)) p) (C 0) ls.
Definition w11 (y : Z * Z * Z * (Z * Z * Z)) := let '(a, _, _, _) := y in a.
Definition w22 (y : Z * Z * Z * (Z * Z * Z)) := let '(_, b, _, _) := y in b.
Definition w33 (y : Z * Z * Z * (Z * Z * Z)) := let '(_, _, c, _) := y in c.
Definition w12 (y : Z * Z * Z * (Z * Z * Z)) := let '(_, (d, _, _)) := y in d.
Definition w23 (y : Z * Z * Z * (Z * Z * Z)) := let '(_, (_, e, _)) := y in e.
Definition w13 (y : Z * Z * Z * (Z * Z * Z)) := let '(_, (_, _, f)) := y in f.
Definition is_poly (e : expr) (p : poly) : bool :=
  match plain [] [] e with Some q => peq q p | None => false end.
Definition gram_side (g : goal) (ls : list layer) : bool :=
  match concl g with
  | Is (Sub (Add (Num 1) (Mul (Num 2) (Mul (Mul x y) z))) _ as e) GE =>
      match x, y, z with
      | Div t12 (Sqrt q12), Div t23 (Sqrt q23), Div t13 (Sqrt q13) =>
          let p11 := inner w11 ls in let p22 := inner w22 ls in let p33 := inner w33 ls in
          same e (Sub (Add (Num 1) (Mul (Num 2) (Mul (Mul x y) z)))
            (Add (Add (Mul x x) (Mul y y)) (Mul z z))) &&
          strict_part x (hyps g) && strict_part y (hyps g) && strict_part z (hyps g) &&
          forallb (fun y => nonneg (sorts g) (fst y) && semidefinite y) ls &&
          is_poly t12 (inner w12 ls) && is_poly t23 (inner w23 ls) && is_poly t13 (inner w13 ls) &&
          is_poly q12 (pmul p11 p22) && is_poly q23 (pmul p22 p33) && is_poly q13 (pmul p11 p33)
      | _, _, _ => false
      end
  | _ => false
  end.

Lemma is_poly_ok : forall e p l, is_poly e p = true -> val e l = ev l p.
Proof.
  intros e p l I. unfold is_poly in I. destruct (plain [] [] e) as [q|] eqn:P; try discriminate.
  destruct (plain_ok _ _ _ _ l P) as [V _]. rewrite V. apply (peq_ok _ _ I).
Qed.
Lemma inner_form : forall s ls l, okenv s l ->
  forallb (fun y => nonneg s (fst y) && semidefinite y) ls = true ->
  forms (ev l (inner w11 ls)) (ev l (inner w22 ls)) (ev l (inner w33 ls))
    (ev l (inner w12 ls)) (ev l (inner w23 ls)) (ev l (inner w13 ls)).
Proof.
  intros s ls l O. induction ls as [|[m [[[a b] c] [[d e] f]]] ls IH]; intros H u v w.
  - cbn. rewrite !ev_C. lra.
  - cbn [forallb] in H. apply andb_prop in H. destruct H as [H1 H2]. specialize (IH H2 u v w).
    apply andb_prop in H1. destruct H1 as [N P]. cbn [fst] in N.
    pose proof (nonneg_ok _ _ _ N O) as M. unfold semidefinite in P. ab.
    repeat match goal with X : Z.leb _ _ = true |- _ => apply Z.leb_le, IZR_le in X end.
    repeat rewrite ?plus_IZR, ?mult_IZR in *.
    assert (Q : forms (IZR a) (IZR b) (IZR c) (IZR d) (IZR e) (IZR f)) by (apply minors; lra).
    specialize (Q u v w).
    cbn [inner fold_right fst snd w11 w22 w33 w12 w23 w13].
    fold (inner w11 ls) (inner w22 ls) (inner w33 ls) (inner w12 ls) (inner w23 ls) (inner w13 ls).
    rewrite !ev_add, !ev_mul, !ev_C.
    assert (R : 0 <= ev l m * (IZR a * (u * u) + IZR b * (v * v) + IZR c * (w * w)
      + 2 * (IZR d * (u * v)) + 2 * (IZR e * (v * w)) + 2 * (IZR f * (u * w))))
      by (now apply Rmult_le_pos).
    nra.
Qed.
Lemma gram_ok : forall g ls, gram_side g ls = true -> valid g.
Proof.
  intros g ls S l O F. unfold gram_side in S.
  destruct (concl g) as [e r| |] eqn:CE; try discriminate.
  destruct e as [| | |e rest| | | | | | | | | | | |]; try discriminate.
  destruct e as [| |one two| | | | | | | | | | | | |]; try discriminate.
  destruct one as [z1| | | | | | | | | | | | | | |]; try discriminate.
  destruct z1 as [|[]|]; try discriminate.
  destruct two as [| | | |n p| | | | | | | | | | |]; try discriminate.
  destruct n as [z2| | | | | | | | | | | | | | |]; try discriminate.
  destruct z2 as [|[|[]|]|]; try discriminate.
  destruct p as [| | | |xy z| | | | | | | | | | |]; try discriminate.
  destruct xy as [| | | |x y| | | | | | | | | | |]; try discriminate.
  destruct r; try discriminate.
  destruct x as [| | | | |t12 x| | | | | | | | | |]; try discriminate.
  destruct x as [| | | | | | | |q12| | | | | | |]; try discriminate.
  destruct y as [| | | | |t23 y| | | | | | | | | |]; try discriminate.
  destruct y as [| | | | | | | |q23| | | | | | |]; try discriminate.
  destruct z as [| | | | |t13 z| | | | | | | | | |]; try discriminate.
  destruct z as [| | | | | | | |q13| | | | | | |]; try discriminate.
  ab. match goal with X : same _ _ = true |- _ => apply same_ok in X; rewrite X; clear X end.
  repeat match goal with X : strict_part _ _ = true |- _ =>
    apply strict_part_ok with (l := l) in X; [|exact F] end.
  repeat match goal with X : is_poly _ _ = true |- _ =>
    apply is_poly_ok with (l := l) in X; rewrite ?ev_mul in X end.
  match goal with X : forallb _ ls = true |- _ => pose proof (inner_form _ _ _ O X) as Q end.
  cbn [def] in *. cbn [holds def val rl] in *.
  repeat match goal with X : val _ l = _ |- _ => rewrite X in *; clear X end.
  split; [tauto|]. apply cosines; tauto.
Qed.
