(** * The mean of the hypergeometric distribution

    There are [choose P k * choose m (q - k)] of the [choose (P + m) q] ways to draw q elements,
    k of them from P and the others from m ([vandermonde]), and P q / (P + m) of P are drawn on the
    average ([mean_of_draw]). *)
From Coq Require Import Reals Lra Lia ZArith.
From SymbolicMeasures Require Import Formula Properties.
Open Scope R_scope.

Lemma sum_ext : forall m f g, (forall k, (k <= m)%nat -> f k = g k) -> sum m f = sum m g.
Proof.
  induction m; intros f g E; simpl. apply E; lia. rewrite (IHm f g), E; auto; intros; apply E; lia.
Qed.
Lemma sum_add : forall m f g, sum m (fun k => f k + g k) = sum m f + sum m g.
Proof. induction m; intros; simpl; auto. rewrite IHm. ring. Qed.
Lemma sum_times : forall m f c, sum m (fun k => c * f k) = c * sum m f.
Proof. induction m; intros; simpl; auto. rewrite IHm. ring. Qed.
Lemma sum_shift : forall m f, sum (S m) f = f O + sum m (fun k => f (S k)).
Proof. induction m; intros; auto. simpl in *. rewrite IHm. ring. Qed.
Lemma sum_first : forall m f, (forall k, f (S k) = 0) -> sum m f = f O.
Proof. induction m; intros f E; simpl; auto. rewrite IHm, E by auto. ring. Qed.

Lemma choose_zero : forall n, choose n 0 = 1%nat.
Proof. destruct n; auto. Qed.
Lemma choose_above : forall n k, (n < k)%nat -> choose n k = O.
Proof.
  induction n; intros [|k] L; auto; try lia. simpl. rewrite !IHn by lia. auto.
Qed.
Lemma choose_pos : forall n k, (k <= n)%nat -> (0 < choose n k)%nat.
Proof.
  induction n; intros [|k] L; simpl; try lia. assert (0 < choose n k)%nat by (apply IHn; lia). lia.
Qed.
Lemma choose_times : forall n k, (S k * choose (S n) (S k) = S n * choose n k)%nat.
Proof.
  induction n; intro k.
  - destruct k as [|k]; simpl; auto; lia.
  - change (choose (S (S n)) (S k)) with (choose (S n) k + choose (S n) (S k))%nat.
    destruct k as [|k].
    + specialize (IHn O). rewrite !choose_zero in *. lia.
    + pose proof (IHn k) as A. pose proof (IHn (S k)) as B.
      change (choose (S n) (S k)) with (choose n k + choose n (S k))%nat in *.
      revert A B. generalize (choose (S n) (S (S k))), (choose n k), (choose n (S k)).
      intros; nia.
Qed.
Lemma choose_times_R : forall n k,
  INR (S k) * INR (choose (S n) (S k)) = INR (S n) * INR (choose n k).
Proof. intros. rewrite <- !mult_INR. f_equal. apply choose_times. Qed.

Theorem vandermonde : forall P m q,
  sum q (fun k => INR (choose P k) * INR (choose m (q - k))) = INR (choose (P + m) q).
Proof.
  induction P; intros m q.
  - rewrite sum_first by (intro; simpl; ring). simpl. rewrite Nat.sub_0_r. ring.
  - destruct q as [|q].
    + simpl. rewrite !choose_zero. simpl. ring.
    + change (choose (S P + m) (S q)) with (choose (P + m) q + choose (P + m) (S q))%nat.
      rewrite plus_INR, <- (IHP m q), <- (IHP m (S q)), !sum_shift, choose_zero.
      rewrite (sum_ext q _ (fun k => INR (choose P k) * INR (choose m (q - k)) +
        INR (choose P (S k)) * INR (choose m (q - k)))).
      * rewrite sum_add. simpl (S q - 0)%nat.
        rewrite (sum_ext q (fun k => INR (choose P (S k)) * INR (choose m (S q - S k)))
          (fun k => INR (choose P (S k)) * INR (choose m (q - k)))) by reflexivity.
        rewrite choose_zero. ring.
      * intros k L. change (choose (S P) (S k)) with (choose P k + choose P (S k))%nat.
        change (S q - S k)%nat with (q - k)%nat. rewrite plus_INR. ring.
Qed.
Theorem mean_of_draw : forall P m q, (0 < q <= P + m)%nat ->
  sum q (fun k => INR (choose P k) * INR (choose m (q - k)) * INR k)
  = INR (choose (P + m) q) * (INR P * INR q / INR (P + m)).
Proof.
  intros P m q [L L2]. destruct q as [|q]; [lia|]. rewrite sum_shift. simpl (INR 0).
  destruct P as [|P].
  - rewrite (sum_ext q _ (fun _ => 0 * 0)); [|intros; simpl; ring]. rewrite sum_times.
    simpl (INR 0). unfold Rdiv. ring.
  - rewrite (sum_ext q _ (fun k => INR (S P) * (INR (choose P k) * INR (choose m (q - k))))).
    + rewrite sum_times, vandermonde. pose proof (choose_times_R (P + m) q) as E.
      change (S P + m)%nat with (S (P + m)). assert (0 < INR (S (P + m))) by (apply lt_0_INR; lia).
      replace (INR (choose (S (P + m)) (S q)) * (INR (S P) * INR (S q) / INR (S (P + m))))
        with (INR (S P) * (INR (S q) * INR (choose (S (P + m)) (S q))) / INR (S (P + m))) by (field; lra).
      rewrite E. field. lra.
    + intros k _. change (S q - S k)%nat with (q - k)%nat.
      replace (INR (choose (S P) (S k)) * INR (choose m (q - k)) * INR (S k))
        with (INR (S k) * INR (choose (S P) (S k)) * INR (choose m (q - k))) by ring.
      rewrite choose_times_R. ring.
Qed.
