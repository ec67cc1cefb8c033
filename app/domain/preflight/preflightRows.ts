import { toOneLine } from "~/format/cleanText";
import type { LinkRules } from "../catalogue/linkRules";
import { packageSlugs, slugOf } from "../catalogue/slug";
import { type PageFacts, pageAddress } from "../pageFacts";
import { comparableAddress } from "../sameAddress";
import { completeWebAddress } from "../webAddress";
import type { SheetRow } from "./sheetRow";

/** E refuses a row, W warns (rules.md preflight/codes). */
export const preflightCodes = ["E1", "E2", "W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8"] as const;
export type PreflightCode = (typeof preflightCodes)[number];

interface Finding {
  code: PreflightCode;
  text: string;
  /** W4: the orders that have the same link. */
  orderNumbers?: number[];
}

export interface CheckedRow {
  /** The position in the sheet, from 1. */
  row: number;
  packageId: string | null;
  /** With its scheme; as written when it is no address. */
  targetUrl: string;
  findings: Finding[];
  /** Whether the page behind the address was looked at. */
  page: "checked" | "not checked";
}

/** A link that the client bought. */
export interface PastLink {
  targetUrl: string;
  anchorText: string;
  orderNumber: number;
  /** ms UTC. */
  createdAt: number;
}

interface SheetPackage {
  id: string;
  name: string;
  tracking: { tracked: boolean };
}

export interface PreflightFacts {
  packages: readonly SheetPackage[];
  history: readonly PastLink[];
  /** By `pageAddress`. */
  pages: ReadonlyMap<string, PageFacts>;
  rules: LinkRules;
  excludedSites: readonly string[];
  /** ms UTC. */
  now: number;
}

const MONTH_MS = 30 * 86_400_000;
/** The share of one anchor text among the links to a page above which it looks made. */
const MAX_EXACT = 0.3;

interface Draft {
  row: number;
  packageId: string | null;
  named: string;
  address: string | null;
  written: string;
  /** Equal for spellings of one page. */
  page: string | null;
  anchor: string;
}

/** What there is to say about each row of a sheet, without a look at the network (rules.md preflight/codes). */
export function preflightRows(rows: readonly SheetRow[], facts: PreflightFacts): CheckedRow[] {
  const packageOf = packageFinder(facts.packages);
  const drafts = rows.map((row, index): Draft => {
    const address = completeWebAddress(row.targetUrl.trim());
    return {
      row: index + 1,
      packageId: packageOf(row.package),
      named: row.package.trim(),
      address,
      written: row.targetUrl.trim(),
      page: address && comparableAddress(address),
      anchor: row.anchorText,
    };
  });
  const past = pastByPage(facts.history);
  const inSheet = countsOf(drafts, ({ page }) => page);
  const sameInSheet = countsOf(drafts, linkKey);
  const firstOf = new Map<string, number>();
  return drafts.map((draft): CheckedRow => {
    const findings: Finding[] = [];
    const add = (code: PreflightCode, text: string | null | undefined | false, more: Partial<Finding> = {}) => {
      if (text) findings.push({ code, text, ...more });
    };
    const { address, page } = draft;
    add("E1", address ? null : draft.written === "" ? "The target is missing" : "Not a public web address");
    add("E2", draft.packageId ? null : unknownPackage(draft.named));
    const seen = address ? facts.pages.get(pageAddress(address)) : undefined;
    if (address && page !== null) {
      add("W1", seen && brokenPage(seen));
      add("W2", seen && !brokenPage(seen) && hiddenPage(seen, address));
      const key = linkKey(draft)!;
      const first = firstOf.get(key);
      if (first) add("W3", `Same target and anchor text as row ${first}`);
      else firstOf.set(key, draft.row);
      const before = past.get(page) ?? [];
      const same = before.filter((link) => anchorKey(link.anchorText) === anchorKey(draft.anchor));
      const orderNumbers = [...new Set(same.map(({ orderNumber }) => orderNumber))].sort((a, b) => a - b);
      add("W4", boughtBefore(orderNumbers), { orderNumbers });
      add(
        "W5",
        isExact(draft) && tooExact(same.length + (sameInSheet.get(key) ?? 0), before.length + (inSheet.get(page) ?? 0)),
      );
      const recent = before.filter(({ createdAt }) => createdAt > facts.now - MONTH_MS).length;
      add("W6", tooMany(recent + (inSheet.get(page) ?? 0), facts.rules.linksPerPage));
      add("W7", chargedWord(draft, facts.rules));
      add("W8", excludedSite(address, facts.excludedSites));
    }
    return {
      row: draft.row,
      packageId: draft.packageId,
      targetUrl: address ?? draft.written,
      findings,
      page: seen ? "checked" : "not checked",
    };
  });
}

export const isRefused = ({ findings }: CheckedRow) => findings.some(({ code }) => code.startsWith("E"));

