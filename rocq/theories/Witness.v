(** * Refutations: a point at which a goal fails, evaluated exactly

    Values are rational numbers (roots of squares included), computed; or, where they are
    irrational, the hypotheses and the contrary of the conclusion are proved at the point. *)
From Coq Require Import Reals Lra ZArith QArith Qreals Bool Lia List FunctionalExtensionality.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Moves Rules.
Import ListNotations.
Open Scope R_scope.

(** A value, no value, or not known. *)
Inductive answer := Value (q : Q) | Nowhere | Unknown.
Definition both (a b : answer) (f : Q -> Q -> answer) : answer :=
  match a, b with
  | Nowhere, _ | _, Nowhere => Nowhere | Value x, Value y => f x y | _, _ => Unknown end.
Definition only (a : answer) (f : Q -> answer) : answer :=
  match a with Value x => f x | _ => a end.
Notation reduced q := (Value (Qred q)).
Definition rational_root (q : Q) : answer :=
  let r := Qred q in let n := Z.sqrt (Qnum r) in let d := Z.sqrt (Zpos (Qden r)) in
  if Qlt_le_dec q 0 then Nowhere else
  match d with
  | Zpos p => if Qeq_bool ((n # p) * (n # p)) q && Z.leb 0 n then Value (n # p) else Unknown
  | _ => Unknown
  end.
Fixpoint evaluate (e : expr) (l : positive -> Q) : answer :=
  match e with
  | Num z => Value (inject_Z z)
  | Var i => Value (l i)
  | Add a b => both (evaluate a l) (evaluate b l) (fun x y => reduced (x + y))
  | Sub a b => both (evaluate a l) (evaluate b l) (fun x y => reduced (x - y))
  | Mul a b => both (evaluate a l) (evaluate b l) (fun x y => reduced (x * y))
  | Div a b => both (evaluate a l) (evaluate b l)
      (fun x y => if Qeq_bool y 0 then Nowhere else reduced (x / y))
  | Neg a => only (evaluate a l) (fun x => reduced (- x))
  | Pow a n => only (evaluate a l)
      (fun x => if Z.leb 0 n then reduced (Qpower x n)
                else if Qeq_bool x 0 then Nowhere else reduced (Qpower x n))
  | Sqrt a => only (evaluate a l) rational_root
  | Abs a => only (evaluate a l) (fun x => if Qlt_le_dec x 0 then reduced (- x) else Value x)
  | Min a b => both (evaluate a l) (evaluate b l) (fun x y => if Qlt_le_dec x y then Value x else Value y)
  | Max a b => both (evaluate a l) (evaluate b l) (fun x y => if Qlt_le_dec x y then Value y else Value x)
  | IfZero t a b => only (evaluate t l) (fun x => if Qeq_bool x 0 then evaluate a l else evaluate b l)
  | Log a => match evaluate a l with
      | Nowhere => Nowhere
      | Value x => if Qlt_le_dec 0 x then (if Qeq_bool x 1 then Value 0 else Unknown) else Nowhere
      | Unknown => Unknown end
  | Acos a => only (evaluate a l) (fun _ => Unknown)
  | Power a b => both (evaluate a l) (evaluate b l) (fun _ _ => Unknown)
  end.

Definition real_env (l : positive -> Q) : env := fun i => Q2R (l i).
Definition says (e : expr) (l : env) (a : answer) : Prop :=
  match a with Value q => def e l /\ val e l = Q2R q | Nowhere => ~ def e l | Unknown => True end.

Lemma Q2R_red : forall q, Q2R (Qred q) = Q2R q.
Proof. intro; apply Qeq_eqR, Qred_correct. Qed.
Lemma Q2R_0 : Q2R 0 = 0. Proof. unfold Q2R; simpl; field. Qed.
Lemma Q2R_1 : Q2R 1 = 1. Proof. unfold Q2R; simpl; field. Qed.
Lemma Q2R_Z : forall z, Q2R (inject_Z z) = IZR z.
Proof. intro; unfold Q2R; simpl; field. Qed.
Lemma Q2R_zero : forall q, Qeq_bool q 0 = true <-> Q2R q = 0.
Proof.
  intro q. rewrite Qeq_bool_iff, <- Q2R_0. split. apply Qeq_eqR. apply eqR_Qeq.
Qed.
Lemma Q2R_nonzero : forall q, Qeq_bool q 0 = false -> Q2R q <> 0.
Proof. intros q H Z. apply Q2R_zero in Z. congruence. Qed.
Lemma both_ok : forall (D1 D2 : Prop) (e1 e2 e : expr) l a b f,
  says e1 l a -> says e2 l b -> (def e l -> def e1 l /\ def e2 l) ->
  (forall x y, def e1 l -> def e2 l -> val e1 l = Q2R x -> val e2 l = Q2R y -> says e l (f x y)) ->
  says e l (both a b f).
Proof.
  intros D1 D2 e1 e2 e l a b f A B D F. destruct a, b; simpl in *; auto; try tauto.
  destruct A, B. now apply F.
Qed.
Lemma only_ok : forall e1 e l a f, says e1 l a -> (def e l -> def e1 l) ->
  (forall x, def e1 l -> val e1 l = Q2R x -> says e l (f x)) -> says e l (only a f).
Proof. intros e1 e l [] f A D F; simpl in *; auto; try tauto. destruct A. now apply F. Qed.
Lemma Q2R_lt0 : forall x, (x < 0)%Q -> Q2R x < 0.
Proof. intros x H. apply Qlt_Rlt in H. now rewrite Q2R_0 in H. Qed.
Lemma Q2R_ge0 : forall x, (0 <= x)%Q -> 0 <= Q2R x.
Proof. intros x H. apply Qle_Rle in H. now rewrite Q2R_0 in H. Qed.
Local Opaque Qred Qplus Qminus Qmult Qdiv Qopp Qpower.
Lemma evaluate_ok : forall e lq, says e (real_env lq) (evaluate e lq).
Proof.
  induction e; intro lq; cbn [evaluate].
  - simpl. now rewrite Q2R_Z.
  - simpl. auto.
  - apply (both_ok True True e1 e2); auto. intros x y D1 D2 V1 V2. simpl.
    rewrite Q2R_red, Q2R_plus, V1, V2. auto.
  - apply (both_ok True True e1 e2); auto. intros x y D1 D2 V1 V2. simpl.
    rewrite Q2R_red, Q2R_minus, V1, V2. auto.
  - apply (both_ok True True e1 e2); auto. intros x y D1 D2 V1 V2. simpl.
    rewrite Q2R_red, Q2R_mult, V1, V2. auto.
  - apply (both_ok True True e1 e2); auto; [simpl; tauto|]. intros x y D1 D2 V1 V2.
    destruct (Qeq_bool y 0) eqn:Z; simpl.
    + apply Q2R_zero in Z. rewrite V2. tauto.
    + pose proof (Q2R_nonzero _ Z). rewrite Q2R_red, Q2R_div, V1, V2; auto.
      intro Y. apply H. rewrite <- Q2R_0. now apply Qeq_eqR.
  - apply (only_ok e); auto. intros x D V. simpl. rewrite Q2R_red, Q2R_opp, V. auto.
  - apply (only_ok e); auto; [simpl; tauto|]. intros x D V. destruct (Z.leb_spec 0 n).
    + simpl. rewrite Q2R_red, RMicromega.Q2RpowerRZ by (right; lia). rewrite V.
      repeat split; auto. lia.
    + destruct (Qeq_bool x 0) eqn:Z.
      * apply Q2R_zero in Z. simpl. rewrite V. tauto.
      * pose proof (Q2R_nonzero _ Z). simpl.
        rewrite Q2R_red, RMicromega.Q2RpowerRZ, V; [repeat split; auto|].
        left. intro Y. apply H0. rewrite <- Q2R_0. now apply Qeq_eqR.
  - apply (only_ok e); auto; [simpl; tauto|]. intros x D V. unfold rational_root.
    destruct (Qlt_le_dec x 0) as [N|N].
    + apply Q2R_lt0 in N. simpl. rewrite V. intros [_ H]. lra.
    + destruct (Z.sqrt (Zpos (Qden (Qred x)))) as [|p|p]; simpl; auto.
      set (n := Z.sqrt (Qnum (Qred x))).
      destruct (Qeq_bool ((n # p) * (n # p)) x && Z.leb 0 n) eqn:E; simpl; auto.
      apply andb_prop in E. destruct E as [E1 E2]. apply Qeq_bool_iff, Qeq_eqR in E1.
      rewrite Q2R_mult in E1. apply Q2R_ge0 in N. rewrite V, <- E1. apply Z.leb_le in E2.
      assert (0 <= Q2R (n # p)). { apply Q2R_ge0. unfold Qle. simpl. lia. }
      rewrite sqrt_square by auto. repeat split; auto. nra.
  - specialize (IHe lq). destruct (evaluate e lq) as [x| |]; simpl in *; auto; [|tauto].
    destruct IHe as [D V]. destruct (Qlt_le_dec 0 x) as [P|P].
    + destruct (Qeq_bool x 1) eqn:E; simpl; auto. apply Qeq_bool_iff, Qeq_eqR in E.
      rewrite V, E, Q2R_1, ln_1, Q2R_0. repeat split; auto; lra.
    + apply Qle_Rle in P. rewrite Q2R_0 in P. simpl. rewrite V. intros [_ H]. lra.
  - apply (only_ok e); auto; [simpl; tauto|]. intros; exact I.
  - apply (both_ok True True e1 e2); auto; [simpl; tauto|]. intros; exact I.
  - apply (only_ok e); auto. intros x D V. destruct (Qlt_le_dec x 0) as [N|N]; simpl.
    + apply Q2R_lt0 in N. rewrite Q2R_red, Q2R_opp, V. rewrite Rabs_left; auto.
    + apply Q2R_ge0 in N. rewrite V. rewrite Rabs_right; auto. lra.
  - apply (both_ok True True e1 e2); auto. intros x y D1 D2 V1 V2.
    destruct (Qlt_le_dec x y) as [L|L]; simpl; [apply Qlt_Rlt in L|apply Qle_Rle in L]; rewrite V1, V2.
    + rewrite Rmin_left; auto. lra. + rewrite Rmin_right; auto.
  - apply (both_ok True True e1 e2); auto. intros x y D1 D2 V1 V2.
    destruct (Qlt_le_dec x y) as [L|L]; simpl; [apply Qlt_Rlt in L|apply Qle_Rle in L]; rewrite V1, V2.
    + rewrite Rmax_right; auto. lra. + rewrite Rmax_left; auto.
  - apply (only_ok e1); auto; [simpl; tauto|]. intros x D V. simpl.
    destruct (Qeq_bool x 0) eqn:Z.
    + apply Q2R_zero in Z. specialize (IHe2 lq). rewrite Z in V.
      destruct (evaluate e2 lq); simpl in *; auto.
      * destruct (Req_EM_T (val e1 (real_env lq)) 0); tauto.
      * tauto.
    + apply Q2R_nonzero in Z. rewrite <- V in Z. specialize (IHe3 lq).
      destruct (evaluate e3 lq); simpl in *; auto.
      * destruct (Req_EM_T (val e1 (real_env lq)) 0); tauto.
      * tauto.
Qed.

(** ** Atoms at a point *)
Definition test (r : rel) (q : Q) : bool :=
  match r with
  | GT => Z.ltb 0 (Qnum q) | GE => Z.leb 0 (Qnum q)
  | EQ => Z.eqb (Qnum q) 0 | NE => negb (Z.eqb (Qnum q) 0) end.
Definition truth (l : positive -> Q) (a : atom) : option bool :=
  match a with
  | Is e r => match evaluate e l with
      | Value q => Some (test r q) | Nowhere => Some false | Unknown => None end
  | Defined e => match evaluate e l with
      | Value _ => Some true | Nowhere => Some false | Unknown => None end
  | Undefined e => match evaluate e l with
      | Value _ => Some false | Nowhere => Some true | Unknown => None end
  end.
Lemma test_ok : forall r q, test r q = true <-> rl r (Q2R q).
Proof.
  intros r [n d]. assert (D : 0 < / IZR (Zpos d)) by (apply Rinv_0_lt_compat, IZR_lt; lia).
  unfold Q2R. simpl. destruct r; simpl.
  - rewrite Z.ltb_lt. split; intro H. apply IZR_lt in H. nra. apply lt_IZR. nra.
  - rewrite Z.leb_le. split; intro H. apply IZR_le in H. nra. apply le_IZR. nra.
  - rewrite Z.eqb_eq. split; intro H. subst. ring. apply eq_IZR. nra.
  - rewrite negb_true_iff, Z.eqb_neq. split; intros H Y; apply H. apply eq_IZR. nra. subst. ring.
Qed.
Lemma truth_ok : forall l a b, truth l a = Some b -> (b = true <-> holds (real_env l) a).
Proof.
  intros l a b T. destruct a; simpl in T; pose proof (evaluate_ok f l) as S;
    destruct (evaluate f l); inversion T; subst; simpl in *; intuition; try discriminate.
  - rewrite H0. now apply test_ok.
  - rewrite H0 in H3. now apply test_ok.
Qed.

(** ** A goal that fails at a point *)
Definition point := list (positive * Q).
Definition at_point (ps : point) (i : positive) : Q :=
  match find (fun x => Pos.eqb i (fst x)) ps with Some (_, q) => q | None => 0%Q end.
Definition number (q : Q) : expr :=
  match Qden q with xH => Num (Qnum q) | d => Div (Num (Qnum q)) (Num (Zpos d)) end.
Definition contrary (a : atom) : atom :=
  match a with
  | Is e GT => Is (Neg e) GE | Is e GE => Is (Neg e) GT | Is e EQ => Is e NE | Is e NE => Is e EQ
  | Defined e => Undefined e | Undefined e => Defined e
  end.
(** True at the point: by evaluation, or by a proof about the numbers. *)
Definition true_there (ps : point) (a : atom) (p : gproof) : bool :=
  match truth (at_point ps) a with
  | Some b => b
  | None => prove (Goal (fun _ => Real) [] (put_atom (fun i => number (at_point ps i)) a)) p
  end.
Definition false_there (ps : point) (a : atom) (p : gproof) : bool :=
  match truth (at_point ps) a with
  | Some b => negb b
  | None => prove (Goal (fun _ => Real) []
      (put_atom (fun i => number (at_point ps i)) (contrary a))) p
  end.
Fixpoint all_true (ps : point) (H : list atom) (qs : list gproof) : bool :=
  match H with
  | [] => true
  | a :: r => match truth (at_point ps) a with
      | Some b => b && all_true ps r qs
      | None => match qs with
          | q :: qs => true_there ps a q && all_true ps r qs | [] => false end
      end
  end.
Definition fits (s : sort) (q : Q) : bool :=
  match s with
  | Nat => Pos.eqb (Qden q) 1 && Z.leb 0 (Qnum q)
  | NonNeg => Z.leb 0 (Qnum q) | Pos => Z.ltb 0 (Qnum q) | Real => true end.
(** The sorts that a goal gives to the variables up to 20 (and no others). *)
Definition fails (s : sort) (ns : list positive) (g : goal) (ps : point) (qs : list gproof)
    (p : gproof) : bool :=
  forallb (fun i => fits s (at_point ps i)) ns && all_true ps (hyps g) qs &&
  false_there ps (concl g) p.

Lemma number_ok : forall q l, val (number q) l = Q2R q /\ def (number q) l.
Proof.
  intros [n d] l. unfold number, Q2R. simpl. destruct d; simpl; split; auto;
    try (repeat split; auto; apply not_0_IZR; lia); field.
Qed.
Lemma contrary_ok : forall a l, holds l (contrary a) -> ~ holds l a.
Proof.
  intros [e []|e|e] l; simpl; try tauto; intros [D H] [_ K]; lra.
Qed.
Lemma numbers_ok : forall ps a p,
  prove (Goal (fun _ => Real) [] (put_atom (fun i => number (at_point ps i)) a)) p = true ->
  holds (real_env (at_point ps)) a.
Proof.
  intros ps a p K. apply prove_ok in K.
  specialize (K (fun _ => 0) (fun _ => I) (Forall_nil _)). simpl in K.
  apply put_holds in K; [|intro i; apply number_ok].
  replace (values (fun i => number (at_point ps i)) (fun _ => 0)) with (real_env (at_point ps)) in K;
    auto.
  apply functional_extensionality. intro i. unfold values, real_env. symmetry. apply number_ok.
Qed.
Lemma true_there_ok : forall ps a p, true_there ps a p = true -> holds (real_env (at_point ps)) a.
Proof.
  intros ps a p K. unfold true_there in K. destruct (truth _ a) as [b|] eqn:T.
  - apply (truth_ok _ _ _ T). auto. - eapply numbers_ok; eauto.
Qed.
Lemma false_there_ok : forall ps a p, false_there ps a p = true -> ~ holds (real_env (at_point ps)) a.
Proof.
  intros ps a p K. unfold false_there in K. destruct (truth _ a) as [b|] eqn:T.
  - intro H. apply (truth_ok _ _ _ T) in H. subst. discriminate.
  - apply contrary_ok. eapply numbers_ok; eauto.
Qed.
Lemma all_true_ok : forall ps H qs, all_true ps H qs = true ->
  Forall (holds (real_env (at_point ps))) H.
Proof.
  induction H as [|a r IH]; intros qs K; constructor; cbn [all_true] in K;
    destruct (truth (at_point ps) a) as [b|] eqn:T.
  - apply andb_prop in K. destruct K. subst. apply (truth_ok _ _ _ T). auto.
  - destruct qs; try discriminate. apply andb_prop in K. destruct K. eapply true_there_ok; eauto.
  - apply andb_prop in K. destruct K. eapply IH; eauto.
  - destruct qs; try discriminate. apply andb_prop in K. destruct K. eapply IH; eauto.
Qed.
Lemma fits_ok : forall s q, fits s q = true -> of_sort s (Q2R q).
Proof.
  intros s [n d] H. destruct s; simpl in *; auto.
  - apply andb_prop in H. destruct H as [A B]. destruct d; try discriminate. apply Z.leb_le in B.
    exists (Z.to_nat n). rewrite INR_IZR_INZ, Z2Nat.id by auto. unfold Q2R. simpl. field.
  - apply (test_ok GE (n # d)). exact H.
  - apply (test_ok GT (n # d)). exact H.
Qed.
(** [sorts g] is [s] on [ns] and [Real] elsewhere, as in all goals of properties. *)
Theorem fails_ok : forall s ns g ps qs p,
  (forall l, Forall (fun i => of_sort s (l i)) ns -> okenv (sorts g) l) ->
  fails s ns g ps qs p = true -> ~ valid g.
Proof.
  intros s ns g ps qs p O K V. unfold fails in K. ab.
  apply (false_there_ok _ _ _ H0). apply V.
  - apply O. rewrite forallb_forall in H. rewrite Forall_forall. intros i I.
    apply fits_ok. auto.
  - eapply all_true_ok; eauto.
Qed.
