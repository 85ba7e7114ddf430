// Uses the HTML report as a reader does, in Chromium: folder with report.html, report.json and empty.html; folder of Playwright.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [work, modules] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const report = JSON.parse(readFileSync(`${work}/report.json`, "utf8"));
const open = report.findings.filter((finding) => finding.state === "open");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
let tests = 0;

// Opens a page; anything that it logs as an error, or asks the network for, fails the test.
async function visit(name, options, use) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => /^(file|data):/.test(request.url()) || problems.push(request.url()));
  await page.goto(pathToFileURL(`${work}/${name}`).href);
  await use(page);
  assert.deepEqual(problems, []);
  await context.close();
  tests += 1;
}

const shown = async (page) => Number(/of (\d+)/.exec(await page.locator("#shown").textContent())[1]);
const items = (page) => page.locator("#findings > li");

await visit("report.html", {}, async (page) => {
  assert.equal(await shown(page), open.length, "every open finding is listed");
  const first = await items(page).first().getAttribute("class");
  assert.equal(first, open.some((finding) => finding.level === "error") ? "error" : "warning", "blockers come first");
  assert.equal(await items(page).count(), Math.min(100, open.length));
  await page.locator("#more").click();
  assert.equal(await items(page).count(), Math.min(200, open.length));
});

await visit("report.html", {}, async (page) => {
  const code = open[0].code;
  await page.locator("#lint").selectOption(code);
  assert.equal(await shown(page), open.filter((finding) => finding.code === code).length, "the lint filter");
  await page.locator("button[type=reset]").click();
  await page.waitForFunction((all) => document.getElementById("shown").textContent.includes(`of ${all} `), open.length);

  await page.locator("[name=level][value=error]").uncheck();
  assert.equal(await shown(page), open.filter((finding) => finding.level !== "error").length, "the level filter");
  await page.locator("[name=level][value=error]").check();

  await page.locator("#search").fill(`${open[0].path} ${open[0].code.toLowerCase()}`);
  const found = await shown(page);
  assert.ok(found > 0 && found < open.length, "the search narrows");
  for (const where of await page.locator("#findings .where").allTextContents()) {
    assert.ok(where.startsWith("line ") || where.includes(open[0].path) || where.includes("allowed"), where);
  }
  await page.locator("#search").fill("no such text anywhere");
  assert.equal(await shown(page), 0);
  await page.locator("#search").fill("");

  await page.locator("#fixable").check();
  const fixable = open.filter((finding) => finding.fix && finding.fix.applicability !== "manual").length;
  assert.equal(await shown(page), fixable, "the filter of fixable findings");
  await page.locator("#fixable").uncheck();
  await page.locator("#settled").check();
  assert.equal(await shown(page), report.findings.length, "allowed findings on demand");
});

await visit("report.html", {}, async (page) => {
  const folder = page.locator("#hot tbody tr").first().locator("button");
  const name = await folder.textContent();
  await folder.click();
  const here = open.filter((finding) => finding.path.slice(0, finding.path.lastIndexOf("/")) === name);
  assert.equal(await shown(page), here.length, "a hot spot shows its findings");
  await page.locator("summary").first().click();
  assert.ok((await page.locator(".page h3").first().textContent()).length > 0, "a lint's page opens");
});

for (const width of [500, 900, 1600]) {
  await visit("report.html", { viewport: { width, height: 1000 } }, async (page) => {
    const points = await page.locator("#hot tbody td:nth-child(2)").allTextContents();
    assert.deepEqual(points, [...points].sort((a, b) => b - a), "hot spots are sorted by their points");
    assert.ok((await page.locator("#about").textContent()).includes("2001-09-09 01:46 UTC"), "the report names its date");
    await page.locator("#legend summary").click();
    assert.ok(await page.locator("#legend dd").first().isVisible(), "the legend opens");
    // Backticks are code, and code stays in one line.
    assert.ok(!(await page.locator("#findings > li > p").allTextContents()).some((text) => text.includes("`")), "no backticks are left");
    const broken = await page.evaluate(() => [...document.querySelectorAll("code, td.number, .whole")]
      .filter((code) => code.offsetHeight > 0 && code.offsetHeight > 1.8 * parseFloat(getComputedStyle(code).lineHeight) && code.tagName !== "TD")
      .map((code) => code.textContent));
    assert.deepEqual(broken, [], `code is broken at ${width}`);
    const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(scroll <= client, `the page is ${scroll} wide on a screen of ${client}`);
  });
}

await visit("report.html", { viewport: { width: 360, height: 640 } }, async (page) => {
  const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(scroll <= client, `the page is ${scroll} wide on a screen of ${client}`);
  await page.locator("#search").fill(open[0].code);
  assert.ok((await shown(page)) > 0, "the search works at phone width");
});

const colors = [];
for (const colorScheme of ["light", "dark"]) {
  await visit("report.html", { colorScheme }, async (page) => {
    const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    colors.push(await color());
    await page.locator("#theme").click();
    colors.push(await color());
  });
}
assert.equal(colors[0], colors[3], "light is light, by the system's choice and by the button");
assert.equal(colors[1], colors[2], "dark likewise");
assert.notEqual(colors[0], colors[1]);

await visit("empty.html", {}, async (page) => assert.equal(await shown(page), 0, "a report without findings opens"));

await browser.close();
console.log(`${tests} visits of the report, ${open.length} findings`);
