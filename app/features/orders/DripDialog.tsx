import type { SubmissionResult } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { dayOf } from "~/domain/days";
import type { OrderDrip } from "~/domain/orders/orderDrip";
import { paths, samePlace } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { DripFields, dripLabels } from "./DripFields";

/** When the links of an order start that nobody works on yet. */
export function DripDialog({ order, lastResult }: { order: OrderDrip; lastResult?: SubmissionResult }) {
  const { search } = useLocation();
  const back = samePlace(paths.order(order.id), search);
  const title = `Start links of order ${order.number} gradually`;
  if (order.notStarted === 0)
    return (
      <RouteDialog title={title} closeHref={back}>
        <div className="stack">
          <Alert>All links of this order have started.</Alert>
          <LinkButton to={back}>Back to the order</LinkButton>
        </div>
      </RouteDialog>
    );
  const errors = lastResult?.error ?? {};
  const typed = lastResult?.initialValue as
    | { version?: string; drip?: { perWeek?: string; from?: string } }
    | undefined;
  const stored = order.drip ? { perWeek: String(order.drip.perWeek), from: dayOf(order.drip.from) } : {};
  const values = lastResult ? (typed?.drip ?? {}) : stored;
  return (
    <RouteDialog title={title} closeHref={back}>
      <Form
        method="post"
        action={samePlace(paths.orderDrip(order.id), search)}
        className="form"
        noValidate
        preventScrollReset
      >
        <FormErrors
          errors={errors[""] ?? undefined}
          fields={Object.entries(dripLabels).map(([id, label]) => ({ id, label, errors: errors[id] ?? undefined }))}
        />
        <input type="hidden" name="version" value={String(typed?.version ?? order.version)} />
        <p>
          {order.notStarted === 1 ? "1 link has" : `${order.notStarted} links have`} not started. Due dates follow the
          day on which a link starts.
        </p>
        <DripFields
          values={{ "drip.perWeek": values.perWeek, "drip.from": values.from }}
          errorsOf={(name) => errors[name] ?? undefined}
        />
        <div className="form-actions row-end">
          <LinkButton to={back} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}
