(** * opitz2024, Property III on two classes: a power mean of functions of one class each

    M = ((g(row 1, column 1)^p + g(row 2, column 2)^p)/2)^(1/p): so M^p (log M for p = 0, where M
    is a geometric mean) is a function of TP, FN, FP plus one of TN, FN, FP, and M > 0 unless
    p = 1. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From SymbolicMeasures Require Import
  Formula Polynomial Facts Steps Sequent Names Reading Clearing Substitution Motion Moves
  Properties Statements Gosgens Witness Opitz.
Import ListNotations.
Open Scope R_scope.

Definition to_power (p x : R) : R :=
  if Req_EM_T p 1 then x else if Req_EM_T p 0 then ln x else Rpower x p.
Definition class_decomposable (M : measure) := for_all_parameters M (fun theta =>
  exists (p : R) (u v : R -> R -> R -> R), forall tp fn fp tn, positives [tp; fn; fp; tn] ->
  let A := (tp, fn, fp, tn) in def (formula M) (cells theta A) ->
  (p <> 1 -> 0 < val (formula M) (cells theta A)) /\
  to_power p (val (formula M) (cells theta A)) = u tp fn fp + v tn fn fp).

(** ** Shown: M has a value everywhere, and M^p is such a sum for a whole number p *)
Definition only_tp : quad := (TP, FN, FP, Num 1).
Definition only_tn : quad := (Num 1, FN, FP, TN).
Definition neither : quad := (Num 1, FN, FP, Num 1).
Definition separated (p : Z) (M : measure) : expr :=
  let f := fun A => match p with 0%Z | 1%Z => at_ M A | _ => Pow (at_ M A) p end in
  let both := match p with 0%Z => Mul | _ => Add end in
  Sub (both (f C) (f neither)) (both (f only_tp) (f only_tn)).
Definition class_decomposable_goals (p : Z) (M : measure) : list goal :=
  [Goal (kinds Pos four) (assumed M) (Defined (at_ M C));
   Goal (kinds Pos four) (assumed M)
     (if Z.eqb p 1 then Defined (at_ M C) else Is (at_ M C) GT);
   Goal (kinds Pos four) (assumed M) (Is (separated p M) EQ)].

Lemma whole_power : forall p x, (p = 1%Z \/ 0 < x) ->
  to_power (IZR p) x = match p with 0%Z => ln x | 1%Z => x | _ => powerRZ x p end.
Proof.
  intros p x H. unfold to_power. destruct (Req_EM_T (IZR p) 1) as [E|E].
  - apply eq_IZR in E. now subst.
  - assert (0 < x) by (destruct H; auto; subst; now contradict E).
    destruct (Req_EM_T (IZR p) 0) as [F|F].
    + apply eq_IZR in F. now subst.
    + destruct p as [|[q|q|]|q]; try (now contradict F); try (now contradict E);
        now rewrite powerRZ_Rpower.
Qed.
Lemma everywhere : forall M c, valid (Goal (kinds Pos four) (assumed M) c) ->
  forall theta tp fn fp tn, admissible M theta -> positives [tp; fn; fp; tn] ->
  holds (at_cells theta (tp, fn, fp, tn)) c.
Proof.
  intros M c V theta tp fn fp tn Ad P. apply V.
  - apply kinds_ok. unfold positives in P. rewrite Forall_forall in P. unfold four, at_cells.
    all_of; cbn; apply P; simpl; auto.
  - cbn [hyps]. apply assumed_ok, assign_admissible; auto.
Qed.
Theorem class_decomposable_by : forall p M,
  Forall valid (class_decomposable_goals p M) -> class_decomposable M.
Proof.
  intros p M V theta Ad. apply Forall_cons_iff in V. destruct V as [V1 V].
  apply Forall_cons_iff in V. destruct V as [V2 V3]. apply Forall_inv in V3.
  set (m := fun tp fn fp tn => val (formula M) (cells theta (tp, fn, fp, tn))).
  set (f := fun tp fn fp tn => to_power (IZR p) (m tp fn fp tn)).
  exists (IZR p), (fun tp fn fp => f tp fn fp 1), (fun tn fn fp => f 1 fn fp tn - f 1 fn fp 1).
  intros tp fn fp tn P A D.
  assert (G : forall tp fn fp tn, positives [tp; fn; fp; tn] -> p = 1%Z \/ 0 < m tp fn fp tn).
  { intros a b c d P'. pose proof (everywhere M _ V2 theta a b c d Ad P') as Q.
    destruct (Z.eqb_spec p 1); auto. right. destruct Q as [_ Q]. cbn [rl] in Q.
    rewrite (proj1 (at_cells_ok theta M (a, b, c, d) _ eq_refl)) in Q. exact Q. }
  split.
  - intro N. destruct (G _ _ _ _ P); auto. subst. now contradict N.
  - pose proof (everywhere M _ V3 theta tp fn fp tn Ad P) as [_ Q]. unfold separated in Q.
    assert (PS : positives [tp; fn; fp; 1] /\ positives [1; fn; fp; tn] /\ positives [1; fn; fp; 1]).
    { clear - P. unfold positives in *. numbers. repeat split; all_of; lra. }
    destruct PS as (P1 & P2 & P3).
    pose proof (G _ _ _ _ P) as G0. pose proof (G _ _ _ _ P1) as G1.
    pose proof (G _ _ _ _ P2) as G2. pose proof (G _ _ _ _ P3) as G3.
    change (val (formula M) (cells theta A)) with (m tp fn fp tn). unfold f.
    rewrite !whole_power by auto.
    assert (E : forall B a b c d, vals B (at_cells theta (tp, fn, fp, tn)) = (a, b, c, d) ->
      val (at_ M B) (at_cells theta (tp, fn, fp, tn)) = m a b c d).
    { intros B a b c d VB. rewrite at_val, VB. unfold at_cells. now rewrite assign_cells. }
    pose proof (E C tp fn fp tn eq_refl) as E0. pose proof (E only_tp tp fn fp 1 eq_refl) as E1.
    pose proof (E only_tn 1 fn fp tn eq_refl) as E2. pose proof (E neither 1 fn fp 1 eq_refl) as E3.
    destruct p as [|[q|q|]|q]; cbn [val rl] in Q; cbn match; rewrite E0, E1, E2, E3 in Q; try lra.
    destruct G0 as [G0|G0], G1 as [G1|G1], G2 as [G2|G2], G3 as [G3|G3]; try discriminate.
    assert (ln (m tp fn fp tn) + ln (m 1 fn fp 1) = ln (m tp fn fp 1) + ln (m 1 fn fp tn)); [|lra].
    rewrite <- !ln_mult by auto. f_equal. lra.
