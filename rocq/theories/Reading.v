(** * From formulas to fractions of polynomials, node by node

    A certificate says which fraction each part of a formula is; each node is checked by a few
    polynomial identities.  Where a formula is defined by hypothesis, its conditions become facts;
    where it is to be shown, each condition is proved first.  Result: [read_ok]. *)
From Coq Require Import Reals Lra ZArith Bool Lia List.
From Coq Require Import EnvRing Env.
From SymbolicMeasures Require Import Formula Polynomial Facts Steps Sequent Names Powers.
Import ListNotations.
Open Scope R_scope.

(** ** One node after the other *)
Record state := St { facts : list fact; terms : list term; table : list (expr * (poly * poly)) }.

(** The result of a node, [n / d], with the common factor [g] taken out (modulo equations). *)
Record result := Out { r_n : poly; r_d : poly; r_g : poly; r_ms : multiples; r_ms' : multiples }.

Inductive node :=
  | NSum (c p q : poly) (out : result)                    (* a/(q c) +- b/(p c) *)
  | NMul (out : result)
  | NDiv (pf : proof) (out : result)
  | NPow (pf : proof) (out : result)
  | NSqrt (pf : proof) (w : poly) (i : option positive) (pf_nn : proof) (sg : bool)
      (ms : multiples) (out : result)
  | NLog (pf : proof) (new : list (positive * (poly * poly * proof))) (ks : list (Z * nat))
  | NAcos (pf : proof) (i : positive)
  | NAcosPlain (pf : proof) (kind : Z) (i : positive)     (* arccos of 1, 0, -1, 1/2, -1/2 *)
  | NPower (cs : list raised) (out : result)
  | NPowerZero (pf : proof).                              (* 0^e = 0 *)

Section Read.
Variables (N : names) (s0 : Env sort).
Let s := sorted N s0.

Definition done (st : state) (e : expr) : option (poly * poly) :=
  match plain N [] e with
  | Some p => Some (p, C 1)
  | None => match find (fun x => same e (fst x)) (table st) with Some (_, r) => Some r | _ => None end
  end.
Definition keep (st : state) e r := St (facts st) (terms st) ((e, r) :: table st).
Definition learn (st : state) f := St (facts st ++ [f]) (terms st) (table st).

(** A condition: given, or proved; then a fact. *)
Definition require (given : bool) (st : state) (f : fact) (pf : proof) : option state :=
  if given || check (Seq s (facts st) (terms st) f) pf then Some (learn st f) else None.

Definition conclude (st : state) e (tn td : poly) (o : result) : option state :=
  if peq (pmul (r_n o) (r_g o)) (padd tn (eqs (facts st) (r_ms o))) &&
     peq (pmul (r_d o) (r_g o)) (padd td (eqs (facts st) (r_ms' o)))
  then Some (keep st e (r_n o, r_d o)) else None.

(** A formula that was read before has the same value. *)
Definition same_ratio (st : state) (r : poly * poly) (e : expr) : bool :=
  match done st e with
  | Some (n, d) => peq (pmul (fst r) d) (pmul n (snd r)) | None => false end.

Fixpoint add_terms (st : state) (new : list (positive * (poly * poly * proof))) : option state :=
  match new with
  | [] => Some st
  | (i, (p, q, pf)) :: r =>
      match lookup i N with
      | Some (Log e) =>
          match (match e with
                 | Div a b => match plain N N a, plain N N b with
                     | Some p', Some q' => peq p p' && peq q q' | _, _ => false end
                 | _ => match plain N N e with Some p' => peq p p' && peq q (C 1) | None => false end
                 end) with
          | true => if check (Seq s (facts st) (terms st) (pmul p q, GT)) pf
              then add_terms (St (facts st) (terms st ++ [Term true i p q]) (table st)) r else None
          | false => None
          end
      | _ => None
      end
  end.

Definition step (given : bool) (st : state) (e : expr) (c : node) : option state :=
  match e, c with
  | Add a b, NSum k p q o =>
      match done st a, done st b with
      | Some (na, da), Some (nb, db) =>
          if peq da (pmul q k) && peq db (pmul p k)
          then conclude st e (padd (pmul na p) (pmul nb q)) (pmul k (pmul p q)) o else None
      | _, _ => None
      end
  | Sub a b, NSum k p q o =>
      match done st a, done st b with
      | Some (na, da), Some (nb, db) =>
          if peq da (pmul q k) && peq db (pmul p k)
          then conclude st e (psub (pmul na p) (pmul nb q)) (pmul k (pmul p q)) o else None
      | _, _ => None
      end
  | Mul a b, NMul o =>
      match done st a, done st b with
      | Some (na, da), Some (nb, db) => conclude st e (pmul na nb) (pmul da db) o
      | _, _ => None
      end
  | Div a b, NDiv pf o =>
      match done st a, done st b with
      | Some (na, da), Some (nb, db) =>
          match require given st (nb, NE) pf with
          | Some st' => conclude st' e (pmul na db) (pmul da nb) o
          | None => None
          end
      | _, _ => None
      end
  | Pow a n, NPow pf o =>
      match done st a with
      | Some (na, da) =>
          if Z.leb 0 n
          then conclude st e (ppow na (Z.to_nat n)) (ppow da (Z.to_nat n)) o
          else match require given st (na, NE) pf with
               | Some st' => conclude st' e (ppow da (Z.to_nat (-n))) (ppow na (Z.to_nat (-n))) o
               | None => None
               end
      | _ => None
      end
  | Sqrt a, NSqrt pf w oi pf_nn sg ms o =>
      match done st a with
      | Some (na, da) =>
          match require given st (pmul na da, GE) pf with
          | Some st1 =>
              if nonneg s w && nonneg s (signed sg da) then
                match oi with
                | None =>
                    if peq (pmul w w) (padd (pmul na da) (eqs (facts st1) ms))
                    then conclude st1 e w (signed sg da) o else None
                | Some i =>
                    match lookup i N with
                    | Some (Sqrt r) =>
                        match plain N N r with
                        | Some P =>
                            if check (Seq s (facts st1) (terms st1) (P, GE)) pf_nn then
                              let st2 := learn st1 (psub (pmul (X i) (X i)) P, EQ) in
                              if peq (pmul (pmul w w) P) (padd (pmul na da) (eqs (facts st2) ms))
                              then conclude st2 e (pmul w (X i)) (signed sg da) o else None
                            else None
                        | None => None
                        end
                    | _ => None
                    end
                end
              else None
          | None => None
          end
      | None => None
      end
  | Log a, NLog pf new ks =>
      match done st a with
      | Some (na, da) =>
          match require given st (pmul na da, GT) pf with
          | Some st1 =>
              match add_terms st1 new with
              | Some st2 =>
                  match log_sum (terms st2) ks with
                  | Some (sum, A, B) =>
                      if peq (pmul na B) (pmul da A) then Some (keep st2 e (sum, C 1)) else None
                  | None => None
                  end
              | None => None
              end
          | None => None
          end
      | None => None
      end
  | Acos a, NAcos pf i =>
      match done st a with
      | Some (na, da) =>
          match require given st (psub (pmul da da) (pmul na na), GE) pf, lookup i N with
          | Some st1, Some (Acos a') =>
              if same a a' || same_ratio st (na, da) a' then
                Some (keep (St (facts st1) (terms st1 ++ [Term false i na da]) (table st1))
                  e (X i, C 1))
              else None
          | _, _ => None
          end
      | None => None
      end
  | Acos a, NAcosPlain pf kind i =>
      match done st a with
      | Some (na, da) =>
          match require given st (psub (pmul da da) (pmul na na), GE) pf, lookup i N with
          | Some st0, Some (Acos (Num (-1)%Z)) =>
              let st1 := St (facts st0) (terms st0 ++ [Term false i (C (-1)) (C 1)]) (table st0) in
              match kind with
              | 0%Z => if peq na da then Some (keep st1 e (C 0, C 1)) else None
              | 1%Z => if is_zero na then Some (keep st1 e (X i, C 2)) else None
              | 2%Z => if peq na (popp da) then Some (keep st1 e (X i, C 1)) else None
              | 3%Z => if peq (pmul (C 2) na) da then Some (keep st1 e (X i, C 3)) else None
              | 4%Z => if peq (pmul (C 2) na) (popp da)
                  then Some (keep st1 e (pmul (C 2) (X i), C 3)) else None
              | _ => None
              end
          | _, _ => None
          end
      | None => None
      end
  | Power a b, NPower cs o =>
      match done st a, done st b with
      | Some (na, da), Some (nb, db) =>
          if raises N (fun f pf => check (Seq s (facts st) (terms st) f) pf) na da nb db cs
          then conclude st e (result_top cs) (result_bottom cs) o else None
      | _, _ => None
      end
  | Power a b, NPowerZero pf =>
      match done st a, done st b with
      | Some (na, _), Some (nb, db) =>
          if is_zero na then
            match require given st (pmul nb db, GT) pf with
            | Some st1 => Some (keep st1 e (C 0, C 1)) | None => None end
          else None
      | _, _ => None
      end
  | _, _ => None
  end.

(** a^(k/2) is read as sqrt(a)^k; a derivative has k/2 - 1 there. *)
Fixpoint halves (b : expr) : option Z :=
  match b with
  | Div (Num k) (Num 2%Z) => Some k
  | Sub c (Num n) => match halves c with Some k => Some (k - 2 * n)%Z | None => None end
  | _ => None
  end.
Definition half (b : expr) : option Z :=
  match halves b with Some k => if Z.eqb k 0 then None else Some k | None => None end.
Definition once given st e cs : option (state * list node) :=
  match done st e with
  | Some _ => Some (st, cs)
  | None => match cs with
      | c :: r => match step given st e c with Some st' => Some (st', r) | None => None end
      | [] => None end
  end.
Definition read_half given st e a k cs : option (state * list node) :=
  match once given st (Sqrt a) cs with
  | Some (st1, cs1) => match once given st1 (Pow (Sqrt a) k) cs1 with
      | Some (st2, cs2) => match done st2 (Pow (Sqrt a) k) with
          | Some r => Some (keep st2 e r, cs2) | None => None end
      | None => None end
  | None => None
  end.

Fixpoint read (given : bool) (e : expr) (st : state) (cs : list node) : option (state * list node) :=
  match done st e with
  | Some _ => Some (st, cs)
  | None =>
      match (match e with
             | Power a b =>
                 match read given a st cs with
                 | Some (st1, cs1) => match half b with
                     | Some _ => Some (st1, cs1) | None => read given b st1 cs1 end
                 | None => None end
             | Add a b | Sub a b | Mul a b | Div a b =>
                 match read given a st cs with
                 | Some (st1, cs1) => read given b st1 cs1 | None => None end
             | Neg a | Pow a _ | Sqrt a | Log a | Acos a => read given a st cs
             | _ => None
             end) with
      | Some (st1, cs1) =>
          match e with
          | Neg a => match done st1 a with
              | Some (na, da) => Some (keep st1 e (popp na, da), cs1) | None => None end
          | Power a b => match half b with
              | Some k => read_half given st1 e a k cs1
              | None => match cs1 with
                  | c :: cs2 => match step given st1 e c with
                      | Some st2 => Some (st2, cs2) | None => None end
                  | [] => None
                  end
              end
          | _ => match cs1 with
              | c :: cs2 => match step given st1 e c with
                  | Some st2 => Some (st2, cs2) | None => None end
              | [] => None
              end
          end
      | None => None
      end
  end.

(** *** It is sound *)
Variable l : env.
Hypothesis OK : okenv s0 l.
Let l' := extended N l.

Definition reads (e : expr) (r : poly * poly) : Prop :=
  def e l /\ ev l' (snd r) <> 0 /\ val e l * ev l' (snd r) = ev l' (fst r).
Definition good (st : state) : Prop :=
  Forall (true_at l') (facts st) /\ Forall (term_at l') (terms st) /\
  Forall (fun x => reads (fst x) (snd x)) (table st).

Lemma oks : okenv s l'.
Proof. now apply sorted_ok. Qed.
Lemma done_ok : forall st e r, good st -> done st e = Some r -> reads e r.
Proof.
  intros st e r (_ & _ & G) D. unfold done in D. destruct (plain N [] e) as [p|] eqn:P.
  - inversion D; subst. destruct (plain_ok _ _ _ _ l P) as [V W].
    unfold reads; simpl. rewrite ev_C. fold l' in V. split; [auto|split; lra].
  - destruct (find _ (table st)) as [[e' r']|] eqn:F; inversion D; subst.
    apply find_some in F. destruct F as [I S]. simpl in S. apply same_ok in S; subst e'.
    rewrite Forall_forall in G. exact (G _ I).
Qed.
Lemma keep_ok : forall st e r, good st -> reads e r -> good (keep st e r).
Proof. intros st e r (A & B & D) R. repeat split; simpl; auto. Qed.
Lemma learn_ok : forall st f, good st -> true_at l' f -> good (learn st f).
Proof.
  intros st f (A & B & D) T. repeat split; simpl; auto. apply Forall_app; split; auto.
Qed.
Lemma require_ok : forall given st f pf st', require given st f pf = Some st' -> good st ->
  (given = true -> true_at l' f) -> good st' /\ true_at l' f.
Proof.
  intros given st f pf st' E G T. unfold require in E.
  destruct (given || check _ pf) eqn:K; inversion E; subst.
  assert (F : true_at l' f).
  { destruct given; auto. simpl in K. destruct G as (A & B & _).
    exact (check_ok _ _ K l' oks A B). }
  split; auto. now apply learn_ok.
Qed.
Lemma conclude_ok : forall st e tn td o st', conclude st e tn td o = Some st' -> good st ->
  def e l -> ev l' td <> 0 -> val e l * ev l' td = ev l' tn -> good st' /\ def e l.
Proof.
  intros st e tn td o st' E G D Z V. unfold conclude in E.
  destruct (peq (pmul (r_n o) (r_g o)) _ && peq (pmul (r_d o) (r_g o)) _) eqn:K; inversion E; subst.
  destruct G as (A & B & T). ab. identity l' H. identity l' H0.
  split; auto. apply keep_ok; [repeat split; auto|]. unfold reads; simpl.
  assert (Q : ev l' (r_d o) * ev l' (r_g o) = ev l' td) by lra.
  assert (W : ev l' (r_n o) * ev l' (r_g o) = ev l' tn) by lra.
  assert (U : ev l' (r_d o) <> 0) by (intro U; rewrite U in Q; lra).
  assert (Y : ev l' (r_g o) <> 0) by (intro Y; rewrite Y in Q; lra).
  repeat split; auto. apply Rmult_eq_reg_r with (ev l' (r_g o)); auto. rewrite W, <- V, <- Q. ring.
Qed.
Lemma add_terms_ok : forall new st st', add_terms st new = Some st' -> good st -> good st'.
Proof.
  induction new as [|[i [[p q] pf]] r IH]; cbn [add_terms]; intros st st' E G.
  - inversion E; subst; auto.
  - destruct (lookup i N) as [e|] eqn:L; try discriminate. destruct e; try discriminate.
    match type of E with match ?m with _ => _ end = _ => destruct m eqn:M end; try discriminate.
    destruct (check _ pf) eqn:K; try discriminate.
    apply (IH _ _ E). destruct G as (A & B & T). repeat split; auto; simpl.
    apply Forall_app; split; auto. constructor; auto.
    pose proof (check_ok _ _ K l' oks A B) as P. unfold true_at in P; simpl in P.
    rewrite ev_mul in P.
    assert (V : val e l = ev l' p / ev l' q).
    { assert (U : forall e0, match plain N N e0 with
          Some p' => peq p p' && peq q (C 1) | None => false end = true -> val e0 l = ev l' p / ev l' q).
      { intros e0 M0. destruct (plain N N e0) as [p'|] eqn:Q; try discriminate. ab.
        destruct (plain_ok _ _ _ _ l Q) as [V _]. rewrite (peq_ok _ _ H l'), (peq_ok _ _ H0 l'), ev_C.
        rewrite V. fold l'. field. }
      destruct e; try (now apply U).
      destruct (plain N N e1) as [p'|] eqn:Q1; try discriminate.
      destruct (plain N N e2) as [q'|] eqn:Q2; try discriminate. ab.
      destruct (plain_ok _ _ _ _ l Q1) as [V1 _]. destruct (plain_ok _ _ _ _ l Q2) as [V2 _].
      simpl. rewrite (peq_ok _ _ H l'), (peq_ok _ _ H0 l'), V1, V2. reflexivity. }
    assert (NZ : ev l' q <> 0) by (intro Z; rewrite Z in P; lra).
    unfold term_at, ratio; simpl. split; auto. split.
    + replace (ev l' p / ev l' q) with (ev l' p * ev l' q / (ev l' q * ev l' q)) by (field; auto).
      apply Rdiv_lt_0_compat; auto. nra.
    + unfold l' at 1, extended. rewrite L. simpl. now rewrite V.
Qed.

Lemma sign_ratio : forall r v n d, d <> 0 -> v * d = n -> (rl r v <-> rl r (n * d)).
Proof.
  intros r v n d Z E. symmetry. apply (scaled_sign r (n * d) v (d * d)). nra. subst n. ring.
Qed.
Lemma mul_nz : forall a b, a <> 0 -> b <> 0 -> a * b <> 0.
Proof. intros. now apply Rmult_integral_contrapositive. Qed.
Lemma nz_of : forall v n d, d <> 0 -> v * d = n -> (v <> 0 <-> n <> 0).
Proof.
  intros v n d Z E. subst n. split; intro H. now apply mul_nz.
  intro Y. apply H. rewrite Y. ring.
Qed.
Lemma step_ok : forall given st e c st', step given st e c = Some st' -> good st ->
  (given = true -> def e l) -> good st' /\ def e l.
Proof.
  intros given st e c st' E G D.
  destruct e, c; cbn [step] in E; try discriminate.
  - destruct (done st e1) as [[na da]|] eqn:E1; try discriminate.
    destruct (done st e2) as [[nb db]|] eqn:E2; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). destruct (done_ok _ _ _ G E2) as (D2 & Z2 & V2).
    cbn [fst snd] in *. destruct (peq da (pmul q c) && peq db (pmul p c)) eqn:K; try discriminate.
    ab. identity l' H. identity l' H0.
    assert (Y : ev l' c <> 0 /\ ev l' p <> 0 /\ ev l' q <> 0).
    { rewrite H in Z1. rewrite H0 in Z2. repeat split; intro Y; rewrite Y in *; lra. }
    eapply conclude_ok; eauto; autorewrite with ev.
    + simpl; auto. + destruct Y as (? & ? & ?). repeat apply mul_nz; auto.
    + simpl. rewrite <- V1, <- V2, H, H0. ring.
  - destruct (done st e1) as [[na da]|] eqn:E1; try discriminate.
    destruct (done st e2) as [[nb db]|] eqn:E2; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). destruct (done_ok _ _ _ G E2) as (D2 & Z2 & V2).
    cbn [fst snd] in *. destruct (peq da (pmul q c) && peq db (pmul p c)) eqn:K; try discriminate.
    ab. identity l' H. identity l' H0.
    assert (Y : ev l' c <> 0 /\ ev l' p <> 0 /\ ev l' q <> 0).
    { rewrite H in Z1. rewrite H0 in Z2. repeat split; intro Y; rewrite Y in *; lra. }
    eapply conclude_ok; eauto; autorewrite with ev.
    + simpl; auto. + destruct Y as (? & ? & ?). repeat apply mul_nz; auto.
    + simpl. rewrite <- V1, <- V2, H, H0. ring.
  - destruct (done st e1) as [[na da]|] eqn:E1; try discriminate.
    destruct (done st e2) as [[nb db]|] eqn:E2; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). destruct (done_ok _ _ _ G E2) as (D2 & Z2 & V2).
    cbn [fst snd] in *. eapply conclude_ok; eauto; autorewrite with ev.
    + simpl; auto. + now apply mul_nz. + simpl. rewrite <- V1, <- V2. ring.
  - destruct (done st e1) as [[na da]|] eqn:E1; try discriminate.
    destruct (done st e2) as [[nb db]|] eqn:E2; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). destruct (done_ok _ _ _ G E2) as (D2 & Z2 & V2).
    cbn [fst snd] in *. destruct (require given st (nb, NE) pf) as [st1|] eqn:Q; try discriminate.
    destruct (nz_of _ _ _ Z2 V2) as [W1 W2].
    apply require_ok in Q; auto; [|intro Y; apply D in Y; simpl in Y; apply W1; tauto].
    destruct Q as [G1 F]. unfold true_at in F; simpl in F.
    eapply conclude_ok; eauto; autorewrite with ev.
    + simpl; auto. + now apply mul_nz.
    + simpl. rewrite <- V1, <- V2. assert (val e2 l <> 0) by auto. field; auto.
  - destruct (done st e) as [[na da]|] eqn:E1; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). cbn [fst snd] in *.
    destruct (Z.leb_spec 0 n).
    + eapply conclude_ok; eauto; autorewrite with ev.
      * simpl; split; auto; lia. * now apply pow_nonzero.
      * simpl. rewrite powerRZ_nat by auto. rewrite <- Rpow_mult_distr. now rewrite V1.
    + destruct (require given st (na, NE) pf) as [st1|] eqn:Q; try discriminate.
      destruct (nz_of _ _ _ Z1 V1) as [W1 W2].
      apply require_ok in Q; auto; [|intro Y; apply D in Y; simpl in Y; apply W1; tauto].
      destruct Q as [G1 F]. unfold true_at in F; simpl in F.
      eapply conclude_ok; eauto; autorewrite with ev.
      * simpl; auto. * now apply pow_nonzero.
      * simpl. assert (VE : val e l <> 0) by auto.
        replace (powerRZ (val e l) n) with (/ (val e l ^ Z.to_nat (- n))).
        rewrite <- V1, Rpow_mult_distr. field. now apply pow_nonzero.
        destruct n; try lia. reflexivity.
  - destruct (done st e) as [[na da]|] eqn:E1; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). cbn [fst snd] in *.
    destruct (require given st (pmul na da, GE) pf) as [st1|] eqn:Q; try discriminate.
    destruct (sign_ratio GE _ _ _ Z1 V1) as [W1 W2]. cbn [rl] in W1, W2.
    apply require_ok in Q; auto; [|intro Y; apply D in Y; simpl in Y; unfold true_at; simpl;
      rewrite ev_mul; tauto].
    destruct Q as [G1 F]. unfold true_at in F; simpl in F. rewrite ev_mul in F. apply W2 in F.
    destruct (nonneg s w && nonneg s (signed sg da)) eqn:K; try discriminate. ab.
    apply nonneg_ok with (l := l') in H; [|apply oks].
    apply nonneg_ok with (l := l') in H0; [|apply oks].
    assert (DE : def (Sqrt e) l) by (simpl; auto).
    set (a := ev l' (signed sg da)) in *.
    assert (A2 : a * a = ev l' da * ev l' da)
      by (unfold a; destruct sg; simpl; rewrite ?ev_opp; ring).
    assert (A0 : a <> 0) by (intro Y; rewrite Y in A2; apply Z1; nra).
    assert (RT : forall u, 0 <= u -> u * u = ev l' na * ev l' da -> sqrt (val e l) * a = u).
    { intros u U W. assert (VV : val e l = (u / a) * (u / a)).
      { replace (u / a * (u / a)) with (u * u / (a * a)) by (field; auto).
        rewrite W, A2, <- V1. field. auto. }
      rewrite VV, sqrt_square. field; auto. apply Rmult_le_pos; auto.
      left. apply Rinv_0_lt_compat. lra. }
    destruct i as [i|].
    + destruct (lookup i N) as [e'|] eqn:L; try discriminate. destruct e' as [| | | | | | | |r| | | | | | |]; try discriminate.
      destruct (plain N N r) as [P|] eqn:PP; try discriminate.
      destruct (check _ pf_nn) eqn:CK; try discriminate.
      destruct G1 as (A & B & T).
      pose proof (check_ok _ _ CK l' oks A B) as PN. unfold true_at in PN; simpl in PN.
      destruct (plain_ok _ _ _ _ l PP) as [PV _]. fold l' in PV.
      assert (XI : l' i = sqrt (ev l' P)).
      { unfold l' at 1, extended. rewrite L. simpl. now rewrite PV. }
      assert (G2 : good (learn st1 (psub (pmul (X i) (X i)) P, EQ))).
      { apply learn_ok; [repeat split; auto|]. unfold true_at; simpl. autorewrite with ev.
        rewrite XI, sqrt_def; auto. ring. }
      set (st2 := learn st1 _) in *.
      destruct (peq (pmul (pmul w w) P) _) eqn:PQ; try discriminate.
      destruct G2 as (A' & B' & T'). identity l' PQ.
      eapply conclude_ok; eauto; [repeat split; auto|]. simpl val. fold a. autorewrite with ev.
      apply RT.
      * apply Rmult_le_pos; auto. rewrite XI. apply sqrt_pos.
      * rewrite XI. transitivity (ev l' w * ev l' w * (sqrt (ev l' P) * sqrt (ev l' P))). ring.
        rewrite sqrt_def by auto. lra.
    + destruct (peq (pmul w w) _) eqn:PQ; try discriminate.
      assert (G1' := G1). destruct G1' as (A & B & T). identity l' PQ.
      eapply conclude_ok; eauto. simpl val. fold a. apply RT; auto. lra.
  - destruct (done st e) as [[na da]|] eqn:E1; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). cbn [fst snd] in *.
    destruct (require given st (pmul na da, GT) pf) as [st1|] eqn:Q; try discriminate.
    destruct (sign_ratio GT _ _ _ Z1 V1) as [W1 W2]. cbn [rl] in W1, W2.
    apply require_ok in Q; auto; [|intro Y; apply D in Y; simpl in Y; unfold true_at; simpl;
      rewrite ev_mul; tauto].
    destruct Q as [G1 F]. unfold true_at in F; simpl in F. rewrite ev_mul in F. apply W2 in F.
    destruct (add_terms st1 new) as [st2|] eqn:AT; try discriminate.
    apply add_terms_ok in AT; auto.
    destruct (log_sum (terms st2) ks) as [[[sum A] B]|] eqn:LS; try discriminate.
    destruct (peq (pmul na B) (pmul da A)) eqn:PQ; inversion E; subst.
    assert (AT' := AT). destruct AT' as (H1 & H2 & H3).
    destruct (log_sum_ok _ _ _ _ _ l' LS H2) as (NB & PA & VS). identity l' PQ.
    assert (DE : def (Log e) l) by (simpl; auto). split; auto.
    apply keep_ok; auto. unfold reads; simpl. rewrite ev_C. split; [simpl in DE; tauto|].
    split; [lra|]. rewrite VS, Rmult_1_r. f_equal.
    apply Rmult_eq_reg_r with (ev l' da * ev l' B); [|now apply mul_nz].
    transitivity (val e l * ev l' da * ev l' B). ring. rewrite V1, PQ. field. auto.
  - destruct (done st e) as [[na da]|] eqn:E1; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). cbn [fst snd] in *.
    destruct (require given st _ pf) as [st1|] eqn:Q; try discriminate.
    assert (RA : val e l = ev l' na / ev l' da) by (rewrite <- V1; field; auto).
    assert (W : -1 <= val e l <= 1 <-> 0 <= ev l' da * ev l' da - ev l' na * ev l' na).
    { rewrite <- V1. split; intro Y.
      - assert (0 <= 1 - val e l * val e l) by nra. assert (0 < ev l' da * ev l' da) by nra. nra.
      - assert (0 < ev l' da * ev l' da) by nra. assert (0 <= 1 - val e l * val e l) by nra.
        split; nra. }
    apply require_ok in Q; auto; [|intro Y; apply D in Y; simpl in Y; unfold true_at; simpl;
      autorewrite with ev; tauto].
    destruct Q as [G1 F]. unfold true_at in F; simpl in F. autorewrite with ev in F.
    apply W in F.
    destruct (lookup i N) as [e'|] eqn:L; try discriminate. destruct e' as [| | | | | | | | | |a'| | | | |]; try discriminate.
    destruct (same e a' || same_ratio st (na, da) a') eqn:S; inversion E; subst.
    assert (VA : val a' l = val e l).
    { apply orb_prop in S. destruct S as [S|S]; [apply same_ok in S; now subst|].
      unfold same_ratio in S. destruct (done st a') as [[n' d']|] eqn:DA; try discriminate.
      destruct (done_ok _ _ _ G DA) as (_ & Z2 & V2). cbn [fst snd] in *. identity l' S.
      apply Rmult_eq_reg_r with (ev l' d' * ev l' da); [|now apply mul_nz].
      transitivity (val a' l * ev l' d' * ev l' da). ring. rewrite V2, <- S, <- V1. ring. }
    assert (XI : l' i = acos (val e l)) by (unfold l' at 1, extended; rewrite L; simpl; now rewrite VA).
    split; [|simpl; auto]. destruct G1 as (A & B & T). apply keep_ok.
    + repeat split; auto. simpl. apply Forall_app; split; auto. constructor; auto.
      unfold term_at, ratio; simpl. rewrite <- RA. auto.
    + unfold reads; simpl. rewrite ev_C, ev_X, XI. repeat split; auto; try tauto; lra.
  - destruct (done st e) as [[na da]|] eqn:E1; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). cbn [fst snd] in *.
    destruct (require given st _ pf) as [st1|] eqn:Q; try discriminate.
    assert (RA : val e l = ev l' na / ev l' da) by (rewrite <- V1; field; auto).
    assert (W : -1 <= val e l <= 1 <-> 0 <= ev l' da * ev l' da - ev l' na * ev l' na).
    { rewrite <- V1. split; intro Y.
      - assert (0 <= 1 - val e l * val e l) by nra. assert (0 < ev l' da * ev l' da) by nra. nra.
      - assert (0 < ev l' da * ev l' da) by nra. assert (0 <= 1 - val e l * val e l) by nra.
        split; nra. }
    apply require_ok in Q; auto; [|intro Y; apply D in Y; simpl in Y; unfold true_at; simpl;
      autorewrite with ev; tauto].
    destruct Q as [G1 F]. unfold true_at in F; simpl in F. autorewrite with ev in F.
    apply W in F.
    destruct (lookup i N) as [e'|] eqn:L; try discriminate.
    assert (PIV : match e' with Acos (Num (-1)%Z) => l' i = PI | _ => True end).
    { destruct e'; auto. destruct e'; auto. destruct z; auto. destruct p; auto.
      unfold l', extended. rewrite L. apply acos_m1. }
    destruct e'; try discriminate. destruct e'; try discriminate.
    destruct z; try discriminate. destruct p; try discriminate.
    assert (DE : def (Acos e) l) by (simpl; auto).
    assert (G2 : good (St (facts st1) (terms st1 ++ [Term false i (C (-1)) (C 1)]) (table st1))).
    { destruct G1 as (A & B & T). repeat split; auto. simpl. apply Forall_app; split; auto.
      constructor; auto. unfold term_at, ratio; simpl. rewrite !ev_C, PIV.
      replace (-1 / 1) with (-1) by field. rewrite acos_m1. repeat split; auto; lra. }
    clear G1. rename G2 into G1.
    destruct kind as [|[[| |]|[|[| |]|]|]|]; try discriminate.
    + destruct (peq na da) eqn:P; inversion E; subst. split; auto. apply keep_ok; auto.
      identity l' P. unfold reads; simpl. rewrite !ev_C, RA, P.
      replace (ev l' da / ev l' da) with 1 by (field; auto). rewrite acos_1.
      repeat split; try lra. simpl in DE; tauto.
    + destruct (peq (pmul (C 2) na) da) eqn:P; inversion E; subst. split; auto. apply keep_ok; auto.
      identity l' P. unfold reads; simpl. rewrite ev_C, ev_X, PIV, RA.
      replace (ev l' na / ev l' da) with (1 / 2) by (rewrite <- P; field; lra). rewrite acos_half.
      repeat split; try lra. simpl in DE; tauto.
    + destruct (peq (pmul (C 2) na) (popp da)) eqn:P; inversion E; subst. split; auto.
      apply keep_ok; auto. identity l' P. unfold reads; simpl.
      rewrite ev_mul, !ev_C, ev_X, PIV, RA.
      replace (ev l' na / ev l' da) with (- (1 / 2))
        by (replace (ev l' da) with (- (2 * ev l' na)) by lra; field; lra).
      rewrite acos_opp, acos_half. repeat split; try lra. simpl in DE; tauto.
    + destruct (peq na (popp da)) eqn:P; inversion E; subst. split; auto. apply keep_ok; auto.
      identity l' P. unfold reads; simpl. rewrite ev_C, ev_X, PIV, RA, P.
      replace (- ev l' da / ev l' da) with (-1) by (field; auto). rewrite acos_m1.
      repeat split; try lra. simpl in DE; tauto.
    + destruct (is_zero na) eqn:P; inversion E; subst. split; auto. apply keep_ok; auto.
      apply is_zero_ok with (l := l') in P. unfold reads; simpl. rewrite ev_C, ev_X, PIV, RA, P.
      replace (0 / ev l' da) with 0 by (field; auto). rewrite acos_0.
      repeat split; try lra. simpl in DE; tauto.
  - destruct (done st e1) as [[na da]|] eqn:E1; try discriminate.
    destruct (done st e2) as [[nb db]|] eqn:E2; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). destruct (done_ok _ _ _ G E2) as (D2 & Z2 & V2).
    cbn [fst snd] in *. destruct (raises _ _ na da nb db cs) eqn:R; try discriminate.
    apply raised_ok with (l := l) (x := val e1 l) (y := val e2 l) in R; auto.
    + destruct R as (P & NZ & V). eapply conclude_ok; eauto. simpl. tauto.
    + intros f pf K. destruct G as (A & B & _). exact (check_ok _ _ K l' oks A B).
  - destruct (done st e1) as [[na da]|] eqn:E1; try discriminate.
    destruct (done st e2) as [[nb db]|] eqn:E2; try discriminate.
    destruct (done_ok _ _ _ G E1) as (D1 & Z1 & V1). destruct (done_ok _ _ _ G E2) as (D2 & Z2 & V2).
    cbn [fst snd] in *. destruct (is_zero na) eqn:P; try discriminate.
    apply is_zero_ok with (l := l') in P. rewrite P in V1.
    assert (X0 : val e1 l = 0) by (apply Rmult_integral in V1; tauto).
    destruct (require given st (pmul nb db, GT) pf) as [st1|] eqn:Q; inversion E; subst.
    destruct (sign_ratio GT _ _ _ Z2 V2) as [W1 W2]. cbn [rl] in W1, W2.
    apply require_ok in Q; auto.
    + destruct Q as [G1 F]. unfold true_at in F; simpl in F. rewrite ev_mul in F. apply W2 in F.
      assert (DE : def (Power e1 e2) l) by (simpl; auto). split; auto. apply keep_ok; auto.
      unfold reads; simpl. rewrite !ev_C, X0. unfold real_power.
      destruct (Rlt_dec 0 0); [lra|]. repeat split; try lra; auto.
    + intro Y. apply D in Y. simpl in Y. unfold true_at; simpl. rewrite ev_mul. apply W1.
      rewrite X0 in Y. intuition lra.
Qed.
Lemma halves_ok : forall b k, halves b = Some k -> def b l /\ val b l = IZR k / 2.
Proof.
  induction b; intros k H; cbn [halves] in H; try discriminate.
  - destruct b2; try discriminate. destruct (halves b1) as [j|]; [|discriminate]. injection H as <-.
    destruct (IHb1 j eq_refl) as [D V]. cbn [def val]. split; [auto|].
    change (val b1 l - IZR z = IZR (j - 2 * z) / 2). rewrite V, minus_IZR, mult_IZR. field.
  - destruct b1; try discriminate. destruct b2; try discriminate.
    destruct z0 as [|[]|]; try discriminate. destruct p; try discriminate.
    injection H as ->. split; [cbn [def val]; repeat split; lra|reflexivity].
Qed.
Lemma half_ok : forall a b k, half b = Some k ->
  (def (Power a b) l <-> def (Pow (Sqrt a) k) l) /\
  (def (Power a b) l -> val (Power a b) l = val (Pow (Sqrt a) k) l).
Proof.
  intros a b k H. unfold half in H. destruct (halves b) as [j|] eqn:HB; try discriminate.
  destruct (Z.eqb_spec j 0) as [|NZ]; inversion H; subst. clear H.
  destruct (halves_ok b k HB) as [DB VB].
  assert (K : (k < 0)%Z \/ (0 < k)%Z) by lia.
  assert (S0 : 0 < val a l -> 0 < sqrt (val a l)) by apply sqrt_lt_R0.
  assert (IK : IZR k < 0 \/ 0 < IZR k) by (destruct K as [K|K]; apply IZR_lt in K; auto).
  cbn [def val]. rewrite VB. split.
  - split.
    + intros (D & _ & [P|[Z Q]]).
      * split; [split; [exact D|lra]|]. intros _. apply S0 in P. lra.
      * split; [split; [exact D|lra]|]. intro L. apply IZR_lt in L. lra.
    + intros ((D & P) & Q). split; [exact D|]. split; [exact DB|].
      destruct (Rle_lt_or_eq_dec _ _ P) as [L|E]; [left; exact L|right]. split; [auto|].
      destruct IK as [N0|]; [|lra]. exfalso. apply lt_IZR in N0. apply (Q N0).
      rewrite <- E. apply sqrt_0.
  - intros (D & _ & [P|[Z Q]]).
    + unfold real_power. destruct (Rlt_dec 0 (val a l)); [|lra].
      rewrite powerRZ_Rpower by auto. rewrite <- Rpower_sqrt by auto. rewrite Rpower_mult.
      f_equal. field.
    + rewrite Z, sqrt_0. unfold real_power. destruct (Rlt_dec 0 0); [lra|].
      destruct K as [K|K]; [apply IZR_lt in K; lra|]. destruct k; try lia.
      simpl. rewrite pow_i; auto. lia.
Qed.
Lemma once_ok : forall given st e cs st' cs', once given st e cs = Some (st', cs') -> good st ->
  (given = true -> def e l) -> good st' /\ def e l.
Proof.
  intros given st e cs st' cs' E G D. unfold once in E.
  destruct (done st e) eqn:DN.
  - inversion E; subst. split; auto. exact (proj1 (done_ok _ _ _ G DN)).
  - destruct cs as [|c r]; try discriminate.
    destruct (step given st e c) eqn:S; inversion E; subst. eapply step_ok; eauto.
Qed.
Lemma read_half_ok : forall given st a b k cs st' cs', half b = Some k ->
  read_half given st (Power a b) a k cs = Some (st', cs') -> good st ->
  (given = true -> def (Power a b) l) -> good st' /\ def (Power a b) l.
Proof.
  intros given st a b k cs st' cs' H E G D. destruct (half_ok a b k H) as [HD HV].
  unfold read_half in E.
  destruct (once given st (Sqrt a) cs) as [[st1 cs1]|] eqn:O1; try discriminate.
  apply once_ok in O1; auto; [|intro Y; apply D in Y; apply HD in Y; simpl in Y; simpl; tauto].
  destruct O1 as [G1 _].
  destruct (once given st1 (Pow (Sqrt a) k) cs1) as [[st2 cs2]|] eqn:O2; try discriminate.
  apply once_ok in O2; auto; [|intro Y; apply D in Y; now apply HD in Y]. destruct O2 as [G2 D2].
  destruct (done st2 (Pow (Sqrt a) k)) as [r|] eqn:DN; inversion E; subst.
  destruct (done_ok _ _ _ G2 DN) as (A & B & V). apply HD in D2. split; auto.
  apply keep_ok; auto. unfold reads. rewrite HV by auto. auto.
Qed.
Lemma read_ok : forall e given st cs st' cs', read given e st cs = Some (st', cs') -> good st ->
  (given = true -> def e l) -> good st' /\ def e l.
Proof.
  assert (K : forall e given st1 (cs1 : list node) st' cs', match cs1 with
      | c :: cs2 => match step given st1 e c with Some st2 => Some (st2, cs2) | None => None end
      | [] => None end = Some (st', cs') -> good st1 -> (given = true -> def e l) ->
      good st' /\ def e l).
  { intros e given st1 cs1 st' cs' E G D. destruct cs1 as [|c cs2]; try discriminate.
    destruct (step given st1 e c) as [st2|] eqn:S; inversion E; subst. eapply step_ok; eauto. }
  induction e; intros given st cs st' cs' E G D; cbn [read] in E;
    match type of E with match done st ?f with _ => _ end = _ =>
      destruct (done st f) as [r|] eqn:DN;
      [inversion E; subst; destruct (done_ok _ _ _ G DN); tauto|] end; try discriminate;
    try (destruct (read given e1 st cs) as [[st1 cs1]|] eqn:R1; try discriminate;
      destruct (read given e2 st1 cs1) as [[st2 cs2]|] eqn:R2; try discriminate;
      destruct (IHe1 _ _ _ _ _ R1 G) as [G1 _]; [intro Y; apply D in Y; simpl in Y; tauto|];
      destruct (IHe2 _ _ _ _ _ R2 G1) as [G2 _]; [intro Y; apply D in Y; simpl in Y; tauto|];
      eapply K; eauto; fail);
    try (destruct (read given e1 st cs) as [[st1 cs1]|] eqn:R1; try discriminate;
      destruct (IHe1 _ _ _ _ _ R1 G) as [G1 _]; [intro Y; apply D in Y; simpl in Y; tauto|];
      destruct (half e2) as [k|] eqn:HF;
      [eapply read_half_ok; eauto; fail|
       destruct (read given e2 st1 cs1) as [[st2 cs2]|] eqn:R2; try discriminate;
       destruct (IHe2 _ _ _ _ _ R2 G1) as [G2 _]; [intro Y; apply D in Y; simpl in Y; tauto|];
       eapply K; eauto; fail]);
    try (destruct (read given e st cs) as [[st1 cs1]|] eqn:R1; try discriminate;
      destruct (IHe _ _ _ _ _ R1 G) as [G1 D1]; [intro Y; apply D in Y; simpl in Y; tauto|];
      try (eapply K; eauto; fail)).
  destruct (done st1 e) as [[na da]|] eqn:DN'; inversion E; subst.
  destruct (done_ok _ _ _ G1 DN') as (A & B & V). cbn [fst snd] in *.
  split; [|simpl; auto]. apply keep_ok; auto. unfold reads; simpl. rewrite ev_opp.
  repeat split; auto. rewrite <- V. ring.
Qed.
End Read.
