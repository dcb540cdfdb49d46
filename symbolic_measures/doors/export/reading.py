"""The rule `clear` for Rocq: node by node, which fraction of polynomials a formula is.

The kernel's own `Reader` says what each part is; here the nodes are written in the order in which
Rocq reads them, with the factor that was cancelled, and the facts that Rocq has after each node
are kept, so that later proofs can point to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from symbolic_measures.doors.export.algebra import State, division, quotient
from symbolic_measures.doors.export.powers import Raised, raised
from symbolic_measures.doors.export.sequents import sequent
from symbolic_measures.doors.export.terms import NotExportedError, Numbers, Tree, term, whole
from symbolic_measures.kernel.algebra import (
    Fact,
    NowhereDefinedError,
    Poly,
    RuleError,
    Sequent,
    factors,
    is_positive,
    one_sign,
)
from symbolic_measures.kernel.reader import reader
from symbolic_measures.nouns.formula import Formula, exponent_of, formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Step

#: How many terms are written one in the other.
DEEP = 100
_POLYNOMIAL = frozenset({"number", "symbol", "+", "-", "*", "neg"})


class Reading:
    """One use of `clear`: what Rocq has read so far."""

    def __init__(self, goal: Goal, numbers: Numbers) -> None:
        self.read, self.numbers = reader(goal), numbers
        self.divides_by_zero: Formula | None = None
        #: The last hypothesis that is read, if it has no value anywhere.
        self.last: int | None = None
        self.nowhere = False
        for atom in (*goal.hypotheses, goal.conclusion):
            try:
                self.read.ratio(atom.expr)
            except NowhereDefinedError:  # what follows a hypothesis that never holds is not read
                self.nowhere = True
                break
            except RuleError as error:
                raise NotExportedError(str(error)) from None
        self.sorts = tuple(self.read.sorts)
        self.facts: list[Fact] = []
        self.values: list[int] = []
        self.done: set[Tree] = set()
        self.named: dict[int, Tree] = {}
        self.nodes: list[str] = []
        #: The kernel's proofs of conditions, used where a condition is to be shown.
        self.shown: list[tuple[Sequent, Step]] = []

    @property
    def state(self) -> State:
        """Rocq's facts now, with nothing to prove."""
        return State(list(self.facts), (self.read.one, ">"), self.numbers, tuple(self.values))

    def ratio(self, tree: Formula) -> tuple[Poly, Poly]:
        """What the kernel reads; numerator and denominator."""
        if self.plain(tree):
            return self.read.ratio(tree)[0], self.read.one
        try:
            return self.read.ratio(tree)
        except RuleError as error:
            raise NotExportedError(str(error)) from None

    def divided_by_zero(self, tree: Formula) -> Formula | None:
        """The innermost part that divides by the polynomial 0, if there is one."""
        for part in tree.walk():
            power = _whole(part)
            if part.op == "/" or (power is not None and power < 0):
                try:
                    if self.read.ratio(part.args[part.op == "/"])[0].is_zero():
                        return part
                except RuleError:
                    return None
        return None

    def plain(self, tree: Formula) -> bool:
        """Whether Rocq reads it as a polynomial."""
        return all(
            (node.op in _POLYNOMIAL and (node.op != "number" or node.args[0].denominator == 1))
            or (node.op == "^" and _whole(node) is not None and (_whole(node) or 0) >= 0)
            or _in_exponent(node, tree)
            for node in tree.walk()
        )

    def hypotheses(self, atoms: Iterable[Atom]) -> None:
        """Reads the hypotheses; what they say becomes facts.  Stops at one that divides by 0."""
        for number, atom in enumerate(atoms):
            self.formula(atom.expr, True)
            if self.divides_by_zero == atom.expr:
                self.last = number
                return
            top, bottom = self.ratio(atom.expr)
            if atom.rel in (">", ">="):
                self.facts.append((top * bottom, atom.rel))
            elif atom.rel in ("==", "!="):
                self.facts.append((top, atom.rel))

    def certificate(self, given: list[str], ending: str) -> str:
        """The whole step, with the nodes of the hypotheses."""
        names = ";".join(f"({number}%positive,{term(own)})" for number, own in self.named.items())
        return f"(Clear (Clearing [{names}]\n  [{listed(given)}]\n  {ending}))"

    # --- nodes -----------------------------------------------------------------------------

    def formula(self, tree: Formula, given: bool) -> None:
        """Reads a formula that is defined by hypothesis (`given`), or is to be shown to be."""
        own = self.numbers.tree(tree)
        if self.plain(tree) or own in self.done:
            return
        if tree.op == "number":
            top, bottom = formula(tree.args[0].numerator), formula(tree.args[0].denominator)
            self._node(tree, given, (top, bottom), "/")
        elif tree.op == "^" and _whole(tree) is not None:
            self.formula(tree.args[0], given)
            self._power(tree, given)
        elif tree.op == "^" and _half(tree.args[1]) is not None:
            root = Formula("sqrt", tree.args[0])
            self.formula(root, given)
            self.formula(Formula("^", root, formula(_half(tree.args[1]) or 0)), given)
        elif tree.op in ("^", "power"):
            self._real_power(tree, given)
        else:
            for child in tree.children:
                self.formula(child, given)
            self._node(tree, given, tree.children, tree.op)
        self.done.add(own)

    def _node(self, tree: Formula, given: bool, parts: tuple[Formula, ...], op: str) -> None:
        ratios = [self.ratio(part) for part in parts]
        if op in ("+", "-"):
            self._sum(tree, ratios, op)
        elif op == "*":
            (a, b), (c, d) = ratios
            self.nodes.append(f"NMul {self._result(tree, a * c, b * d)}")
        elif op == "/":
            (a, b), (c, d) = ratios
            shown = self._condition((c, "!="), given)
            if c.is_zero() and given:  # a value that is nowhere defined: any fraction will do
                self.nodes.append(f"NDiv Coef {self._nowhere(tree, a * d)}")
            else:
                self.nodes.append(f"NDiv {shown} {self._result(tree, a * d, b * c)}")
        elif op == "sqrt":
            self._root(tree, ratios[0], given)
        elif op == "log":
            self._log(tree, ratios[0], given)
        elif op == "acos":
            self._acos(tree, ratios[0], given)
        elif op != "neg":
            raise NotExportedError(f"{op} is not cleared")

    def _nowhere(self, tree: Formula, top: Poly) -> str:
        """The result of a division by the polynomial 0."""
        self.divides_by_zero = tree
        return f"(Out {self.state.poly(top)} (Pc 0) (Pc 1) [] [])"

    def _sum(self, tree: Formula, ratios: list[tuple[Poly, Poly]], op: str) -> None:
        (a, b), (c, d) = ratios
        common = b.gcd(d)
        p, q = d / common, b / common
        top = a * p + c * q if op == "+" else a * p - c * q
        polys = " ".join(map(self.state.poly, (common, p, q)))
        self.nodes.append(f"NSum {polys} {self._result(tree, top, common * p * q)}")

    def _power(self, tree: Formula, given: bool) -> None:
        top, bottom = self.ratio(tree.args[0])
        power = _whole(tree) or 0
        shown = "Coef"
        if power < 0:
            shown = self._condition((top, "!="), given)
            top, bottom = bottom, top
            if bottom.is_zero() and given:
                self.nodes.append(f"NPow Coef {self._nowhere(tree, top**-power)}")
                return
        raised = self._result(tree, top ** abs(power), bottom ** abs(power))
        self.nodes.append(f"NPow {shown} {raised}")

    def _result(self, tree: Formula, top: Poly, bottom: Poly) -> str:
        """n/d of the node, from top/bottom, with the common factor and what the roots allow."""
        n, d = self.ratio(tree)
        rest, of_bottom = division(bottom, self.read.roots)
        common = quotient(bottom, d)
        of_bottom = of_bottom if common is None else []
        if common is None:
            common = quotient(rest, d)
        if common is None and d.is_zero() and bottom.is_zero():
            common, of_bottom = self.read.one, []
        if common is None:
            raise NotExportedError("the denominator of a part is not a factor")
        gap, of_top = division(top - n * common, self.read.roots)
        if not gap.is_zero():
            raise NotExportedError("a part is another fraction")
        state = self.state
        polys = " ".join(map(state.poly, (n, d, common)))
        return f"(Out {polys} {state.multiples(of_top, -1)} {state.multiples(of_bottom, -1)})"

    # --- roots and function values ---------------------------------------------------------

    def _root(self, tree: Formula, inside: tuple[Poly, Poly], given: bool) -> None:
        a, b = inside
        shown = self._condition((a * b, ">="), given)
        n, d = self.ratio(tree)
        sign = one_sign(b, self.sorts) or -one_sign(-b, self.sorts)
        outside = quotient(n * b * sign, d)
        if outside is None or not sign:
            raise NotExportedError("a root is not read as w*sqrt(R)")
        gens, roots = self.read.context.gens(), self.read.roots
        used = [i for i in roots if not outside.is_zero() and outside.degrees()[i] > 0]
        place = max(used, default=None)
        if place is None:
            w, radicand, name, real = outside, self.read.one, "None", "Coef"
        else:
            w, radicand = quotient(outside, gens[place]), roots[place]
            name = f"(Some {self.numbers.of(self.read.names[place])}%positive)"
            self._named_root(place)
            real = self._real(radicand)
        if w is None:
            raise NotExportedError("a root is not read as w*sqrt(R)")
        if place is not None:
            self.facts.append((gens[place] ** 2 - radicand, "=="))
        gap, multiples = division(w * w * radicand - a * b, roots)
        if not gap.is_zero():
            raise NotExportedError("a root is not read as w*sqrt(R)")
        told = self.state.multiples(multiples)
        way = "true" if sign > 0 else "false"
        raw = w if place is None else w * gens[place]
        out = self._result(tree, raw, b * sign)
        self.nodes.append(f"NSqrt {shown} {self.state.poly(w)} {name} {real} {way} {told} {out}")

    def _named_root(self, place: int) -> None:
        number = self.numbers.of(self.read.names[place])
        self.named[number] = ("Sqrt", self._tree(self.read.roots[place]))

    def _real(self, radicand: Poly) -> str:
        """R >= 0: seen, or a factor of a fact."""
        if one_sign(radicand, self.sorts) == 1:
            return "Coef"
        return self.state.proof((radicand, ">="), self.read.roots, self.sorts)

    def _tree(self, poly: Poly) -> Tree:
        """A polynomial as a formula; named values are written out."""
        names, terms = self.read.names, []
        for monomial, coefficient in poly.to_dict().items():
            part: Tree | None = None if coefficient == 1 and any(monomial) else (
                "Num", int(coefficient))  # fmt: skip
            for place, power in enumerate(monomial):
                if power:
                    number = self.numbers.of(names[place])
                    own: Tree = self.named.get(number, ("Var", number))
                    own = own if power == 1 else ("Pow", own, int(power))
                    part = own if part is None else ("Mul", part, own)
            if part is not None:
                terms.append(part)
        return added(terms) if terms else ("Num", 0)

    def _log(self, tree: Formula, inside: tuple[Poly, Poly], given: bool) -> None:
        a, b = inside
        shown = self._condition((a * b, ">"), given)
        total, _ = self.ratio(tree)
        new, pairs = [], []
        for monomial, coefficient in total.to_dict().items():
            place = next((i for i, power in enumerate(monomial) if power), None)
            if place is None:
                raise NotExportedError("a logarithm is not a sum of logarithms")
            if place not in self.values:
                new.append(self._new_log(place))
            pairs.append(f"({whole(coefficient)},{self.values.index(place)}%nat)")
        self.nodes.append(f"NLog {shown} [{';'.join(new)}] [{';'.join(pairs)}]")

    def _new_log(self, place: int) -> str:
        own = self.read.terms[place]
        number = self.numbers.of(self.read.names[place])
        top, bottom = self._tree(own.top), self._tree(own.bottom)
        self.named[number] = ("Log", top if own.bottom.is_one() else ("Div", top, bottom))
        fact: Fact = (own.top * own.bottom, ">")
        why = "Coef"
        if not is_positive(fact[0], self.sorts):
            why = f"(From ({self.state.justify(fact, self.read.roots, self.sorts)}))"
        self.values.append(place)
        polys = f"{self.state.poly(own.top)},{self.state.poly(own.bottom)}"
        return f"({number}%positive,({polys},{why}))"

    def _acos(self, tree: Formula, inside: tuple[Poly, Poly], given: bool) -> None:
        a, b = inside
        shown = self._condition((b * b - a * a, ">="), given)
        plain = (a - b, a, a + b, a * 2 - b, a * 2 + b)
        kind = next((q for q, c in enumerate(plain) if c.is_zero()), None)
        if kind is not None:
            place = next((i for i, t in self.read.terms.items() if _is_pi(t)), None)
            number = 900 if place is None else self.numbers.of(self.read.names[place])
            self.named[number] = ("Acos", ("Num", -1))
            self.values.append(-1 if place is None else place)
            self.nodes.append(f"NAcosPlain {shown} {kind} {number}")
            return
        value, _ = self.ratio(tree)
        if value not in self.read.context.gens():
            raise NotExportedError("an arccosine that has no name")
        place = self.read.context.gens().index(value)
        own: Tree = ("Acos", self.numbers.tree(tree.args[0]))
        self.named.setdefault(self.numbers.of(self.read.names[place]), own)
        self.values.append(place)
        self.nodes.append(f"NAcos {shown} {self.numbers.of(self.read.names[place])}")

    def _real_power(self, tree: Formula, given: bool) -> None:
        base, exponent = tree.args
        for part in (base, exponent):
            self.formula(part, given)
        below, above = self.ratio(base), self.ratio(exponent)
        if below[0].is_zero():
            shown = self._condition((above[0] * above[1], ">"), given)
            self.nodes.append(f"NPowerZero {shown}")
            return
        top, bottom, told = self.read.one, self.read.one, []
        for part in raised(self.read, below, above):
            told.append(self._raised(part))
            for poly, power in ((part.base, part.whole), (self._value(part), part.power)):
                if power > 0:
                    top *= poly**power
                else:
                    bottom *= poly**-power
        self.nodes.append(f"NPower [{';'.join(told)}] {self._result(tree, top, bottom)}")

    def _value(self, part: Raised) -> Poly:
        return self.read.one if part.place is None else self.read.context.gens()[part.place]

    def _raised(self, part: Raised) -> str:
        names, shown = [], []
        for place in (part.outer, part.place):
            if place is None:
                names.append("None")
                shown.append("Coef")
                continue
            base, above, below = self.read.powers[place]
            number = self.numbers.of(self.read.names[place])
            exponent = self._tree(above)
            if not below.is_one():
                exponent = ("Div", exponent, self._tree(below))
            self.named.setdefault(number, ("Power", self._tree(base), exponent))
            names.append(f"(Some {number}%positive)")
            shown.append(self._nonzero(self.state, below))
        positive = self._seen(self.state, (part.base, ">"))
        if positive is None:
            raise NotExportedError("the base of a power is not seen to be positive")
        numbers = f"{whole(part.times)} {names[0]} {positive} {whole(part.whole)} {names[1]}"
        rest = f"{whole(part.power)} ({shown[0]}, {shown[1]})"
        return f"Raised {self.state.poly(part.base)} {numbers} {rest}"

    # --- conditions ------------------------------------------------------------------------

    def _condition(self, fact: Fact, given: bool) -> str:
        shown = "Coef" if given else self._prove(fact)
        self.facts.append(fact)
        return shown

    def _prove(self, fact: Fact) -> str:
        """A condition: a fact, seen, or what the kernel's own conditions say of its factors."""
        state, first, closing = self.state.proving(fact), "", ""
        if fact in state.facts:
            return f"(From (Same {state.facts.index(fact)} 1 []))"
        with suppress(NotExportedError):
            return self._by_factors(state, fact)
        for goal, step in self.shown:
            own = goal.conclusion
            if own in state.facts:
                continue
            with suppress(NotExportedError):  # it may speak of roots that are not read yet
                proof = sequent(state.proving(own), goal, step, self.read.roots)
                first += f"(Cut {state.fact(own)} {proof} "
                closing += ")"
                state = state.proving(fact, own)
                return f"{first}{self._by_factors(state, fact)}{closing}"
        raise NotExportedError(f"the condition {fact[0]} {fact[1]} 0")

    def _by_factors(self, state: State, fact: Fact) -> str:
        if fact[1] == ">=":
            with suppress(NotExportedError):
                return self._product(state, fact)
        rest, multiples = division(fact[0], self.read.roots)
        body = self._seen(state, (rest, fact[1])) or self._product(state, (rest, fact[1]))
        if not multiples:
            return body
        told = state.multiples(multiples)
        return f"(Sync [{state.copied()}] {state.poly(rest)} {told} {body})"

    def _seen(self, state: State, fact: Fact) -> str | None:
        poly, rel = fact
        signs = is_positive(poly, self.sorts), is_positive(-poly, self.sorts)
        if (rel == ">=" and one_sign(poly, self.sorts) == 1) or (rel in (">", "!=") and signs[0]):
            return "Coef"
        if rel == "!=" and signs[1]:
            return "Coef"
        try:
            return state.proof(fact, self.read.roots, self.sorts)
        except NotExportedError:
            return None

    def _product(self, state: State, fact: Fact) -> str:
        poly, rel = fact
        if rel not in ("!=", ">=") or poly.is_zero():
            raise NotExportedError("the condition of a root or a logarithm")
        pairs = [piece for piece, power in factors(poly)[1] for _ in range(power)]
        text, closing, left = "", "", poly
        for piece in pairs:
            left = left // piece
            way, shown = "true", self._nonzero(state, piece) if rel == "!=" else None
            if rel == ">=" and (shown := self._seen(state, (piece, rel))) is None:
                way, shown = "false", self._seen(state, (-piece, rel))
            if shown is None:
                raise NotExportedError(f"the condition {piece} >= 0")
            text += f"(FacMul {state.poly(piece)} {state.poly(left)} {way} {shown} "
            left = left if way == "true" else -left
            closing += ")"
        if rel == ">=" and left.leading_coefficient() < 0:
            raise NotExportedError(f"the condition {poly} >= 0")
        return f"{text}Coef{closing}"

    def _nonzero(self, state: State, piece: Poly) -> str:
        if found := self._seen(state, (piece, "!=")):
            return found
        for place, radicand in self.read.roots.items():
            if piece != self.read.context.gens()[place]:
                continue
            inner = self._by_factors(state, (-radicand, "!="))
            told = state.multiples([(piece**2 - radicand, self.read.one * -1)])
            name = self.numbers.of(self.read.names[place])
            gap = f"(Sync [{state.copied()}] {state.poly(-radicand)} {told} {inner})"
            return f"(SquareF {name} (Pc 0) (Pc 1) Coef {gap})"
        raise NotExportedError(f"the condition {piece} != 0")


