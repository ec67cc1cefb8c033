import type { LinkCounts } from "~/domain/orders/linkCounts";
import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import { PendingPayment } from "~/features/checkout/PendingPayment";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextField } from "~/ui/form/TextField";

interface OrderNoticesProps {
  order: CustomerOrder | StaffOrder;
  /** The order may be paid already; the provider has not confirmed it. */
  paymentPending: boolean;
  /** Where the client pays an order that staff created; null for others, and for the client. */
  payUrl: string | null;
}

/** What the status of an order means for its viewer. */
export function OrderNotices({ order, paymentPending, payUrl }: OrderNoticesProps) {
  if (order.status === "Cancelled")
    return (
      <Alert tone="neutral" title="This order is cancelled">
        {order.cancelReason}
      </Alert>
    );
  if (payUrl)
    return (
      <Alert tone="neutral" title="Not paid yet">
        <TextField
          label="Link to pay"
          name="payUrl"
          readOnly
          defaultValue={payUrl}
          hint="The client signs in and pays by card"
        />
      </Alert>
    );
  if (order.view === "staff") return order.links ? <LinksReady order={order} links={order.links} /> : null;
  if (paymentPending) return <PendingPayment orderId={order.id} title="We are checking your payment" />;
  if (order.payable)
    return (
      <Alert
        tone={order.status === "Payment_Failed" ? "danger" : "warning"}
        title={order.status === "Payment_Failed" ? "Your payment did not go through" : "This order is not paid yet"}
      >
        We start work once you have paid.{order.requested ? "" : " We cancel unpaid orders after 24 hours."}
      </Alert>
    );
  if (order.links && order.links.waiting > 0) return <MissingPages order={order} links={order.links} />;
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

type LinksProps = { order: CustomerOrder | StaffOrder; links: LinkCounts };

const readyOf = ({ total, waiting }: LinkCounts) => `${total - waiting} of ${total} ready`;

/** Ready links can be worked on while others wait for their page. */
function LinksReady({ order, links }: LinksProps) {
  if (links.waiting === 0) return null;
  return (
    <Alert
      tone="neutral"
      title={readyOf(links)}
      action={<LinkButton to={paths.orderPlacements(order.id)}>View placements</LinkButton>}
    >
      {waitingText(links)}. The client is asked for the rest.
    </Alert>
  );
}

const waitingText = ({ waiting }: LinkCounts) =>
  waiting === 1 ? "1 link still needs a page" : `${waiting} links still need a page`;

function MissingPages({ order, links }: LinksProps) {
  return (
    <Alert
      tone="warning"
      title={`Inputs Required: ${waitingText(links)}`}
      action={
        <>
          <LinkButton to={paths.orderPlacements(order.id)} variant="solid">
            Fill in your links
          </LinkButton>
          {order.asksIntake && order.status === "Inputs_Required" ? (
            <LinkButton to={paths.checkoutSuccess(order.id)} reloadDocument>
              Add project details
            </LinkButton>
          ) : null}
        </>
      }
    >
      {readyOf(links)}. We start with each link as soon as it has a page.
    </Alert>
  );
}