Qed.

(** ** Refuted: M M_xy = (1 - p) M_x M_y for x = TP and y = TN, which holds for no p *)
Lemma lim_near : forall f g a k d, 0 < d -> (forall h, Rabs h < d -> g h = f h + k) ->
  derivable_pt_lim f 0 a -> derivable_pt_lim g 0 a.
Proof.
  intros f g a k d P E L eps Q. destruct (L eps Q) as [delta K].
  assert (M : 0 < Rmin delta d) by (apply Rmin_pos; auto; apply cond_pos).
  exists (mkposreal _ M). intros h N B. simpl in B.
  rewrite Rplus_0_l, !E.
  - replace (f h + k - (f 0 + k)) with (f (0 + h) - f 0) by (rewrite Rplus_0_l; ring).
    apply K; auto. eapply Rlt_le_trans; [exact B|apply Rmin_l].
  - rewrite Rabs_R0. auto.
  - eapply Rlt_le_trans; [exact B|apply Rmin_r].
Qed.
Lemma lim_still : forall g c d, 0 < d -> (forall h, Rabs h < d -> g h = c) ->
  derivable_pt_lim g 0 0.
Proof.
  intros g c d P E. apply (lim_near (fun _ => c) g 0 0 d); auto.
  - intros h B. rewrite E by auto. ring.
  - apply derivable_pt_lim_const.
Qed.
Lemma above : forall x h, Rabs h < x -> 0 < x + h.
Proof. intros x h B. apply Rabs_def2 in B. lra. Qed.

