"""Scores of yes-or-no forecasts: meteorology.

The event forecast is the positive class; a hit is TP, a miss FN, a false alarm FP.
"""

from __future__ import annotations

from symbolic_measures.meaning.catalog.registry import declare, refuse

declare(
    "bias_score", "Phat/P", "95/94", "Frequency bias (1 is best)", "frequency_bias",
    domain="P > 0",
    source="D. Wilks, Statistical Methods in the Atmospheric Sciences (2011), Section 8.2.2",
)  # fmt: skip
declare(
    "ETS", "(TP-P*Phat/n)/(TP+FN+FP-P*Phat/n)", "7/97", "Equitable threat score",
    "equitable_threat_score", "Gilbert", "Gilbert_skill_score", "GSS",
    domain="FN + FP > 0 or TP*TN > 0",
    source="G. Gilbert (1884); J. Schaefer, Weather and Forecasting 5 (1990)",
)  # fmt: skip
declare(
    "EDS", "2*log(P/n)/log(TP/n)-1", "2*log(47/50)/log(9/10)-1", "Extreme dependency score",
    "extreme_dependency_score", domain="0 < TP < n",
    source="D. Stephenson et al., Meteorological Applications 15 (2008)",
)  # fmt: skip
declare(
    "SEDS", "(log(Phat/n)+log(P/n))/log(TP/n)-1", "(log(19/20)+log(47/50))/log(9/10)-1",
    "Symmetric extreme dependency score", domain="0 < TP < n",
    source="R. Hogan, E. O'Connor and A. Illingworth, QJRMS 135 (2009)",
)  # fmt: skip
declare(
    "EDI", "(log(FPR)-log(recall))/(log(FPR)+log(recall))",
    "(log(5/6)-log(45/47))/(log(5/6)+log(45/47))", "Extremal dependence index",
    domain="TP, FP > 0, not both FN = 0 and TN = 0",
    source="C. Ferro and D. Stephenson, Weather and Forecasting 26 (2011)",
)  # fmt: skip
declare(
    "SEDI",
    "(log(FPR)-log(recall)-log(1-FPR)+log(1-recall))"
    "/(log(FPR)+log(recall)+log(1-FPR)+log(1-recall))",
    "(log(5/6)-log(45/47)-log(1/6)+log(2/47))/(log(5/6)+log(45/47)+log(1/6)+log(2/47))",
    "Symmetric extremal dependence index", domain="TP, FN, FP, TN > 0",
    source="C. Ferro and D. Stephenson, Weather and Forecasting 26 (2011)",
)  # fmt: skip
_BARNES = "L. Barnes et al., Weather and Forecasting 24 (2009)"
refuse("FAR", FDR="the false alarm ratio of meteorology", FPR="the false alarm rate of detection")
refuse("false_alarm_rate", FPR="FP/N", FDR=f"FP/P^, a use that {_BARNES}, found to be common")
refuse("bias", bias_score="the ratio P^/P, meteorology", AM="the difference P^ - P, pycm")
