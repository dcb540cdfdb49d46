(** * What the rules on formulas rest on

    Goals whose formulas are replaced; parts without which a formula has no value; functions
    stripped from both sides of a comparison; moves along a segment. *)
From Coq Require Import Reals Lra ZArith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Motion Geometry.
Import ListNotations.
Open Scope R_scope.

Definition with_concl (g : goal) (a : atom) := Goal (sorts g) (hyps g) a.
Definition with_hyps (g : goal) (H : list atom) := Goal (sorts g) H (concl g).
Definition mapped (f : atom -> atom) (g : goal) := Goal (sorts g) (map f (hyps g)) (f (concl g)).
Definition sorted_as (s : positive -> sort) (g : goal) := Goal s (hyps g) (concl g).

Lemma mapped_ok : forall f g l l2, valid (mapped f g) -> okenv (sorts g) l2 ->
  (forall a, In a (concl g :: hyps g) -> (holds l2 (f a) <-> holds l a)) ->
  Forall (holds l) (hyps g) -> holds l (concl g).
Proof.
  intros f g l l2 V O E H. apply E; [now left|]. apply (V l2 O). cbn [hyps mapped].
  rewrite Forall_map, Forall_forall. intros a I. apply E; [now right|].
  rewrite Forall_forall in H. auto.
Qed.
Lemma add_env : forall g l (H : list atom), Forall (holds l) (hyps g) -> Forall (holds l) H ->
  Forall (holds l) (H ++ hyps g).
Proof. intros. apply Forall_app; auto. Qed.

(** ** Parts of a formula without which it has no value *)
Lemma parts_ok : forall l e, def e l -> Forall (fun p => def p l) (parts e).
Proof.
  induction e; simpl; intro D; constructor; auto; try apply Forall_app; try split;
    try (apply IHe); try (apply IHe1); try (apply IHe2); simpl in *; tauto.
Qed.
Definition strict_part (e : expr) (H : list atom) : bool :=
  existsb (fun a => match a with Undefined _ => false | _ => existsb (same e) (parts (body a)) end) H.
Lemma strict_part_ok : forall e H l, strict_part e H = true -> Forall (holds l) H -> def e l.
Proof.
  intros e H l S F. apply existsb_exists in S. destruct S as [a [I S]].
  rewrite Forall_forall in F. apply F in I.
  assert (D : match a with Undefined _ => True | _ => def (body a) l end)
    by (destruct a; simpl in *; tauto).
  destruct a; try discriminate; apply existsb_exists in S; destruct S as [p [J S]];
    apply same_ok in S; subst; apply parts_ok in D; rewrite Forall_forall in D; auto.
Qed.

(** ** Functions stripped from both sides: an inner difference with the same sign *)
(** How f(A) - f(B) loses f: the new difference (A - B, or B - A), and, for a factor or divisor c,
    the sign that c must have. *)
Definition positive_number (e : expr) : bool :=
  match e with
  | Num z => Z.ltb 0 z | Div (Num p) (Num q) => Z.ltb 0 p && Z.ltb 0 q | _ => false
  end.
Definition stripped (left right : expr) (place sg : bool) : option (expr * expr * list atom) :=
  match left, right with
  | Neg a, Neg b => Some (b, a, [])
  | Sqrt a, Sqrt b | Log a, Log b => Some (a, b, [])
  | Acos a, Acos b => Some (b, a, [])
  | Power a e, Power b e' => if same e e' && positive_number e then Some (a, b, []) else None
  | Add x c, Add y d => if place then if same c d then Some (x, y, []) else None
                        else if same x y then Some (c, d, []) else None
  | Sub x c, Sub y d => if place then if same c d then Some (x, y, []) else None
                        else if same x y then Some (d, c, []) else None
  | Mul x c, Mul y d =>
      let ok := fun k a b => Some (if sg then (a, b, [Is k GT]) else (b, a, [Is (Neg k) GT])) in
      if place then if same c d then ok c x y else None else if same x y then ok x c d else None
  | Div x c, Div y d =>
      if same c d then Some (if sg then (x, y, [Is c GT]) else (y, x, [Is (Neg c) GT])) else None
  | _, _ => None
  end.
Lemma positive_number_ok : forall e l, positive_number e = true -> 0 < val e l.
Proof.
  intros e l H. destruct e; try discriminate; simpl in H.
  - simpl. apply IZR_lt. now apply Z.ltb_lt.
  - destruct e1; try discriminate. destruct e2; try discriminate.
    apply andb_prop in H. destruct H as [P Q]. apply Z.ltb_lt, IZR_lt in P.
    apply Z.ltb_lt, IZR_lt in Q. simpl. now apply Rdiv_lt_0_compat.
