import { and, asc, eq } from "drizzle-orm";
import { intakeFields, orderEntries, orderItems, orders, placements, services } from "~db/schema";
import { intakeFieldColumns } from "../catalogue/intakeFieldColumns";
import { type Context, isStaff } from "../context";
import { NotFound } from "../errors";
import { INVALID_ORDER } from "../orders/ownOrder";
import { signedInBuyer } from "../orders/signedInBuyer";
import { storedPlacements } from "../placements/storedPlacements";

/**
 * An order with its form, its answers and the links of its tracked packages, in one round trip. Staff read every order,
 * customers their own. Throws NotFound 'Invalid Order' for any other id.
 */
export async function orderWithDetails(ctx: Context, orderId: string) {
  const { db } = ctx;
  const readable = and(
    isStaff(ctx.actor) ? undefined : eq(orders.clientId, signedInBuyer(ctx).id),
    eq(orders.id, orderId),
  );
  const [[row], items, entries, fields, links] = await db.batch([
    db
      .select({ order: orders, templateKey: services.templateKey })
      .from(orders)
      .innerJoin(services, eq(services.id, orders.serviceId))
      .where(readable),
    db
      .select({ id: orderItems.id, packageId: orderItems.packageId, packageName: orderItems.packageName })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(readable)
      .orderBy(asc(orderItems.sequence)),
    db
      .select({
        id: orderEntries.id,
        packageId: orderEntries.packageId,
        role: orderEntries.role,
        version: orderEntries.version,
        items: orderEntries.items,
      })
      .from(orderEntries)
      .innerJoin(orders, eq(orders.id, orderEntries.orderId))
      .where(readable)
      .orderBy(asc(orderEntries.createdAt), asc(orderEntries.id)),
    db
      .select(intakeFieldColumns)
      .from(intakeFields)
      .innerJoin(orders, eq(orders.serviceId, intakeFields.serviceId))
      .where(readable)
      .orderBy(asc(intakeFields.sequence), asc(intakeFields.id)),
    storedPlacements(ctx, eq(placements.orderId, orderId)),
  ]);
  if (!row) throw new NotFound(INVALID_ORDER);
  const isTracked = ({ id }: { id: string }) => links.some(({ orderItemId }) => orderItemId === id);
  return { ...row, items: items.map((item) => ({ ...item, tracked: isTracked(item) })), entries, fields, links };
}
