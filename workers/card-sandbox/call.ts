import type Stripe from "stripe";
import { invalidRequest } from "./errors";
import type { Account } from "./keys";
import type { Store } from "./store";

/** The context of one API call: its account's objects, the portal's time, and the events it causes. */
export interface Call {
  account: Account;
  store: Store;
  /** Seconds and milliseconds since 1970, by the portal's clock. */
  now: number;
  nowMs: number;
  siteUrl: string;
  /** True when the caller only has the publishable key. */
  fromBrowser: boolean;
  /** True when a charge stays in processing until control settles it. */
  bankIsSlow: boolean;
  request: { id: string; idempotencyKey: string | null };
  /** Writes an event with the object's present state. */
  emit(type: Stripe.Event["type"], object: object, previous?: object): void;
  /** Schedules `settle` for that refund. */
  settleLater(refundId: string): void;
}

/** The id of a field that is an id, an expanded object or null. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (!value) return null;
  return typeof value === "string" ? value : value.id;
}

/** Merges metadata: null and '' delete a key, everything else becomes text of at most 500 characters. */
export function mergeMetadata(
  before: Record<string, string>,
  change: Stripe.MetadataParam | "" | null | undefined,
): Record<string, string> {
  if (change === undefined) return before;
  if (change === null || change === "") return {};
  const merged = { ...before };
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") delete merged[name];
    else merged[name] = String(value);
  }
  if (Object.keys(merged).length > 50)
    throw invalidRequest("You can have up to 50 metadata keys.", { param: "metadata" });
  return merged;
}
