import { authorize } from "../access";
import type { CheckoutIntakeField } from "../catalogue/checkoutService";
import type { Context } from "../context";
import { intakeComplete } from "../orders/intakeComplete";
import type { EntryItem } from "../orders/orderParts";
import type { OrderStatus } from "../orders/orderStates";
import { fileAddressOrNull } from "../uploads/fileAddress";
import { orderWithDetails } from "./orderWithDetails";

/** The intake form, and the answers given so far for each bought package. */
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
  /** True when all mandatory fields of all bought packages are answered. */
  complete: boolean;
}

/** The intake form of an order and its answers by package. Owner or staff, else NotFound. */
export async function projectDetails(ctx: Context, orderId: string): Promise<ProjectDetails> {
  authorize(ctx, "orders.projectDetails");
  const { order, templateKey, items, entries, fields } = await orderWithDetails(ctx, orderId);
  return {
    orderId: order.id,
    orderNumber: order.number,
    status: order.status,
    fileUploadUrl: fileAddressOrNull(order.uploadKey),
    templateUrl: fileAddressOrNull(templateKey),
    intake: fields,
    packages: items.map(({ packageId, packageName }) => ({
      packageId,
      packageName,
      values: entries
        .filter((entry) => entry.packageId === packageId)
        .map(({ id, role, version, items: answered }) => ({ id, role, version, items: answered })),
    })),
    complete: intakeComplete({
      fields,
      packageIds: items.map((item) => item.packageId),
      entries,
      hasUpload: order.uploadKey !== null,
    }),
  };
}
