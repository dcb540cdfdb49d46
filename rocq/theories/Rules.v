(** * The rules on formulas, and the checker of whole proofs

    [prove g p = true] shows [valid g]: [prove_ok].  A proof only names a rule and its arguments;
    what remains to be shown after it is computed here. *)
From Coq Require Import Reals Lra ZArith Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Enclosure Polynomial Facts Steps Sequent Names Reading Clearing Substitution
  Motion Geometry Moves Instances Order.
Import ListNotations.
Open Scope R_scope.

(** ** Proofs *)
Inductive gproof :=
  | Clear (c : clearing)
  | Part                                              (* a part of what is defined is defined *)
  | Via (m : expr) (left_strict : bool) (p q : gproof)
  | Keep (ks : list nat) (p : gproof)
  | Strictly (p : gproof)
  | Vanish (v : positive) (p q : gproof)
  | Proportional (i : nat) (p : gproof)
  | Outer (place sg : bool) (pl pr side p : gproof)
  | Termwise (left_strict : bool) (pl pr : gproof) (p q : gproof)
  | Split (f : expr) (pt : gproof) (p q : gproof)
  | Path (step : option positive) (v : list (positive * Z)) (low : expr) (ks : list nat)
      (p q : gproof)
  | Mean (j : positive) (x y r : expr) (ps : gproof) (p q a b : gproof)
  | Angles (k x y z c : expr) (pd : gproof) (pk pc pg : gproof)
  | Chords (k x y z : expr) (n : Z) (pd : gproof) (pk p1 p2 p3 pg : gproof)
  | First (f : atom) (p q : gproof)                    (* a further hypothesis, shown first *)
  | Inside (e : expr) (p : gproof)                     (* undefined, because a part of it is *)
  | Reorder                                            (* the sides differ only in the order *)
  | Abstract (ps : places) (fs : list atom) (p : gproof)  (* parts named; of the names, facts *)
  | Scaled (j : positive) (low k : expr) (cs : cells) (p : gproof)
  | Rooted (n : positive) (vs : list positive) (p : gproof)
  | Gram (ls : list layer)
  | Enclosed.                                          (* numbers, each between two rational ones *)

Definition rels (r : rel) (left_strict : bool) : option (rel * rel) :=
  match r with
  | GT => Some (if left_strict then (GT, GE) else (GE, GT))
  | GE => Some (GE, GE) | EQ => Some (EQ, EQ) | NE => None
  end.
Lemma rels_ok : forall r b r1 r2 x y, rels r b = Some (r1, r2) -> rl r1 x -> rl r2 y -> rl r (x + y).
Proof.
  intros r b r1 r2 x y E A B. destruct r, b; inversion E; subst; simpl in *; lra.
Qed.
Definition mean_of (x y r : expr) : expr :=
  Power (Div (Add (Power x r) (Power y r)) (Num 2)) (Div (Num 1) r).
Definition gram_of (x y z : expr) : expr :=
  Sub (Add (Num 1) (Mul (Num 2) (Mul (Mul x y) z)))
      (Add (Add (Mul x x) (Mul y y)) (Mul z z)).
Definition proportional (H : list atom) (i : nat) : option (places * list atom * list positive) :=
  match nth_error H i with
  | Some (Is (Sub (Mul (Var a) (Var b)) (Mul (Var c) (Var d))) EQ) =>
      if negb (Pos.eqb a b) && negb (Pos.eqb a c) && negb (Pos.eqb a d) && negb (Pos.eqb b c)
         && negb (Pos.eqb b d) && negb (Pos.eqb c d)
      then Some ([(a, Mul (Var a) (Var d)); (b, Mul (Var b) (Var c));
                  (c, Mul (Var a) (Var c)); (d, Mul (Var b) (Var d))],
                 firstn i H ++ skipn (S i) H, [a; b; c; d])
      else None
  | _ => None
  end.

