import { and, eq, isNull, sql } from "drizzle-orm";
import { packages } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { ArrangeInput } from "./arrangeInput";
import { storedService } from "./storedService";

/**
 * Puts the packages of a service into the given order, as the checkout shows them. Another service's packages are left
 * out. Throws NotFound.
 */
export async function arrangePackages(ctx: Context, serviceId: string, { items }: ArrangeInput): Promise<void> {
  authorize(ctx, "services.manage");
  const { id: entityId } = await storedService(ctx, serviceId);
  const ids = sql`json_each(${JSON.stringify(items.map(({ id }) => id))})`;
  await ctx.db.batch([
    ctx.db
      .update(packages)
      .set({ sequence: sql`(select key from ${ids} where value = ${packages.id})` })
      .where(
        and(
          eq(packages.serviceId, entityId),
          isNull(packages.archivedAt),
          sql`${packages.id} in (select value from ${ids})`,
        ),
      ),
    historyStatement(ctx, { entity: "service", entityId, action: "Packages arranged", changes: [] }),
  ]);
}
