import type { SubmissionResult } from "@conform-to/react";
import type { PickedClient } from "~/domain/clients/clientOptions";
import { ClientPicker } from "~/features/orders/ClientPicker";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface MoveOrdersDialogProps {
  clientId: string;
  /** The chosen ones that are still this client's. Cents. */
  orders: readonly { id: string; number: number; serviceName: string; total: number; paid: boolean }[];
  client: PickedClient;
  lastResult?: SubmissionResult;
}

/** Gives chosen orders to another client, who is searched for by name (rules.md orders/move). */
export function MoveOrdersDialog({ clientId, orders: chosen, client, lastResult }: MoveOrdersDialogProps) {
  const back = paths.client(clientId);
  const orders = chosen.filter(({ paid }) => paid);
  const staying = chosen.filter(({ paid }) => !paid);
  if (orders.length === 0)
    return (
      <RouteDialog title="Move Order" closeHref={back}>
        <div className="stack">
          <Alert>{staying.length > 0 ? "Only paid orders can be moved" : "Select at least one order"}</Alert>
          <LinkButton to={back}>Back to the client</LinkButton>
        </div>
      </RouteDialog>
    );
  const errors = lastResult?.error ?? {};
  // Refused, the page comes back at this address: it must still say which orders.
  const here = `${paths.clientMove(clientId)}?${new URLSearchParams(orders.map(({ id }) => ["order", id]))}`;
  const told = [...(errors[""] ?? []), ...(errors.order ?? [])];
  return (
    <RouteDialog title="Move Order" closeHref={back}>
      <Form method="post" action={here} className="form" id="move-orders" noValidate preventScrollReset>
        <DefaultSubmit name="intent" value="find" />
        <FormErrors
          errors={told}
          fields={[{ id: "clientId", label: "Client", errors: errors.clientId ?? undefined }]}
        />
        <p>
          {orders.length === 1 ? "This order goes" : `These ${orders.length} orders go`} to another client, with
          reports, messages, history and project data. Issued invoices, commissions and subscriptions stay.
        </p>
        <ul className="consequences">
          {orders.map((order) => (
            <li key={order.id}>
              #{order.number} {order.serviceName}, {formatCents(order.total)}
              <input type="hidden" name="order" value={order.id} />
            </li>
          ))}
        </ul>
        {staying.length > 0 ? (
          <Alert>
            {staying.map(({ number }) => `#${number}`).join(", ")}{" "}
            {staying.length === 1 ? "stays: it is" : "stay: they are"} not paid
          </Alert>
        ) : null}
        <ClientPicker {...client} errors={errors.clientId ?? undefined} />
        <div className="form-actions row-end">
          <LinkButton to={back} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton name="intent" value="move" pendingText="Moving">
            {orders.length === 1 ? "Move order" : `Move ${orders.length} orders`}
          </SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}