Qed.
Definition comparing (r : rel) := r = GT \/ r = GE \/ r = EQ.
Lemma gap_sign : forall r a b k, 0 < k -> rl r a -> b = a * k -> rl r b.
Proof. intros r a b k K H E. now apply (scaled_sign r b a k). Qed.
Ltac factor_case :=
  repeat split; try tauto; intros F H; apply Forall_inv in F; destruct F as [_ K]; simpl in K;
  simpl; first [eapply gap_sign; [exact K|exact H|ring]
    | eapply gap_sign; [apply Rinv_0_lt_compat; exact K|exact H|field; lra]].
Lemma stripped_ok : forall left right place sg a b side l r, comparing r ->
  stripped left right place sg = Some (a, b, side) -> def left l -> def right l ->
  def a l /\ def b l /\
  (Forall (holds l) side -> rl r (val a l - val b l) -> rl r (val left l - val right l)).
Proof.
  intros left right place sg a b side l r R S DL DR.
  destruct left, right; simpl in S; try discriminate; simpl in DL, DR.
  - destruct place.
    + destruct (same left2 right2) eqn:Q; inversion S; subst. apply same_ok in Q; subst.
      repeat split; try tauto. intros _ H. simpl. eapply gap_sign; [exact Rlt_0_1|exact H|ring].
    + destruct (same left1 right1) eqn:Q; inversion S; subst. apply same_ok in Q; subst.
      repeat split; try tauto. intros _ H. simpl. eapply gap_sign; [exact Rlt_0_1|exact H|ring].
  - destruct place.
    + destruct (same left2 right2) eqn:Q; inversion S; subst. apply same_ok in Q; subst.
      repeat split; try tauto. intros _ H. simpl. eapply gap_sign; [exact Rlt_0_1|exact H|ring].
    + destruct (same left1 right1) eqn:Q; inversion S; subst. apply same_ok in Q; subst.
      repeat split; try tauto. intros _ H. simpl. eapply gap_sign; [exact Rlt_0_1|exact H|ring].
  - destruct place.
    + destruct (same left2 right2) eqn:Q; try discriminate. apply same_ok in Q; subst.
      destruct sg; injection S as <- <- <-; factor_case.
    + destruct (same left1 right1) eqn:Q; try discriminate. apply same_ok in Q; subst.
      destruct sg; injection S as <- <- <-; factor_case.
  - destruct (same left2 right2) eqn:Q; try discriminate. apply same_ok in Q; subst.
    destruct sg; injection S as <- <- <-; factor_case.
  - inversion S; subst. repeat split; try tauto. intros _ H. simpl.
    eapply gap_sign; [exact Rlt_0_1|exact H|ring].
  - inversion S; subst. repeat split; try tauto. intros _ H. simpl.
    destruct R as [R|[R|R]]; subst; simpl in *.
    + assert (sqrt (val b l) < sqrt (val a l)) by (apply sqrt_lt_1; lra). lra.
    + assert (sqrt (val b l) <= sqrt (val a l)) by (apply sqrt_le_1; lra). lra.
    + replace (val a l) with (val b l) by lra. ring.
  - inversion S; subst. repeat split; try tauto. intros _ H. simpl.
    destruct R as [R|[R|R]]; subst; simpl in *.
    + assert (ln (val b l) < ln (val a l)) by (apply ln_increasing; lra). lra.
    + destruct (Req_dec (val a l) (val b l)) as [E|E]. rewrite E. lra.
      assert (ln (val b l) < ln (val a l)) by (apply ln_increasing; lra). lra.
    + replace (val a l) with (val b l) by lra. ring.
  - inversion S; subst. repeat split; try tauto. intros _ H. simpl.
    apply acos_sign; tauto.
  - destruct (same left2 right2 && positive_number left2) eqn:Q; inversion S; subst. ab.
    apply same_ok in H; subst. repeat split; try tauto. intros _ H. simpl.
    assert (P := positive_number_ok _ l H0).
    apply real_power_sign; auto; intuition lra.
Qed.

(** ** Moves along a segment *)
Definition speed (v : list (positive * Z)) (i : positive) : Z :=
  match find (fun x => Pos.eqb i (fst x)) v with Some (_, z) => z | None => 0%Z end.
Definition unit_speeds (v : list (positive * Z)) :=
  forallb (fun x => Z.eqb (snd x) 1 || Z.eqb (snd x) (-1)) v.
(** The two ends; with a step k, the falling variables are x + k at the lower end. *)
Definition upper (step : option positive) v (i : positive) : expr :=
  match speed v i, step with
  | 1%Z, None => Add (Var i) (Num 1) | (-1)%Z, None => Sub (Var i) (Num 1)
  | 1%Z, Some k => Add (Var i) (Var k) | _, _ => Var i
  end.
