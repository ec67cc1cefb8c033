import { useLocation } from "@remix-run/react";
import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import { staffTransitions } from "~/domain/orders/orderStates";
import { paths, samePlace } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { type OrderPlace, orderHref } from "./orderHref";

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
  if (order.view === "customer" && order.status === "Cancelled") return <OrderAgain order={order} />;
  if (order.view === "customer")
    return order.payable && !paymentPending ? (
      <LinkButton to={paths.orderPay(order.id)} variant="solid">
        Resume payment
      </LinkButton>
    ) : null;
  if (reopen && order.status === "Cancelled")
    return (
      <LinkButton to={samePlace(paths.orderReopen(order.id), search)} preventScrollReset>
        Reopen order
      </LinkButton>
    );
  return staffTransitions[order.status].includes("Cancelled") ? (
    <LinkButton to={samePlace(paths.orderCancel(order.id), search)} preventScrollReset>
      Cancel order
    </LinkButton>
  ) : null;
}

const OrderAgain = ({ order }: Pick<OrderActionProps, "order">) =>
  order.view === "customer" && order.orderableAgain ? (
    <LinkButton to={paths.orderAgain(order.serviceId, order.id)}>Order again</LinkButton>
  ) : null;
