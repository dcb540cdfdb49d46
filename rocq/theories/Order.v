(** * Formulas that differ only in the order of sums, products, minima and maxima

    [ordered e] is [e] with the terms of its sums, the factors of its products and what minima and
    maxima are taken of in one order, whatever that order is: only that they are moved matters.  Results: [ordered_val],
    [ordered_def]. *)
From Coq Require Import Reals Lra ZArith Bool List Permutation.
From SymbolicMeasures Require Import Formula.
Import ListNotations.
Open Scope R_scope.

(** A formula as a list of numbers, to compare by; nothing has to be known of it. *)
Fixpoint code (e : expr) : list Z :=
  (match e with
  | Num z => [0; z]
  | Var i => [1; Zpos i]
  | Add a b => 2 :: code a ++ code b
  | Sub a b => 3 :: code a ++ code b
  | Mul a b => 4 :: code a ++ code b
  | Div a b => 5 :: code a ++ code b
  | Neg a => 6 :: code a
  | Pow a n => 7 :: n :: code a
  | Sqrt a => 8 :: code a
  | Log a => 9 :: code a
  | Acos a => 10 :: code a
  | Power a b => 11 :: code a ++ code b
  | Abs a => 12 :: code a
  | Min a b => 13 :: code a ++ code b
  | Max a b => 14 :: code a ++ code b
  | IfZero t a b => 15 :: code t ++ code a ++ code b
  end)%Z.
Fixpoint before (a b : list Z) : bool :=
  match a, b with
  | [], _ => true
  | _ :: _, [] => false
  | x :: r, y :: s => match Z.compare x y with Lt => true | Gt => false | Eq => before r s end
  end.

(** Terms with their signs; factors have none. *)
Definition signed_term := (bool * expr)%type.
Definition code_of (t : signed_term) : list Z := (if fst t then 1 else 0)%Z :: code (snd t).
Fixpoint insert (t : signed_term) (ts : list signed_term) : list signed_term :=
  match ts with
  | [] => [t]
  | u :: r => if before (code_of t) (code_of u) then t :: ts else u :: insert t r
  end.
Definition sorted_terms (ts : list signed_term) : list signed_term := fold_right insert [] ts.

Fixpoint terms_of (plus : bool) (e : expr) : list signed_term :=
  match e with
  | Add a b => terms_of plus a ++ terms_of plus b
  | Sub a b => terms_of plus a ++ terms_of (negb plus) b
  | Neg a => terms_of (negb plus) a
  | _ => [(plus, e)]
  end.
Fixpoint factors_of (e : expr) : list signed_term :=
  match e with Mul a b => factors_of a ++ factors_of b | _ => [(true, e)] end.
Definition term_of (t : signed_term) : expr := if fst t then snd t else Neg (snd t).
Definition sum_of (ts : list signed_term) : expr :=
  fold_right (fun t e => Add (term_of t) e) (Num 0) ts.
Definition product_of (ts : list signed_term) : expr :=
  fold_right (fun t e => Mul (snd t) e) (Num 1) ts.
Definition sum_ordered (e : expr) := sum_of (sorted_terms (terms_of true e)).
Definition product_ordered (e : expr) := product_of (sorted_terms (factors_of e)).

(** The smallest, or the largest, of some formulas. *)
Fixpoint pieces_of (most : bool) (e : expr) : list signed_term :=
  match e with
  | Min a b => if most then [(true, e)] else pieces_of most a ++ pieces_of most b
  | Max a b => if most then pieces_of most a ++ pieces_of most b else [(true, e)]
  | _ => [(true, e)]
  end.
Fixpoint end_of (most : bool) (ts : list signed_term) : expr :=
  match ts with
  | [] => Num 0
  | [t] => snd t
  | t :: r => (if most then Max else Min) (snd t) (end_of most r)
  end.
Definition end_ordered (most : bool) (e : expr) := end_of most (sorted_terms (pieces_of most e)).

