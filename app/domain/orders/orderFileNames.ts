import { eq } from "drizzle-orm";
import { uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { fileAddress, keyOfFileAddress } from "../uploads/fileAddress";
import type { CustomerOrder } from "./orderDetails";

/** The own names of the files in an order's project details, by address. For an order that the actor has read. */
export async function orderFileNames(
  ctx: Context,
  order: Pick<CustomerOrder, "id" | "projects" | "uploadKey">,
): Promise<Record<string, string>> {
  authorize(ctx, "orders.read");
  const answers = order.projects.flatMap(({ values }) => values.flatMap(({ items }) => items));
  const addresses = answers.flatMap(({ itemType, value }) => (itemType === "FILE_UPLOAD" ? [value].flat() : []));
  if (order.uploadKey) addresses.push(fileAddress(order.uploadKey));
  if (addresses.length === 0) return {};
  const rows = await ctx.db
    .select({ key: uploads.key, name: uploads.fileName })
    .from(uploads)
    .where(eq(uploads.attachedTo, `order:${order.id}`));
  const names = new Map(rows.map(({ key, name }) => [key, name]));
  const nameOf = (address: string) => names.get(keyOfFileAddress(address, ctx.siteUrl) ?? "");
  return Object.fromEntries(addresses.flatMap((address) => [[address, nameOf(address)]]).filter(([, name]) => name));
}
