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
  // Text whose backticks enclose code, as nodes.
  const prose = (text) => String(text).split(/`([^`]+)`/).map((part, number) => (number % 2 ? make("code", "", part) : part));
  // A path that a line may end in after each slash, and nowhere else.
  const path = (text) => text.split("/").flatMap((part, number, all) =>
    (number + 1 < all.length ? [`${part}/`, document.createElement("wbr")] : [part]));
  // A manual page: headings, blocks of code, paragraphs.
  const manual = (text) => {
    const page = make("div", "page");
    for (const [number, part] of text.split(/^```(.*)$/m).entries()) {
      // Of each four parts the second is the mark that opens a block, the third its code, the fourth the mark that closes it.
      if (number % 4 === 1 && part.trim()) page.append(make("p", "small", `${part.replace("cuda", "").trim()}:`));
      if (number % 4 === 2) page.append(make("pre", "", part.trim()));
      if (number % 4 !== 0) continue;
      for (const block of part.split(/\n\s*\n/)) {
        const heading = /^#+ (.*)$/.exec(block.trim());
        if (heading) page.append(make("h3", "", heading[1]));
        else if (block.trim()) page.append(make("p", "", ...prose(block.trim())));
      }
    }
    return page;
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
    const facts = [count(files, "file"), data.date, ...(data.commit ? [`commit ${data.commit}`] : []), `hipify-rs ${data.version}`];
    byId("about").append(...data.roots.flatMap((root) => [...path(root), " "]), targets,
      ...facts.flatMap((fact) => [" · ", make("span", "whole", fact)]));
    const cards = [[errors, "blockers", "c-error"], [warnings, "warnings", "c-warning"], [notes, "notes", "c-note"],
      [fixable + unsafe, "fixable", "c-fix"], [allowed + known, "allowed or known", ""]];
    byId("totals").append(...cards.map(([number, word, kind]) => make("div", "", make("b", kind, String(number)), word)));
    for (const text of [...data.failures, ...data.notes]) byId("totals").after(make("p", "small", ...prose(text)));
  };

  const effort = () => {
    const groups = grouped(open, kindOf);
    const rows = [["blocker", "blocker", " by hand", "error"], ["hand", "warning", " by hand", "warning"], ["read", "note", " to read", "note"],
      ["review", "finding", " with a fix to review", "review"], ["automatic", "finding", " with a safe fix", "fix"]];
    for (const [kind, word, what, color] of rows) {
      const number = (groups.get(kind) || []).length;
      const text = `${count(number, word)}${what}`;
      const part = make("div", `b-${color}`);
      part.style.flexGrow = String(number);
      part.title = text;
      byId("effort-bar").append(part);
      byId("effort").append(make("li", "", make("span", `swatch b-${color}`), text));
    }
    byId("effort-bar").setAttribute("aria-label", [...byId("effort").children].map((item) => item.textContent).join(", "));
    byId("points").textContent = `${points(open).toFixed(1)} points`;
  };

  const link = (children, action) => {
    const button = make("button", "link", ...children);
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
    // By the points, which the heading speaks of, and which stand first.
    folders.sort((a, b) => b.points - a.points || (a.folder < b.folder ? -1 : 1));
    for (const { folder, findings, points: sum } of folders) {
      const name = make("td", "", link(path(folder), () => { byId("folder").value = folder; }));
      const levels = ["error", "warning", "note"].map((level) => ofLevel(findings, level));
      byId("hot").tBodies[0].append(make("tr", "", name, ...numbers([sum.toFixed(1), ...levels])));
      byId("folder").append(new Option(folder, folder));
    }
    const lints = [...grouped(open, (finding) => finding.code)].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
    for (const [code, findings] of lints) {
      const rule = rules.get(code) || { name: "", summary: "" };
      const fixable = findings.filter((finding) => finding.fix === "safe" || finding.fix === "review").length;
      const name = make("td", "", link([make("code", "", code), " ", make("code", "", rule.name)], () => { byId("lint").value = code; }));
      byId("lints").tBodies[0].append(make("tr", "", name, ...numbers([findings.length, fixable]), make("td", "", ...prose(rule.summary))));
      byId("lint").append(new Option(`${code} ${rule.name}`, code));
    }
  };

  const item = (finding) => {
    const rule = rules.get(finding.code) || { name: "", page: "" };
    const where = make("p", "where", ...path(finding.path), `:${finding.line}:${finding.column}`,
      ...(finding.function ? [" in ", make("code", "", finding.function)] : []));
    const element = make("li", `${finding.level}${finding.settled ? " settled" : ""}`,
      make("p", "", make("span", "level", `${words[finding.level]} ${finding.code}`), " ", make("code", "", rule.name)),
      make("p", "", ...prose(finding.message)), where);
    const [before, marked, after] = finding.source;
    if (before + marked + after) {
      element.append(make("pre", "", `${finding.line} | ${before}`, make("mark", "", marked || " "), after));
    }
    if (finding.help) element.append(make("p", "", "help: ", ...prose(finding.help)));
    for (const [line, text] of finding.related || []) element.append(make("p", "where", `line ${line}: `, ...prose(text)));
    if (finding.fix_message) {
      const how = { safe: "`--fix` can ", review: "`--fix --unsafe-fixes` can ", manual: "by hand: " }[finding.fix];
      element.append(make("p", "c-fix", ...prose(how + finding.fix_message)));
    }
    if (finding.settled) element.append(make("p", "where", finding.settled));
    if (rule.page) element.append(make("details", "", make("summary", "", `About ${finding.code}`), manual(rule.page)));
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