Fixpoint ordered (e : expr) : expr :=
  match e with
  | Num _ | Var _ => e
  | Add a b => sum_ordered (Add (ordered a) (ordered b))
  | Sub a b => sum_ordered (Sub (ordered a) (ordered b))
  | Neg a => sum_ordered (Neg (ordered a))
  | Mul a b => product_ordered (Mul (ordered a) (ordered b))
  | Div a b => Div (ordered a) (ordered b)
  | Pow a n => Pow (ordered a) n
  | Sqrt a => Sqrt (ordered a)
  | Log a => Log (ordered a)
  | Acos a => Acos (ordered a)
  | Power a b => Power (ordered a) (ordered b)
  | Abs a => Abs (ordered a)
  | Min a b => end_ordered false (Min (ordered a) (ordered b))
  | Max a b => end_ordered true (Max (ordered a) (ordered b))
  | IfZero t a b => IfZero (ordered t) (ordered a) (ordered b)
  end.

Lemma insert_permutes : forall t ts, Permutation (t :: ts) (insert t ts).
Proof.
  induction ts as [|u r IH]; cbn [insert]; auto. destruct (before _ _); auto.
  eapply perm_trans; [apply perm_swap|]. apply perm_skip. exact IH.
Qed.
Lemma sorted_permutes : forall ts, Permutation ts (sorted_terms ts).
Proof.
  induction ts as [|t r IH]; simpl; auto.
  eapply perm_trans; [apply perm_skip; exact IH|]. apply insert_permutes.
Qed.

Section Values.
Variable l : env.
Definition defined_all (ts : list signed_term) : Prop := Forall (fun t => def (snd t) l) ts.
Definition total (ts : list signed_term) : R := val (sum_of ts) l.
Definition prod (ts : list signed_term) : R := val (product_of ts) l.

Lemma total_app : forall s t, total (s ++ t) = total s + total t.
Proof.
  unfold total. induction s as [|x s IH]; intro t; simpl; [ring|]. rewrite IH. ring.
Qed.
Lemma prod_app : forall s t, prod (s ++ t) = prod s * prod t.
Proof.
  unfold prod. induction s as [|x s IH]; intro t; simpl; [ring|]. rewrite IH. ring.
Qed.
Lemma total_permuted : forall s t, Permutation s t -> total s = total t.
Proof. unfold total. induction 1; simpl in *; lra. Qed.
Lemma prod_permuted : forall s t, Permutation s t -> prod s = prod t.
Proof. unfold prod. induction 1; simpl in *; try rewrite IHPermutation; try ring. congruence. Qed.
Lemma defined_app : forall s t, defined_all (s ++ t) <-> defined_all s /\ defined_all t.
Proof. intros. apply Forall_app. Qed.
Lemma defined_permuted : forall s t, Permutation s t -> (defined_all s <-> defined_all t).
Proof.
  intros s t P. unfold defined_all. split; apply Permutation_Forall; auto.
  now apply Permutation_sym.
Qed.
Lemma sum_def : forall ts, def (sum_of ts) l <-> defined_all ts.
Proof.
  unfold defined_all. induction ts as [|[[] e] r IH]; simpl; rewrite ?Forall_cons_iff; simpl;
    rewrite ?IH; try tauto; split; auto.
Qed.
Lemma product_def : forall ts, def (product_of ts) l <-> defined_all ts.
Proof.
  unfold defined_all. induction ts as [|[s e] r IH]; simpl; rewrite ?Forall_cons_iff; simpl;
    rewrite ?IH; try tauto; split; auto.
Qed.
Lemma terms_ok : forall e plus,
  total (terms_of plus e) = (if plus then val e l else - val e l) /\
  (defined_all (terms_of plus e) <-> def e l).
