import { z } from "zod";
import { MAX_PLACEMENTS } from "../catalogue/tracking";
import { MAX_ANCHOR, MAX_REFERENCE } from "../placements/linkFields";
import { line, text } from "../textFields";

const MAX_NOTES = 2_000;
/** Longer text is no web address, which the pre-flight says of its row. */
const MAX_TARGET = 4_000;
const cell = (max: number, what: string) => line(max, `${what} has at most ${max} characters`).default("");

/** A link of an order by sheet. `package` is an id, a slug or a name; empty where only one is tracked. */
export const SheetRow = z.object({
  package: cell(200, "The package"),
  targetUrl: text(MAX_TARGET, `The target has at most ${MAX_TARGET} characters`).default(""),
  anchorText: cell(MAX_ANCHOR, "The anchor text"),
  clientReference: cell(MAX_REFERENCE, "The reference"),
  notes: text(MAX_NOTES, `The notes have at most ${MAX_NOTES} characters`).default(""),
});
export type SheetRow = z.output<typeof SheetRow>;

export const SheetRows = z
  .array(SheetRow)
  .min(1, "Send at least one row")
  .max(MAX_PLACEMENTS, `One order can have at most ${MAX_PLACEMENTS.toLocaleString("en-US")} links`);

/** A warning that the buyer has seen: a code for all rows that have it, or for one row (from 1). */
export const Acknowledged = z.union([
  z.string().max(64),
  z.object({ row: z.number().int().min(1).optional(), code: z.string().max(64) }),
  z.object({ row: z.number().int().min(1), codes: z.array(z.string().max(64)).max(20) }),
]);
export type Acknowledged = z.output<typeof Acknowledged>;

/** Whether the buyer has seen this warning. */
export const isAcknowledged = (seen: readonly Acknowledged[], { row, code }: { row: number; code: string }) =>
  seen.some((one) => {
    if (typeof one === "string") return one === code;
    if (one.row !== undefined && one.row !== row) return false;
    return "codes" in one ? one.codes.includes(code) : one.code === code;
  });
