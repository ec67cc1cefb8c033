import { authorize } from "../access";
import type { Context } from "../context";
import { intakeComplete } from "../orders/intakeComplete";
import { fileAddressOrNull } from "../uploads/fileAddress";
import type { ProjectDetails } from "./checkoutAnswers";
import { orderWithDetails } from "./orderWithDetails";

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