Proof.
  assert (B : forall e plus, total [(plus, e)] = (if plus then val e l else - val e l) /\
    (defined_all [(plus, e)] <-> def e l)).
  { intros e plus. unfold total, defined_all. rewrite Forall_cons_iff. split.
    - destruct plus; cbn; lra.
    - simpl. split; [tauto|auto]. }
  induction e; intro plus; cbn [terms_of]; try apply B; rewrite ?total_app, ?defined_app.
  - destruct (IHe1 plus) as [V1 D1], (IHe2 plus) as [V2 D2]. rewrite V1, V2, D1, D2.
    split; [destruct plus; cbn; lra|simpl; tauto].
  - destruct (IHe1 plus) as [V1 D1], (IHe2 (negb plus)) as [V2 D2]. rewrite V1, V2, D1, D2.
    split; [destruct plus; cbn; lra|simpl; tauto].
  - destruct (IHe (negb plus)) as [V D]. rewrite V, D.
    split; [destruct plus; cbn; lra|simpl; tauto].
Qed.
Lemma factors_ok : forall e, prod (factors_of e) = val e l /\ (defined_all (factors_of e) <-> def e l).
Proof.
  assert (B : forall e, prod [(true, e)] = val e l /\ (defined_all [(true, e)] <-> def e l)).
  { intro e. unfold prod, defined_all. rewrite Forall_cons_iff. split; simpl; [ring|].
    split; [tauto|auto]. }
  induction e; cbn [factors_of]; try apply B. rewrite prod_app, defined_app.
  destruct IHe1 as [V1 D1], IHe2 as [V2 D2]. rewrite V1, V2, D1, D2. simpl. split; [ring|tauto].
Qed.
Lemma sum_ordered_ok : forall e, val (sum_ordered e) l = val e l /\ (def (sum_ordered e) l <-> def e l).
Proof.
  intro e. unfold sum_ordered. rewrite sum_def. destruct (terms_ok e true) as [V D].
  pose proof (sorted_permutes (terms_of true e)) as P.
  rewrite <- (defined_permuted _ _ P), D. split; [|tauto].
  rewrite <- V. symmetry. exact (total_permuted _ _ P).
Qed.
Lemma product_ordered_ok : forall e,
  val (product_ordered e) l = val e l /\ (def (product_ordered e) l <-> def e l).
Proof.
  intro e. unfold product_ordered. rewrite product_def. destruct (factors_ok e) as [V D].
  pose proof (sorted_permutes (factors_of e)) as P.
  rewrite <- (defined_permuted _ _ P), D. split; [|tauto].
  rewrite <- V. symmetry. exact (prod_permuted _ _ P).
Qed.

(** [x] is the value of one of them, and none is beyond it. *)
Definition within (most : bool) (x y : R) : Prop := if most then y <= x else x <= y.
Definition is_end (most : bool) (ts : list signed_term) (x : R) : Prop :=
  Exists (fun t => val (snd t) l = x) ts /\ Forall (fun t => within most x (val (snd t) l)) ts.
Lemma is_end_unique : forall most ts x y, is_end most ts x -> is_end most ts y -> x = y.
Proof.
  intros most ts x y [Ex Fx] [Ey Fy]. rewrite Exists_exists in Ex, Ey.
  destruct Ex as [a [Ia Va]], Ey as [b [Ib Vb]]. rewrite Forall_forall in Fx, Fy.
  pose proof (Fx b Ib) as A. pose proof (Fy a Ia) as B. rewrite Vb in A. rewrite Va in B.
  unfold within in *. destruct most; lra.
Qed.
Lemma is_end_permuted : forall most s t x, Permutation s t -> is_end most s x -> is_end most t x.
Proof.
  intros most s t x P [E F]. split; [|exact (Permutation_Forall P F)].
  rewrite Exists_exists in *. destruct E as [a [I V]]. exists a.
  split; [exact (Permutation_in _ P I)|exact V].
Qed.
Lemma is_end_joined : forall most s t x y, is_end most s x -> is_end most t y ->
  is_end most (s ++ t) (if most then Rmax x y else Rmin x y).
Proof.
  intros most s t x y [Ex Fx] [Ey Fy]. split.
  - apply Exists_app. destruct most; [unfold Rmax|unfold Rmin]; destruct (Rle_dec x y); tauto.
  - apply Forall_app. rewrite !Forall_forall in *.
    split; intros a I; unfold within in *;
      [specialize (Fx a I)|specialize (Fy a I)];
      destruct most; try (pose proof (Rmax_l x y); pose proof (Rmax_r x y); lra);
      pose proof (Rmin_l x y); pose proof (Rmin_r x y); lra.
