import type { Context } from "~/domain/context";
import { type OrderFilterOptions, orderFilterOptions } from "~/domain/orders/orderFilterOptions";

const FRESH_MS = 30_000;
let cached: { until: number; from: number; options: OrderFilterOptions } | null = null;

/**
 * Choices of the filter bar, cached per isolate for 30 s. They rarely change and cost more rows than the list itself
 * (rules.md speed/lists). A new service or team member appears in this bar up to 30 s late.
 */
export async function cachedFilterOptions(ctx: Context): Promise<OrderFilterOptions> {
  // A local run can set its clock back.
  if (cached && cached.from <= ctx.now && ctx.now < cached.until) return cached.options;
  const options = await orderFilterOptions(ctx);
  cached = { from: ctx.now, until: ctx.now + FRESH_MS, options };
  return options;
}
