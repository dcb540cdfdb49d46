(function () {
  "use strict";
  var NAMES = ["TP", "FN", "FP", "TN"];
  var CORNERS = [[0, 0, 1], [0.943, 0, -0.333], [-0.471, 0.816, -0.333], [-0.471, -0.816, -0.333]];
  var STOPS = [[255, 247, 188], [199, 233, 180], [127, 205, 187], [65, 182, 196], [44, 127, 184], [37, 52, 148]];
  var ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

  function start(home) {
    var all = JSON.parse(home.querySelector("script").textContent);
    function part(name) { return home.querySelector("." + name); }
    var turn = part("turn"), flat = part("flat"), read = part("read"), told = part("told");
    var mode = part("mode"), share = part("share"), level = part("level"), found = part("found");
    var which = part("measure"), self, where = {}, low, high, gaps, picked, at;
    var yaw = 2.27, pitch = 0.26, faces, colours, waiting = false;

    // --- the values: looked up, never computed -------------------------------------------------
    function key(m) { return m.join(","); }
    function place(m) { return self.places[where[key(m)]]; }
    function number(m) { return self.numbers[place(m)]; }
    function text(m) { return self.texts[place(m)]; }
    function defined(m) { return text(m) !== "undefined"; }
    function matrices(visit) {
      for (var tp = 0; tp <= self.n; tp++) for (var fn = 0; fn <= self.n - tp; fn++) {
        for (var fp = 0; fp <= self.n - tp - fn; fp++) visit([tp, fn, fp, self.n - tp - fn - fp]);
      }
    }
    function load(chosen) {
      self = all[chosen];
      where = {};
      var count = 0, values = self.numbers.filter(function (v) { return v !== null; });
      matrices(function (m) { where[key(m)] = count++; });
      values.sort(function (a, b) { return a - b; });
      low = values.length ? values[0] : 0;
      high = values.length ? values[values.length - 1] : 1;
      share.max = self.n;
      share.value = Math.round(self.n / 2);
      level.value = 50;
      picked = -1;
      at = null;
      faces = [0, 1, 2, 3].map(triangles);
      missing();
      list();
      changed();
    }
    function triangles(zero) {
      var rest = [0, 1, 2, 3].filter(function (k) { return k !== zero; }), found = [];
      function corner(a, b) {
        var m = [0, 0, 0, 0];
        m[rest[0]] = a; m[rest[1]] = b; m[rest[2]] = self.n - a - b;
        return m;
      }
      for (var a = 0; a < self.n; a++) for (var b = 0; b < self.n - a; b++) {
        found.push([corner(a, b), corner(a + 1, b), corner(a, b + 1)]);
        if (a + b < self.n - 1) found.push([corner(a + 1, b), corner(a, b + 1), corner(a + 1, b + 1)]);
      }
      return found;
    }
    function missing() {
      gaps = { faces: [], edges: [], corners: [] };
      function none(fixed) {  // every matrix with just these cells above 0 is without a value
        var any = false, every = true;
        matrices(function (m) {
          if (m.every(function (c, k) { return (c > 0) === (fixed.indexOf(k) >= 0); })) {
            any = true;
            every = every && !defined(m);
          }
        });
        return any && every;
      }
      for (var k = 0; k < 4; k++) {
        if (none([0, 1, 2, 3].filter(function (j) { return j !== k; }))) gaps.faces.push(k);
        if (none([k])) gaps.corners.push(k);
        for (var j = k + 1; j < 4; j++) if (none([k, j])) gaps.edges.push([k, j]);
      }
    }

    // --- colours ---------------------------------------------------------------------------------
    function themed() {
      var style = getComputedStyle(home);
      colours = {};
      ["ink", "soft", "paper", "line", "band", "refuted"].forEach(function (name) {
        colours[name] = style.getPropertyValue("--" + name).trim();
      });
    }
    function shade(value) {
      var t = high > low ? (value - low) / (high - low) : 0.5;
      t = Math.max(0, Math.min(1, t)) * (STOPS.length - 1);
      var k = Math.min(STOPS.length - 2, Math.floor(t)), part = t - k;
      return "rgb(" + STOPS[k].map(function (c, j) {
        return Math.round(c + part * (STOPS[k + 1][j] - c));
      }).join(",") + ")";
    }
    function colour(m) {
      if (text(m) === "oo") return shade(high);
      if (text(m) === "-oo") return shade(low);
      return number(m) === null ? null : shade(number(m));
    }
    function mean(corners) {
      var known = corners.map(number).filter(function (v) { return v !== null; });
      if (!known.length) return corners.map(colour).filter(Boolean)[0] || null;
      return shade(known.reduce(function (a, b) { return a + b; }, 0) / known.length);
    }

    // --- seen from a side --------------------------------------------------------------------------
    var scale, middle;
    function seen(parts) {
      var x = 0, y = 0, z = 0;
      parts.forEach(function (c, k) {
        x += c * CORNERS[k][0]; y += c * CORNERS[k][1]; z += c * CORNERS[k][2];
      });
      var ca = Math.cos(yaw), sa = Math.sin(yaw), cp = Math.cos(pitch), sp = Math.sin(pitch);
      var right = sa * x + ca * y, near = ca * x - sa * y;
      return [middle[0] + scale * right, middle[1] - scale * (z * cp - near * sp), near * cp + z * sp];
    }
    function spot(m) { return seen(m.map(function (c) { return c / self.n; })); }
    function corner(k) { return seen([0, 1, 2, 3].map(function (j) { return +(j === k); })); }
    function facing(zero) { return corner(zero)[2] < 0; }  // the corner opposite to it is behind
    function sharp(canvas, wide, high) {
      var ratio = window.devicePixelRatio || 1, room = canvas.clientWidth || wide;
      canvas.width = Math.round(room * ratio);
      canvas.height = Math.round(room * ratio * high / wide);
      var pen = canvas.getContext("2d");
      pen.scale(ratio, ratio);
      pen.clearRect(0, 0, room, room * high / wide);
      pen.lineJoin = "round";
      return [pen, room, room * high / wide];
    }
    function polygon(pen, points, fill, line) {
      pen.beginPath();
      points.forEach(function (p, k) { if (k) pen.lineTo(p[0], p[1]); else pen.moveTo(p[0], p[1]); });
      pen.closePath();
      if (fill) { pen.fillStyle = fill; pen.fill(); }
      if (line) { pen.strokeStyle = line; pen.stroke(); }
    }
    function stroke(pen, points, line, width, dash) {
      pen.beginPath();
      pen.lineWidth = width;
      pen.strokeStyle = line;
      pen.setLineDash(dash || []);
      points.forEach(function (p, k) { if (k) pen.lineTo(p[0], p[1]); else pen.moveTo(p[0], p[1]); });
      pen.stroke();
      pen.setLineDash([]);
    }
    function dot(pen, p, radius, fill, line) {
      pen.beginPath();
      pen.arc(p[0], p[1], radius, 0, 7);
      pen.fillStyle = fill;
      pen.fill();
      if (line) { pen.lineWidth = 1.8; pen.strokeStyle = line; pen.stroke(); }
    }

    // --- the tetrahedron ---------------------------------------------------------------------------
    function solid() {
      var made = sharp(turn, 520, 470), pen = made[0];
      scale = Math.min(made[1] / 520, made[2] / 470) * 226;
      middle = [made[1] / 2, made[2] / 2 + 0.17 * scale];
      var front = [0, 1, 2, 3].filter(facing);
      edges(pen, front, true);
      if (mode.value === "section") squares(pen);
      if (mode.value === "level") surface(pen);
      if (mode.value === "skin") front.forEach(function (zero) {
        faces[zero].forEach(function (each) {
          var fill = mean(each) || colours.line;
          pen.lineWidth = 1;
          polygon(pen, each.map(spot), fill, fill);
        });
      });
      edges(pen, front, false);
      ring(pen, front);
      examples(pen);
      if (at) dot(pen, spot(at), 5, colours.paper, colours.ink);
    }
    function edges(pen, front, behind) {
      for (var a = 0; a < 4; a++) for (var b = a + 1; b < 4; b++) {
        var hidden = front.every(function (zero) { return zero === a || zero === b; });
        if (hidden !== behind) continue;
        var open = gaps.edges.some(function (e) { return e[0] === a && e[1] === b; });
        stroke(pen, [corner(a), corner(b)], open ? colours.refuted : hidden ? colours.soft : colours.ink,
               open ? 3.2 : hidden ? 0.8 : 1.3, open ? [5, 4] : hidden ? [2, 3] : []);
      }
      if (behind) return;
      pen.font = "600 14px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      NAMES.forEach(function (name, k) {
        var p = corner(k), dx = p[0] - middle[0], dy = p[1] - middle[1], far = Math.hypot(dx, dy) || 1;
        var open = gaps.corners.indexOf(k) >= 0, away = 19 / Math.max(far, 60);
        if (open) dot(pen, p, 5, colours.paper, colours.refuted);
        pen.fillStyle = open ? colours.refuted : colours.ink;
        pen.fillText(name, p[0] + dx * away, p[1] + dy * away);
      });
    }
    function ring(pen, front) {
      var p = +share.value / self.n, q = 1 - p;
      var corners = [[p, 0, 0, q], [p, 0, q, 0], [0, p, q, 0], [0, p, 0, q]], zero = [1, 3, 0, 2];
      zero.forEach(function (cell, k) {
        var ends = [seen(corners[k]), seen(corners[(k + 1) % 4])];
        var hidden = front.indexOf(cell) < 0;
        stroke(pen, ends, hidden ? colours.soft : colours.paper, hidden ? 1 : 3.4, hidden ? [2, 3] : []);
        if (!hidden) stroke(pen, ends, colours.ink, 1.6);
      });
    }
    function squares(pen) {
      var p = +share.value, q = self.n - p;
      for (var tp = 0; tp < Math.max(p, 1); tp++) for (var tn = 0; tn < Math.max(q, 1); tn++) {
        var each = [[tp, tn], [Math.min(tp + 1, p), tn], [Math.min(tp + 1, p), Math.min(tn + 1, q)],
                    [tp, Math.min(tn + 1, q)]].map(function (c) { return [c[0], p - c[0], q - c[1], c[1]]; });
        pen.lineWidth = p && q ? 0.6 : 5;
        var fill = mean(each) || colours.line;
        polygon(pen, each.map(spot), fill, fill);
      }
    }

    // --- an isosurface: each small tetrahedron is cut where the value is reached --------------------
    function wanted() { return low + (high - low) * +level.value / 100; }
    function surface(pen) {
      var value = wanted(), found = [], n = self.n;
      function matrix(c) { return [c[0], c[1] - c[0], c[2] - c[1], n - c[2]]; }
      for (var a = 0; a < n; a++) for (var b = a; b < n; b++) for (var c = b; c < n; c++) {
        ORDERS.forEach(function (order) {  // 0 <= a <= b <= c <= n is made of such tetrahedra
          var now = [a, b, c], corners = [now.slice()];
          order.forEach(function (k) { now[k]++; corners.push(now.slice()); });
          if (corners.some(function (v) { return v[0] > v[1] || v[1] > v[2]; })) return;
          var m = corners.map(matrix), v = m.map(number);
          if (v.some(function (x) { return x === null; })) return;
          cut(m, v, value, found);
        });
      }
      found.forEach(function (each) { each.depth = each.reduce(function (s, p) { return s + p[2]; }, 0) / each.length; });
      found.sort(function (one, other) { return one.depth - other.depth; });
      found.forEach(function (each) {
        var light = lit(each);
        if (!light) return;
        var fill = shade(value).replace(/\d+/g, function (c) { return Math.round(c * light); });
        pen.lineWidth = 0.7;
        polygon(pen, each, fill, fill);
      });
    }
    function normal(p) {  // as long as twice the area
      var n = [0, 0, 0];
      p.forEach(function (a, k) {
        var b = p[(k + 1) % p.length];
        n[0] += (a[1] - b[1]) * (a[2] + b[2]) / scale;
        n[1] += (a[2] - b[2]) * (a[0] + b[0]) / scale;
        n[2] += (a[0] - b[0]) * (a[1] + b[1]) / scale / scale;
      });
      return n;
    }
    function lit(each) {  // brighter where it faces a light above the left shoulder
      var n = normal(each), size = Math.hypot(n[0], n[1], n[2]), sign = n[2] < 0 ? -1 : 1;
      if (size < 1e-6) return 0;
      return 0.6 + 0.4 * Math.max(0, sign * (0.8 * n[2] - 0.35 * n[0] - 0.5 * n[1]) / size);
    }
    function cut(m, v, value, found) {
      var above = [0, 1, 2, 3].filter(function (k) { return v[k] >= value; });
      if (!above.length || above.length === 4) return;
      var below = [0, 1, 2, 3].filter(function (k) { return v[k] < value; });
      function between(i, j) {
        var t = (value - v[i]) / (v[j] - v[i]);
        return spot(m[i].map(function (c, k) { return c + t * (m[j][k] - c); }));
      }
      if (above.length === 2) {
        found.push([between(above[0], below[0]), between(above[0], below[1]),
                    between(above[1], below[1]), between(above[1], below[0])]);
        return;
      }
      var lone = above.length === 1 ? above[0] : below[0], rest = above.length === 1 ? below : above;
      found.push(rest.map(function (k) { return between(lone, k); }));
    }

    // --- the cross-section, flat -------------------------------------------------------------------
    var grid;
    function section() {
      var made = sharp(flat, 360, 390), pen = made[0], p = +share.value, q = self.n - p;
      var left = 40, top = 14, wide = made[1] - left - 14, high = made[2] - top - 78;
      grid = { left: left, top: top, wide: wide, high: high, p: p, q: q };
      var dx = wide / (q + 1), dy = high / (p + 1);
      for (var tp = 0; tp <= p; tp++) for (var tn = 0; tn <= q; tn++) {
        var m = [tp, p - tp, q - tn, tn], x = left + tn * dx, y = top + (p - tp) * dy;
        pen.fillStyle = colour(m) || colours.band;
        pen.fillRect(x, y, dx + 0.6, dy + 0.6);
        if (!defined(m)) {
          stroke(pen, [[x + 0.2 * dx, y + 0.8 * dy], [x + 0.8 * dx, y + 0.2 * dy]], colours.refuted, 1.6);
        }
      }
      pen.lineWidth = 1;
      pen.strokeStyle = colours.soft;
      pen.strokeRect(left, top, wide, high);
      if (at && at[0] + at[1] === p) {
        pen.lineWidth = 2.4;
        pen.strokeStyle = colours.refuted;
        pen.strokeRect(left + at[3] * dx, top + (p - at[0]) * dy, dx, dy);
      }
      pen.fillStyle = colours.ink;
      pen.font = "12px system-ui, sans-serif";
      pen.textAlign = "left";
      pen.fillText("TN = 0", left, top + high + 14);
      pen.textAlign = "right";
      pen.fillText("TN = " + q, left + wide, top + high + 14);
      pen.save();
      pen.translate(left - 12, top + high);
      pen.rotate(-Math.PI / 2);
      pen.textAlign = "left";
      pen.fillText("TP = 0", 0, 0);
      pen.textAlign = "right";
      pen.fillText("TP = " + p, high, 0);
      pen.restore();
      legend(pen, left, top + high + 34, wide);
    }
    function legend(pen, x, y, wide) {
      for (var k = 0; k < 60; k++) {
        pen.fillStyle = shade(low + (high - low) * k / 59);
        pen.fillRect(x + wide * k / 60, y, wide / 60 + 0.6, 9);
      }
      function short(v) { return String(+v.toPrecision(3)).replace("-", "\u2212"); }
      pen.fillStyle = colours.ink;
      pen.textAlign = "left";
      pen.fillText(short(low), x, y + 24);
      pen.textAlign = "center";
      pen.fillText(short((low + high) / 2), x + wide / 2, y + 24);
      pen.textAlign = "right";
      pen.fillText(short(high), x + wide, y + 24);
    }

    // --- what is read --------------------------------------------------------------------------------
    function matrixWords(m) { return "(TP, FN, FP, TN) = (" + m.join(", ") + ")"; }
    function say() {
      if (at) {
        read.textContent = self.name + " at " + matrixWords(at) + " is " + nice(text(at)) + near(at) + ".";
      } else if (picked >= 0) {
        read.textContent = counter(self.counterexamples[picked]) + ".";
      } else {
        read.textContent = "Point at a matrix to read the exact value; drag or use the arrow keys to turn.";
      }
    }
    function nice(words) { return words.replace(/-/g, "\u2212").replace(/\*/g, "\u00b7").replace(/sqrt\(([^()]*)\)/g, "\u221a($1)").replace(/\boo\b/, "\u221e"); }
    function near(m) {
      var v = number(m);
      return v === null || /^(about|-?\d+$)/.test(text(m)) ? "" : ", about " + String(v).replace("-", "\u2212");
    }
    function counter(each) {
      var values = each.values.map(nice).join(" and ");
      return each.property + " fails" + (each.parameters ? " where " + each.parameters : "") + ": " +
        each.matrices.map(matrixWords).join(" against ") +
        (values ? ", where " + self.name + " is " + values : "");
    }
    function list() {
      found.textContent = "";
      self.counterexamples.forEach(function (each, k) {
        var button = document.createElement("button");
        button.type = "button";
        button.textContent = "\u2717 " + counter(each);
        button.setAttribute("aria-pressed", "false");
        button.addEventListener("click", function () { pick(picked === k ? -1 : k); });
        found.appendChild(button);
      });
    }
    function pick(k) {
      picked = k;
      at = null;
      found.querySelectorAll("button").forEach(function (button, j) {
        button.setAttribute("aria-pressed", String(j === k));
      });
      if (k >= 0) {
        var first = self.counterexamples[k].parts[0];
        share.value = Math.round((first[0] + first[1]) * self.n);
      }
      changed();
    }
    function examples(pen) {
      self.counterexamples.forEach(function (each, k) {
        var places = each.parts.map(seen), strong = k === picked;
        if (picked >= 0 && !strong) return;
        if (strong && places.length > 1) {
          stroke(pen, places, colours.paper, 5);
          stroke(pen, places, colours.refuted, 2.4);
        }
        places.forEach(function (p, j) { dot(pen, p, strong ? 6 : 4, colours.refuted, j ? colours.paper : colours.ink); });
      });
    }
    function describe() {
      var parts = gaps.faces.map(function (k) { return "the face " + NAMES[k] + " = 0"; });
      gaps.edges.forEach(function (e) {
        if (!gaps.faces.some(function (k) { return e.indexOf(k) < 0; })) parts.push("the edge " + NAMES[e[0]] + "\u2013" + NAMES[e[1]]);
      });
      gaps.corners.forEach(function (k) {
        if (!gaps.edges.some(function (e) { return e.indexOf(k) >= 0; })) parts.push("the corner " + NAMES[k]);
      });
      told.textContent = "All matrices of n = " + self.n + (self.parameters ? ", at " + self.parameters : "") +
        ": each corner has all elements in one cell. " +
        (parts.length ? "Undefined (red, grey): " + parts.join(", ") + ". " : "") +
        "The line around it is the cross-section of one P/n, shown flat beside it.";
      var p = +share.value;
      part("shown").textContent = p + "/" + self.n;
      part("value").textContent = String(+wanted().toPrecision(3));
      part("at").hidden = mode.value !== "level";
      turn.setAttribute("aria-label", "The tetrahedron of all confusion matrices of n = " + self.n + ", coloured by " +
        self.name + " from " + low + " to " + high + ", with the cross-section P = " + p + ". Arrow keys turn it.");
      flat.setAttribute("aria-label", self.name + " where P = " + p + ", N = " + (self.n - p) +
        ": TN to the right, TP upwards. Arrow keys move from matrix to matrix; the value is read below.");
    }
    function draw() {
      waiting = false;
      themed();
      solid();
      section();
      home.dataset.drawn = String(+(home.dataset.drawn || 0) + 1);
      home.dataset.turned = yaw.toFixed(2) + " " + pitch.toFixed(2);
    }
    function changed() {
      describe();
      say();
      if (!waiting) { waiting = true; requestAnimationFrame(draw); }
    }

    // --- mouse, touch and keyboard -------------------------------------------------------------------
    function rotate(across, up) {
      yaw += across;
      pitch = Math.max(-1.5, Math.min(1.5, pitch + up));
      changed();
    }
    var held = null;
    turn.addEventListener("pointerdown", function (event) {
      held = [event.clientX, event.clientY];
      turn.setPointerCapture(event.pointerId);
    });
    turn.addEventListener("pointermove", function (event) {
      if (held) {
        rotate((event.clientX - held[0]) / 140, (event.clientY - held[1]) / 140);
        held = [event.clientX, event.clientY];
        return;
      }
      nearest(event);
    });
    ["pointerup", "pointercancel"].forEach(function (name) {
      turn.addEventListener(name, function () { held = null; });
    });
    turn.addEventListener("keydown", function (event) {
      var by = { ArrowLeft: [-0.12, 0], ArrowRight: [0.12, 0], ArrowUp: [0, 0.12], ArrowDown: [0, -0.12] }[event.key];
      if (by) { rotate(by[0], by[1]); event.preventDefault(); }
    });
    function nearest(event) {  // of what can be seen: the skin in front, or the section
      var box = turn.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
      var front = [0, 1, 2, 3].filter(facing), best = null, close = 14 * 14;
      matrices(function (m) {
        var shown = mode.value === "skin" ? front.some(function (zero) { return m[zero] === 0; })
          : m[0] + m[1] === +share.value;
        if (!shown) return;
        var p = spot(m), far = (p[0] - x) * (p[0] - x) + (p[1] - y) * (p[1] - y);
        if (far < close) { close = far; best = m; }
      });
      if (key(best || []) !== key(at || [])) { at = best; changed(); }
    }
    flat.addEventListener("pointermove", function (event) {
      var box = flat.getBoundingClientRect();
      var tn = Math.floor((event.clientX - box.left - grid.left) / grid.wide * (grid.q + 1));
      var tp = grid.p - Math.floor((event.clientY - box.top - grid.top) / grid.high * (grid.p + 1));
      move(tp, tn);
    });
    flat.addEventListener("pointerdown", function () { flat.focus(); });
    flat.addEventListener("keydown", function (event) {
      var by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] }[event.key];
      if (!by) return;
      event.preventDefault();
      if (at && at[0] + at[1] === grid.p) move(at[0] + by[0], at[3] + by[1]); else move(0, 0);
    });
    function move(tp, tn) {
      if (tp < 0 || tn < 0 || tp > grid.p || tn > grid.q) return;
      at = [tp, grid.p - tp, grid.q - tn, tn];
      changed();
    }
    [turn, flat].forEach(function (canvas) {
      canvas.addEventListener("pointerleave", function () { if (!held) { at = null; changed(); } });
    });
    [share, level, mode].forEach(function (input) {
      input.addEventListener("input", function () { at = null; changed(); });
    });
    which.addEventListener("change", function () { load(+which.value); });
    all.forEach(function (each, k) {
      var option = document.createElement("option");
      option.value = k;
      option.textContent = each.name;
      which.appendChild(option);
    });
    part("which").hidden = all.length < 2;
    window.addEventListener("resize", changed);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
    var fold = home.closest("details");
    if (fold) fold.addEventListener("toggle", changed);
    load(0);
    if (fold) fold.hidden = false;
  }
  document.querySelectorAll(".solid").forEach(start);
})();
