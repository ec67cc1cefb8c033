import { weekdayNames } from "~/format/dates";
import { formatCents } from "~/format/money";
import type { HistoryChange } from "~db/schema/history";
import type { AuditActor } from "./findAudit";

/** 'Ann Smith (ann@example.com)', or the part of the system that acted. */
export const actorText = ({ name, email }: AuditActor) => (email ? `${name} (${email})` : name);

/** Fields in cents. */
const moneyFields = new Set(["amount", "minimumPayout", "received", "total", "refunded"]);

/** Computed from the accent, which has a change of its own. */
const DERIVED = "palette";

/** 'cancelRequest' as 'Cancel request', 'issuers US taxId' as 'Issuers US tax id'. */
const fieldText = (field: string) => {
  const words = field.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const STORED_NAME = /^[A-Za-z]+(_[A-Za-z]+)+$/;
/** Longer values are cut; the record's own page has them whole. */
const MAX_VALUE = 60;
/** Of a list, which no page may have any more. */
const MAX_LIST = 300;
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

type Group = Record<string, unknown>;
const isGroup = (value: unknown): value is Group =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The list or group of a value that is stored as JSON. */
function parsed(value: HistoryChange["before"]): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** 'VAT 19% added (Germany)', '400 × 120 px', 'IBAN DE89 3704'. */
function groupText({ name, percent, inclusive, countries, width, height, ...others }: Group): string {
  if (percent !== undefined) {
    const places = Array.isArray(countries) && countries.length > 0 ? ` (${countries.join(", ")})` : "";
    return `${name} ${percent}% ${inclusive ? "included" : "added"}${places}`;
  }
  if (width !== undefined) return `${width} × ${height} px`;
  return Object.values({ ...others, ...(name === undefined ? {} : { name }) }).join(" ");
}

function valueText(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && moneyFields.has(field)) return formatCents(value);
  if (typeof value === "number" && field === "workingDays") return weekdayNames[value] ?? String(value);
  if (Array.isArray(value)) return cut(value.map((one) => valueText(field, one)).join(", "), MAX_LIST) || null;
  if (isGroup(value)) return groupText(value);
  // 'insufficient_funds', 'Past_Due'
  const text = String(value).replace(STORED_NAME, (name) => name.replaceAll("_", " "));
  return cut(text, MAX_VALUE);
}

interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** A group that has no words of its own as one change per part that differs. */
function partsOf({ field, before, after }: Change): Change[] {
  const groups = [before, after].filter(isGroup);
  if (groups.length === 0 || groups.some(({ width }) => width !== undefined)) return [{ field, before, after }];
  const [was, is] = [before, after].map((value) => (isGroup(value) ? value : {})) as [Group, Group];
  return Object.keys({ ...was, ...is })
    .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .flatMap((key) => partsOf({ field: `${field} ${key}`, before: was[key], after: is[key] }));
}

/** 'Status: Active → Working, Amount: $50.00 → $25.00, Coupon: SPRING' */
export const changesText = (changes: readonly HistoryChange[]) =>
  changes
    .filter(({ field }) => field !== DERIVED)
    .flatMap(({ field, before, after }) => partsOf({ field, before: parsed(before), after: parsed(after) }))
    .flatMap(({ field, before, after }) => {
      const [was, is] = [valueText(field, before), valueText(field, after)];
      if (was === null && is === null) return [];
      return `${fieldText(field)}: ${was === null ? is : `${was} → ${is ?? "none"}`}`;
    })
    .join(", ");
