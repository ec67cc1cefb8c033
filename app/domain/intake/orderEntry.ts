import { authorize } from "../access";
import { type Context, isStaff } from "../context";
import { NotFound } from "../errors";
import type { EntryItem } from "../orders/orderParts";
import { fileAddress, keyOfFileAddress } from "../uploads/fileAddress";
import { usableUploads } from "../uploads/usableUploads";
import { detailsLock, OTHER_SIDE } from "./entryTexts";
import { type ProjectDetails, projectDetails } from "./projectDetails";

/** One project entry with its form, for the edit and delete dialogs. */
export interface OrderEntry {
  orderId: string;
  orderNumber: number;
  packageId: string;
  packageName: string;
  id: string;
  version: number;
  items: EntryItem[];
  /** Why the actor's side cannot change it (rules.md orders/edit-entry); null when it can. */
  closed: string | null;
  /** The last entry of its package cannot be deleted. */
  last: boolean;
  /** With this entry alone. */
  details: ProjectDetails;
  /** Files referenced by the answers; size in bytes. */
  files: { address: string; key: string; name: string; size: number }[];
}

/** For the order's customer and staff. Throws NotFound, also for an entry of another order. */
export async function orderEntry(ctx: Context, orderId: string, entryId: string): Promise<OrderEntry> {
  authorize(ctx, "orders.projectDetails");
  const details = await projectDetails(ctx, orderId);
  const bought = details.packages.find(({ values }) => values.some(({ id }) => id === entryId));
  const entry = bought?.values.find(({ id }) => id === entryId);
  if (!bought || !entry) throw new NotFound();
  const side = isStaff(ctx.actor) ? "ADMIN" : "CUSTOMER";
  const keys = entry.items
    .filter(({ itemType }) => itemType === "FILE_UPLOAD")
    .flatMap(({ value }) => [value].flat())
    .map((address) => keyOfFileAddress(address, ctx.siteUrl))
    .filter((key): key is string => key !== null);
  const files = keys.length > 0 ? await usableUploads(ctx, keys, { attachedTo: `order:${orderId}` }) : [];
  return {
    orderId,
    orderNumber: details.orderNumber,
    packageId: bought.packageId,
    packageName: bought.packageName,
    id: entry.id,
    version: entry.version,
    items: entry.items,
    closed: detailsLock(details.status, side) ?? (entry.role === side ? null : OTHER_SIDE),
    last: bought.values.length === 1,
    details: { ...details, packages: [{ ...bought, values: [entry] }] },
    files: files.map(({ key, name, size }) => ({ address: fileAddress(key), key, name, size })),
  };
}
