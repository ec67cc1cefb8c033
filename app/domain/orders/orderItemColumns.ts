import { orderItems } from "~db/schema";

/** An order line as bought, prices in cents. */
export const orderItemColumns = {
  packageId: orderItems.packageId,
  packageName: orderItems.packageName,
  addOn: orderItems.addOn,
  quantity: orderItems.quantity,
  unitPrice: orderItems.unitPrice,
  tierPercent: orderItems.tierPercent,
  lineTotal: orderItems.lineTotal,
};
