import { z } from "zod";
import { text } from "../textFields";
import { orderStatuses } from "./orderStates";
import { priorities } from "./priorities";
import { MAX_TAGS, TagNames } from "./tagInput";

/** Orders of one change, as many as the pages of a list reach. */
export const MAX_CHANGED = 1000;
const SELECT_ORDERS = "Select at least one order";

const id = z.string().min(1).max(64);
/** ms UTC. */
const time = z.number().int().min(0).max(8_640_000_000_000_000);

export const OrderIds = z
  .array(id, { error: SELECT_ORDERS })
  .min(1, SELECT_ORDERS)
  .max(MAX_CHANGED, `Change at most ${MAX_CHANGED} orders at a time`)
  .transform((ids) => [...new Set(ids)]);
export const ChangeReason = text(500, "Use 500 characters or fewer for the reason").default("");

/** What becomes of each order. Absent fields stay; null removes. */
export const OrderChanges = z.object({
  /** A staff member. */
  assignedToId: id.nullable().optional(),
  status: z.enum(orderStatuses).optional(),
  dueAt: time.nullable().optional(),
  priority: z.enum(priorities).optional(),
  /** Replaces all tags of the order; new names become tags. */
  tags: TagNames.optional(),
  addTags: TagNames.optional(),
  removeTags: TagNames.optional(),
  snoozedUntil: time.nullable().optional(),
});
export type OrderChanges = z.output<typeof OrderChanges>;

/** POST /order/bulk (rules.md orders/bulk). */
export const ChangeOrdersInput = z.object({
  ids: OrderIds,
  set: OrderChanges.refine((set) => Object.values(set).some((value) => value !== undefined), "Choose what to change"),
  reason: ChangeReason,
});
export type ChangeOrdersInput = z.output<typeof ChangeOrdersInput>;

/** Why an order was skipped. */
export const skipReasons = [
  "missing",
  "same",
  "status",
  "cancel",
  "openLinks",
  "closedLinks",
  "deadline",
  "tags",
  "concurrent",
] as const;
export type SkipReason = (typeof skipReasons)[number];
export type Skipped = Partial<Record<SkipReason, number>>;

const skipTexts: Record<SkipReason, string> = {
  missing: "not found",
  same: "already so",
  status: "in a status that does not allow it",
  cancel: "to be canceled one at a time, because canceling closes payments and coupons",
  openLinks: "with links that are not live yet",
  closedLinks: "with canceled links, to be reopened one at a time",
  deadline: "unpaid, finished or due with their links",
  tags: `with ${MAX_TAGS} tags`,
  concurrent: "changed by someone else",
};

const count = (orders: number) => `${orders} ${orders === 1 ? "order" : "orders"}`;

/** '48 orders changed. 2 skipped: 1 not found, 1 already so' */
export function changedMessage(changed: number, skipped: Skipped): string {
  const reasons = skipReasons.flatMap((reason) => (skipped[reason] ? [`${skipped[reason]} ${skipTexts[reason]}`] : []));
  const said = changed > 0 ? `${count(changed)} changed` : "Nothing was changed";
  return reasons.length === 0 ? said : `${said}. ${skippedTotal(skipped)} skipped: ${reasons.join(", ")}`;
}

/** '48 orders put back. 2 skipped: 2 changed by someone else' */
export const undoneMessage = (restored: number, skipped: number) =>
  restored === 0
    ? "Nothing was put back, because the orders have changed since"
    : `${count(restored)} put back${skipped > 0 ? `. ${skipped} skipped: changed since` : ""}`;

export const skippedTotal = (skipped: Skipped) => Object.values(skipped).reduce((sum, one) => sum + one, 0);