Fixpoint prove (g : goal) (p : gproof) : bool :=
  match p with
  | Clear c => clear g c
  | Part => match concl g with Defined e => strict_part e (hyps g) | _ => false end
  | First f p q => prove (with_concl g f) p && prove (with_hyps g (hyps g ++ [f])) q
  | Inside e p =>
      match concl g with
      | Undefined f => existsb (same e) (parts f) && prove (with_concl g (Undefined e)) p
      | _ => false
      end
  | Via m b p q =>
      match concl g with
      | Is (Sub x y) r =>
          match rels r b with
          | Some (r1, r2) => prove (with_concl g (Is (Sub x m) r1)) p &&
              prove (Goal (sorts g) (hyps g ++ [Defined m]) (Is (Sub m y) r2)) q
          | None => false
          end
      | _ => false
      end
  | Keep ks p => prove (with_hyps g (chosen (hyps g) ks)) p
  | Strictly p => match concl g with Is e GE => prove (with_concl g (Is e GT)) p | _ => false end
  | Vanish v p q =>
      match sorts g v with
      | Nat => prove (mapped (put_atom (placed [(v, Num 0)])) g) p &&
          prove (mapped (put_atom (placed [(v, Add (Var v) (Num 1))])) g) q
      | _ => false
      end
  | Proportional i p =>
      match proportional (hyps g) i with
      | Some (ps, rest, names) =>
          forallb (fun x => not_real (sorts g x)) names &&
          prove (mapped (put_atom (placed ps))
            (Goal (fun x => if existsb (Pos.eqb x) names then NonNeg else sorts g x)
               rest (concl g))) p
      | None => false
      end
  | Outer place sg pl pr side p =>
      match concl g with
      | Is (Sub x y) r =>
          match stripped x y place sg with
          | Some (a, b, need) =>
              match r with NE => false | _ => true end &&
              prove (with_concl g (Defined x)) pl && prove (with_concl g (Defined y)) pr &&
              match need with
              | [] => true | [n] => prove (with_concl g n) side | _ => false end &&
              prove (Goal (sorts g) (adding (adding (hyps g) (Defined a)) (Defined b))
                (Is (Sub a b) r)) p
          | None => false
          end
      | _ => false
      end
  | Termwise b pl pr p q =>
      match concl g with
      | Is (Sub (Add x1 x2) (Add y1 y2)) r =>
          match rels r b with
          | Some (r1, r2) =>
              prove (with_concl g (Defined (Add x1 x2))) pl &&
              prove (with_concl g (Defined (Add y1 y2))) pr &&
              prove (Goal (sorts g) (adding (adding (hyps g) (Defined x1)) (Defined y1))
                (Is (Sub x1 y1) r1)) p &&
              prove (Goal (sorts g) (adding (adding (hyps g) (Defined x2)) (Defined y2))
                (Is (Sub x2 y2) r2)) q
          | None => false
          end
      | _ => false
      end
  | Split f pt p q =>
      match f with
      | IfZero t a b =>
          prove (with_concl g (Defined t)) pt &&
          prove (let h := mapped (swap_atom f a) g in with_hyps h (Is t EQ :: hyps h)) p &&
          prove (let h := mapped (swap_atom f b) g in with_hyps h (Is t NE :: hyps h)) q
      | Abs a =>
          prove (with_concl g (Defined a)) pt &&
          prove (let h := mapped (swap_atom f a) g in with_hyps h (Is a GE :: hyps h)) p &&
          prove (let h := mapped (swap_atom f (Neg a)) g in with_hyps h (Is (Neg a) GT :: hyps h)) q
      | Max a b =>
          prove (with_concl g (Defined (Sub a b))) pt &&
          prove (let h := mapped (swap_atom f a) g in with_hyps h (Is (Sub a b) GE :: hyps h)) p &&
          prove (let h := mapped (swap_atom f b) g in
                 with_hyps h (Is (Neg (Sub a b)) GT :: hyps h)) q
      | Min a b =>
          prove (with_concl g (Defined (Sub a b))) pt &&
          prove (let h := mapped (swap_atom f b) g in with_hyps h (Is (Sub a b) GE :: hyps h)) p &&
          prove (let h := mapped (swap_atom f a) g in
                 with_hyps h (Is (Neg (Sub a b)) GT :: hyps h)) q
      | _ => false
      end
  | Path step v low ks p q =>
      path_side g step v low ks && prove (path_goal g step v ks (Defined low)) p &&
      prove (path_goal g step v ks (Is (slope_of (speed v) low)
        match concl g with Is _ r => r | _ => EQ end)) q
  | Mean j x y r ps p q a b =>
      let S := mean_of x y r in
      let h := mapped (swap_atom S (Var j)) g in
      let more := fun u w => Goal (upd (sorts g) j Pos)
        (Is (Sub u (Var j)) GE :: Is (Sub (Var j) w) GE :: hyps h) (concl h) in
      negb (existsb (fun c => has j (body c)) (concl g :: hyps g)) && negb (has j S) &&
      prove (with_concl g (Defined S)) ps &&
      prove (with_concl g (Is x GT)) p && prove (with_concl g (Is y GT)) q &&
      prove (more x y) a && prove (more y x) b
  | Angles k x y z c pd pk pc pg =>
      let m := fun u => Neg (Div (Acos u) c) in
      match concl g with
      | Is e GE =>
          same e (Sub k (Sub (Add (m x) (m y)) (m z))) &&
          prove (with_concl g (Defined (Add (Add (m x) (m y)) (m z)))) pd &&
          prove (with_concl g (Is (Sub k (Num 0)) GE)) pk &&
          prove (with_concl g (Is c GT)) pc &&
          prove (with_hyps (with_concl g (Is (gram_of x y z) GE))
            (adding (adding (adding (hyps g) (Defined x)) (Defined y)) (Defined z))) pg
      | _ => false
      end
  | Chords k x y z n pd pk p1 p2 p3 pg =>
      let m := fun u => Neg (Sqrt (Mul (Num n) (Sub (Num 1) u))) in
      let H := adding (adding (adding (hyps g) (Defined x)) (Defined y)) (Defined z) in
      let one := fun u => Goal (sorts g) H (Is (Add u (Num 1)) GE) in
      match concl g with
      | Is e GE =>
          same e (Sub k (Sub (Add (m x) (m y)) (m z))) && Z.ltb 0 n &&
          prove (with_concl g (Defined (Add (Add (m x) (m y)) (m z)))) pd &&
          prove (with_concl g (Is (Sub k (Num 0)) GE)) pk &&
          prove (one x) p1 && prove (one y) p2 && prove (one z) p3 &&
          prove (Goal (sorts g) H (Is (gram_of x y z) GE)) pg
      | _ => false
      end
  | Reorder =>
      match concl g with
      | Is (Sub x y) r =>
          match r with EQ | GE => true | _ => false end && same (ordered x) (ordered y) &&
          (strict_part x (hyps g) || strict_part y (hyps g))
      | _ => false
      end
  | Abstract ps fs p => abstract_side g ps fs && prove (abstract_goal g ps fs) p
  | Scaled j low k cs p => scaled_side g j low k cs && prove (scaled_goal j low cs) p
  | Rooted n vs p => rooted_side g vs && prove (mapped (put_atom (placed (raised n vs))) g) p
  | Gram ls => gram_side g ls
  | Enclosed => enclosed (concl g)
  end.