Section Separate.
Variables (F : R -> R -> R) (U V : R -> R) (x0 y0 p Fy Fxy : R) (Fx : R -> R).
Hypothesis (X : 0 < x0) (Y : 0 < y0).
Hypothesis DX : forall y, 0 < y -> derivable_pt_lim (fun h => F (x0 + h) y) 0 (Fx y).
Hypothesis DY : derivable_pt_lim (fun h => F x0 (y0 + h)) 0 Fy.
Hypothesis DXY : derivable_pt_lim (fun h => Fx (y0 + h)) 0 Fxy.

Lemma same_slope : forall phi psi,
  (forall x y, 0 < x -> 0 < y -> phi (F x y) = U x + V y) ->
  (forall y, 0 < y -> derivable_pt_lim phi (F x0 y) (psi (F x0 y))) ->
  forall y, 0 < y -> psi (F x0 y) * Fx y = psi (F x0 y0) * Fx y0.
Proof.
  intros phi psi S D y P.
  assert (C : forall y, 0 < y -> derivable_pt_lim (fun h => phi (F (x0 + h) y)) 0 (psi (F x0 y) * Fx y)).
  { intros z Z. apply (derivable_pt_lim_comp (fun h => F (x0 + h) z) phi); [now apply DX|].
    rewrite Rplus_0_r. now apply D. }
  apply (uniqueness_limite (fun h => phi (F (x0 + h) y)) 0); [now apply C|].
  apply (lim_near (fun h => phi (F (x0 + h) y0)) _ _ (V y - V y0) x0); auto.
  intros h B. apply above in B. rewrite !S by auto. ring.
Qed.
Hypothesis S : forall x y, 0 < x -> 0 < y ->
  (p <> 1 -> 0 < F x y) /\ to_power p (F x y) = U x + V y.
Lemma separate : F x0 y0 * Fxy = (1 - p) * (Fx y0 * Fy).
Proof.
  destruct (Req_dec p 1) as [E|N].
  - assert (K : forall y, 0 < y -> Fx y = Fx y0).
    { intros y P. pose proof (same_slope (fun x => x) (fun _ => 1)) as Q.
      assert (1 * Fx y = 1 * Fx y0); [|lra]. apply Q; auto.
      - intros x z A B. destruct (S x z A B) as [_ T]. unfold to_power in T.
        destruct (Req_EM_T p 1); [auto|contradiction].
      - intros. apply derivable_pt_lim_id. }
    assert (Z : Fxy = 0); [|rewrite Z, E; ring].
    apply (uniqueness_limite (fun h => Fx (y0 + h)) 0); auto.
    apply (lim_still _ (Fx y0) y0); auto. intros h B. apply K, above, B.
  - assert (G : forall y, 0 < y -> 0 < F x0 y) by (intros y P; apply (S x0 y X P); auto).
    assert (K : forall y, 0 < y ->
      Rpower (F x0 y) (p - 1) * Fx y = Rpower (F x0 y0) (p - 1) * Fx y0).
    { intros y P. set (c := if Req_EM_T p 0 then 1 else p).
      assert (c <> 0) by (unfold c; destruct (Req_EM_T p 0); auto; lra).
      apply (Rmult_eq_reg_l c); auto. rewrite <- !Rmult_assoc.
      apply (same_slope (to_power p) (fun z => c * Rpower z (p - 1))); auto; [intros; now apply S|].
      intros z Z. unfold to_power, c. apply G in Z.
      destruct (Req_EM_T p 1); [contradiction|]. destruct (Req_EM_T p 0).
      - subst p. replace (1 * Rpower (F x0 z) (0 - 1)) with (/ F x0 z).
        + now apply derivable_pt_lim_ln.
        + replace (0 - 1) with (- (1)) by ring. rewrite Rpower_Ropp, Rpower_1 by auto. ring.
      - now apply derivable_pt_lim_power. }
    assert (D : derivable_pt_lim (fun h => Rpower (F x0 (y0 + h)) (p - 1) * Fx (y0 + h)) 0
      ((p - 1) * Rpower (F x0 y0) (p - 1 - 1) * Fy * Fx y0 + Rpower (F x0 y0) (p - 1) * Fxy)).
    { pose proof (derivable_pt_lim_mult (fun h => Rpower (F x0 (y0 + h)) (p - 1))
        (fun h => Fx (y0 + h)) 0) as Q. cbv beta in Q. unfold mult_fct in Q.
      specialize (Q ((p - 1) * Rpower (F x0 y0) (p - 1 - 1) * Fy) Fxy).
      rewrite !Rplus_0_r in Q. apply Q; auto.
      apply (derivable_pt_lim_comp (fun h => F x0 (y0 + h)) (fun z => Rpower z (p - 1))); auto.
      rewrite Rplus_0_r. apply derivable_pt_lim_power, G, Y. }
    assert (Z : (p - 1) * Rpower (F x0 y0) (p - 1 - 1) * Fy * Fx y0 + Rpower (F x0 y0) (p - 1) * Fxy = 0).
    { eapply uniqueness_limite; [exact D|]. eapply (lim_still _ _ y0); auto.
      intros h B. apply K, above, B. }
    assert (R : Rpower (F x0 y0) (p - 1) = F x0 y0 * Rpower (F x0 y0) (p - 1 - 1)).
    { rewrite <- (Rpower_1 (F x0 y0)) at 2 by (apply G, Y). rewrite <- Rpower_plus. f_equal. ring. }
    rewrite R in Z. assert (0 < Rpower (F x0 y0) (p - 1 - 1)) by apply exp_pos.
    apply (Rmult_eq_reg_l (Rpower (F x0 y0) (p - 1 - 1))); lra.
