(** * The rule that clears roots, logarithms, arccosines and denominators: [clear_ok] *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From Coq Require Import EnvRing Env.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading.
Import ListNotations.
Open Scope R_scope.

(** ** The rule *)
Inductive ending :=
  | Impossible (pf : proof)         (* the hypotheses contradict each other *)
  | Shown (nodes : list node) (sign : bool) (bottom top : proof).
Record clearing := Clearing {
  c_names : names;
  c_given : list node;              (* the nodes of the hypotheses *)
  c_end : ending }.

Definition fact_of (N : names) (st : state) (e : expr) (r : rel) : option fact :=
  match done N st e with
  | Some (n, d) => Some (match r with GT | GE => (pmul n d, r) | EQ | NE => (n, r) end)
  | None => None
  end.

Fixpoint read_all N s (hs : list atom) (st : state) (cs : list node) : option state :=
  match hs with
  | [] => Some st
  | Undefined _ :: r => read_all N s r st cs
  | Defined e :: r =>
      match read N s true e st cs with Some (st', cs') => read_all N s r st' cs' | None => None end
  | Is e k :: r =>
      match read N s true e st cs with
      | Some (st', cs') =>
          match fact_of N st' e k with
          | Some f => read_all N s r (learn st' f) cs' | None => None end
      | None => None
      end
  end.

Definition clear (g : goal) (c : clearing) : bool :=
  let N := c_names c in
  let s := sorted N (sorts g) in
  match read_all N (sorts g) (hyps g) (St [] [] []) (c_given c) with
  | None => false
  | Some st =>
      match c_end c with
      | Impossible pf => check (Seq s (facts st) (terms st) (C 0, GT)) pf
      | Shown nodes sign bottom top =>
          match concl g with
          | Is e k =>
              match read N (sorts g) false e st nodes with
              | Some (st', _) =>
                  match done N st' e with
                  | Some (n, d) =>
                      let show := fun f pf => check (Seq s (facts st') (terms st') f) pf in
                      match k with
                      | GT | GE => show (signed sign d, GE) bottom && show (signed sign n, k) top
                      | EQ | NE => show (n, k) top
                      end
                  | None => false
                  end
              | None => false
              end
          | Defined e =>
              match read N (sorts g) false e st nodes with Some _ => true | None => false end
          | Undefined e =>
              match read N (sorts g) true e st nodes with
              | Some (st', _) => check (Seq s (facts st') (terms st') (C 0, GT)) top
              | None => false
              end
          end
      end
  end.

Lemma fact_of_ok : forall N st e r f l, fact_of N st e r = Some f -> good N l st ->
  rl r (val e l) -> true_at (extended N l) f.
Proof.
  intros N st e r f l E G H. unfold fact_of in E. destruct (done N st e) as [[n d]|] eqn:D;
    inversion E; subst. destruct (done_ok N l st e _ G D) as (A & B & V). cbn [fst snd] in *.
  destruct (sign_ratio r _ _ _ B V) as [W _].
  unfold true_at; destruct r; cbn [fst snd] in *; rewrite ?ev_mul; auto; cbn [rl] in *.
  - rewrite <- V, H. ring.
  - rewrite <- V. now apply mul_nz.
Qed.
Lemma read_all_ok : forall N s l hs st cs st', okenv s l -> read_all N s hs st cs = Some st' ->
  good N l st -> Forall (holds l) hs -> good N l st'.
Proof.
  intros N s l. induction hs as [|[e k|e|e] r IH]; cbn [read_all]; intros st cs st' OK E G H;
    inversion H; subst.
  - inversion E; subst; auto.
  - destruct (read N s true e st cs) as [[st1 cs1]|] eqn:R; try discriminate.
    destruct (fact_of N st1 e k) as [f|] eqn:F; try discriminate. destruct H2 as [D W].
    apply read_ok with (l := l) in R; auto. destruct R as [G1 _].
    eapply IH; eauto. apply learn_ok; auto. eapply fact_of_ok; eauto.
  - destruct (read N s true e st cs) as [[st1 cs1]|] eqn:R; try discriminate.
    apply read_ok with (l := l) in R; auto. destruct R as [G1 _]. eapply IH; eauto.
  - eapply IH; eauto.
Qed.
Theorem clear_ok : forall g c, clear g c = true -> valid g.
Proof.
  intros [s hs a] [N given e] K l OK H. unfold clear in K. cbn [sorts hyps concl] in *.
  cbn [c_names c_given c_end] in K.
  destruct (read_all N s hs _ given) as [st|] eqn:R; try discriminate.
  apply read_all_ok with (l := l) in R; auto; [|repeat split; constructor].
  pose proof (sorted_ok N s l OK) as OK'.
  destruct e as [pf|nodes sign bottom top].
  - destruct R as (A & B & _). pose proof (check_ok _ _ K _ OK' A B) as Z.
    unfold true_at in Z; simpl in Z. rewrite ev_C in Z. lra.
  - destruct a as [e k|e|e].
    + destruct (read N s false e st nodes) as [[st' cs']|] eqn:R'; try discriminate.
      apply read_ok with (l := l) in R'; auto; try discriminate. destruct R' as [G D].
      destruct (done N st' e) as [[n d]|] eqn:DN; try discriminate.
      destruct (done_ok N l st' e _ G DN) as (_ & Z & V). cbn [fst snd] in *.
      destruct G as (A & B & _). split; auto.
      set (m := extended N l) in *.
      assert (W : forall f pf, check (Seq (sorted N s) (facts st') (terms st') f) pf = true ->
        true_at m f) by (intros f pf Q; exact (check_ok _ _ Q _ OK' A B)).
      assert (U : forall k0, check (Seq (sorted N s) (facts st') (terms st') (signed sign d, GE))
          bottom && check (Seq (sorted N s) (facts st') (terms st') (signed sign n, k0)) top = true ->
          rl k0 (val e l)).
      { intros k0 Q. ab. apply W in H0. apply W in H1. unfold true_at in *; cbn [fst snd rl] in *.
        assert (P : 0 < ev m (signed sign d))
          by (destruct sign; cbn [signed] in *; rewrite ?ev_opp in *; lra).
        apply (scaled_sign k0 (ev m (signed sign n)) (val e l) (ev m (signed sign d))); auto.
        destruct sign; cbn [signed]; rewrite ?ev_opp, <- V; ring. }
      destruct k; auto.
      * apply W in K. unfold true_at in K; cbn [fst snd rl] in *. rewrite <- V in K.
        apply Rmult_integral in K. tauto.
      * apply W in K. unfold true_at in K; cbn [fst snd rl] in *. rewrite <- V in K.
        intro Y. apply K. rewrite Y. ring.
    + destruct (read N s false e st nodes) as [[st' cs']|] eqn:R'; try discriminate.
      apply read_ok with (l := l) in R'; auto; try discriminate. destruct R'; auto.
    + intro D. destruct (read N s true e st nodes) as [[st' cs']|] eqn:R'; try discriminate.
      apply read_ok with (l := l) in R'; auto. destruct R' as [(A & B & _) _].
      pose proof (check_ok _ _ K _ OK' A B) as Z.
      unfold true_at in Z; simpl in Z. rewrite ev_C in Z. lra.
Qed.
