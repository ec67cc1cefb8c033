import { awaitsAnswer } from "~/domain/delivery/deliveryAnswer";
import { MAX_MESSAGE } from "~/domain/messages/messageThreads";
import type { OrderStatus } from "~/domain/orders/orderStates";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { RichTextField } from "~/ui/form/RichTextField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import type { OrderFormAnswer } from "./orderForms";
import { type OrderPlace, orderHref } from "./orderHref";

interface OrderApprovalProps {
  place: OrderPlace;
  staff: boolean;
  order: { status: OrderStatus; approvedAt: number | null; changeRequests: number };
  /** What was delivered, oldest first. */
  reports: readonly { id: string }[];
  formKey: string;
  /** The answer to a form of this piece that was posted. */
  answer?: OrderFormAnswer;
}

/** What the customer says of a delivery: they answer it, staff read the answer. */
export function OrderApproval({ place, staff, order, reports, formKey, answer }: OrderApprovalProps) {
  const zone = useZone();
  if (order.approvedAt !== null)
    return (
      <Alert tone="success" title={staff ? "The client approved this delivery" : "You approved this delivery"}>
        {formatDateTime(order.approvedAt, zone)}
        {order.changeRequests > 0 ? `, after asking for changes ${times(order.changeRequests).toLowerCase()}` : ""}
      </Alert>
    );
  const waiting = awaitsAnswer({ ...order, reports: reports.length });
  if (staff)
    return order.changeRequests > 0 ? (
      <Alert tone="warning" title="The client asked for changes">
        {times(order.changeRequests)} so far. See the Customer thread for their message.
      </Alert>
    ) : waiting ? (
      <Alert tone="neutral">The client has not responded to this delivery yet.</Alert>
    ) : null;
  if (!waiting) return null;
  return <Answer place={place} order={order} reports={reports} formKey={formKey} answer={answer} />;
}

const times = (count: number) => (count === 1 ? "Once" : `${count} times`);

function Answer({ place, order, reports, formKey, answer }: Omit<OrderApprovalProps, "staff">) {
  const errors = fieldErrorsOf(answer);
  const refused = answer !== undefined && !answer.done;
  const changes = answer?.intent === "changes" ? answer : undefined;
  const changesErrors = fieldErrorsOf(changes);
  const onReports = place.tab === "reports";
  return (
    <Card
      title={
        order.changeRequests > 0
          ? "You asked for changes"
          : reports.length === 1
            ? "Your report is ready"
            : "Your reports are ready"
      }
      action={
        onReports ? null : (
          <LinkButton to={orderHref({ ...place, tab: "reports" })} size={1}>
            {reports.length === 1 ? "Open the report" : "Open the reports"}
          </LinkButton>
        )
      }
    >
      <p>
        {order.changeRequests > 0
          ? `${times(order.changeRequests)} so far. Approve the delivery when you are happy with it, or tell us what else to change.`
          : "Review it and tell us if everything is right."}
      </p>
      {refused && answer?.intent === "approve" ? (
        <FormErrors id="approve-errors" errors={Object.values(errors).flatMap((messages) => messages ?? [])} />
      ) : null}
      <div className="approval">
        <Form method="post" action={orderHref(place, "approve")} preventScrollReset>
          <input type="hidden" name="report" value={reports.at(-1)?.id} />
          <SubmitButton pendingText="Approving">Approve</SubmitButton>
        </Form>
        <details className="approval-changes" open={refused && changes !== undefined}>
          <summary className="button button-outline">Ask for changes</summary>
          <Form method="post" action={orderHref(place, "changes")} className="form" preventScrollReset>
            <FormErrors
              id="changes-errors"
              errors={changesErrors[""]}
              fields={[{ id: "changes", label: "What should we change?", errors: changesErrors.body }]}
            />
            <input type="hidden" name="key" value={formKey} />
            <RichTextField
              id="changes"
              name="body"
              label="What should we change?"
              hint={
                order.status === "Completed"
                  ? "We reopen the order and add this to its messages"
                  : "We add this to the order's messages"
              }
              rows={4}
              required
              limit={MAX_MESSAGE}
              defaultValue={changes?.result?.initialValue?.body}
              errors={changesErrors.body}
            />
            <div className="form-actions">
              <SubmitButton pendingText="Sending">Send request</SubmitButton>
            </div>
          </Form>
        </details>
      </div>
    </Card>
  );
}
