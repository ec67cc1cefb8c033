import { newId } from "~db/ids";
import type { placements } from "~db/schema";
import { type Tracking, termsOf } from "../catalogue/tracking";
import type { Cents } from "../money";
import { isPublicWebAddress } from "../webAddress";
import { type ClockAt, clockIn, newClock } from "./deliveryClock";
import { type Drip, startOf } from "./drip";
import { type LinkDetails, MAX_ANCHOR, MAX_REFERENCE } from "./linkFields";

export type PlacementRow = typeof placements.$inferSelect;
export type NewPlacement = typeof placements.$inferInsert & Pick<PlacementRow, "state">;

/** A line of a paid order. Cents. */
export interface SoldLine {
  id: string;
  packageId: string;
  packageName: string;
  quantity: number;
  lineTotal: Cents;
  tracking: Tracking;
}

export interface PrefilledLink extends Partial<LinkDetails> {
  agencyChooses?: boolean;
  brief?: string;
  briefSource?: string;
}

interface Sale {
  order: {
    id: string;
    number: number;
    serviceId: string;
    serviceName: string;
    clientId: string;
    total: Cents;
    drip: Drip | null;
  };
  /** In the order's sequence. */
  lines: readonly SoldLine[];
  /** By package, in sequence: answers of the buyer, or the links of the latest cycle. */
  prefilled: ReadonlyMap<string, readonly PrefilledLink[]>;
}

/**
 * The links of a paid order, one per unit of a tracked package, for the paying batch (rules.md placements/rows). A link
 * with a public target page is ready; all others wait for the client. `now` in ms UTC.
 */
export function soldPlacements({ order, lines, prefilled }: Sale, at: ClockAt): NewPlacement[] {
  const { now, zone } = at;
  const parts = shareOut(
    order.total,
    lines.map((line) => line.lineTotal),
  );
  const taken = new Map<string, number>();
  const rows: NewPlacement[] = [];
  for (const [index, line] of lines.entries()) {
    if (!line.tracking.tracked) continue;
    const shares = shareOut(parts[index]!, Array<number>(line.quantity).fill(1));
    for (const share of shares) {
      const nth = taken.get(line.packageId) ?? 0;
      taken.set(line.packageId, nth + 1);
      const sequence = rows.length + 1;
      const startsOn = startOf(order.drip, sequence, zone);
      const details = usable(prefilled.get(line.packageId)?.[nth] ?? {});
      const state = details.targetUrl || details.agencyChooses ? "ready" : "needs_input";
      rows.push({
        id: newId(now),
        number: placementNumber(order.number, sequence),
        orderId: order.id,
        orderItemId: line.id,
        sequence,
        serviceId: order.serviceId,
        clientId: order.clientId,
        ...details,
        state,
        terms: termsOf(line.tracking, { serviceName: order.serviceName, packageName: line.packageName }),
        share,
        ...clockIn(state, { ...newClock(line.tracking.turnaroundDays), startsOn }, at),
        startsOn,
        createdAt: now,
      });
    }
  }
  return rows;
}

/** '10436-07' */
export const placementNumber = (orderNumber: number, sequence: number) =>
  `${orderNumber}-${String(sequence).padStart(2, "0")}`;

/** Details that cannot be used are left out, because a payment must not fail for them. */
function usable({ targetUrl = "", anchorText = "", clientReference = "", ...rest }: PrefilledLink) {
  return {
    ...rest,
    targetUrl: isPublicWebAddress(targetUrl) ? targetUrl : "",
    anchorText: anchorText.slice(0, MAX_ANCHOR),
    clientReference: clientReference.slice(0, MAX_REFERENCE),
  };
}

/** Divides cents by weight so that the parts add up to `total` (largest remainder; the first of equal ones). */
export function shareOut(total: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return shareOutEvenly(total, weights.length);
  // Beyond 2^53: a total and a line of a million dollars each.
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight));
  const parts = exact.map((value) => Number(value / BigInt(sum)));
  const left = total - parts.reduce((all, part) => all + part, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: Number(value % BigInt(sum)) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) parts[index]! += 1;
  return parts;
}

const shareOutEvenly = (total: Cents, count: number): Cents[] =>
  count === 0 ? [] : shareOut(total, Array<number>(count).fill(1));
