"""The measures of gosgens2021 and brzezinski2018, and what these papers compare them with."""

from __future__ import annotations

from functools import partial

from symbolic_measures.meaning.catalog.registry import declare

_GOSGENS = "gosgens2021, Table 1"
_declare = partial(declare, source=_GOSGENS)

_declare(
    "recall", "TP/P", "45/47", "Recall", "sensitivity", "TPR", "true_positive_rate", "sens",
    "recall_score", "sensitivity_score", "POD", "probability_of_detection", "hit_rate",
    source="gosgens2021, Section 3.1", domain="P > 0",
)  # fmt: skip
_declare(
    "specificity", "TN/N", "1/6", "Specificity", "TNR", "selectivity", "true_negative_rate", "spec",
    "specificity_score",
    source="J. Yerushalmy, Public Health Reports 62 (1947)", domain="N > 0",
)  # fmt: skip
_declare(
    "precision", "TP/Phat", "18/19", "Precision", "PPV", "positive_predictive_value",
    "precision_score", "success_ratio", "SR",
    source="gosgens2021, Section 3.1", domain="P^ > 0",
)  # fmt: skip
_declare(
    "NPV", "TN/Nhat", "1/5", "Negative predictive value", "negative_predictive_value",
    source="T. Vecchio, New England Journal of Medicine 274 (1966)", domain="N^ > 0",
)  # fmt: skip
_declare(
    "F_beta", "(1+beta^2)*TP/((1+beta^2)*TP+beta^2*FN+FP)", "90*(1+beta^2)/(95+94*beta^2)",
    "F-measure", "Fbeta", "fbeta_score", domain="TP + FN + FP > 0", assume=["beta > 0"],
)  # fmt: skip
_declare(
    "F1", "2*TP/(2*TP+FN+FP)", "20/21", "F1 score", "Dice", "F_1", "Sorensen", "f1_score",
    "Sorensen_Dice", "DSC", "Czekanowski",
    domain="TP + FN + FP > 0",
)  # fmt: skip
_declare(
    "Jaccard", "TP/(TP+FN+FP)", "10/11", "Jaccard index", "J", "CSI", "IoU", "Tanimoto",
    "threat_score", "TS", "critical_success_index", "jaccard_score", "jaccard_index",
    domain="TP + FN + FP > 0",
)  # fmt: skip
_declare(
    "CC", "(TP*TN-FP*FN)/sqrt(Phat*P*Nhat*N)", "70/sqrt(267900)",
    "Matthews correlation coefficient", "MCC", "phi", "Matthews",
    "matthews_corrcoef", "matthews_correlation_coefficient", "Yule_phi",
    domain="P, N, P^, N^ > 0",
)  # fmt: skip
_declare(
    "accuracy", "(TP+TN)/n", "91/100", "Accuracy", "Acc", "Rand", "accuracy_score",
    "simple_matching", "SMC", "Sokal_Michener", "proportion_correct", domain="everywhere",
)  # fmt: skip
_declare(
    "BA", "(TP/P+TN/N)/2", "317/564", "Balanced accuracy", "balanced_accuracy",
    "balanced_accuracy_score", "bal_accuracy",
    domain="P, N > 0",
)  # fmt: skip
_declare(
    "kappa", "(n*(TP+TN)-(P*Phat+N*Nhat))/(n^2-(P*Phat+N*Nhat))", "7/52", "Cohen's kappa",
    "Cohen", "adjusted_Rand", "cohen_kappa_score", "kap", "HSS", "Heidke", "Heidke_skill_score",
    domain="P*N^ + N*P^ > 0",
)  # fmt: skip
_declare(
    "SBA", "(TP/P+TP/Phat+TN/N+TN/Nhat)/4", "60853/107160", "Symmetric balanced accuracy",
    "Sokal_Sneath", domain="P, N, P^, N^ > 0",
)  # fmt: skip
_GM = "gosgens2021, Definition 10"
_declare(
    "GM_m2", "(n*TP-P*Phat)/(((P*N)^-2+(Phat*Nhat)^-2)/2)^(-1/2)",
    "70*sqrt((1/564^2+1/475^2)/2)", "Generalized mean, r = -2", source=_GM,
    domain="P, N, P^, N^ > 0",
)  # fmt: skip
_declare(
    "GM_m1", "(n*TP-P*Phat)/(((P*N)^-1+(Phat*Nhat)^-1)/2)^-1", "7273/53580",
    "Generalized mean, r = -1", domain="P, N, P^, N^ > 0", source=_GM,
)  # fmt: skip
_declare(
    "GM_half", "(n*TP-P*Phat)/((sqrt(P*N)+sqrt(Phat*Nhat))/2)^2", "280/(1039+2*sqrt(267900))",
    "Generalized mean, r = 1/2", domain="P*N + P^*N^ > 0", source=_GM,
)  # fmt: skip
_declare(
    "GM_1", "(n*TP-P*Phat)/((P*N+Phat*Nhat)/2)", "140/1039", "Generalized mean, r = 1",
    "Maxwell_Pilliner",
    domain="P*N + P^*N^ > 0", source=_GM,
)  # fmt: skip
_declare(
    "GM_2", "(n*TP-P*Phat)/sqrt(((P*N)^2+(Phat*Nhat)^2)/2)", "70/sqrt(543721/2)",
    "Generalized mean, r = 2", domain="P*N + P^*N^ > 0", source=_GM,
)  # fmt: skip
_declare(
    "GM", "(n*TP-P*Phat)/(((P*N)^r+(Phat*Nhat)^r)/2)^(1/r)", "70/((564^r+475^r)/2)^(1/r)",
    "Generalized mean, any r", "GM_r", assume=["r != 0"],
    domain="P, N, P^, N^ > 0; for r > 0 P*N + P^*N^ > 0", source=_GM,
)  # fmt: skip
_declare(
    "CE",
    "-(xlogy(FN, FN/(P+Phat)) + xlogy(FN, FN/(N+Nhat)) + xlogy(FP, FP/(P+Phat))"
    " + xlogy(FP, FP/(N+Nhat)))/(2*n*log(2))",
    "-(4*log(4/189) + 4*log(4/11) + 5*log(5/189) + 5*log(5/11))/(200*log(2))",
    "Confusion entropy", "confusion_entropy", "CEN", domain="everywhere", higher_is_better=False,
    source="gosgens2021, Table 1, with logarithms to base 2m - 2 = 2 and 0*log(0) = 0",
)  # fmt: skip
_declare(
    "CD", "acos(CC)/pi", "acos(70/sqrt(267900))/acos(-1)", "Correlation distance",
    "correlation_distance", domain="P, N, P^, N^ > 0", higher_is_better=False,
)  # fmt: skip
_declare(
    "CD_chord", "sqrt(2*(1-CC))", "sqrt(2*(1-70/sqrt(267900)))", "Correlation distance, chord",
    "CDprime", source="gosgens2021, Section 3.5 and Statement 4 (CD')",
    domain="P, N, P^, N^ > 0", higher_is_better=False,
)  # fmt: skip
_declare(
    "LOR", "log(TP*TN/(FN*FP))", "log(9/2)", "Log odds-ratio", "log_odds_ratio",
    source="B. Woolf, Annals of Human Genetics 19 (1955)", domain="TP, FN, FP, TN > 0",
)  # fmt: skip
_declare(
    "DP", "sqrt(3)/pi*(log(recall/(1-recall))+log(specificity/(1-specificity)))",
    "sqrt(3)/acos(-1)*log(9/2)", "Discriminant power", "discriminant_power",
    source="M. Sokolova, N. Japkowicz and S. Szpakowicz, AI 2006, LNCS 4304",
    domain="TP, FN, FP, TN > 0",
)  # fmt: skip
_declare(
    "informedness", "recall+specificity-1", "35/282", "Informedness", "Youden", "BM",
    "Youden_J", "j_index", "bookmaker_informedness", "Peirce", "Peirce_skill_score", "PSS", "TSS",
    "true_skill_statistic", "Hanssen_Kuipers", "HK",
    source="W. J. Youden, Cancer 3 (1950); D. Powers 2011", domain="P, N > 0",
)  # fmt: skip
_declare(
    "markedness", "precision+NPV-1", "14/95", "Markedness", "MK", "Clayton",
    "Clayton_skill_score",
    source="D. Powers, J. Machine Learning Technologies 2 (2011)", domain="P^, N^ > 0",
)  # fmt: skip
_declare(
    "FM", "TP/sqrt(P*Phat)", "90/sqrt(8930)", "Fowlkes-Mallows index", "Fowlkes_Mallows",
    "Ochiai", "Otsuka", "cosine_similarity",
    source="E. Fowlkes and C. Mallows, JASA 78 (1983)", domain="P, P^ > 0",
)  # fmt: skip
_declare(
    "Gmean", "sqrt(recall*specificity)", "sqrt(15/94)", "Geometric mean", "G_mean",
    "geometric_mean_score",
    source="M. Kubat and S. Matwin, ICML 1997; brzezinski2018, Table 2", domain="P, N > 0",
)  # fmt: skip
_BRZEZINSKI = "brzezinski2018, Table 2"
_declare(
    "F1_harmonic", "2*precision*recall/(precision+recall)", "20/21",
    "F1 score, harmonic mean as written", domain="TP > 0", source=_BRZEZINSKI,
)  # fmt: skip
_declare(
    "F_beta_linear", "(1+beta)*precision*recall/(beta*precision+recall)",
    "90*(1+beta)/(95+94*beta)", "F-measure that weighs with beta, not beta^2, as written",
    domain="TP > 0", assume=["beta >= 0"], source="brzezinski2018, Equation 5",
)  # fmt: skip
_declare(
    "FNR", "FN/P", "2/47", "False negative rate", "miss_rate", "false_negative_rate",
    domain="P > 0", source=_BRZEZINSKI,
)  # fmt: skip
_declare(
    "FPR", "FP/N", "5/6", "False positive rate", "fall_out", "false_positive_rate",
    "POFD", "probability_of_false_detection",
    domain="N > 0", source=_BRZEZINSKI,
)  # fmt: skip
_declare(
    "AUL", "P/(2*n)+(1-P/n)*BA", "947/1880", "Area under lift", "area_under_lift",
    domain="P, N > 0",
    source="brzezinski2018, supplementary material: P/(2n) + (1 - P/n)*balanced accuracy",
)  # fmt: skip
_declare(
    "AUL_product", "P/(2*n)+(1/2)*(1-P/n)*recall*specificity", "4463/9400",
    "Area under lift, with the product of the rates", domain="P, N > 0",
    source="brzezinski2018, supplementary material: P/(2n) + (1/2)(1 - P/n)*TPR*TNR",
)  # fmt: skip
_declare(
    "kappa_chance", "(accuracy-(P*Phat+N*Nhat)/n^2)/(1-(P*Phat+N*Nhat)/n^2)", "7/52",
    "Cohen's kappa, (accuracy - chance)/(1 - chance)", domain="P*N^ + N*P^ > 0",
    source=_BRZEZINSKI,
)  # fmt: skip
_declare(
    "OP", "accuracy-Abs(specificity-recall)/(specificity+recall)", "6547/31700",
    "Optimized precision", "optimized_precision", domain="P, N > 0 and TP + TN > 0",
    source="brzezinski2018, Equation 8",
)  # fmt: skip
_declare(
    "AUC_pointwise", "recall*specificity", "15/94", "Pointwise AUC-ROC", "pointwise_AUC",
    domain="P, N > 0", source=_BRZEZINSKI,
)  # fmt: skip
_IBA = "V. Garcia, R. Mollineda and J. Sanchez, IbPRIA 2009; brzezinski2018, Section 5.2.2"
_declare(
    "IBA_accuracy", "IBA(accuracy, alpha)", "(1+223*alpha/282)*91/100",
    "Index of balanced accuracy of accuracy", assume=["alpha >= 0"], domain="P, N > 0",
    source=_IBA,
)  # fmt: skip
_declare(
    "IBA_F1", "IBA(F1_harmonic, alpha)", "(1+223*alpha/282)*20/21",
    "Index of balanced accuracy of F1", assume=["alpha >= 0"], domain="TP > 0 and N > 0",
    source=_IBA,
)  # fmt: skip
_declare(
    "IBA_F_beta", "IBA(F_beta_linear, alpha)", "(1+223*alpha/282)*90*(1+beta)/(95+94*beta)",
    "Index of balanced accuracy of the F-measure", assume=["alpha >= 0", "beta >= 0"],
    domain="TP > 0 and N > 0", source=_IBA,
)  # fmt: skip
_declare(
    "IBA_Gmean", "IBA(Gmean, alpha)", "(1+223*alpha/282)*sqrt(15/94)",
    "Index of balanced accuracy of the geometric mean", assume=["alpha >= 0"],
    domain="P, N > 0", source=_IBA,
)  # fmt: skip
