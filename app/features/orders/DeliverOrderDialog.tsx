import { useLocation } from "@remix-run/react";
import { deliveryObstacle, deliveryStatuses, proposedStatus } from "~/domain/delivery/deliveryChoices";
import { MAX_MESSAGE } from "~/domain/messages/messageThreads";
import type { OrderSubStatus } from "~/domain/orders/orderParts";
import { type OrderStatus, orderStatusLabel } from "~/domain/orders/orderStates";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { versionToPost } from "~/ui/form/staleEntries";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { UploadField } from "~/ui/form/UploadField";
import { waitsForUpload } from "~/ui/form/waitsForUpload";
import { openStepsHint, SubStatusTicks } from "./OrderEditForm";
import { deliverHref, orderBehindDelivery } from "./orderHref";

interface DeliverOrderDialogProps {
  order: {
    id: string;
    number: number;
    version: number;
    status: OrderStatus;
    subStatuses: OrderSubStatus[];
    openLinks: number;
  };
  answer?: FormAnswer<Record<string, unknown>, { files: ReceivedFile[] }>;
}

/** Delivers an order in one step: files and links, steps, status and a message to the client. */
export function DeliverOrderDialog({ order, answer }: DeliverOrderDialogProps) {
  const { search } = useLocation();
  const back = orderBehindDelivery(order.id, search);
  const title = `Deliver order ${order.number}`;
  const obstacle = deliveryObstacle(order.status);
  if (obstacle)
    return (
      <RouteDialog title={title} closeHref={back}>
        <div className="stack">
          <Alert tone="warning">{obstacle}</Alert>
          <LinkButton to={back}>Back to the order</LinkButton>
        </div>
      </RouteDialog>
    );
  const lastResult = answer?.result;
  const typed = lastResult?.initialValue;
  const errors = lastResult?.error ?? {};
  const text = (name: "links" | "message") => {
    const value = typed?.[name];
    return typeof value === "string" ? value : undefined;
  };
  const linkErrors = Object.entries(errors).flatMap(([name, found]) => (name.startsWith("links") ? (found ?? []) : []));
  const status = {
    id: "deliver-status",
    name: "status",
    label: "New status",
    errors: errors.status ?? undefined,
    defaultValue: String(typed?.status ?? proposedStatus(order.status, order.openLinks)),
  };
  const files = { id: "deliver-files", name: "files", label: "Files", errors: errors.files ?? undefined };
  const links = {
    id: "deliver-links",
    name: "links",
    label: "Links",
    errors: linkErrors.length > 0 ? linkErrors : undefined,
  };
  const message = {
    id: "deliver-message",
    name: "message",
    label: "Message to the client",
    errors: errors.message ?? undefined,
  };
  const closing = {
    id: "deliver-closeOpenRows",
    name: "closeOpenRows",
    label: "Cancel the open links",
    errors: errors.closeOpenRows ?? undefined,
  };
  const openSteps = order.subStatuses.filter(({ completed }) => !completed).length;
  const completing = {
    id: "deliver-completeSteps",
    name: "completeSteps",
    label: "Mark the open steps done",
    errors: errors.completeSteps ?? undefined,
  };
  const { openLinks } = order;
  return (
    <RouteDialog title={title} closeHref={back}>
      <Form
        method="post"
        action={deliverHref(order.id, search)}
        encType="multipart/form-data"
        className="form"
        noValidate
        preventScrollReset
        onSubmit={waitsForUpload}
      >
        <FormErrors
          errors={errors[""] ?? undefined}
          fields={[
            files,
            links,
            ...(openLinks > 0 ? [closing] : []),
            status,
            ...(openSteps > 0 ? [completing] : []),
            message,
          ]}
        />
        <input type="hidden" name="version" value={versionToPost(lastResult, order.version)} />
        {openLinks > 0 ? (
          <Alert
            action={
              <LinkButton to={paths.orderPlacements(order.id)} size={1}>
                Open placements
              </LinkButton>
            }
          >
            {openLinks === 1 ? "1 link is" : `${openLinks} links are`} not live yet. Enter the live addresses on the
            Placements tab, then complete the order.
          </Alert>
        ) : null}
        <UploadField
          {...files}
          multiple
          accept={acceptAttribute("report")}
          upload={{ action: paths.uploads(), kind: "report" }}
          hint={`${uploadHint("report")} each`}
          received={answer?.files}
        />
        <TextAreaField {...links} rows={2} hint="One web address a line" defaultValue={text("links")} />
        {order.subStatuses.length > 0 ? (
          <SubStatusTicks
            id="deliver-subStatuses"
            steps={order.subStatuses}
            posted={lastResult ? [typed?.subStatuses ?? []].flat() : null}
          />
        ) : null}
        <SelectField
          {...status}
          options={deliveryStatuses(order.status).map((value) => ({ value, label: orderStatusLabel(value) }))}
        />
        {openLinks > 0 ? (
          <CheckboxField
            {...closing}
            hint="Needed to complete the order now"
            defaultChecked={typed?.closeOpenRows === "on"}
          />
        ) : null}
        {openSteps > 0 ? (
          <CheckboxField
            {...completing}
            hint={`For an order that you complete: ${openStepsHint(openSteps)}`}
            defaultChecked={lastResult ? typed?.completeSteps === "on" : true}
          />
        ) : null}
        <TextAreaField
          {...message}
          rows={4}
          limit={MAX_MESSAGE}
          hint="The client gets one email about the delivery"
          defaultValue={text("message")}
        />
        <div className="form-actions">
          <SubmitButton name="goTo" value="next" variant="outline" pendingText="Delivering">
            Deliver and go to the next
          </SubmitButton>
          <SubmitButton pendingText="Delivering">Deliver</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}
