import { useLocation } from "@remix-run/react";
import { LIKE_ORDER_PARAM } from "~/domain/checkout/checkoutQuery";
import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import { staffTransitions } from "~/domain/orders/orderStates";
import { paths, samePlace } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { deliverHref, type OrderPlace, orderHref } from "./orderHref";

interface OrderActionProps {
  order: CustomerOrder | StaffOrder;
  place: OrderPlace;
  paymentPending: boolean;
  reopen: boolean;
}

/** The next step of an order, for the viewer and its status. */
export function OrderAction({ order, place, paymentPending, reopen }: OrderActionProps) {
  const { search } = useLocation();
  if (order.status === "Completed")
    return (
      <>
        <OrderAgain order={order} />
        {place.tab === "reports" ? null : (
          <LinkButton
            to={orderHref({ ...place, tab: "reports" })}
            variant={order.view === "customer" ? "solid" : "outline"}
          >
            View Report
          </LinkButton>
        )}
      </>
    );
  if (order.view === "customer" && order.payable)
    return paymentPending ? null : (
      <>
        {order.requested ? null : (
          <LinkButton to={paths.orderDiscard(order.id)} preventScrollReset>
            Discard
          </LinkButton>
        )}
        <LinkButton to={paths.orderPay(order.id)} variant="solid">
          Resume payment
        </LinkButton>
      </>
    );
  if (order.view === "customer") return <OrderAgain order={order} />;
  if (reopen && order.status === "Cancelled")
    return (
      <LinkButton to={samePlace(paths.orderReopen(order.id), search)} preventScrollReset>
        Reopen order
      </LinkButton>
    );
  return (
    <>
      {staffTransitions[order.status].includes("Cancelled") ? (
        <LinkButton to={samePlace(paths.orderCancel(order.id), search)} preventScrollReset>
          Cancel order
        </LinkButton>
      ) : null}
      {staffTransitions[order.status].includes("Completed") ? (
        <LinkButton to={deliverHref(order.id, search)} variant="solid" preventScrollReset>
          Deliver
        </LinkButton>
      ) : null}
    </>
  );
}

/** The checkout with the order's packages. `like` brings their add-ons and the answers along. */
function OrderAgain({ order }: Pick<OrderActionProps, "order">) {
  if (order.view !== "customer" || !order.orderableAgain) return null;
  const packages = order.items.map(({ packageId, quantity }) => ({ name: packageId, count: quantity }));
  return (
    <LinkButton to={paths.checkoutWith(order.serviceId, { packages, [LIKE_ORDER_PARAM]: order.id })}>
      Order again
    </LinkButton>
  );
}
