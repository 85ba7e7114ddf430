"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const rules = new Map(data.rules.map((rule) => [rule.code, rule]));
  const order = { error: 0, warning: 1, note: 2 };
  const words = { error: "blocker", warning: "warning", note: "note" };
  const STEP = 100;
  const open = data.findings.filter((finding) => !finding.settled);
  const byId = (id) => document.getElementById(id);

  // An element with a class and children; text is never read as HTML.
  const make = (name, kind, ...children) => {
    const element = document.createElement(name);
    if (kind) element.className = kind;
    element.append(...children);
    return element;
  };
  const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const folderOf = (finding) => (finding.path.includes("/") ? finding.path.slice(0, finding.path.lastIndexOf("/")) : ".");
  const kindOf = (finding) => {
    if (finding.fix === "safe") return "automatic";
    if (finding.fix === "review") return "review";
    return { error: "blocker", warning: "hand", note: "read" }[finding.level];
  };
  const weights = { automatic: 0, read: 0.5, review: 1, hand: 3, blocker: 8 };
  const points = (findings) => {
    const seen = new Set();
    let sum = 0;
    for (const finding of findings) {
      const key = `${finding.code} ${finding.message}`;
      sum += weights[kindOf(finding)] * (seen.has(key) ? 0.2 : 1);
      seen.add(key);
    }
    return Math.round(sum * 10) / 10;
  };
  const grouped = (findings, key) => {
    const groups = new Map();
    for (const finding of findings) {
      const name = key(finding);
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(finding);
    }
    return groups;
  };
  const ofLevel = (findings, level) => findings.filter((finding) => finding.level === level).length;

  const totals = () => {
    const { files, errors, warnings, notes, allowed, known, fixable, fixable_unsafe: unsafe } = data.summary;
    const targets = data.targets.length ? ` for ${data.targets.join(", ")}` : "";
    byId("about").textContent = `${data.roots.join(" ")}${targets} · ${count(files, "file")} · hipify-rs ${data.version}`;
    const cards = [[errors, "blockers", "c-error"], [warnings, "warnings", "c-warning"], [notes, "notes", "c-note"],
      [fixable + unsafe, "fixable", "c-fix"], [allowed + known, "allowed or known", ""]];
    byId("totals").append(...cards.map(([number, word, kind]) => make("div", "", make("b", kind, String(number)), word)));
    for (const text of [...data.failures, ...data.notes]) byId("totals").after(make("p", "small", text));
  };

  const effort = () => {
    const groups = grouped(open, kindOf);
    const rows = [["blocker", "blockers by hand", "error"], ["hand", "warnings by hand", "warning"], ["read", "notes to read", "note"],
      ["review", "fixes to review", "review"], ["automatic", "safe fixes", "fix"]];
    for (const [kind, text, color] of rows) {
      const number = (groups.get(kind) || []).length;
      const part = make("div", `b-${color}`);
      part.style.flexGrow = String(number);
      byId("effort-bar").append(part);
      byId("effort").append(make("li", `c-${color}`, `${number} ${text}`));
    }
    byId("effort").append(make("li", "", make("b", "", `${points(open)} points`)));
  };

  const link = (text, action) => {
    const button = make("button", "link", text);
    button.type = "button";
    button.addEventListener("click", () => {
      action();
      draw();
      byId("findings-title").scrollIntoView();
    });
    return button;
  };
  const numbers = (values) => values.map((value) => make("td", "number", String(value)));

  const tables = () => {
    const folders = [...grouped(open, folderOf)].map(([folder, findings]) => ({ folder, findings, points: points(findings) }));
    folders.sort((a, b) => ofLevel(b.findings, "error") - ofLevel(a.findings, "error") || b.points - a.points);
    for (const { folder, findings, points: sum } of folders) {
      const name = make("td", "", link(folder, () => { byId("folder").value = folder; }));
      const levels = ["error", "warning", "note"].map((level) => ofLevel(findings, level));
      byId("hot").tBodies[0].append(make("tr", "", name, ...numbers([...levels, sum])));
      byId("folder").append(new Option(folder, folder));
    }
    const lints = [...grouped(open, (finding) => finding.code)].sort((a, b) => b[1].length - a[1].length);
    for (const [code, findings] of lints) {
      const rule = rules.get(code) || { name: "", summary: "" };
      const fixable = findings.filter((finding) => finding.fix === "safe" || finding.fix === "review").length;
      const name = make("td", "", link(`${code} ${rule.name}`, () => { byId("lint").value = code; }));
      byId("lints").tBodies[0].append(make("tr", "", name, ...numbers([findings.length, fixable]), make("td", "", rule.summary)));
      byId("lint").append(new Option(`${code} ${rule.name}`, code));
    }
  };

  const item = (finding) => {
    const rule = rules.get(finding.code) || { name: "", page: "" };
    const where = `${finding.path}:${finding.line}:${finding.column}${finding.function ? ` in ${finding.function}` : ""}`;
    const element = make("li", `${finding.level}${finding.settled ? " settled" : ""}`,
      make("p", "", make("span", "level", `${words[finding.level]} ${finding.code}`), ` ${rule.name}`),
      make("p", "", finding.message), make("p", "where", where));
    const [before, marked, after] = finding.source;
    if (before + marked + after) {
      element.append(make("pre", "", `${finding.line} | ${before}`, make("mark", "", marked || " "), after));
    }
    if (finding.help) element.append(make("p", "", `help: ${finding.help}`));
    for (const [line, text] of finding.related || []) element.append(make("p", "where", `line ${line}: ${text}`));
    if (finding.fix_message) {
      const how = { safe: "--fix can ", review: "--fix --unsafe-fixes can ", manual: "by hand: " }[finding.fix];
      element.append(make("p", "c-fix", how + finding.fix_message));
    }
    if (finding.settled) element.append(make("p", "where", finding.settled));
    if (rule.page) element.append(make("details", "", make("summary", "", `About ${finding.code}`), make("pre", "page", rule.page)));
    return element;
  };

  const text = (finding) => [finding.path, finding.code, (rules.get(finding.code) || {}).name, finding.message, finding.help,
    finding.function, finding.source.join("")].join("\n").toLowerCase();
  const sorted = data.findings.map((finding) => ({ finding, text: text(finding) }));
  sorted.sort((a, b) => order[a.finding.level] - order[b.finding.level]
    || (a.finding.path < b.finding.path ? -1 : a.finding.path > b.finding.path ? 1 : a.finding.line - b.finding.line));
  let limit = STEP;

  const matching = () => {
    const terms = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const levels = new Set([...document.querySelectorAll("[name=level]:checked")].map((box) => box.value));
    const [lint, folder, fixable, settled] = [byId("lint").value, byId("folder").value, byId("fixable").checked, byId("settled").checked];
    return sorted.filter(({ finding, text: all }) => levels.has(finding.level) && (settled || !finding.settled)
      && (!lint || finding.code === lint) && (!folder || folderOf(finding) === folder)
      && (!fixable || finding.fix === "safe" || finding.fix === "review") && terms.every((term) => all.includes(term)));
  };
  const draw = (keep) => {
    if (!keep) limit = STEP;
    const chosen = matching();
    byId("findings").replaceChildren(...chosen.slice(0, limit).map(({ finding }) => item(finding)));
    byId("shown").textContent = `${Math.min(limit, chosen.length)} of ${count(chosen.length, "finding")} shown`;
    byId("more").hidden = chosen.length <= limit;
  };

  const theme = () => {
    const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  };

  totals();
  effort();
  tables();
  draw();
  byId("filters").addEventListener("input", () => draw());
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("reset", () => setTimeout(draw));
  byId("more").addEventListener("click", () => { limit += STEP; draw(true); });
  byId("theme").addEventListener("click", theme);
})();
