import { cleanText, toOneLine } from "~/format/cleanText";
import { readDelimited, sampleOf } from "~/format/delimitedText";
import { findHeadLine, type HeadLine } from "~/format/headLine";
import { Invalid } from "../errors";
import { completeWebAddress } from "../webAddress";
import { namesOfLinkField } from "./linkFields";

/** One row as a client wrote it. */
export interface WrittenRow {
  number?: string;
  targetUrl: string;
  anchorText: string;
  /** Undefined if the list has no such column. */
  clientReference?: string;
  /** Of lists that are ordered. */
  package?: string;
  notes?: string;
}

/** Of a list or a sheet, without its head line. */
export const MAX_WRITTEN_ROWS = 1000;

const columnNames = {
  number: ["Number", "No."],
  target: namesOfLinkField("targetUrl"),
  anchor: namesOfLinkField("anchorText"),
  reference: namesOfLinkField("clientReference"),
  package: ["Package", "Packages", "Product", "Option"],
  notes: ["Notes", "Note", "Comment", "Comments", "Brief", "Instructions"],
};
type Column = keyof typeof columnNames;

/** The columns of a list without a head line, from its first filled one on. */
export const LINKS_OF_ORDER: readonly Column[] = ["target", "anchor", "reference"];
/** Of a list to order; the package may be left out. */
export const LINKS_TO_ORDER: readonly Column[] = ["package", "target", "anchor", "reference", "notes"];

type Table = readonly (readonly string[])[];

/**
 * Reads pasted text: a row per line, cells by tab, in the order target, anchor text, reference. A head line may name
 * other columns, and then commas or semicolons may separate the cells. Throws Invalid for too many rows.
 */
export function readPastedRows(text: string, order = LINKS_OF_ORDER): WrittenRow[] {
  if (text.includes("\t")) return placementRows(readDelimited(text, "\t"), order);
  const delimiter = [";", ","].find((one) => Object.keys(headLineOf(sampleOf(text, one))?.columns ?? {}).length > 1);
  return placementRows(readDelimited(text, delimiter ?? "\t"), order);
}

/** Reads the text of a CSV file, whatever separates its cells. Throws Invalid for too many rows. */
export function readCsvRows(text: string, order = LINKS_OF_ORDER): WrittenRow[] {
  // Excel's own note of the delimiter, in a line above the table.
  const [note, noted] = /^sep=(.)(?:\r\n?|\n)/.exec(text) ?? [];
  return placementRows(readDelimited(text.slice(note?.length ?? 0), noted ?? delimiterOf(text)), order);
}

/**
 * The delimiter by which most columns have their names, most rows start with an address, and most rows are as long as
 * the first. A semicolon in every row is no accident, a comma may be.
 */
function delimiterOf(text: string): string {
  const ranked = ["\t", ";", ","].map((delimiter) => {
    const rows = sampleOf(text, delimiter).filter((row) => !isEmpty(row));
    const head = headLineOf(rows);
    const body = rows.slice(head ? head.at + 1 : 0);
    const [first] = head ? rows.slice(head.at) : rows;
    const target = head?.columns.target ?? 0;
    const named = Object.keys(head?.columns ?? {}).length;
    const addresses = body.filter((row) => completeWebAddress((row[target] ?? "").trim())).length;
    const even = rows.filter((row) => row.length > 1 && row.length === first?.length).length;
    return { delimiter, ranks: [named, addresses, even] };
  });
  const best = ranked.reduce((one, other) => (compareRanks(other.ranks, one.ranks) > 0 ? other : one));
  return best.ranks.some((rank) => rank > 0) ? best.delimiter : "\t";
}

const compareRanks = (one: number[], other: number[]) => {
  const index = one.findIndex((rank, n) => rank !== other[n]);
  return index < 0 ? 0 : one[index]! - other[index]!;
};

const headLineOf = (table: Table): HeadLine<Column> | null => findHeadLine(table, columnNames, "target");
const isEmpty = (row: readonly string[]) => row.every((cell) => cell.trim() === "");

/**
 * The rows of a table by its head line, or in this order from the first filled column on.
 * `linkAt` is the address that a sheet's cell leads to; it counts for a target whose text is no address.
 */
export function placementRows(
  table: Table,
  order: readonly Column[],
  linkAt?: (row: number, column: number) => string | undefined,
): WrittenRow[] {
  const head = headLineOf(table);
  const body = table.map((row, at) => ({ row, at })).filter(({ row, at }) => at > (head?.at ?? -1) && !isEmpty(row));
  if (body.length > MAX_WRITTEN_ROWS)
    throw new Invalid("A list can have at most 1,000 rows. Split this one into several.");
  const first = Math.min(...body.map(({ row }) => row.findIndex((cell) => cell.trim() !== "")));
  const columns = head?.columns ?? columnsFrom(body.map(({ row }) => row[first] ?? "").map(toOneLine), first, order);
  const cellOf = (row: readonly string[], column: Column) => cleanText(row[columns[column] ?? -1] ?? "");

  return body.map(({ row, at }) => {
    const [number, target] = [toOneLine(cellOf(row, "number")), toOneLine(cellOf(row, "target"))];
    const reference = toOneLine(cellOf(row, "reference"));
    const link = completeWebAddress(target) ? undefined : linkAt?.(at, columns.target!);
    return {
      ...(number !== "" && { number }),
      targetUrl: (link && completeWebAddress(link)) ?? target,
      anchorText: toOneLine(cellOf(row, "anchor")),
      ...((head?.columns.reference !== undefined || reference !== "") && { clientReference: reference }),
      ...wantedTexts(order, { package: toOneLine(cellOf(row, "package")), notes: cellOf(row, "notes").trim() }),
    };
  });
}

/** Lists of an order have no such columns, whatever else a sheet holds. */
const wantedTexts = (order: readonly Column[], texts: Partial<Record<Column, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([column, text]) => text !== "" && order.includes(column as Column)));

/** A first column of addresses is the target, whatever could stand before it. */
function columnsFrom(
  cells: readonly string[],
  first: number,
  order: readonly Column[],
): Partial<Record<Column, number>> {
  const startsWithTarget = 2 * cells.filter((cell) => completeWebAddress(cell)).length > cells.length;
  const present = startsWithTarget ? order.slice(order.indexOf("target")) : order;
  return Object.fromEntries(present.map((column, index) => [column, first + index]));
}
