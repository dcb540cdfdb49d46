"""Agreement and association of two raters: statistics, psychology, information theory."""

from __future__ import annotations

from symbolic_measures.meaning.catalog.registry import declare

declare(
    "Yule_Q", "(TP*TN-FN*FP)/(TP*TN+FN*FP)", "7/11", "Yule's Q", "ORSS",
    "odds_ratio_skill_score", domain="TP*TN + FN*FP > 0",
    source="G. U. Yule, Phil. Trans. Royal Society A 194 (1900)",
)  # fmt: skip
declare(
    "Yule_Y", "(sqrt(TP*TN)-sqrt(FN*FP))/(sqrt(TP*TN)+sqrt(FN*FP))",
    "(sqrt(90)-sqrt(20))/(sqrt(90)+sqrt(20))", "Yule's Y, coefficient of colligation",
    "colligation", domain="TP*TN + FN*FP > 0",
    source="G. U. Yule, J. Royal Statistical Society 75 (1912)",
)  # fmt: skip
declare(
    "phi_squared", "(TP*TN-FN*FP)^2/(P*N*Phat*Nhat)", "49/2679", "Mean square contingency",
    "mean_square_contingency", domain="P, N, P^, N^ > 0",
    source="K. Pearson, On the Theory of Contingency (1904)",
)  # fmt: skip
declare(
    "Cramer_V", "Abs(TP*TN-FN*FP)/sqrt(P*N*Phat*Nhat)", "70/sqrt(267900)", "Cramer's V",
    domain="P, N, P^, N^ > 0", source="H. Cramer, Mathematical Methods of Statistics (1946)",
)  # fmt: skip
declare(
    "chi_squared", "n*(TP*TN-FN*FP)^2/(P*N*Phat*Nhat)", "4900/2679",
    "Pearson's chi-squared statistic (not scale-invariant)", "chi2", domain="P, N, P^, N^ > 0",
    source="K. Pearson, Philosophical Magazine 50 (1900)",
)  # fmt: skip
declare(
    "Loevinger_H", "(TP*TN-FN*FP)/Min(P*Nhat,Phat*N)", "7/47", "Loevinger's H", "Loevinger",
    domain="P, N, P^, N^ > 0", source="J. Loevinger, Psychological Bulletin 45 (1948)",
)  # fmt: skip
declare(
    "Michael", "4*(TP*TN-FN*FP)/((TP+TN)^2+(FN+FP)^2)", "140/4181", "Michael's coefficient",
    domain="everywhere", source="E. Michael, Journal of Ecology 8 (1920)",
)  # fmt: skip
declare(
    "Scott_pi", "((TP+TN)/n-((P+Phat)^2+(N+Nhat)^2)/(4*n^2))/(1-((P+Phat)^2+(N+Nhat)^2)/(4*n^2))",
    "31/231", "Scott's pi", domain="2*TP + FN + FP, 2*TN + FN + FP > 0",
    source="W. Scott, Public Opinion Quarterly 19 (1955)",
)  # fmt: skip
declare(
    "AC1", "((TP+TN)/n-2*(P+Phat)*(N+Nhat)/(4*n^2))/(1-2*(P+Phat)*(N+Nhat)/(4*n^2))",
    "16121/17921", "Gwet's AC1", "Gwet", domain="everywhere",
    source="K. Gwet, British J. of Mathematical and Statistical Psychology 61 (2008)",
)  # fmt: skip
declare(
    "Bangdiwala_B", "(TP^2+TN^2)/(P*Phat+N*Nhat)", "8101/8960", "Bangdiwala's B", "Bangdiwala",
    domain="P*P^ + N*N^ > 0", source="S. Bangdiwala, ISI 45th Session (1985)",
)  # fmt: skip
declare(
    "mutual_information",
    "(xlogy(TP,TP/n)+xlogy(FN,FN/n)+xlogy(FP,FP/n)+xlogy(TN,TN/n)"
    "-xlogy(P,P/n)-xlogy(N,N/n)-xlogy(Phat,Phat/n)-xlogy(Nhat,Nhat/n))/n",
    "(90*log(9000/8930)+4*log(400/470)+5*log(500/570)+log(100/30))/100",
    "Mutual information in nats", "mutual_info_score", domain="everywhere",
    source="C. Shannon, Bell System Technical Journal 27 (1948), with 0*log(0) = 0",
)  # fmt: skip
