(function () {
  "use strict";
  var table = document.querySelector(".heat"), body = table.tBodies[0];
  var heads = Array.from(table.tHead.rows[0].cells).slice(1), rows = Array.from(body.rows);
  var RANK = { proved: 0, refuted: 1, undecided: 2, "not-applicable": 3, "": 4 };
  var sorted = -1, down = true, words = "", frameworks = {}, wanted = -1, outcome = "proved";

  function kind(row, k) { return row.cells[k + 1].className; }
  function alike(one, other) {  // how many cells differ
    return heads.filter(function (_, k) { return kind(one, k) !== kind(other, k); }).length;
  }
  function chained() {  // each row is followed by the one that is most like it
    var left = rows.slice(), found = [left.shift()];
    while (left.length) {
      var last = found[found.length - 1], best = 0;
      left.forEach(function (row, k) { if (alike(last, row) < alike(last, left[best])) best = k; });
      found.push(left.splice(best, 1)[0]);
    }
    return found;
  }
  function count(row) { return heads.filter(function (_, k) { return kind(row, k) === "proved"; }).length; }
  function name(row) { return row.cells[0].textContent.toLowerCase(); }
  var ORDERS = {
    "as in the catalog": function () { return rows; },
    "by name": function () { return rows.slice().sort(function (a, b) { return name(a) < name(b) ? -1 : 1; }); },
    "most proved first": function () { return rows.slice().sort(function (a, b) { return count(b) - count(a); }); },
    "alike next to each other": chained
  };
  function put(list) { list.forEach(function (row) { body.appendChild(row); }); }
  function sort(k) {
    down = sorted === k ? !down : true;
    sorted = k;
    heads.forEach(function (head, j) {
      if (j === k) head.setAttribute("aria-sort", down ? "ascending" : "descending"); else head.removeAttribute("aria-sort");
    });
    if (k < 0) return;
    put(rows.slice().sort(function (a, b) {
      var by = RANK[kind(a, k)] - RANK[kind(b, k)];
      return (down ? by : -by) || rows.indexOf(a) - rows.indexOf(b);
    }));
  }
  function filter() {
    rows.forEach(function (row) {
      row.hidden = name(row).indexOf(words) < 0 || (wanted >= 0 && kind(row, wanted) !== outcome);
      heads.forEach(function (head, k) { row.cells[k + 1].hidden = frameworks[head.dataset.framework] === false; });
    });
    heads.forEach(function (head) { head.hidden = frameworks[head.dataset.framework] === false; });
    shown.textContent = rows.filter(function (row) { return !row.hidden; }).length + " of " + rows.length + " measures";
  }

  var bar = document.createElement("div");
  bar.className = "filter";
  function labelled(text, element) {
    var label = document.createElement("label");
    label.append(text, element);
    bar.appendChild(label);
    return element;
  }
  function choice(text, options, use) {
    var select = labelled(text, document.createElement("select"));
    options.forEach(function (each, k) { select.add(new Option(each[0], each[1], false, k === 0)); });
    select.addEventListener("change", function () { use(select.value); });
    return select;
  }
  var search = labelled("measures", document.createElement("input"));
  search.type = "search";
  search.placeholder = "filter by name";
  search.addEventListener("input", function () { words = search.value.toLowerCase(); filter(); });
  choice("order", Object.keys(ORDERS).map(function (each) { return [each, each]; }), function (value) {
    sort(-1);
    put(ORDERS[value]());
  });
  choice("only where", [["any property", -1]].concat(heads.map(function (head, k) { return [head.textContent, k]; })),
    function (value) { wanted = +value; filter(); });
  choice("is", Object.keys(RANK).slice(0, 4).map(function (each) { return [each.replace("-", " "), each]; }),
    function (value) { outcome = value; filter(); });
  Array.from(new Set(heads.map(function (head) { return head.dataset.framework; }))).forEach(function (each) {
    var box = document.createElement("input"), label = document.createElement("label");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", function () { frameworks[each] = box.checked; filter(); });
    label.append(box, each);
    bar.appendChild(label);
  });
  var shown = document.createElement("span");
  shown.className = "soft";
  shown.setAttribute("role", "status");
  bar.appendChild(shown);
  var home = table.parentNode;
  home.parentNode.insertBefore(bar, home);
  heads.forEach(function (head, k) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.textContent = "";
    head.appendChild(button);
    button.addEventListener("click", function () { sort(k); });
  });
  filter();
})();
