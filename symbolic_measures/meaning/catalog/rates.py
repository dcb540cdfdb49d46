"""Rates and their ratios: diagnostic tests (medicine), retrieval, and what libraries return."""

from __future__ import annotations

from symbolic_measures.meaning.catalog.registry import declare, refuse

_PYCM = "S. Haghighi et al., PyCM, Journal of Open Source Software 3 (2018)"

declare(
    "FDR", "FP/Phat", "1/19", "False discovery rate", "false_discovery_rate",
    "false_alarm_ratio", domain="P^ > 0", higher_is_better=False,
    source="Y. Benjamini and Y. Hochberg, J. Royal Statistical Society B 57 (1995)",
)  # fmt: skip
declare(
    "FOR", "FN/Nhat", "4/5", "False omission rate", "false_omission_rate",
    domain="N^ > 0", higher_is_better=False, source=_PYCM,
)  # fmt: skip
declare(
    "error_rate", "(FN+FP)/n", "9/100", "Error rate", "ERR", "misclassification_rate",
    "zero_one_loss", "hamming_loss", domain="everywhere", higher_is_better=False,
    source="scikit-learn, sklearn.metrics.zero_one_loss",
)  # fmt: skip
declare(
    "LR_plus", "recall/(1-specificity)", "54/47", "Positive likelihood ratio", "PLR",
    "positive_likelihood_ratio", domain="P, N, FP > 0",
    source="J. Deeks and D. Altman, BMJ 329 (2004)",
)  # fmt: skip
declare(
    "LR_minus", "(1-recall)/specificity", "12/47", "Negative likelihood ratio", "NLR",
    "negative_likelihood_ratio", domain="P, N, TN > 0", higher_is_better=False,
    source="J. Deeks and D. Altman, BMJ 329 (2004)",
)  # fmt: skip
declare(
    "DOR", "TP*TN/(FN*FP)", "9/2", "Diagnostic odds ratio", "diagnostic_odds_ratio",
    "odds_ratio", domain="FN, FP > 0",
    source="A. Glas et al., Journal of Clinical Epidemiology 56 (2003)",
)  # fmt: skip
declare(
    "relative_risk", "(TP/Phat)/(FN/Nhat)", "45/38", "Relative risk", "risk_ratio",
    domain="P^, N^, FN > 0", source="J. Cornfield, J. National Cancer Institute 11 (1951)",
)  # fmt: skip
declare(
    "prevalence_threshold", "(sqrt(recall*(1-specificity))+specificity-1)/(recall+specificity-1)",
    "(sqrt(75/94)-5/6)*282/35", "Prevalence threshold", domain="P, N > 0, TP*N != FP*P",
    higher_is_better=False, source="J. Balayla, PLoS ONE 15 (2020)",
)  # fmt: skip
declare(
    "net_benefit", "TP/n-w*FP/n", "(90-5*w)/100", "Net benefit at the odds w = p/(1-p)",
    domain="everywhere", assume=["w > 0"],
    source="A. Vickers and E. Elkin, Medical Decision Making 26 (2006)",
)  # fmt: skip
declare(
    "F2", "5*TP/(5*TP+4*FN+FP)", "150/157", "F2 score, recall weighs more",
    domain="TP + FN + FP > 0", source="C. van Rijsbergen, Information Retrieval (1979)",
)  # fmt: skip
declare(
    "F_half", "(5/4)*TP/((5/4)*TP+(1/4)*FN+FP)", "75/79", "F0.5 score, precision weighs more",
    "F0_5", domain="TP + FN + FP > 0", source="C. van Rijsbergen, Information Retrieval (1979)",
)  # fmt: skip
declare(
    "E_measure", "1-1/(alpha/precision+(1-alpha)/recall)", "1-90/(94+alpha)",
    "Effectiveness measure E", "van_Rijsbergen", domain="TP > 0", assume=["0 <= alpha <= 1"],
    higher_is_better=False, source="C. van Rijsbergen, Information Retrieval (1979), Chapter 7",
)  # fmt: skip
declare(
    "P4", "4/(1/precision+1/recall+1/specificity+1/NPV)", "40/131",
    "P4, the harmonic mean of four rates", domain="TP, TN > 0",
    source="M. Sitarz, Advances in Artificial Intelligence and Machine Learning 3 (2023)",
)  # fmt: skip
declare(
    "AGF", "sqrt(F2*((5/4)*TN/((5/4)*TN+(1/4)*FP+FN)))", "sqrt(375/2041)",
    "Adjusted F-score", "adjusted_F", domain="TP + FN + FP > 0, TN + FN + FP > 0",
    source="A. Maratea, A. Petrosino and M. Manzo, Information Sciences 257 (2014)",
)  # fmt: skip
declare(
    "ICSI", "precision+recall-1", "808/893", "Individual classification success index",
    domain="P, P^ > 0", source="V. Labatut and H. Cherifi, ICIT 2011",
)  # fmt: skip
declare(
    "dInd", "sqrt((1-specificity)^2+(1-recall)^2)", "sqrt((5/6)^2+(2/47)^2)",
    "Distance from the ideal point of the ROC plane", "distance_index",
    domain="P, N > 0", higher_is_better=False, source=_PYCM,
)  # fmt: skip
declare(
    "detection_prevalence", "Phat/n", "19/20", "Share of positive predictions",
    "predicted_prevalence", domain="everywhere", source="yardstick, detection_prevalence()",
)  # fmt: skip
declare(
    "AM", "Phat-P", "1", "Predicted minus true positives (0 is best)", domain="everywhere",
    source=_PYCM,
)  # fmt: skip
refuse(
    "AUC",
    BA="the area under a ROC curve of one point, as in pycm",
    AUC_pointwise="recall times specificity, brzezinski2018",
)
refuse("G_measure", FM="precision and recall, as in pycm", Gmean="recall and specificity")
