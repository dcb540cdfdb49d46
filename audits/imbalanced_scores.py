"""Scores that imbalanced-learn makes of others: the index of balanced accuracy of the G-mean."""

from __future__ import annotations

from imblearn.metrics import geometric_mean_score, make_index_balanced_accuracy

iba_of_gmean = make_index_balanced_accuracy(alpha=0.1, squared=False)(geometric_mean_score)
iba_of_squared_gmean = make_index_balanced_accuracy(alpha=0.1, squared=True)(geometric_mean_score)