Definition lower (step : option positive) v (i : positive) : expr :=
  match speed v i, step with (-1)%Z, Some k => Add (Var i) (Var k) | _, _ => Var i end.
Definition without (step : option positive) (a : atom) : atom :=
  match step with None => a | Some k => put_atom (placed [(k, Num 0)]) a end.
Definition equal (e f : expr) : bool :=
  same e f || match plain [] [] e, plain [] [] f with Some p, Some q => peq p q | _, _ => false end.
Definition equal_atom (a b : atom) : bool :=
  match a, b with
  | Is e r, Is f s => equal e f && same_rel r s | _, _ => same_atom a b end.
Definition chosen (H : list atom) (ks : list nat) : list atom :=
  flat_map (fun i => match nth_error H i with Some h => [h] | None => [] end) ks.
Definition path_goal g step v ks c :=
  Goal (fun i => if Z.eqb (speed v i) 0 then sorts g i else Pos)
    (map (without step) (chosen (hyps g) ks)) c.
Definition still_atom v a := match deriv (speed v) (body a) with Still => true | _ => false end.
Definition path_side (g : goal) step v low ks : bool :=
  unit_speeds v &&
  match concl g with
  | Is (Sub a b) r =>
      same a (put (upper step v) low) && same b (put (lower step v) low) &&
      match r with NE => false | _ => true end &&
      among (Defined a) (hyps g) && among (Defined b) (hyps g)
  | _ => false
  end &&
  match deriv (speed v) low with Kink => false | _ => true end &&
  match step with
  | None => forallb (fun x => match sorts g (fst x) with Nat => true | _ => false end &&
      (Z.eqb (snd x) 1 || among (Is (Sub (Var (fst x)) (Num 1)) GE) (hyps g))) v
  | Some k => among (Is (Var k) GT) (hyps g) && Z.eqb (speed v k) 0 &&
      forallb (fun x => not_real (sorts g (fst x))) v
  end &&
  forallb (fun a => still_atom v (without step a) &&
    equal_atom a (put_atom (lower step v) (without step a))) (chosen (hyps g) ks).

Lemma speed_cases : forall v i, unit_speeds v = true ->
  speed v i = 0%Z \/ ((speed v i = 1%Z \/ speed v i = (-1)%Z) /\ In (i, speed v i) v).
Proof.
  intros v i U. unfold speed. destruct (find _ v) as [[j z]|] eqn:E; auto. right.
  apply find_some in E. destruct E as [I E]. simpl in E. apply Pos.eqb_eq in E; subst j. split; auto.
  unfold unit_speeds in U. rewrite forallb_forall in U. apply U in I. simpl in I.
  apply orb_prop in I. destruct I as [I|I]; apply Z.eqb_eq in I; auto.
Qed.
Lemma upper_def : forall step v i l, def (upper step v i) l.
Proof. intros. unfold upper. destruct (speed v i) as [|[]|[]], step; simpl; auto. Qed.
Lemma lower_def : forall step v i l, def (lower step v i) l.
Proof. intros. unfold lower. destruct (speed v i) as [|[]|[]], step; simpl; auto. Qed.
Lemma placed_def : forall ps l, Forall (fun x => def (snd x) l) ps -> forall i, def (placed ps i) l.
Proof.
  intros ps l F i. unfold placed. destruct (find _ ps) as [[j e]|] eqn:E; simpl; auto.
  apply find_some in E. destruct E as [I _]. rewrite Forall_forall in F. exact (F _ I).
Qed.
Lemma equal_ok : forall e f l, equal e f = true -> val e l = val f l /\ (def e l <-> def f l).
Proof.
  intros e f l E. unfold equal in E. apply orb_prop in E. destruct E as [E|E].
  - apply same_ok in E. subst. tauto.
  - destruct (plain [] [] e) as [p|] eqn:P; try discriminate.
    destruct (plain [] [] f) as [q|] eqn:Q; try discriminate.
    destruct (plain_ok _ _ _ _ l P) as [A A']. destruct (plain_ok _ _ _ _ l Q) as [B B'].
    rewrite A, B. split; [now apply peq_ok|]. split; auto.
Qed.
Lemma equal_atom_ok : forall a b l, equal_atom a b = true -> (holds l a <-> holds l b).
Proof.
  intros a b l E. destruct a, b; simpl in E; try discriminate; ab;
    try (apply same_ok in E; subst; tauto).
  apply same_rel_ok in H0; subst. destruct (equal_ok _ _ l H) as [V D]. simpl. rewrite V, D. tauto.
Qed.
Lemma still_holds : forall v from h a t, still_atom v a = true ->
  (holds (at_time (speed v) from h t) a <-> holds from a).
Proof.
  intros v from h a t S. unfold still_atom in S.
  destruct (deriv (speed v) (body a)) eqn:D; try discriminate.
  destruct (still_ok (speed v) from h (body a) D t) as [V Q].
  destruct a; simpl in *; rewrite ?V, Q; tauto.
