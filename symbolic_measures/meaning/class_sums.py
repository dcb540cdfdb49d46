"""Statements for every number of classes m: sums over classes as numbers, facts about each class.

A formula of `sums` is written as one of finitely many numbers: n, m, and sums over classes of plain
terms such as c, a*b, c/a, c/(a+b), each a variable.  That needs no induction on m, only

- linearity: sum(x*f + y*g) = x*sum(f) + y*sum(g) for x, y that are the same in all classes;
- sum(1) = m, sum(a) = n, sum(b) = n, sum(q) = m (see `sums` for q);
- positivity: if a term is >= 0 in every class, its sum is (`Fact`), and so is what is left of the
  sum without some classes; so the sum is no less than the term of any class (`_totals`).

What remains is a goal about real numbers, for the kernel.  With `named` = 1 or 2, the classes i, or
i and j, are looked at apart: their cells are variables, and a sum variable stands for the sum over
all other classes (r in the names of cells), of which there are m - named.

Invariant: at every matrix of m >= 2 classes (of at least `least`) with cells >= 0 and n > 0 (cells
> 0, if classes are named, unless the cells are `whole` numbers >= 0), there are values of the
variables, with what `given` says of them, at which each normal form is defined and has the value of
its formula, if that is defined.  So it is at the matrix where named cells have changed (`normal`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from types import MappingProxyType

from symbolic_measures.kernel.algebra import Poly, RuleError, factors
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.meaning.cancelled import in_one_order
from symbolic_measures.meaning.measures import formula_names
from symbolic_measures.meaning.multiclass import MULTICLASS, MULTICLASS_ALIASES
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Sort, Variable
from symbolic_measures.nouns.sums import (
    LETTERS,
    MANY,
    NAMED,
    PAIRED,
    SIZE,
    pairs_of,
    parse_sums,
    sums_of,
)

ZERO, ONE = formula(0), formula(1)
#: One class against the rest, in a fact about every class.
OWN = ("c", "fn", "fp", "tn")
#: Its letters.
ALONE: Mapping[str, Formula] = {
    "a": symbol("c") + symbol("fn"), "b": symbol("c") + symbol("fp"), "c": symbol("c"),
    "n": ((symbol("c") + symbol("fn")) + symbol("fp")) + symbol("tn"),
}  # fmt: skip
#: Names that no parameter may have.
TAKEN = frozenset((*OWN, *LETTERS, *NAMED, *PAIRED, "n", "m", "sum"))
ROLES = "ijr"
#: Cells of named classes and how many elements more they have.
Move = Mapping[str, int]
STILL: Move = MappingProxyType({})


def class_sums(
    text: str,
    parameters: Iterable[str] = (),
    classes_named: bool = False,
    nested: bool = False,
    paired: bool = False,
) -> Formula:
    """A formula for every number of classes, with the measures of both catalogs by name."""
    for name in parameters:
        if name in TAKEN or name.startswith(("sum", "fact", "pairs", "c_")):
            raise FormulaError(f"{name} already has a meaning; a parameter needs another name")
    texts = {alias: MULTICLASS[other].text for alias, other in MULTICLASS_ALIASES.items()}
    known = texts, formula_names(), tuple(parameters)
    tree = parse_sums(text, *known, classes_named, nested, paired)
    if not nested and "ifzero" in tree.replace(dict.fromkeys(pairs_of(tree), ZERO)).ops:
        raise FormulaError("xlogy is not for every m: give a number of classes")
    return tree


@dataclass(frozen=True)
class Fact:
    """A term and the relation to 0 that it has in every class: `a - c >= 0`."""

    term: Formula
    rel: Relation

    def __str__(self) -> str:
        return f"{self.term} {self.rel} 0"


@dataclass
class Frame:
    """The variables of a statement: cells of the named classes, n, m, and sums by their terms.

    `taken` are facts that were taken in, in their order.  The sum of a fact, z >= 0, is a variable
    of its own in place of the first sum that is not replaced yet and that it determines: one that
    stands in it with a number as its coefficient, and nowhere else (`replaced`).
    """

    named: int = 0
    parameters: tuple[Variable, ...] = ()
    conditions: tuple[Atom, ...] = ()
    terms: dict[Formula, str] = field(default_factory=dict)
    taken: dict[str, Fact] = field(default_factory=dict)
    replaced: dict[str, Formula] = field(default_factory=dict)
    known: list[Atom] = field(default_factory=list)
    least: int = 2
    whole: bool = False

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of the named classes and of all others together; none if none is named."""
        roles = ROLES[: self.named] + "r" if self.named else ""
        return tuple(f"c_{i}{j}" for i, j in product(roles, repeat=2))

    @property
    def size(self) -> Formula:
        """n."""
        return summed(map(symbol, self.cells)) if self.named else SIZE

    def letters(self, role: str, move: Move = STILL) -> dict[str, Formula]:
        """True size, predicted size and right ones of a named class, after a move."""
        own = [name for name in self.cells if name[2] == role]
        predicted = [name for name in self.cells if name[3] == role]
        return {
            letter: _more(summed(map(symbol, names)), sum(move.get(name, 0) for name in names))
            for letter, names in zip("abc", (own, predicted, [f"c_{role}{role}"]), strict=True)
        }

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All variables, with the sorts that they have.

        A cell of two named classes, or of one against the rest, is positive where all cells are;
        a cell that only other classes have is 0 if there is none (m = 2).
        """
        found = [Variable("n", "positive")] if not self.named else []
        for name in self.cells:
            sort: Sort = "nonnegative" if self.named == 2 and "r" in name else "positive"
            found.append(Variable(name, "natural" if self.whole else sort))
        found.append(Variable("m", "natural"))
        sums = {name: _sort(term) for term, name in self.terms.items()}
        found += [Variable(name, sort) for name, sort in sums.items() if name not in self.replaced]
        strict = () if self.named else (name for name, f in self.taken.items() if f.rel == ">")
        signs: dict[str, Sort] = {**dict.fromkeys(self.taken, "nonnegative"),
                                  **dict.fromkeys(strict, "positive")}  # fmt: skip
        found += [Variable(name, sort) for name, sort in signs.items()]
        return (*found, *self.parameters)

    @property
    def given(self) -> tuple[Atom, ...]:
        """What is known of them besides: m >= `least`, the conditions on parameters, the facts that
        replace no sum, and that a sum that was replaced is >= 0."""
        sums = {name: _sort(term) for term, name in self.terms.items()}
        signs = (Atom(tree, ">=") for name, tree in self.replaced.items()
                 if sums[name] == "nonnegative")  # fmt: skip
        known = (Atom(self._solved(atom.expr), atom.rel) for atom in (*self.known, *signs))
        return (Atom(MANY - self.least, ">="), *self.conditions, *known)

    # --- normal forms -----------------------------------------------------------------------

    def normal(self, tree: Formula, move: Move = STILL) -> Formula:
        """The formula in these variables; or at the matrix with more elements in named cells.

        Sound: such a move changes a, b, c of the named classes and n; all other letters stay.
        """
        if "pairs" in tree.ops:
            raise FormulaError("pairs(...) is not for every m here: give a number of classes")
        tree = tree.at(n=_more(SIZE, sum(move.values())))
        swap: dict[Formula, Formula] = {}
        for node in sums_of(tree):
            body = node.args[0].replace(swap)
            own = [body.at(**self.letters(role, move)) for role in ROLES[: self.named]]
            swap[node] = summed([*own, self.rest(body)])
        place = {
            f"{letter}_{role}": value
            for role in ROLES[: self.named]
            for letter, value in self.letters(role, move).items()
        }
        return self._solved(self._sized(tree.replace(swap).at(**place)))

    def _solved(self, tree: Formula) -> Formula:
        """With what replaced sums are."""
        while not set(tree.symbols()).isdisjoint(self.replaced):
            tree = tree.at(**self.replaced)
        return tree

    def _sized(self, tree: Formula) -> Formula:
        return tree.at(n=self.size) if self.named else tree

    def rest(self, body: Formula) -> Formula:
        """The sum of a term over the classes that are not named.

        Sound: where the term is defined it equals top/bottom in lowest terms.  With bottom = x*y,
        where y does not speak of the class, and top = quotient*x + remainder, the sum is that of
        its terms one by one, by linearity; what does not speak of the class stands before the sum.
        A variable that the reader has put for a root of what is in the class differs from class to
        class and means nothing outside of this reading: such a term, or one that cannot be read, is
        one sum as it stands (`_by_parts`), the same one in whatever order its sums and products
        are written.  Where top is 0, so is the term.
        """
        if "ifzero" in body.ops:
            return self._with_cases(body)
        names = tuple(Variable(name, "real") for name in dict.fromkeys((*LETTERS, *body.symbols())))
        read = reader(Goal(names, (), Atom(body, "defined")))
        try:
            top, bottom = read.ratio(body)
        except RuleError as error:
            if "sqrt" not in body.ops:
                raise FormulaError(f"{body}: {error}") from None
            return self._as_it_stands(body)  # the sign of what is under a root is not plain
        if top.is_zero():
            return ZERO
        if not is_rational(read):
            return self._as_it_stands(body)
        own, other = _apart(read, bottom) or (bottom, bottom.context().constant(1))
        if body.op in ("+", "-") and len(factors(own)[1]) > 1:  # c/a + c/b: two sums
            one, two = (self.rest(part) for part in body.args)
            return one + two if body.op == "+" else one - two
        quotient, remainder = divmod(top, own)
        if quotient * own + remainder != top:
            raise FormulaError(f"{body}: a division with remainder failed")
        one = own.context().constant(1)
        found = [*self._by_terms(read, quotient, one), *self._by_terms(read, remainder, own)]
        whole = summed(found)
        return self._sized(whole if other.is_one() else whole / as_tree(read, other))

    def _with_cases(self, body: Formula) -> Formula:
        """The sum of a term with cases over the classes that are not named.

        Sound: by linearity; ifzero(t, x, y) is x where the numerator of t is 0, y elsewhere; and
        where it is defined, x or y has the value of what it is in lowest terms, which is defined
        there.  If both are the same in lowest terms it is that.  Anything else is a sum as it is.
        """
        if (whole := self._by_parts(body)) is not None:
            return whole
        if body.op == "ifzero" and all(set(part.ops) <= _RATIONAL for part in body.args):
            test, then, other = map(_lowest, body.args)
            if then == other:
                return self.rest(then)
            body = Formula("ifzero", test.args[0] if test.op == "/" else test, then, other)
        return self._sized(self._atom(body))

    def _by_parts(self, body: Formula) -> Formula | None:
        """The sum of a sum, or of a quotient by what is the same in all classes; None of another.

        Sound: by linearity; such a term is defined just where its parts are and its divisor is not
        0, and the divisor stays below the line.
        """
        if body.op in ("+", "-"):
            one, two = map(self.rest, body.args)
            return one + two if body.op == "+" else one - two
        if body.op == "/" and set(body.args[1].symbols()).isdisjoint(LETTERS):
            return self.rest(body.args[0]) / self._sized(body.args[1])
        return None

    def _as_it_stands(self, body: Formula) -> Formula:
        if (whole := self._by_parts(body)) is not None:
            return whole
        order = in_one_order(body)
        same = (term for term in self.terms if in_one_order(term) == order)
        return self._sized(self._atom(next(same, body)))

    def _by_terms(self, read: Reader, top: Poly, own: Poly) -> Iterator[Formula]:
        """Each term of the class with what stands before it."""
        grouped: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
        for monomial, coefficient in top.to_dict().items():
            inside = tuple(int(p) if name in LETTERS else 0
                           for name, p in zip(read.names, monomial, strict=True))  # fmt: skip
            outside = tuple(int(p) - q for p, q in zip(monomial, inside, strict=True))
            grouped.setdefault(inside, {})[outside] = int(coefficient)
        context = own.context()
        for inside, terms in grouped.items():
            above = context.from_dict({inside: 1})
            common = above.gcd(own)
            above, below = above / common, own / common
            term = as_tree(read, above)
            if not below.is_one():
                term = term / as_tree(read, below)
            yield _times(as_tree(read, context.from_dict(terms)), self._atom(term))

    def _atom(self, term: Formula) -> Formula:
        """The variable of a sum, or what is known of it."""
        apart = [self.letters(role) for role in ROLES[: self.named]]
        if term == ONE:
            return MANY - self.named if self.named else MANY
        if term in (symbol("a"), symbol("b")):
            sizes = [letters[term.args[0]] for letters in apart]
            return self.size - summed(sizes) if sizes else SIZE
        if term == symbol("q"):
            if self.named:
                raise FormulaError("after calibration no class can be looked at apart")
            return MANY
        name = self.terms.setdefault(term, f"sum{len(self.terms) + 1}")
        return symbol(name)

    # --- facts ------------------------------------------------------------------------------

    def shown(self, fact: Fact, spoken: Iterable[Formula]) -> Goal:
        """What makes it a fact: it holds in every class where the formulas `spoken` of are defined.

        The class is looked at alone: its cells are c, fn, fp, tn, and n is their sum.  Sound: they
        are cells >= 0 (positive, where all cells are) of one class against the rest, q >= 0, and
        each sum that must be defined has this class among its terms.
        """
        size = Atom(ALONE["n"], ">")
        bodies = [node.args[0] for tree in spoken for node in sums_of(tree)]
        sums = self._totals(fact.term, bodies)
        swap = {node: name for node, name, _ in sums}
        terms = [self._inside(body) for body in (fact.term.replace(swap), *bodies)]
        defined = tuple(Atom(term.at(**ALONE), "defined") for term in terms[1:])
        defined += tuple(Atom((name - node.args[0]).at(**ALONE), ">=")
                         for node, name, larger in sums if larger)  # fmt: skip
        sort: Sort = "positive" if self.named and not self.whole else "nonnegative"
        known = (
            *self.variables,
            *(Variable(str(name), "nonnegative") for name in swap.values() if self.named),
            *(Variable(name, sort) for name in OWN),
            Variable("q", "nonnegative"),
        )
        conclusion = Atom(terms[0].at(**ALONE), fact.rel)
        for tree in spoken if not self.named else ():
            defined += (Atom(self.normal(tree).at(n=ALONE["n"]), "defined"),)
        hypotheses = (Atom(MANY - self.least, ">="), *self.conditions, size,
                      *dict.fromkeys(defined))  # fmt: skip
        used = {n for atom in (*hypotheses, conclusion) for n in atom.expr.symbols()}
        variables = tuple(variable for variable in known if variable.name in used)
        return Goal(variables, hypotheses, conclusion, label=str(fact))

    def _inside(self, body: Formula) -> Formula:
        """A body with the sums in it by their variables; n stays, it is that of the class too."""
        if self.named and sums_of(body):
            raise FormulaError("a fact about classes that are not named speaks of one class only")
        swap = {node: self.normal(node) for node in sums_of(body)}
        return body.replace(swap)

    def _totals(
        self, term: Formula, bodies: Iterable[Formula]
    ) -> list[tuple[Formula, Formula, bool]]:
        """The sums in a fact: each is over the classes that the fact is about, all or those that
        are not named.  With what stands for it, and whether it is no less than its term in a class.

        Sound: that is so if its terms are >= 0 and have a value in each class: products of cells,
        or one of the `bodies` that have one there.  Of the classes that are not named there may be
        none; then each sum is 0 and what the fact says is 0 >= 0, if no sum is below a line or
        inside a function, where 0 need not have a value.
        """
        found = []
        below = (part for node in term.walk() if node.op not in ("+", "-", "neg", "*", "sum")
                 for part in node.children[node.op == "/" :])  # fmt: skip
        if self.named and any(map(sums_of, below)):
            raise FormulaError("a sum over classes that are not named, of which there may be none, "
                               "is neither a divisor nor inside a function")  # fmt: skip
        for number, node in enumerate(sums_of(term), len(self.terms) + 1):
            (body,) = node.args
            plain = "/" not in body.ops and set(body.symbols()) <= {"a", "b", "c"}
            larger = (plain or body in bodies) and _sort(body) == "nonnegative"
            if self.named and not (plain and larger):
                raise FormulaError(f"sum({body}): in a fact about classes that are not named there "
                                   "are sums of products of a, b and c")  # fmt: skip
            value = symbol(f"sum{number}") if self.named else self.normal(node)
            found.append((node, value, larger))
        return found

    def of_fact(self, term: Formula) -> Formula:
        """The sum of the term of a fact over the classes that it is about."""
        swap = {node: self.rest(node.args[0]) for node in sums_of(term) if self.named}
        return self._solved(self.rest(self._inside(term.replace(swap))))

    def take(self, fact: Fact) -> None:
        """Takes in what a fact says of sums.

        Its sum z is that over the classes that are not named, of which there may be none.  Sound:
        if z = x*s + y with a number x != 0 and y without s, then s = (z - y)/x, and z >= 0.
        """
        tree = self.of_fact(fact.term)
        names = tuple(Variable(name, "real") for name in tree.symbols())
        read = reader(Goal(names, (), Atom(tree, "defined")))
        top, bottom = read.ratio(tree)
        free = [name for name in self.terms.values() if name not in self.replaced]
        for name in free if bottom.is_constant() and fact.rel != "==" else ():
            found = _slope(read, top, bottom, name)
            if found is None:
                continue
            new = f"fact{len(self.taken) + 1}"
            rest = tree.at(**{name: ZERO})
            self.taken[new] = fact
            gap = symbol(new) - rest if found > 0 else rest - symbol(new)
            self.replaced[name] = gap if abs(found) == 1 else gap / formula(abs(found))
            return
        rel: Relation = ">=" if self.named and fact.rel == ">" else fact.rel
        self.known.append(Atom(tree, rel))

    def goal(self, defined: Iterable[Formula], conclusion: Atom) -> Goal:
        """The goal where formulas in normal form are defined."""
        known = dict.fromkeys(Atom(tree, "defined") for tree in defined)
        return Goal(self.variables, (*self.given, *known), conclusion, label="for every m")


#: What makes a quotient of polynomials.
_RATIONAL = frozenset(("number", "symbol", "+", "-", "*", "/", "neg", "^"))


def _lowest(tree: Formula) -> Formula:
    """The same in lowest terms, a quotient of polynomials where the denominator is not 1."""
    names = tuple(Variable(name, "real") for name in dict.fromkeys((*LETTERS, *tree.symbols())))
    read = reader(Goal(names, (), Atom(tree, "defined")))
    try:
        top, bottom = read.ratio(tree)
    except RuleError as error:
        raise FormulaError(f"{tree}: {error}") from None
    if not is_rational(read):
        raise FormulaError(f"{tree}: not a quotient of polynomials")
    above = as_tree(read, top)
    return above if bottom.is_one() else above / as_tree(read, bottom)


def _more(tree: Formula, by: int) -> Formula:
    return tree + by if by > 0 else tree - -by if by else tree


def _slope(read: Reader, top: Poly, bottom: Poly, name: str) -> Fraction | None:
    """x in top/bottom = x*name + y, a number x != 0 and y without the name; None if it is not."""
    if name not in read.names:
        return None
    place = read.names.index(name)
    terms = {tuple(map(int, monomial)): c for monomial, c in top.to_dict().items()}
    alone = tuple(int(other == place) for other in range(len(read.names)))
    slope = terms.pop(alone, None)
    if slope is None or any(monomial[place] for monomial in terms):
        return None
    return Fraction(int(slope), int(bottom.leading_coefficient()))


def _sort(term: Formula) -> Sort:
    """A sum of products of a, b, c, q over sums of such products is >= 0."""
    plain = term.ops <= {"number", "symbol", "+", "*", "^", "/"}
    whole = all(node.args[0] > 0 for node in term.walk() if node.op == "number")
    own = set(term.symbols()) <= set(LETTERS)
    return "nonnegative" if plain and whole and own else "real"


def _apart(read: Reader, bottom: Poly) -> tuple[Poly, Poly] | None:
    """A denominator as (what speaks of the class, what does not); None if a factor is mixed."""
    unit, pairs = factors(bottom)
    own, other = bottom.context().constant(1), bottom.context().constant(int(unit))
    for piece, power in pairs:
        used = {name for name, degree in zip(read.names, piece.degrees(), strict=True) if degree}
        if used <= set(LETTERS):
            own *= piece**power
        elif used.isdisjoint(LETTERS):
            other *= piece**power
        else:
            return None
    return own, other


def is_rational(read: Reader) -> bool:
    """Whether what was read is a quotient of polynomials in the variables of its goal alone.

    `roots` are the square roots that were met, `opaque` the values of all other functions: further
    roots, powers, logarithms, arccosines.
    """
    return not read.roots and not read.opaque


def as_tree(read: Reader, poly: Poly) -> Formula:
    """A polynomial as a formula."""
    terms = []
    for monomial, coefficient in poly.to_dict().items():
        size = abs(int(coefficient))
        parts = [formula(size)] if size != 1 or not any(monomial) else []
        for name, power in zip(read.names, monomial, strict=True):
            if power:
                parts.append(symbol(name) if power == 1 else symbol(name) ** int(power))
        tree = parts[0]
        for part in parts[1:]:
            tree = tree * part
        terms.append(tree if coefficient > 0 else -tree)
    return summed(terms)


def _times(factor: Formula, tree: Formula) -> Formula:
    return tree if factor == ONE else factor * tree


def relation(frame: Frame, left: Formula, right: Formula, rel: Relation) -> Goal:
    """left - right rel 0 for every m, wherever both are defined."""
    one, other = frame.normal(left), frame.normal(right)
    return frame.goal((one, other), Atom(one - other, rel))


def steepness(frame: Frame, tree: Formula, change: Formula, rel: Relation) -> Goal:
    """change rel 0 for every m, wherever the measure is defined (all cells are positive)."""
    here, there = frame.normal(tree), frame.normal(change)
    return frame.goal((here,), Atom(there, rel))
