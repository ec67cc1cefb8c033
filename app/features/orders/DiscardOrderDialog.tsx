import type { Cents } from "~/domain/money";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";

interface DiscardOrderDialogProps {
  /** `open`: neither paid nor closed. Cents. */
  order: { id: string; number: number; serviceName: string; total: Cents; open: boolean };
  errors?: string[];
}

/** A customer closes an order that they do not want to pay (rules.md orders/unpaid). */
export function DiscardOrderDialog({ order, errors }: DiscardOrderDialogProps) {
  const title = `Discard order ${order.number}`;
  const back = paths.order(order.id);
  if (!order.open)
    return (
      <RouteDialog title={title} closeHref={back}>
        <div className="stack">
          <Alert>This order is paid or closed already.</Alert>
          <LinkButton to={back}>Back to the order</LinkButton>
        </div>
      </RouteDialog>
    );
  return (
    <RouteDialog title={title} closeHref={back} tone="danger">
      <FormErrors errors={errors} />
      <ConfirmForm
        text={`Discard your unpaid order of ${order.serviceName}?`}
        consequences={[`We do not charge the ${formatCents(order.total)}, and the order can no longer be paid.`]}
        cancelHref={back}
        cancelLabel="Keep order"
        verb="Discard order"
        pendingText="Discarding"
        action={paths.orderDiscard(order.id)}
      />
    </RouteDialog>
  );
}