def _half(exponent: Formula) -> int | None:
    """k of an exponent k/2."""
    value = exponent_of(exponent)
    return value.numerator if value is not None and value.denominator == 2 else None


def _whole(node: Formula) -> int | None:
    exponent = exponent_of(node.args[1]) if node.op == "^" else None
    return None if exponent is None or exponent.denominator != 1 else int(exponent)


def _in_exponent(node: Formula, tree: Formula) -> bool:
    """Whether a constant stands in the tree only as an exponent (it is walked, not read)."""
    if node.symbols() or exponent_of(node) is None:
        return False
    return (
        not any(
            part is node or part == node
            for parent in tree.walk()
            for part in (parent.children[:1] if parent.op == "^" else parent.children)
        )
        and node != tree
    )


def _is_pi(value: object) -> bool:
    own = getattr(value, "function", "") == "acos"
    return own and (getattr(value, "top", 0) == getattr(value, "bottom", 0) * -1)


def listed(nodes: list[str]) -> str:
    """Nodes, one a line."""
    return ";\n   ".join(nodes)


def added(terms: list[Tree]) -> Tree:
    """The sum, from left to right; of many terms in halves, so that it is not too deep."""
    if len(terms) > DEEP:
        half = len(terms) // 2
        return ("Add", added(terms[:half]), added(terms[half:]))
    total, *rest = terms
    for part in rest:
        total = ("Add", total, part)
    return total