Qed.
End Separate.

Definition twice (M : measure) : measure := rate_of (rate_of M 1) 4.
(** (M M_xy at A) * (M_x M_y at B) *)
Definition crossed (M : measure) (A B : quad) : expr :=
  Mul (Mul (at_ M A) (at_ (twice M) A)) (Mul (at_ (rate_of M 1) B) (at_ (rate_of M 4) B)).
Definition cells_of (a b c d : positive) : quad :=
  (Num (Zpos a), Num (Zpos b), Num (Zpos c), Num (Zpos d)).
Definition differing (M : measure) (A B : quad) : atom :=
  Is (Sub (crossed M A B) (crossed M B A)) NE.
Definition class_decomposable_denied (M : measure) : list goal :=
  [Goal (kinds Pos four) (assumed M) (Defined (at_ M C));
   Goal (kinds Pos four) (assumed M) (Defined (at_ (rate_of M 1) C))].
Lemma at_numbers_ok : forall M A theta a b c d, vals A theta = (a, b, c, d) ->
  plainly A theta -> (val (at_ M A) theta = val (formula M) (cells theta (a, b, c, d))) /\
  (def (at_ M A) theta <-> def (formula M) (cells theta (a, b, c, d))).
Proof. intros. rewrite at_val, at_def, H by auto. tauto. Qed.
Lemma mixed_ratio : forall M theta p u v, Forall valid (class_decomposable_denied M) ->
  smooth M 1 = true -> smooth M 4 = true -> smooth (rate_of M 1) 4 = true ->
  admissible M theta -> forall a b c d, positives [a; b; c; d] ->
  let at_A := fun M => val (formula M) (cells theta (a, b, c, d)) in
  def (formula (rate_of M 4)) (cells theta (a, b, c, d)) ->
  def (formula (twice M)) (cells theta (a, b, c, d)) ->
  (forall tp fn fp tn, positives [tp; fn; fp; tn] ->
    let A := (tp, fn, fp, tn) in def (formula M) (cells theta A) ->
    (p <> 1 -> 0 < val (formula M) (cells theta A)) /\
    to_power p (val (formula M) (cells theta A)) = u tp fn fp + v tn fn fp) ->
  at_A M * at_A (twice M) = (1 - p) * (at_A (rate_of M 1) * at_A (rate_of M 4)).
