import { and, asc, eq, isNull } from "drizzle-orm";
import { orderItems, placements } from "~db/schema";
import type { Context } from "../context";
import type { LinkCounts } from "./linkCounts";
import { linkEntries } from "./linkEntries";
import type { OrderProject } from "./orderParts";

/**
 * Tracked packages have links instead of entries: the API reads them as `projectPackageData` (rules.md
 * placements/project-data), a page shows them on their own tab. `withEntries`: the API, which reads all of them.
 */
export async function linkProjects<Order extends { id: string; links: LinkCounts | null; projects: OrderProject[] }>(
  ctx: Context,
  order: Order,
  withEntries: boolean,
): Promise<Order> {
  if (!order.links) return order;
  const { packageIds } = order.links;
  const isTracked = ({ packageId }: OrderProject) => packageIds.includes(packageId);
  if (!withEntries) return { ...order, projects: order.projects.filter((project) => !isTracked(project)) };
  const rows = await ctx.db
    .select({
      packageId: orderItems.packageId,
      id: placements.id,
      version: placements.version,
      targetUrl: placements.targetUrl,
      anchorText: placements.anchorText,
      clientReference: placements.clientReference,
    })
    .from(placements)
    .innerJoin(orderItems, eq(orderItems.id, placements.orderItemId))
    .where(and(eq(placements.orderId, order.id), isNull(placements.replacesId)))
    .orderBy(asc(placements.sequence));
  const values = (id: string) => linkEntries(rows.filter(({ packageId }) => packageId === id));
  const projects = order.projects.map((project) =>
    isTracked(project) ? { ...project, values: values(project.packageId) } : project,
  );
  return { ...order, projects };
}
