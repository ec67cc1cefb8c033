import { authorize } from "../access";
import type { CheckoutIntakeField } from "../catalogue/checkoutService";
import type { Context } from "../context";
import { intakeComplete } from "../orders/intakeComplete";
import type { EntryItem } from "../orders/orderParts";
import type { OrderStatus } from "../orders/orderStates";
import { fileAddressOrNull } from "../uploads/fileAddress";
import { orderWithDetails } from "./orderWithDetails";

/** The intake form, and the answers given so far for each bought package that is not tracked. */
export interface ProjectDetails {
  orderId: string;
  orderNumber: number;
  status: OrderStatus;
  fileUploadUrl: string | null;
  templateUrl: string | null;
  intake: CheckoutIntakeField[];
  packages: {
    packageId: string;
    packageName: string;
    values: { id: string; role: "ADMIN" | "CUSTOMER"; version: number; items: EntryItem[] }[];
  }[];
  /** The links of tracked packages, which have no intake form; null without any. */
  links: { total: number; waiting: number } | null;
  /** True when all mandatory fields of all packages are answered and each link has a page. */
  complete: boolean;
}

/** The intake form of an order and its answers by package. Owner or staff, else NotFound. */
export async function projectDetails(ctx: Context, orderId: string): Promise<ProjectDetails> {
  authorize(ctx, "orders.projectDetails");
  return detailsOf(await orderWithDetails(ctx, orderId));
}

export function detailsOf({
  order,
  templateKey,
  items,
  entries,
  fields,
  links,
}: Awaited<ReturnType<typeof orderWithDetails>>): ProjectDetails {
  const answered = items.filter(({ tracked }) => !tracked);
  const asks = links.length === 0 || answered.length > 0;
  const waiting = links.filter(({ state }) => state === "needs_input").length;
  return {
    orderId: order.id,
    orderNumber: order.number,
    status: order.status,
    fileUploadUrl: fileAddressOrNull(order.uploadKey),
    templateUrl: asks ? fileAddressOrNull(templateKey) : null,
    intake: asks ? fields : [],
    packages: answered.map(({ packageId, packageName }) => ({
      packageId,
      packageName,
      values: entries
        .filter((entry) => entry.packageId === packageId)
        .map(({ id, role, version, items: given }) => ({ id, role, version, items: given })),
    })),
    links: links.length > 0 ? { total: links.length, waiting } : null,
    complete:
      waiting === 0 &&
      (!asks ||
        intakeComplete({
          fields,
          packageIds: answered.map((item) => item.packageId),
          entries,
          hasUpload: order.uploadKey !== null,
        })),
  };
}
