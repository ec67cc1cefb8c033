import { keyOfFileAddress } from "../uploads/fileAddress";

/** Fields of the order history in cents. */
export const moneyFields: ReadonlySet<string> = new Set([
  "received",
  "total",
  "refunded",
  "refundAmount",
  "disputed",
  "disputeAmount",
]);
/** Fields of the order history in ms UTC. */
export const timeFields: ReadonlySet<string> = new Set([
  "startedDate",
  "completedDate",
  "paidDate",
  "approvedDate",
  "evidenceDue",
  "dueAt",
  "snoozedUntil",
  "startsOn",
]);

/** The keys of the files that a value of the order history names; empty for any other value. */
export function fileKeysOf(field: string, value: string | number | boolean | null): string[] {
  if (typeof value !== "string") return [];
  if (field === "uploadKey" || field === "contentFile") return value === "" ? [] : [value];
  const keys = value.split(", ").map((address) => keyOfFileAddress(address, ""));
  return keys.every((key) => key !== null) ? keys : [];
}