Proof.
  intros M theta p u v V S1 S4 S14 Ad a b c d P at_A DY DXY S. unfold at_A.
  apply Forall_cons_iff in V. destruct V as [V1 V2]. apply Forall_inv in V2.
  assert (D : forall x y, 0 < x -> 0 < y -> positives [x; b; c; y] /\
    def (formula M) (cells theta (x, b, c, y)) /\
    def (formula (rate_of M 1)) (cells theta (x, b, c, y))).
  { intros x y X Y. assert (Q : positives [x; b; c; y])
      by (clear - P X Y; unfold positives in *; numbers; all_of; auto).
    pose proof (everywhere M _ V1 theta x b c y Ad Q) as D1.
    pose proof (everywhere M _ V2 theta x b c y Ad Q) as D2. cbn [holds] in D1, D2.
    apply (proj2 (at_cells_ok theta M (x, b, c, y) _ eq_refl)) in D1.
    apply (proj2 (rate_at M 1 theta (x, b, c, y))) in D2. auto. }
  assert (X : 0 < a /\ 0 < d) by (clear - P; unfold positives in P; numbers; auto).
  destruct X as [X Y].
  apply (separate (fun x y => val (formula M) (cells theta (x, b, c, y)))
    (fun x => u x b c) (fun y => v y b c) a d p _ _
    (fun y => val (formula (rate_of M 1)) (cells theta (a, b, c, y)))); auto.
  - intros y Q. destruct (D a y X Q) as (_ & D1 & D2).
    apply (partial_ok M theta (a, b, c, y) 1); auto. simpl; auto.
  - destruct (D a d X Y) as (_ & D1 & D2).
    apply (partial_ok M theta (a, b, c, d) 4); auto. simpl; auto.
  - destruct (D a d X Y) as (_ & D1 & D2).
    apply (partial_ok (rate_of M 1) theta (a, b, c, d) 4); auto. simpl; auto.
  - intros x y X' Y'. destruct (D x y X' Y') as (Q & D1 & _). now apply S.
Qed.
Theorem class_decomposable_not : forall a b c d a' b' c' d' M ps qs p,
  smooth M 1 && smooth M 4 && smooth (rate_of M 1) 4 = true ->
  all_true ps (assumed M) qs &&
    true_there ps (differing M (cells_of a b c d) (cells_of a' b' c' d')) p = true ->
  Forall valid (class_decomposable_denied M) -> ~ class_decomposable M.
Proof.
  intros a b c d a' b' c' d' M ps qs r S H V Q. ab.
  apply all_true_ok, assumed_ok in H. apply true_there_ok in H0.
  set (theta := real_env (at_point ps)) in *. destruct (Q theta H) as (p & u & v & K).
  unfold differing, crossed in H0. destruct H0 as [D N]. cbn [def val rl] in D, N.
  assert (A : forall W a b c d, (val (at_ W (cells_of a b c d)) theta =
      val (formula W) (cells theta (IZR (Zpos a), IZR (Zpos b), IZR (Zpos c), IZR (Zpos d)))) /\
    (def (at_ W (cells_of a b c d)) theta <->
      def (formula W) (cells theta (IZR (Zpos a), IZR (Zpos b), IZR (Zpos c), IZR (Zpos d)))))
    by (intros; apply at_numbers_ok; [reflexivity|cbn; repeat split; tauto]).
  assert (B : forall a b c d, def (at_ (rate_of M 4) (cells_of a b c d)) theta ->
    def (at_ (twice M) (cells_of a b c d)) theta ->
    val (at_ M (cells_of a b c d)) theta * val (at_ (twice M) (cells_of a b c d)) theta =
    (1 - p) * (val (at_ (rate_of M 1) (cells_of a b c d)) theta *
               val (at_ (rate_of M 4) (cells_of a b c d)) theta)).
  { intros x y z w D4 D14. apply A in D4. apply A in D14. rewrite !(proj1 (A _ _ _ _ _)).
    apply (mixed_ratio M theta p u v V); auto.
    unfold positives. all_of; apply IZR_lt; reflexivity. }
  apply N. rewrite (B a b c d), (B a' b' c' d') by tauto. ring.
Qed.
