"""Similarity and association of two sets: ecology, numerical taxonomy, association rules.

The names are those of S.-S. Choi, S.-H. Cha and C. Tappert, "A survey of binary similarity and
distance measures", Journal of Systemics, Cybernetics and Informatics 8 (2010), where they agree
with the field's.
"""

from __future__ import annotations

from symbolic_measures.meaning.catalog.registry import declare, refuse

declare(
    "Tversky", "TP/(TP+alpha*FN+beta*FP)", "90/(90+4*alpha+5*beta)", "Tversky index",
    "tversky_index", domain="TP + alpha*FN + beta*FP > 0", assume=["alpha >= 0", "beta >= 0"],
    source="A. Tversky, Psychological Review 84 (1977)",
)  # fmt: skip
declare(
    "Kulczynski_1", "TP/(FN+FP)", "10", "First Kulczynski coefficient",
    domain="FN + FP > 0", source="S. Kulczynski, Bull. Acad. Polonaise des Sciences (1927)",
)  # fmt: skip
declare(
    "Kulczynski_2", "(TP/P+TP/Phat)/2", "1701/1786", "Second Kulczynski coefficient", "AUPR",
    "Driver_Kroeber", domain="P, P^ > 0",
    source="S. Kulczynski, Bull. Acad. Polonaise des Sciences (1927)",
)  # fmt: skip
declare(
    "overlap", "TP/Min(P,Phat)", "45/47", "Overlap coefficient", "overlap_coefficient", "OC",
    "Szymkiewicz_Simpson", "Simpson", domain="P, P^ > 0",
    source="G. G. Simpson, American Journal of Science 241 (1943)",
)  # fmt: skip
declare(
    "Braun_Blanquet", "TP/Max(P,Phat)", "18/19", "Braun-Blanquet coefficient",
    domain="P + P^ > 0", source="J. Braun-Blanquet, Plant Sociology (1932)",
)  # fmt: skip
declare(
    "Rogers_Tanimoto", "(TP+TN)/(TP+TN+2*(FN+FP))", "91/109", "Rogers-Tanimoto coefficient",
    domain="everywhere", source="D. Rogers and T. Tanimoto, Science 132 (1960)",
)  # fmt: skip
_SOKAL = "R. Sokal and P. Sneath, Principles of Numerical Taxonomy (1963)"
declare(
    "Sokal_Sneath_positive", "TP/(TP+2*(FN+FP))", "5/6",
    "Sokal-Sneath coefficient without TN, errors doubled", domain="TP + FN + FP > 0",
    source=_SOKAL,
)  # fmt: skip
declare(
    "Sokal_Sneath_matching", "2*(TP+TN)/(2*(TP+TN)+FN+FP)", "182/191",
    "Sokal-Sneath coefficient, matches doubled", "Gower_Legendre", domain="everywhere",
    source=_SOKAL,
)  # fmt: skip
declare(
    "Sokal_Sneath_3", "(TP+TN)/(FN+FP)", "91/9", "Third Sokal-Sneath coefficient",
    domain="FN + FP > 0", source=_SOKAL,
)  # fmt: skip
declare(
    "Sokal_Sneath_5", "TP*TN/sqrt(P*Phat*N*Nhat)", "90/sqrt(267900)",
    "Fifth Sokal-Sneath coefficient", "Ochiai_2", domain="P, N, P^, N^ > 0", source=_SOKAL,
)  # fmt: skip
declare(
    "Russell_Rao", "TP/n", "9/10", "Russell-Rao coefficient", domain="everywhere",
    source="P. Russell and T. Rao, J. Malaria Institute of India 3 (1940)",
)  # fmt: skip
declare(
    "Hamann", "(TP+TN-FN-FP)/n", "41/50", "Hamann coefficient", "Bennett_S", "PABAK",
    "Holley_Guilford", domain="everywhere",
    source="U. Hamann, Willdenowia 2 (1961); E. Bennett et al., Public Opinion Quarterly 18 (1954)",
)  # fmt: skip
declare(
    "Faith", "(TP+TN/2)/n", "181/200", "Faith's coefficient", domain="everywhere",
    source="D. Faith, Oecologia 57 (1983)",
)  # fmt: skip
declare(
    "three_W_Jaccard", "3*TP/(3*TP+FN+FP)", "30/31", "Jaccard index, TP threefold",
    domain="TP + FN + FP > 0", source="S.-S. Choi, S.-H. Cha and C. Tappert (2010)",
)  # fmt: skip
declare(
    "Jaccard_distance", "(FN+FP)/(TP+FN+FP)", "1/11", "Jaccard distance", "Soergel",
    domain="TP + FN + FP > 0", higher_is_better=False,
    source="M. Levandowsky and D. Winter, Nature 234 (1971)",
)  # fmt: skip
declare(
    "Bray_Curtis", "(FN+FP)/(2*TP+FN+FP)", "1/21", "Bray-Curtis dissimilarity",
    "Lance_Williams", "Dice_distance", domain="TP + FN + FP > 0", higher_is_better=False,
    source="J. Bray and J. Curtis, Ecological Monographs 27 (1957)",
)  # fmt: skip
declare(
    "Johnson", "TP/P+TP/Phat", "1701/893", "Johnson coefficient", domain="P, P^ > 0",
    source="S. Johnson, Psychometrika 32 (1967)",
)  # fmt: skip
declare(
    "Sorgenfrei", "TP^2/(P*Phat)", "810/893", "Sorgenfrei coefficient",
    domain="P, P^ > 0", source="T. Sorgenfrei (1958)",
)  # fmt: skip
declare(
    "McConnaughey", "(TP^2-FN*FP)/(P*Phat)", "808/893", "McConnaughey coefficient",
    domain="P, P^ > 0", source="B. McConnaughey, Marine Research Indonesia 7 (1964)",
)  # fmt: skip
declare(
    "Mountford", "2*TP/(TP*FN+TP*FP+2*FN*FP)", "18/85", "Mountford index (not scale-invariant)",
    domain="two of TP, FN, FP > 0", source="M. Mountford, Progress in Soil Zoology (1962)",
)  # fmt: skip
declare(
    "Baroni_Urbani_Buser", "(sqrt(TP*TN)+TP)/(sqrt(TP*TN)+TP+FN+FP)",
    "(sqrt(90)+90)/(sqrt(90)+99)", "Baroni-Urbani and Buser coefficient",
    domain="TP + FN + FP > 0", source="C. Baroni-Urbani and M. Buser, Systematic Zoology 25 (1976)",
)  # fmt: skip
declare(
    "lift", "n*TP/(P*Phat)", "900/893", "Lift", "Forbes", "lift_score", "interest_factor",
    domain="P, P^ > 0",
    source="S. Forbes, Bull. Illinois State Lab. of Natural History 7 (1907); S. Brin et al., "
    "SIGMOD 1997",
)  # fmt: skip
declare(
    "PMI", "log(n*TP/(P*Phat))/log(2)", "log(900/893)/log(2)", "Pointwise mutual information",
    "pointwise_mutual_information", "information_score", domain="TP > 0",
    source="K. Church and P. Hanks, Computational Linguistics 16 (1990)",
)  # fmt: skip
declare(
    "Tarwid", "(n*TP-P*Phat)/(n*TP+P*Phat)", "7/1793", "Tarwid coefficient",
    domain="P, P^ > 0", source="K. Tarwid, Ekologia Polska B 6 (1960)",
)  # fmt: skip
declare(
    "Dennis", "(TP*TN-FN*FP)/sqrt(n*P*Phat)", "70/sqrt(893000)",
    "Dennis coefficient", domain="P, P^ > 0",
    source="S. Dennis, Statistical Association Methods for Mechanized Documentation (1965)",
)  # fmt: skip
declare(
    "leverage", "TP/n-(P/n)*(Phat/n)", "7/1000", "Leverage, weighted relative accuracy",
    "Piatetsky_Shapiro", "WRAcc", domain="everywhere",
    source="G. Piatetsky-Shapiro (1991); N. Lavrac, P. Flach and B. Zupan, ILP 1999",
)  # fmt: skip
declare(
    "conviction", "Phat*N/(n*FP)", "57/50", "Conviction", domain="FP > 0",
    source="S. Brin et al., SIGMOD 1997",
)  # fmt: skip
declare(
    "Klosgen", "sqrt(TP/n)*(TP/Phat-P/n)", "sqrt(9/10)*7/950", "Kloesgen's measure",
    domain="P^ > 0", source="W. Kloesgen, Explora, in: Advances in Knowledge Discovery (1996)",
)  # fmt: skip
refuse("Kulczynski", Kulczynski_1="TP/(FN+FP)", Kulczynski_2="the mean of two rates")
_NUMBERED = {"1": ("SPSS", "Choi et al. 2010"), "2": ("Choi et al. 2010", "SPSS")}
for _number, (_matching, _positive) in _NUMBERED.items():
    refuse(
        f"Sokal_Sneath_{_number}",
        Sokal_Sneath_matching=f"number {_number} in {_matching}",
        Sokal_Sneath_positive=f"number {_number} in {_positive}",
    )