Lemma proportional_ok : forall H i ps rest names s l, proportional H i = Some (ps, rest, names) ->
  forallb (fun x => not_real (s x)) names = true -> okenv s l -> Forall (holds l) H ->
  exists l2, okenv (fun x => if existsb (Pos.eqb x) names then NonNeg else s x) l2 /\
    values (placed ps) l2 = l /\ Forall (holds l) rest.
Proof.
  intros H i ps rest names s l E N O F. unfold proportional in E.
  destruct (nth_error H i) as [[e r| |]|] eqn:X; try discriminate.
  destruct e; try discriminate. destruct e1; try discriminate. destruct e1_1; try discriminate.
  rename i0 into a. destruct e1_2; try discriminate. rename i0 into b.
  destruct e2; try discriminate. destruct e2_1; try discriminate. rename i0 into c.
  destruct e2_2; try discriminate. rename i0 into d. destruct r; try discriminate.
  match type of E with (if ?q then _ else _) = _ => destruct q eqn:Q end; [|discriminate].
  injection E as E1 E2 E3; subst ps rest names. ab.
  repeat match goal with H : negb (Pos.eqb _ _) = true |- _ =>
    apply negb_true_iff in H; apply Pos.eqb_neq in H end.
  simpl in N. ab.
  assert (HX : holds l (Is (Sub (Mul (Var a) (Var b)) (Mul (Var c) (Var d))) EQ)).
  { rewrite Forall_forall in F. apply F. eapply nth_error_In; eauto. }
  destruct HX as [_ HX]. simpl in HX.
  assert (PA : 0 <= l a) by (apply (not_real_nn (s a)); auto; apply O).
  assert (PB : 0 <= l b) by (apply (not_real_nn (s b)); auto; apply O).
  assert (PC : 0 <= l c) by (apply (not_real_nn (s c)); auto; apply O).
  assert (PD : 0 <= l d) by (apply (not_real_nn (s d)); auto; apply O).
  (* a = p v, b = n u, c = p u, d = n v *)
  assert (P : exists p n u v, 0 <= p /\ 0 <= n /\ 0 <= u /\ 0 <= v /\
    l a = p * v /\ l b = n * u /\ l c = p * u /\ l d = n * v).
  { destruct (Req_dec (l a) 0) as [A0|A0].
    - destruct (Req_dec (l c) 0) as [C0|C0].
      + exists 0, 1, (l b), (l d). repeat split; lra.
      + assert (D0 : l d = 0) by nra.
        exists 1, (l b / l c), (l c), 0. repeat split; try lra; try (field; auto).
        apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat. lra.
    - exists 1, (l d / l a), (l c), (l a). repeat split; try lra; try (field; auto).
      + apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat. lra.
      + apply Rmult_eq_reg_r with (l a); auto. field_simplify; auto. lra. }
  destruct P as (p & n & u & v & Pp & Pn & Pu & Pv & Ea & Eb & Ec & Ed).
  exists (upd (upd (upd (upd l a p) b n) c u) d v). split; [|split].
  - intro x. cbn [existsb]. unfold upd.
    destruct (Pos.eqb_spec x a), (Pos.eqb_spec x b), (Pos.eqb_spec x c), (Pos.eqb_spec x d);
      subst; simpl; try congruence; auto; try apply O.
  - apply functional_extensionality. intro x. unfold values, placed. cbn [find fst].
    destruct (Pos.eqb_spec x a); [subst; simpl|destruct (Pos.eqb_spec x b); [subst; simpl|
      destruct (Pos.eqb_spec x c); [subst; simpl|destruct (Pos.eqb_spec x d); [subst; simpl|simpl]]]];
      unfold upd; rewrite ?Pos.eqb_refl;
      repeat match goal with |- context [Pos.eqb ?s ?t] =>
        destruct (Pos.eqb_spec s t); [congruence|] end; congruence.
  - rewrite Forall_forall in *. intros y I. apply F. apply in_app_or in I. destruct I as [I|I].
    + rewrite <- (firstn_skipn i H). apply in_or_app. auto.
    + rewrite <- (firstn_skipn (S i) H). apply in_or_app. auto.