/** The links of each tracked package among the rows that can be ordered, in the order of the packages. */
export const countsOfSheet = (rows: readonly CheckedRow[], packages: readonly SheetPackage[]) =>
  packages
    .filter(({ tracking }) => tracking.tracked)
    .map(({ id, name }) => ({
      packageId: id,
      name,
      count: rows.filter((row) => row.packageId === id && !isRefused(row)).length,
    }));

/** Finds a tracked package by id, name or slug. Without a name: the only one. */
function packageFinder(packages: readonly SheetPackage[]) {
  const tracked = packages.filter(({ tracking }) => tracking.tracked);
  const byName = new Map<string, string>();
  const slugs = packageSlugs(packages);
  const nameKey = (name: string) => toOneLine(name).toLowerCase();
  // Earlier entries win, and exact ones are set first.
  const keys = [
    tracked.map(({ id }) => [id, id] as const),
    tracked.map(({ id, name }) => [nameKey(name), id] as const),
    // As checkout links spell them: of two equal names the second is 'da-30-2'.
    packages.flatMap(({ id, tracking }, at) => (tracking.tracked ? [[slugs[at]!, id] as const] : [])),
    tracked.map(({ id, name }) => [slugOf(name), id] as const),
  ].flat();
  for (const [key, id] of keys) if (key !== "" && !byName.has(key)) byName.set(key, id);
  return (written: string): string | null => {
    const name = written.trim();
    if (name === "") return tracked.length === 1 ? tracked[0]!.id : null;
    return byName.get(name) ?? byName.get(nameKey(name)) ?? byName.get(slugOf(name)) ?? null;
  };
}

const unknownPackage = (named: string) =>
  named === "" ? "The package is missing" : `'${named}' is no package that tracks links`;

const anchorKey = (text: string) => toOneLine(text).normalize("NFKC").toLowerCase();
const linkKey = ({ page, anchor }: Draft) => (page === null ? null : JSON.stringify([page, anchorKey(anchor)]));

function countsOf(drafts: readonly Draft[], keyOf: (draft: Draft) => string | null) {
  const counts = new Map<string, number>();
  for (const draft of drafts) {
    const key = keyOf(draft);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function pastByPage(history: readonly PastLink[]) {
  const byPage = new Map<string, PastLink[]>();
  for (const link of history) {
    const page = comparableAddress(link.targetUrl);
    if (page === null) continue;
    const links = byPage.get(page);
    if (links) links.push(link);
    else byPage.set(page, [link]);
  }
  return byPage;
}

const brokenPage = ({ status }: PageFacts) =>
  status === 404 || status === 410 || status >= 500 ? `The page answers ${status}` : null;

const hostOf = (address: string) => new URL(address).hostname.replace(/\.$/, "").replace(/^www\./, "");

function hiddenPage({ noindex, finalUrl }: PageFacts, address: string): string | null {
  const host = URL.canParse(finalUrl) ? hostOf(finalUrl) : "";
  if (host !== hostOf(address)) return `The page leads to ${host || "another site"}`;
  return noindex ? "The page asks search engines not to list it (noindex)" : null;
}

function boughtBefore(numbers: readonly number[]): string | null {
  if (numbers.length === 0) return null;
  return `Bought before in ${numbers.length === 1 ? "order" : "orders"} ${numbers.join(", ")}`;
}

/** An anchor that is empty, the address or the name of the site is natural, however often it occurs. */
function isExact({ anchor, address }: Draft): boolean {
  const text = anchorKey(anchor);
  if (text === "" || !address) return false;
  if (comparableAddress(text.includes("://") ? text : `https://${text}`) === comparableAddress(address)) return false;
  const host = hostOf(address);
  return text !== host && text !== `www.${host}` && text.replace(/[\s-]/g, "") !== host.split(".")[0];
}

function tooExact(same: number, all: number): string | null {
  if (same < 2 || same / all <= MAX_EXACT) return null;
  return `${same} of ${all} links to this page have this anchor text (${Math.round((100 * same) / all)}%)`;
}

const tooMany = (links: number, most: number) =>
  links > most ? `${links} links to this page in 30 days, and more than ${most} look unnatural` : null;

const words = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;

function chargedWord({ anchor, address }: Draft, { words: charged }: LinkRules): string | null {
  if (charged.length === 0) return null;
  const text = words(`${anchor} ${plainAddress(address ?? "")}`);
  const found = charged.find(({ word }) => words(word).trim() !== "" && text.includes(words(word)));
  return found ? `'${found.word}' has its own price class: ${found.priceClass}` : null;
}

function plainAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function excludedSite(address: string, excluded: readonly string[]): string | null {
  const host = hostOf(address);
  const site = excluded.find((one) => one !== "" && (host === one || host.endsWith(`.${one}`)));
  return site ? `${site} is on the list of excluded sites` : null;
}
