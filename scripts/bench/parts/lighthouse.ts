import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ensureBrowser } from "../../ensureBrowser";
import { runPortal } from "../../local/runPortal";
import type { RunSettings } from "../../local/runSettings";
import { median } from "../abba";
import type { Figure } from "../figure";
import { PASSWORD } from "../loadOrders";
import type { LonePart } from "../part";

const RUNS = 3;
const CHROME_FLAGS = "--headless --no-sandbox --disable-background-networking";

type Category = "performance" | "accessibility" | "best-practices" | "seo";

interface Report {
  /** `seo` only when it was asked for. */
  categories: Record<Category, { score: number | null }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string; scoreDisplayMode: string }>;
  runtimeError?: { message: string };
}

/** A new Chromium sometimes omits the navigation start from its trace, and Lighthouse asks for another run. */
const TRIES = 4;

async function lighthouse(url: string, cookie: string | null, categories: Category[]): Promise<Report> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await runLighthouse(url, cookie, categories);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** One run of Lighthouse with its mobile preset, in its own browser. */
async function runLighthouse(url: string, cookie: string | null, categories: Category[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  try {
    const [output, headers] = [join(folder, "report.json"), join(folder, "headers.json")];
    writeFileSync(headers, JSON.stringify(cookie ? { Cookie: cookie } : {}));
    const cli = join(dirname(createRequire(import.meta.url).resolve("lighthouse/package.json")), "cli/index.js");
    await promisify(execFile)(
      process.execPath,
      [
        cli,
        url,
        "--quiet",
        "--output=json",
        `--output-path=${output}`,
        `--extra-headers=${headers}`,
        `--chrome-flags=${CHROME_FLAGS}`,
        `--only-categories=${categories.join()}`,
      ],
      { env: { ...process.env, CHROME_PATH: ensureBrowser() }, maxBuffer: 1 << 26 },
    );
    const report = JSON.parse(readFileSync(output, "utf8")) as Report;
    if (report.runtimeError) throw new Error(`Lighthouse on ${url}: ${report.runtimeError.message}`);
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sessionCookie({ siteUrl }: RunSettings, email: string) {
  const answer = await fetch(`${siteUrl}/signin`, {
    method: "POST",
    headers: { Origin: siteUrl, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email, password: PASSWORD }).toString(),
    redirect: "manual",
  });
  const cookie = answer.headers.getSetCookie().find((value) => value.startsWith("session="));
  if (!cookie) throw new Error(`${email} could not sign in: ${answer.status}`);
  return cookie.split(";")[0]!;
}

/** Titles of the failed audits of a category. */
const unmet = (report: Report) =>
  Object.values(report.audits)
    .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === "binary")
    .map(({ title }) => title);

/** P9: Lighthouse on the seeded local portal, each page as the account that opens it. */
export const lighthousePart: LonePart = {
  ids: ["P9"],
  async measure(settings) {
    const portal = await runPortal(settings);
    try {
      const customer = await sessionCookie(settings, "customer@example.com");
      const staff = await sessionCookie(settings, "superadmin@example.com");
      const catalogue = await (await fetch(`${settings.siteUrl}/services`, { headers: { Cookie: customer } })).text();
      const [, serviceId] = /"\/services\/([^/"?#]+)\//.exec(catalogue) ?? [];
      if (!serviceId) throw new Error("The catalogue leads to no service");
      const shop = await (await fetch(`${settings.siteUrl}/shop`)).text();
      const [slugPath] = /\/shop\/[\w-]+/.exec(shop) ?? [];
      if (!slugPath) throw new Error("The shop leads to no service");
      const everywhere: Category[] = ["performance", "accessibility", "best-practices"];
      /** Pages that search engines read. */
      const found = new Set(["shop", "shop, service"]);
      const pages: [string, string, string | null][] = [
        ["shop", "/shop", null],
        ["shop, service", slugPath, null],
        ["checkout, visitor", `/services/${serviceId}/checkout`, null],
        ["sign-in", "/signin", null],
        ["catalogue", "/services", customer],
        ["checkout", `/services/${serviceId}/checkout`, customer],
        ["orders, staff", "/orders", staff],
        ["orders, customer", "/orders", customer],
        ["dashboard, staff", "/", staff],
        ["dashboard, customer", "/", customer],
      ];
      const figures: Figure[] = [];
      for (const [what, path, cookie] of pages) {
        const reports: Report[] = [];
        const categories: Category[] = found.has(what) ? [...everywhere, "seo"] : everywhere;
        for (let run = 0; run < RUNS; run++)
          reports.push(await lighthouse(settings.siteUrl + path, cookie, categories));
        const score = (category: Category) =>
          median(reports.map((report) => 100 * (report.categories[category].score ?? 0)));
        const timing = (audit: string) => median(reports.map((report) => report.audits[audit]?.numericValue ?? 0));
        const figure = { id: "P9", against: `Lighthouse mobile, ${RUNS} runs`, unit: "" };
        figures.push(
          {
            ...figure,
            what: `Performance: ${what}`,
            value: score("performance"),
            atLeast: 99,
            note: `FCP ${Math.round(timing("first-contentful-paint"))}, LCP ${Math.round(timing("largest-contentful-paint"))}, TBT ${Math.round(timing("total-blocking-time"))} ms`,
          },
          {
            ...figure,
            what: `${found.has(what) ? "Accessibility, best practices, SEO" : "Accessibility, best practices"}: ${what}`,
            value: Math.min(...categories.slice(1).map(score)),
            atLeast: 100,
            note: unmet(reports[0]!).join("; "),
          },
          { ...figure, what: `CLS: ${what}`, value: timing("cumulative-layout-shift"), atMost: 0 },
        );
      }
      return figures;
    } finally {
      await portal.stop();
    }
  },
};
