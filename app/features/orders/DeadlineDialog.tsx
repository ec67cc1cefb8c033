import type { SubmissionResult } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { dayOf } from "~/domain/days";
import type { OrderDeadline } from "~/domain/orders/orderDeadline";
import { useAgencyZone } from "~/features/frame/useZone";
import { paths, samePlace } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { DateField } from "~/ui/form/DateField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { versionToPost } from "~/ui/form/staleEntries";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface DeadlineDialogProps {
  order: OrderDeadline;
  /** yyyy-MM-dd of the agency. */
  today: string;
  lastResult?: SubmissionResult;
}

/** When an order is due, with a reason for the history. */
export function DeadlineDialog({ order, today, lastResult }: DeadlineDialogProps) {
  const { search } = useLocation();
  const zone = useAgencyZone();
  const back = samePlace(paths.order(order.id), search);
  const title = `Change deadline of order ${order.number}`;
  if (order.problem)
    return (
      <RouteDialog title={title} closeHref={back}>
        <div className="stack">
          <Alert>{order.problem}</Alert>
          <LinkButton to={back}>Back to the order</LinkButton>
        </div>
      </RouteDialog>
    );
  const errors = lastResult?.error ?? {};
  const typed = lastResult?.initialValue as { dueAt?: string; reason?: string } | undefined;
  const stored = order.dueAt === null ? undefined : dayOf(order.dueAt, zone);
  const field = (name: "dueAt" | "reason") => ({ id: `deadline-${name}`, name, errors: errors[name] ?? undefined });
  const fields = [
    { label: "Due", ...field("dueAt") },
    { label: "Reason", ...field("reason") },
  ];
  return (
    <RouteDialog title={title} closeHref={back}>
      <Form
        method="post"
        action={samePlace(paths.orderDeadline(order.id), search)}
        className="form"
        noValidate
        preventScrollReset
      >
        <FormErrors errors={errors[""] ?? undefined} fields={fields} />
        <input type="hidden" name="version" value={versionToPost(lastResult, order.version)} />
        <DateField
          label="Due"
          {...field("dueAt")}
          min={today}
          required
          hint="The end of this day. If the order is paused, the working days until then are kept for later."
          defaultValue={lastResult ? typed?.dueAt : stored}
        />
        <TextAreaField
          label="Reason"
          {...field("reason")}
          rows={3}
          required
          hint="Only your team sees this, in the history"
          defaultValue={typed?.reason}
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
