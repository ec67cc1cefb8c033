import { can } from "~/domain/access";
import type { Context } from "~/domain/context";
import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import { pageOpens } from "~/features/frame/menu.server";

/** What the viewer of an order may do on its page. */
export const orderRights = ({ actor }: Context, order: CustomerOrder | StaffOrder) => ({
  refund:
    can(actor, "orders.refund") &&
    order.payState !== "unpaid" &&
    order.refunded < order.total &&
    // The provider refuses it while a dispute holds the money.
    order.view === "staff" &&
    order.disputed <= 0,
  reopen: can(actor, "orders.reopenCancelled"),
  evidence: can(actor, "evidence.download"),
  openClient: pageOpens(actor, "/clients/:clientId"),
});