Qed.

Lemma swapped_case : forall g old new (h : atom) l, okenv (sorts g) l ->
  Forall (holds l) (hyps g) -> val old l = val new l -> (def old l <-> def new l) -> holds l h ->
  valid (with_hyps (mapped (swap_atom old new) g) (h :: hyps (mapped (swap_atom old new) g))) ->
  holds l (concl g).
Proof.
  intros g old new h l O H V D Hh Q.
  apply (swap_holds old new l V D (concl g)). apply (Q l O). cbn [hyps with_hyps mapped].
  constructor; auto. rewrite Forall_map, Forall_forall in *. intros a I.
  apply (swap_holds old new l V D a). auto.
Qed.
Ltac shown := repeat match goal with
  | IH : forall g, prove g ?p = true -> valid g, K : prove _ ?p = true |- _ =>
      apply IH in K; clear IH end.
Lemma adding3 : forall H a b c l, Forall (holds l) H -> holds l a -> holds l b -> holds l c ->
  Forall (holds l) (adding (adding (adding H a) b) c).
Proof. intros. repeat apply adding_ok; auto. Qed.

Theorem prove_ok : forall p g, prove g p = true -> valid g.
Proof.
  induction p; intros g K; cbn [prove] in K.
  - eapply clear_ok; eauto.
  - intros l O H. destruct (concl g) as [| |]; try discriminate. eapply strict_part_ok; eauto.
  - destruct g as [s H c]; cbn [sorts hyps concl] in K. destruct c as [e r| |]; try discriminate.
    destruct e; try discriminate. destruct (rels r left_strict) as [[r1 r2]|] eqn:R; try discriminate.
    ab. shown. intros l O F. destruct (H0 l O F) as [A A'].
    simpl in A, A'. destruct A as [D1 D2].
    destruct (H1 l O) as [B B']; [apply Forall_app; split; auto; (constructor; [exact D2|constructor])|].
    simpl in B, B'. destruct B as [D3 D4]. simpl. split; auto.
    replace (val e1 l - val e2 l) with ((val e1 l - val m l) + (val m l - val e2 l)) by ring.
    eapply rels_ok; eauto.
  - specialize (IHp _ K). intros l O H. apply (IHp l O). cbn [hyps with_hyps].
    rewrite Forall_forall in *. intros x I. unfold chosen in I. apply in_flat_map in I.
    destruct I as [i [_ I]]. destruct (nth_error (hyps g) i) eqn:E; [|destruct I].
    destruct I as [I|[]]; subst. apply H. eapply nth_error_In; eauto.
  - destruct (concl g) as [e [] | |] eqn:E; try discriminate. specialize (IHp _ K). intros l O H.
    destruct (IHp l O H) as [A B]. rewrite E. simpl in *. split; auto; lra.
  - destruct (sorts g v) eqn:SV; try discriminate. ab. shown. intros l O F.
    pose proof (O v) as N. rewrite SV in N. destruct N as [[|n] N].
    + eapply (mapped_ok (put_atom (placed [(v, Num 0)])) g l l); eauto. intros a _. rewrite put_holds.
      * replace (values (placed [(v, Num 0)]) l) with l; [tauto|].
        apply functional_extensionality. intro x. unfold values, placed. simpl.
        destruct (Pos.eqb_spec x v); simpl; auto. subst. rewrite N. reflexivity.
      * apply placed_def. constructor; simpl; auto.
    + eapply (mapped_ok (put_atom (placed [(v, Add (Var v) (Num 1))])) g l (upd l v (INR n))); eauto.
      * intro x. unfold upd. destruct (Pos.eqb_spec x v); [subst; rewrite SV; exists n; auto|apply O].
      * intros a _. rewrite put_holds.
        -- replace (values (placed [(v, Add (Var v) (Num 1))]) (upd l v (INR n))) with l; [tauto|].
           apply functional_extensionality. intro x. unfold values, placed. simpl.
           destruct (Pos.eqb_spec x v); simpl; subst; rewrite ?upd_eq, ?upd_ne by auto; auto.
           rewrite N, S_INR. reflexivity.
        -- apply placed_def. constructor; simpl; auto.
  - destruct (proportional (hyps g) i) as [[[ps rest] names]|] eqn:E; try discriminate. ab. shown.
    intros l O F. destruct (proportional_ok _ _ _ _ _ _ l E H O F) as (l2 & O2 & V & R).
    eapply (mapped_ok _ (Goal _ rest (concl g)) l l2 H0 O2); auto.
    intros a _. rewrite put_holds, V; [tauto|]. apply placed_def.
    unfold proportional in E. destruct (nth_error (hyps g) i) as [[e r| |]|]; try discriminate.
    destruct e; try discriminate. destruct e1; try discriminate. destruct e1_1; try discriminate.
    destruct e1_2; try discriminate. destruct e2; try discriminate. destruct e2_1; try discriminate.
    destruct e2_2; try discriminate. destruct r; try discriminate.
    match type of E with (if ?q then _ else _) = _ => destruct q end; inversion E; subst.
    repeat constructor; simpl; auto.
  - destruct g as [s H c]; cbn [sorts hyps concl] in K. destruct c as [e r| |]; try discriminate.
    destruct e; try discriminate.
    destruct (stripped e1 e2 place sg) as [[[a b] need]|] eqn:S; try discriminate. ab.
    assert (R : comparing r) by (unfold comparing; destruct r; auto; discriminate).
    intros l O F.
    match goal with K : prove _ p1 = true |- _ => pose proof (IHp1 _ K l O F) as DL end.
    match goal with K : prove _ p2 = true |- _ => pose proof (IHp2 _ K l O F) as DR end.
    simpl in DL, DR. destruct (stripped_ok _ _ _ _ _ _ _ l r R S DL DR) as (DA & DB & Q).
    simpl. split; auto. apply Q.
    + destruct need as [|n [|]]; auto; try discriminate. constructor; auto.
      match goal with K : prove _ p3 = true |- _ => exact (IHp3 _ K l O F) end.
    + match goal with K : prove _ p4 = true |- _ => destruct (IHp4 _ K l O) as [_ Z]; [|exact Z] end.
      repeat apply adding_ok; auto.
  - destruct g as [s H c]; cbn [sorts hyps concl] in K. destruct c as [e r| |]; try discriminate.
    destruct e; try discriminate. destruct e1; try discriminate. destruct e2; try discriminate.
    destruct (rels r left_strict) as [[r1 r2]|] eqn:R; try discriminate. ab. shown.
    intros l O F. pose proof (H0 l O F) as DL. pose proof (H3 l O F) as DR. simpl in DL, DR.
    destruct (H2 l O) as [_ A]; [repeat apply adding_ok; [exact F|simpl; tauto|simpl; tauto]|].
    destruct (H1 l O) as [_ B]; [repeat apply adding_ok; [exact F|simpl; tauto|simpl; tauto]|].
    simpl in *. split; [tauto|].
    replace (val e1_1 l + val e1_2 l - (val e2_1 l + val e2_2 l))
      with ((val e1_1 l - val e2_1 l) + (val e1_2 l - val e2_2 l)) by ring.
    eapply rels_ok; eauto.
  - destruct f; try discriminate; ab; shown; intros l O F.
    + assert (D : def f l) by exact (H l O F).
      destruct (Rle_dec 0 (val f l)) as [P|P].
      * eapply (swapped_case g (Abs f) f (Is f GE) l); eauto; simpl; try tauto.
        rewrite Rabs_right; lra.
      * eapply (swapped_case g (Abs f) (Neg f) (Is (Neg f) GT) l); eauto; simpl; try tauto.
        rewrite Rabs_left; lra. split; auto; lra.
    + assert (D : def (Sub f1 f2) l) by exact (H l O F). simpl in D. destruct D as [D1 D2].
      destruct (Rle_dec (val f2 l) (val f1 l)) as [P|P].
      * eapply (swapped_case g (Min f1 f2) f2 (Is (Sub f1 f2) GE) l); eauto; simpl; try tauto.
        rewrite Rmin_right; lra. repeat split; auto; lra.
      * eapply (swapped_case g (Min f1 f2) f1 (Is (Neg (Sub f1 f2)) GT) l); eauto; simpl; try tauto.
        rewrite Rmin_left; lra. repeat split; auto; lra.
    + assert (D : def (Sub f1 f2) l) by exact (H l O F). simpl in D. destruct D as [D1 D2].
      destruct (Rle_dec (val f2 l) (val f1 l)) as [P|P].
      * eapply (swapped_case g (Max f1 f2) f1 (Is (Sub f1 f2) GE) l); eauto; simpl; try tauto.
        rewrite Rmax_left; lra. repeat split; auto; lra.
      * eapply (swapped_case g (Max f1 f2) f2 (Is (Neg (Sub f1 f2)) GT) l); eauto; simpl; try tauto.
        rewrite Rmax_right; lra. repeat split; auto; lra.
    + assert (D : def f1 l) by exact (H l O F).
      destruct (Req_dec (val f1 l) 0) as [P|P].
      * eapply (swapped_case g (IfZero f1 f2 f3) f2 (Is f1 EQ) l); eauto; simpl; try tauto.
        destruct (Req_EM_T (val f1 l) 0); tauto.
      * eapply (swapped_case g (IfZero f1 f2 f3) f3 (Is f1 NE) l); eauto; simpl; try tauto.
        destruct (Req_EM_T (val f1 l) 0); tauto.
  - ab. shown. eapply path_ok; eauto.
  - ab. shown. set (S := mean_of x y r) in *. intros l O F.
    apply negb_true_iff in H. apply negb_true_iff in H5.
    assert (DS : def S l) by exact (H4 l O F).
    destruct (H3 l O F) as [DX PX]. destruct (H2 l O F) as [DY PY]. simpl in PX, PY, DX, DY.
    assert (RN : val r l <> 0) by (unfold S, mean_of in DS; simpl in DS; tauto).
    assert (DR : def r l) by (unfold S, mean_of in DS; simpl in DS; tauto).
    assert (VS : val S l = Rpower ((Rpower (val x l) (val r l) + Rpower (val y l) (val r l)) / 2)
                             (1 / val r l)).
    { unfold S, mean_of. simpl. unfold real_power at 2 3.
      destruct (Rlt_dec 0 (val x l)); [|lra]. destruct (Rlt_dec 0 (val y l)); [|lra].
      unfold real_power. destruct (Rlt_dec 0 _) as [|N]; auto. exfalso. apply N.
      assert (0 < Rpower (val x l) (val r l)) by apply exp_pos.
      assert (0 < Rpower (val y l) (val r l)) by apply exp_pos. lra. }
    set (m := val S l) in *.
    assert (PM : 0 < m) by (rewrite VS; apply exp_pos).
    set (l2 := upd l j m).
    assert (FR : forall c, In c (concl g :: hyps g) -> has j (body c) = false).
    { intros c I. destruct (has j (body c)) eqn:Q; auto. exfalso.
      assert (existsb (fun c => has j (body c)) (concl g :: hyps g) = true)
        by (apply existsb_exists; eauto). congruence. }
    assert (V2 : val S l2 = val (Var j) l2 /\ (def S l2 <-> def (Var j) l2)).
    { destruct (has_not j m l S H5) as [A B]. unfold l2. rewrite A, B. simpl.
      rewrite upd_eq. tauto. }
    destruct V2 as [V2 D2].
    assert (E : forall c, In c (concl g :: hyps g) ->
      (holds l2 (swap_atom S (Var j) c) <-> holds l c)).
    { intros c I. rewrite (swap_holds S (Var j) l2 V2 D2). unfold l2.
      apply has_not_holds. auto. }
    assert (XY : forall u, (u = x \/ u = y) -> val u l2 = val u l /\ (def u l2 <-> def u l)).
    { intros u U. apply has_not. unfold S, mean_of in H5. cbn [has] in H5.
      repeat match goal with Q : _ || _ = false |- _ => apply orb_false_elim in Q; destruct Q end.
      destruct U; subst; auto. }
    destruct (XY x (or_introl eq_refl)) as [X1 X2]. destruct (XY y (or_intror eq_refl)) as [Y1 Y2].
    assert (O2 : okenv (upd (sorts g) j Pos) l2) by (apply okenv_upd; simpl; auto).
    assert (J2 : l2 j = m) by apply upd_eq.
    apply E; [now left|].
    destruct (Rle_dec (val y l) (val x l)) as [L|L].
    + assert (B := mean_between (val x l) (val y l) (val r l) PY L RN). rewrite <- VS in B.
      apply (H1 l2 O2). cbn [hyps].
      constructor; [simpl; rewrite ?X1, ?Y1, ?J2; split; [tauto|lra]|].
      constructor; [simpl; rewrite ?X1, ?Y1, ?J2; split; [tauto|lra]|].
      cbn [hyps mapped]. rewrite Forall_map, Forall_forall. intros c I. apply E; [now right|].
      rewrite Forall_forall in F. auto.
    + assert (B := mean_between (val y l) (val x l) (val r l) PX ltac:(lra) RN).
      rewrite (mean_sym (val y l) (val x l) (val r l)), <- VS in B.
      apply (H0 l2 O2). cbn [hyps].
      constructor; [simpl; rewrite ?X1, ?Y1, ?J2; split; [tauto|lra]|].
      constructor; [simpl; rewrite ?X1, ?Y1, ?J2; split; [tauto|lra]|].
      cbn [hyps mapped]. rewrite Forall_map, Forall_forall. intros c I. apply E; [now right|].
      rewrite Forall_forall in F. auto.
  - destruct (concl g) as [e r| |] eqn:CE; try discriminate. destruct r; try discriminate. ab. shown.
    apply same_ok in H. subst e. intros l O F. rewrite CE.
    pose proof (H3 l O F) as DD. destruct (H2 l O F) as [DK PK]. destruct (H1 l O F) as [_ PC].
    simpl in DD, DK, PK, PC.
    destruct (H0 l O) as [_ G]; [apply adding3; simpl; tauto|]. simpl in G. simpl.
    split; [tauto|].
    assert (A := angles (val x l) (val y l) (val z l) ltac:(tauto) ltac:(tauto) ltac:(tauto) G).
    assert (Q : (acos (val x l) + acos (val y l) - acos (val z l)) / val c l >= 0).
    { apply Rle_ge. apply Rmult_le_pos; [lra|]. left. now apply Rinv_0_lt_compat. }
    unfold Rdiv in *. nra.
  - destruct (concl g) as [e r| |] eqn:CE; try discriminate. destruct r; try discriminate. ab. shown.
    apply same_ok in H. subst e. intros l O F. rewrite CE.
    match goal with K : Z.ltb 0 n = true |- _ => apply Z.ltb_lt, IZR_lt in K; rename K into PN end.
    assert (DD : def (Add (Add (Neg (Sqrt (Mul (Num n) (Sub (Num 1) x))))
      (Neg (Sqrt (Mul (Num n) (Sub (Num 1) y))))) (Neg (Sqrt (Mul (Num n) (Sub (Num 1) z))))) l)
      by (match goal with K : valid (with_concl g (Defined _)) |- _ => exact (K l O F) end).
    simpl in DD.
    assert (AH : Forall (holds l) (adding (adding (adding (hyps g) (Defined x)) (Defined y)) (Defined z)))
      by (apply adding3; simpl; tauto).
    match goal with K : valid (with_concl g (Is (Sub k (Num 0)) GE)) |- _ =>
      destruct (K l O F) as [DK PK] end.
    match goal with K : valid (Goal _ _ (Is (gram_of x y z) GE)) |- _ =>
      destruct (K l O AH) as [_ G] end.
    match goal with K : valid (Goal _ _ (Is (Add x (Num 1)) GE)) |- _ =>
      destruct (K l O AH) as [_ G1] end.
    match goal with K : valid (Goal _ _ (Is (Add y (Num 1)) GE)) |- _ =>
      destruct (K l O AH) as [_ G2] end.
    match goal with K : valid (Goal _ _ (Is (Add z (Num 1)) GE)) |- _ =>
      destruct (K l O AH) as [_ G3] end.
    simpl in *. split; [tauto|].
    assert (U : forall u, 0 <= IZR n * (1 - u) -> 0 <= u + 1 -> -1 <= u <= 1) by (intros; nra).
    assert (A := chords (IZR n) (val x l) (val y l) (val z l) PN
      (U (val x l) ltac:(tauto) G1) (U (val y l) ltac:(tauto) G2)
      (U (val z l) ltac:(tauto) G3) G).
    lra.
  - ab. shown. intros l O F. apply (H0 l O). cbn [hyps with_hyps]. apply Forall_app; split; auto.
  - destruct (concl g) as [| |f] eqn:CE; try discriminate. ab. shown. intros l O F. rewrite CE.
    intro D. apply (H0 l O F). apply existsb_exists in H. destruct H as [q [I S]].
    apply same_ok in S; subst. apply parts_ok in D. rewrite Forall_forall in D. exact (D _ I).
  - destruct (concl g) as [e r| |] eqn:CE; try discriminate. destruct e; try discriminate. ab.
    apply same_ok in H1. intros l O F. rewrite CE.
    destruct (ordered_ok l e1) as [V1 D1], (ordered_ok l e2) as [V2 D2].
    rewrite <- H1 in V2, D2. assert (E : val e1 l = val e2 l) by congruence.
    assert (D : def e1 l /\ def e2 l).
    { apply orb_prop in H0. destruct H0 as [P|P]; eapply strict_part_ok in P; eauto; tauto. }
    simpl. rewrite E. split; auto. destruct r; try discriminate; simpl; lra.
  - ab. shown. eapply abstract_ok; eauto.
  - ab. shown. eapply scaled_ok; eauto.
  - ab. shown. eapply rooted_ok; eauto.
  - eapply gram_ok; eauto.
  - intros l _ _. now apply enclosed_ok.
Qed.
