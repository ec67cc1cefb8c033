import type { Context } from "~/domain/context";
import { type OrderFilterOptions, orderFilterOptions } from "~/domain/orders/orderFilterOptions";

const FRESH_MS = 30_000;
let kept: { until: number; from: number; options: OrderFilterOptions } | null = null;

/**
 * The choices of the filter bar, kept by this isolate for half a minute: they hardly change, and the list itself costs
 * fewer rows than they do (rules.md speed/lists). A new service or team member shows up that much later, in this bar
 * alone.
 */
export async function cachedFilterOptions(ctx: Context): Promise<OrderFilterOptions> {
  // The clock of a local run can be set back.
  if (kept && kept.from <= ctx.now && ctx.now < kept.until) return kept.options;
  const options = await orderFilterOptions(ctx);
  kept = { from: ctx.now, until: ctx.now + FRESH_MS, options };
  return options;
}