Qed.
Lemma path_ok : forall g step v low ks, path_side g step v low ks = true ->
  valid (path_goal g step v ks (Defined low)) ->
  valid (path_goal g step v ks (Is (slope_of (speed v) low)
    match concl g with Is _ r => r | _ => EQ end)) -> valid g.
Proof.
  intros [s H c] step v low ks S V1 V2 l O HH. unfold path_side in S.
  cbn [sorts hyps concl] in *.
  apply andb_prop in S; destruct S as [S SK]. apply andb_prop in S; destruct S as [S SV].
  apply andb_prop in S; destruct S as [S SD]. apply andb_prop in S; destruct S as [SU SC].
  destruct c as [e r| |]; try discriminate. destruct e; try discriminate.
  apply andb_prop in SC; destruct SC as [SC DB]. apply andb_prop in SC; destruct SC as [SC DA].
  apply andb_prop in SC; destruct SC as [SC SR]. apply andb_prop in SC; destruct SC as [EA EB].
  apply same_ok in EA; apply same_ok in EB; subst e1 e2.
  apply among_ok with (l := l) in DA; auto. apply among_ok with (l := l) in DB; auto.
  cbn [holds] in DA, DB.
  set (from := values (lower step v) l). set (h := match step with None => 1 | Some k => l k end).
  assert (H0 : 0 < h).
  { unfold h. destruct step as [k|]; [|lra]. ab. apply among_ok with (l := l) in H0; auto.
    destruct H0. simpl in *. auto. }
  assert (T0 : at_time (speed v) from h 0 = from)
    by (apply functional_extensionality; intro i; unfold at_time; ring).
  assert (T1 : at_time (speed v) from h 1 = values (upper step v) l).
  { apply functional_extensionality; intro i. unfold at_time, from, values, upper, lower, h.
    destruct (speed_cases v i SU) as [E|[[E|E] _]]; rewrite E; destruct step; simpl; ring. }
  assert (IN : forall t, 0 < t < 1 ->
    okenv (fun i => if Z.eqb (speed v i) 0 then s i else Pos) (at_time (speed v) from h t) /\
    Forall (holds (at_time (speed v) from h t)) (map (without step) (chosen H ks))).
  { intros t T. split.
    - intro i. unfold at_time, from, values, lower.
      destruct (speed_cases v i SU) as [E|[E I]].
      + rewrite E. simpl. replace (l i + t * h * 0) with (l i) by ring. apply O.
      + assert (N : 0 <= l i /\ (step = None -> speed v i = (-1)%Z -> 1 <= l i)).
        { destruct step as [k|].
          - ab. rewrite forallb_forall in H2. apply H2 in I. simpl in I. split; [|discriminate].
            apply (not_real_nn (s i)); auto.
          - rewrite forallb_forall in SV. apply SV in I. simpl in I. ab. pose proof (O i) as N.
            destruct (s i); try discriminate. apply of_sort_nn in N; [|discriminate]. split; auto.
            intros _ F. rewrite F in H2. simpl in H2. apply among_ok with (l := l) in H2; auto.
            destruct H2 as [_ H2]. simpl in H2. lra. }
        destruct N as [N N1]. unfold h in *.
        destruct E as [E|E]; rewrite E in *; simpl; destruct step as [k|]; simpl;
          try specialize (N1 eq_refl eq_refl); nra.
    - rewrite Forall_map, Forall_forall. intros a I.
      rewrite forallb_forall in SK. pose proof (SK a I) as Q. ab.
      apply still_holds; auto.
      assert (HA : holds l a).
      { unfold chosen in I. apply in_flat_map in I. destruct I as [n [_ I]].
        destruct (nth_error H n) eqn:M; [|destruct I]. destruct I as [I|[]]; subst.
        rewrite Forall_forall in HH. apply HH. eapply nth_error_In; eauto. }
      apply (equal_atom_ok _ _ l H2) in HA.
      apply put_holds in HA; auto. intro i. apply lower_def. }
  assert (M : rl r (val low (at_time (speed v) from h 1) - val low (at_time (speed v) from h 0))).
  { apply mean_value; auto.
    - destruct (deriv (speed v) low); discriminate.
    - rewrite T0. apply put_def in DB; auto. intro i. apply lower_def.
    - rewrite T1. apply put_def in DA; auto. intro i. apply upper_def.
    - intros t T. destruct (IN t T) as [A B]. exact (V1 _ A B).
    - intros t T. destruct (IN t T) as [A B]. exact (V2 _ A B).
    - destruct r; auto; discriminate. }
  rewrite T0, T1 in M. unfold from in M. rewrite <- !put_val in M. simpl. auto.
Qed.
