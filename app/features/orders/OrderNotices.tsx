import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import { PendingPayment } from "~/features/checkout/PendingPayment";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";

interface OrderNoticesProps {
  order: CustomerOrder | StaffOrder;
  /** The order may be paid already; the provider has not confirmed it. */
  paymentPending: boolean;
}

/** What the status of an order means for its viewer. */
export function OrderNotices({ order, paymentPending }: OrderNoticesProps) {
  if (order.status === "Cancelled")
    return (
      <Alert tone="neutral" title="This order is cancelled">
        {order.cancelReason}
      </Alert>
    );
  if (order.view === "staff") return null;
  if (paymentPending) return <PendingPayment orderId={order.id} title="We are checking your payment" />;
  if (order.payable)
    return (
      <Alert
        tone={order.status === "Payment_Failed" ? "danger" : "warning"}
        title={order.status === "Payment_Failed" ? "Your payment did not go through" : "This order is not paid yet"}
      >
        We start when it is paid.
      </Alert>
    );
  if (order.status !== "Inputs_Required") return null;
  return (
    <Alert
      tone="warning"
      title="We need your input"
      action={
        <LinkButton to={paths.checkoutSuccess(order.id)} variant="solid" reloadDocument>
          Add project details
        </LinkButton>
      }
    >
      Tell us about your project so we can start.
    </Alert>
  );
}