Qed.
Lemma alone_is_end : forall most t, is_end most [t] (val (snd t) l).
Proof.
  intros. split; [now constructor|]. constructor; [|constructor].
  unfold within. destruct most; lra.
Qed.
Lemma end_of_ok : forall most ts, ts <> [] ->
  is_end most ts (val (end_of most ts) l) /\ (def (end_of most ts) l <-> defined_all ts).
Proof.
  unfold defined_all. induction ts as [|t [|u r] IH]; intro N; [congruence| |].
  - split; [apply alone_is_end|]. rewrite Forall_cons_iff. cbn [end_of]. split; [auto|tauto].
  - destruct IH as [E D]; [discriminate|]. rewrite Forall_cons_iff, <- D.
    pose proof (is_end_joined most [t] (u :: r) _ _ (alone_is_end most t) E) as J.
    cbn [app] in J. split; [|cbn [end_of]; destruct most; cbn [def]; tauto].
    cbn [end_of]. destruct most; cbn [val]; exact J.
Qed.
Lemma pieces_ok : forall most e,
  is_end most (pieces_of most e) (val e l) /\ (defined_all (pieces_of most e) <-> def e l) /\
  pieces_of most e <> [].
Proof.
  intros most. assert (B : forall e, is_end most [(true, e)] (val e l) /\
    (defined_all [(true, e)] <-> def e l) /\ [(true, e)] <> []).
  { intro e. split; [exact (alone_is_end most (true, e))|]. split; [|discriminate].
    unfold defined_all. rewrite Forall_cons_iff. simpl. split; [tauto|auto]. }
  induction e; cbn [pieces_of]; try apply B; destruct most; try apply B;
    destruct IHe1 as [E1 [D1 N1]], IHe2 as [E2 [D2 N2]]; rewrite defined_app, D1, D2;
    (split; [|split; [simpl; tauto|destruct (pieces_of _ e1); [congruence|discriminate]]]).
  - exact (is_end_joined false _ _ _ _ E1 E2).
  - exact (is_end_joined true _ _ _ _ E1 E2).
Qed.
Lemma end_ordered_ok : forall most e,
  val (end_ordered most e) l = val e l /\ (def (end_ordered most e) l <-> def e l).
Proof.
  intros most e. unfold end_ordered. destruct (pieces_ok most e) as [E [D N]].
  pose proof (sorted_permutes (pieces_of most e)) as P.
  destruct (end_of_ok most (sorted_terms (pieces_of most e))) as [E' D'].
  { intro Z. rewrite Z in P. apply N. apply Permutation_nil. now apply Permutation_sym. }
  rewrite D', <- (defined_permuted _ _ P), D. split; [|tauto].
  exact (is_end_unique _ _ _ _ E' (is_end_permuted _ _ _ _ P E)).
Qed.
Theorem ordered_ok : forall e, val (ordered e) l = val e l /\ (def (ordered e) l <-> def e l).
Proof.
  induction e; cbn [ordered]; try tauto;
    try (match goal with |- context [sum_ordered ?x] => destruct (sum_ordered_ok x) as [V D] end;
      rewrite V, D);
    try (match goal with |- context [product_ordered ?x] =>
      destruct (product_ordered_ok x) as [V D] end; rewrite V, D);
    try (match goal with |- context [end_ordered ?m ?x] =>
      destruct (end_ordered_ok m x) as [V D] end; rewrite V, D);
    simpl;
    try (destruct IHe as [A B]; rewrite A, B; tauto);
    try (destruct IHe1 as [A1 B1], IHe2 as [A2 B2];
      try destruct IHe3 as [A3 B3]; rewrite ?A1, ?A2, ?A3, ?B1, ?B2, ?B3; tauto).
Qed.
End Values.
