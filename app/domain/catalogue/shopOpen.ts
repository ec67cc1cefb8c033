import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";

/** First statement of what the public shop shows. Throws NotFound while it is off. */
export function assertShopOpen(ctx: Pick<Context, "actor" | "settings">): void {
  authorize(ctx, "shop.view");
  if (!ctx.settings.shop.open) throw new NotFound();
}
