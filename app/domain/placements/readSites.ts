import { toOneLine } from "~/format/cleanText";
import { readDelimited } from "~/format/delimitedText";
import { findHeadLine } from "~/format/headLine";
import { completeWebAddress } from "../webAddress";
import { registrableDomain } from "./registrableDomain";

export interface ProposedSite {
  /** The line of the pasted text, from 1. */
  line: number;
  domain: string | null;
  /** 0 to 100, or null if blank. */
  dr: number | null;
  da: number | null;
  /** Visits a month. */
  traffic: number | null;
  /** A public web address, or empty. */
  samplePage: string;
  errors: string[];
}

const columnNames = {
  domain: ["Domain", "Site"],
  dr: ["DR"],
  da: ["DA"],
  traffic: ["Traffic"],
  sample: ["Sample", "Sample page"],
} as const;
type Column = keyof typeof columnNames;
type Columns = Partial<Record<Column, number>>;
const usualColumns: Columns = { domain: 0, dr: 1, da: 2, traffic: 3, sample: 4 };

/**
 * Reads a pasted list of sites: one a line, cells by tab, semicolon or comma, in the order domain, DR, DA, traffic,
 * sample page, or as a head line names them.
 */
export function readSites(text: string): ProposedSite[] {
  const lines = text.split(/\r\n?|\n/);
  const table = lines.map((line) => (readDelimited(line, delimiterOf(line))[0] ?? [""]).map(toOneLine));
  const head = findHeadLine(table, columnNames, "domain");
  const columns = head?.columns ?? usualColumns;
  return table.flatMap((cells, at) => {
    if (at <= (head?.at ?? -1) || cells.every((cell) => cell === "")) return [];
    return [readSite(delimiterOf(lines[at]!) === "," ? joinThousands(cells, columns) : cells, columns, at + 1)];
  });
}

/** Each line may come from another place. A domain contains none of the three. */
const delimiterOf = (line: string) => (line.includes("\t") ? "\t" : (/[;,]/.exec(line)?.[0] ?? ","));

function readSite(cells: readonly string[], columns: Columns, line: number): ProposedSite {
  const errors: string[] = [];
  const cellOf = (column: Column) => cells[columns[column] ?? -1] ?? "";
  const read = <Value>(column: Column, parse: (cell: string) => Value | null, fault: string): Value | null => {
    const cell = cellOf(column);
    if (BLANK.test(cell)) return null;
    const value = parse(cell);
    if (value === null) errors.push(`Line ${line}: ${fault}`);
    return value;
  };
  const domain = registrableDomain(cellOf("domain"));
  if (!domain) errors.push(`Line ${line}: not a domain`);
  return {
    line,
    domain,
    dr: read("dr", readScore, "DR is a number from 0 to 100"),
    da: read("da", readScore, "DA is a number from 0 to 100"),
    traffic: read("traffic", readCount, "the traffic is not a number"),
    samplePage: read("sample", completeWebAddress, "the sample page is not a web address") ?? "",
    errors,
  };
}

const BLANK = /^(?:|-|–|—|n\/?a)$/i;

function readScore(cell: string): number | null {
  const score = /^\d{1,3}(?:[.,]\d+)?$/.test(cell) ? Math.round(Number(cell.replace(",", "."))) : Number.NaN;
  return score <= 100 ? score : null;
}

const units = { k: 1_000, m: 1_000_000, "": 1 };

/**
 * '12k', '1.5M', '1,200', '1 200' and '1200'. Traffic is a whole number, so three digits after a sign are thousands.
 */
function readCount(cell: string): number | null {
  const [, digits, unit = ""] = /^~?(\d[\d., ']*?) ?([km]?)\+?$/i.exec(cell) ?? [];
  if (!digits) return null;
  const isGrouped = /^\d{1,3}(?:[., ']\d{3})+$/.test(digits) && unit === "";
  const count = Number(isGrouped ? digits.replace(/\D/g, "") : digits.replace(",", "."));
  const factor = units[unit.toLowerCase() as keyof typeof units];
  return Number.isFinite(count) ? Math.round(count * factor) : null;
}

/** A list by commas splits '1,200'. If no score follows the traffic, three digits after it belong to it. */
function joinThousands(cells: readonly string[], { traffic, dr = -1, da = -1 }: Columns): readonly string[] {
  if (traffic === undefined || Math.max(dr, da) > traffic || !/^~?\d{1,3}$/.test(cells[traffic] ?? "")) return cells;
  let end = traffic + 1;
  while (/^\d{3}$/.test(cells[end] ?? "")) end++;
  return [...cells.slice(0, traffic), cells.slice(traffic, end).join(","), ...cells.slice(end)];
}
