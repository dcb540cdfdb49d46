(** * What the generated files use: theorems from proofs, refutations from points *)
From Coq Require Import Reals ZArith QArith Bool List.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Moves Rules.
From SymbolicMeasures Require Import Properties Statements Witness.
Import ListNotations.

Fixpoint prove_all (gs : list goal) (ps : list gproof) : bool :=
  match gs, ps with
  | [], [] => true | g :: gs, p :: ps => prove g p && prove_all gs ps | _, _ => false end.
Theorem prove_all_ok : forall ps gs, prove_all gs ps = true -> Forall valid gs.
Proof.
  induction ps; destruct gs; simpl; intro H; try discriminate; constructor.
  - apply andb_prop in H. eapply prove_ok, H. - apply IHps. apply andb_prop in H. tauto.
Qed.

Theorem refuted_ok : forall gs n g s ns ps qs p, nth_error gs n = Some g -> sorts g = kinds s ns ->
  fails s ns g ps qs p = true -> ~ Forall valid gs.
Proof.
  intros gs n g s ns ps qs p E S F V. apply nth_error_In in E. rewrite Forall_forall in V.
  revert F. intro F. apply (fails_ok s ns g ps qs p) in F; [apply F, V, E|].
  intros l H. rewrite S. now apply kinds_ok.
Qed.

(** A statement speaks of something: the hypotheses of one of its goals hold somewhere. *)
Definition speaks (gs : list goal) : Prop :=
  exists g, In g gs /\ exists l, okenv (sorts g) l /\ Forall (holds l) (hyps g).
Theorem speaks_ok : forall gs n g s ns ps qs, nth_error gs n = Some g -> sorts g = kinds s ns ->
  forallb (fun i => fits s (at_point ps i)) ns && all_true ps (hyps g) qs = true -> speaks gs.
Proof.
  intros gs n g s ns ps qs E S F. apply andb_prop in F. destruct F as [F1 F2].
  exists g. split; [eapply nth_error_In; eauto|]. exists (real_env (at_point ps)). split.
  - rewrite S. apply kinds_ok. rewrite forallb_forall in F1. rewrite Forall_forall.
    intros i I. apply fits_ok. auto.
  - eapply all_true_ok; eauto.
Qed.
