import { toOneLine } from "~/format/cleanText";
import { completeWebAddress } from "../webAddress";
import { MAX_ANCHOR, MAX_REFERENCE } from "./linkFields";
import type { WrittenRow } from "./placementRows";

/** A row of the order. Texts that nobody has written yet are empty. */
export interface KnownRow {
  id: string;
  number: string;
  sequence: number;
  editable: boolean;
  targetUrl: string;
  anchorText: string;
  clientReference: string;
  version: number;
}

export interface PreviewedRow {
  /** The position in the list, from 1. */
  line: number;
  /** The number of the row that it fills, or null. */
  number: string | null;
  placementId: string | null;
  status: "changed" | "same" | "refused";
  errors: string[];
  warnings: string[];
  /** What a changed row gets: an address with its scheme, and what a blank cell leaves as it is. */
  written: WrittenRow;
}

/**
 * Compares written rows with the rows of an order. A row belongs to the one it names, else to one with its target and
 * anchor text, else to the next editable row without a target. The same list twice changes nothing.
 */
export function previewImport(
  known: readonly KnownRow[],
  written: readonly WrittenRow[],
): { rows: PreviewedRow[]; applies: number } {
  const drafts = written.map(readRow);
  const free = new Set([...known].sort((one, other) => one.sequence - other.sequence));
  matchNumbers(drafts, known, free);
  matchTexts(drafts, free);
  fillRows(drafts, known.length, free);
  warnOfRepeats(drafts);
  const rows = drafts.map(({ line, row, match, errors, warnings }): PreviewedRow => {
    const changes = match !== null && differs(row, match);
    if (changes && !match.editable) errors.push(`Link ${match.number} is already in progress and cannot be changed`);
    return {
      line,
      number: match?.number ?? null,
      placementId: match?.id ?? null,
      status: errors.length > 0 ? "refused" : changes ? "changed" : "same",
      errors: errors.map((error) => `Row ${line}: ${error}`),
      warnings: warnings.map((warning) => `Row ${line}: ${warning}`),
      written: row,
    };
  });
  return { rows, applies: rows.filter(({ status }) => status === "changed").length };
}

interface Draft {
  line: number;
  row: WrittenRow;
  match: KnownRow | null;
  errors: string[];
  warnings: string[];
}

function readRow(row: WrittenRow, index: number): Draft {
  const [errors, warnings]: [string[], string[]] = [[], []];
  const [target, anchorText] = [row.targetUrl.trim(), toOneLine(row.anchorText)];
  const clientReference = row.clientReference === undefined ? undefined : toOneLine(row.clientReference);
  const address = completeWebAddress(target);
  if (target !== "" && !address) errors.push("not a web address");
  if (address && address !== target) warnings.push("https:// goes in front of the address");
  if (anchorText.length > MAX_ANCHOR) errors.push(`the anchor text is longer than ${MAX_ANCHOR} characters`);
  if ((clientReference ?? "").length > MAX_REFERENCE)
    errors.push(`the client reference is longer than ${MAX_REFERENCE} characters`);
  const written = {
    ...row,
    targetUrl: address ?? target,
    anchorText,
    ...(clientReference !== undefined && { clientReference }),
  };
  return { line: index + 1, row: written, match: null, errors, warnings };
}

/** A blank reference column leaves the reference as it is. */
const differs = (row: WrittenRow, known: KnownRow) =>
  row.targetUrl !== known.targetUrl ||
  row.anchorText !== known.anchorText ||
  (row.clientReference ?? known.clientReference) !== known.clientReference;

/** '#10436-7' names 10436-07. */
const numberKey = (number: string) =>
  number
    .replace(/^#|\s/g, "")
    .replace(/(^|\D)0+(?=\d)/g, "$1")
    .toLowerCase();

function matchNumbers(drafts: readonly Draft[], known: readonly KnownRow[], free: Set<KnownRow>) {
  const byNumber = new Map(known.map((one) => [numberKey(one.number), one]));
  const lines = new Map<KnownRow, number>();
  for (const draft of drafts) {
    const { row, line, errors } = draft;
    const match = byNumber.get(numberKey(row.number ?? ""));
    if (match) {
      const earlier = lines.get(match);
      if (earlier) errors.push(`row ${earlier} has the number ${match.number} too`);
      else if (row.targetUrl === "") keepBlanks(draft, match);
      lines.set(match, earlier ?? line);
      draft.match = match;
      free.delete(match);
    } else if (hasNumber(draft)) errors.push(`this order has no link ${row.number}`);
  }
}

/** A column of 1, 2, 3 counts the rows and names no links. */
const hasNumber = ({ row, line }: Draft) =>
  row.number !== undefined && row.number !== "" && row.number !== String(line);

/** The template lists every link. Its blank lines change nothing, and a blank target never clears one. */
function keepBlanks(draft: Draft, known: KnownRow) {
  draft.row = {
    ...draft.row,
    targetUrl: known.targetUrl,
    anchorText: draft.row.anchorText || known.anchorText,
    clientReference: draft.row.clientReference || known.clientReference,
  };
}

/** Rows without a number and without a fault. */
const isOpen = (draft: Draft) => draft.match === null && draft.errors.length === 0 && draft.row.targetUrl !== "";

function matchTexts(drafts: readonly Draft[], free: Set<KnownRow>) {
  const textKey = (row: WrittenRow | KnownRow) => JSON.stringify([row.targetUrl, row.anchorText]);
  const byText = new Map<string, KnownRow[]>();
  for (const known of free) byText.set(textKey(known), [...(byText.get(textKey(known)) ?? []), known]);
  const claim = (draft: Draft, fits: (known: KnownRow) => boolean) => {
    const match = byText.get(textKey(draft.row))?.find((known) => free.has(known) && fits(known));
    if (!match) return;
    draft.match = match;
    free.delete(match);
  };
  // Rows that are equal in all three come first, so that two links to one page keep their clients.
  const open = drafts.filter(isOpen);
  for (const draft of open) claim(draft, ({ clientReference }) => clientReference === draft.row.clientReference);
  for (const draft of open.filter(isOpen))
    claim(draft, (known) => draft.row.clientReference === undefined || known.editable);
}

function fillRows(drafts: readonly Draft[], quantity: number, free: Set<KnownRow>) {
  const empty = [...free].filter(({ editable, targetUrl }) => editable && targetUrl === "");
  const links = quantity === 1 ? "1 link" : `${quantity} links`;
  for (const draft of drafts) {
    if (draft.errors.length === 0 && draft.row.targetUrl === "" && !isUntouched(draft))
      draft.errors.push("the target URL is missing");
    if (!isOpen(draft)) continue;
    draft.match = empty.shift() ?? null;
    if (draft.match) continue;
    const advice = draft.line > quantity ? "" : ", and none is left to fill. Add the number of the link to change";
    draft.errors.push(`this order has ${links}${advice}`);
  }
}

/** A line of the template that stays blank. */
const isUntouched = ({ row, match }: Draft) => match !== null && !differs(row, match);

function warnOfRepeats(drafts: readonly Draft[]) {
  const lines = new Map<string, number>();
  for (const draft of drafts) {
    const { row, line, errors, warnings } = draft;
    if (errors.length > 0 || row.targetUrl === "") continue;
    if (row.anchorText === "") warnings.push("no anchor text");
    const key = JSON.stringify([row.targetUrl, row.anchorText]);
    const earlier = lines.get(key);
    if (earlier) warnings.push(`the same target and anchor text as row ${earlier}`);
    else lines.set(key, line);
  }
}
