import type { SubmissionResult } from "@conform-to/react";
import { useLocation, useNavigate } from "@remix-run/react";
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from "react";
import type { LinkCounts } from "~/domain/orders/linkCounts";
import type { OrderSubStatus } from "~/domain/orders/orderParts";
import { type OrderStatus, orderStatuses, orderStatusLabel, staffTransitions } from "~/domain/orders/orderStates";
import { type Priority, priorities, priorityLabel } from "~/domain/orders/priorities";
import { tickSubStatus } from "~/domain/orders/subStatusRule";
import type { Tag } from "~/domain/orders/tagColors";
import { NONE } from "~/list/listFromUrl";
import { paths, samePlace } from "~/paths";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DateField } from "~/ui/form/DateField";
import { Field } from "~/ui/form/Field";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SelectField } from "~/ui/form/SelectField";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";

export interface OrderEditFormProps {
  order: {
    id: string;
    version: number;
    status: OrderStatus;
    subStatuses: OrderSubStatus[];
    assignedToId: string | null;
    assignedToName: string | null;
    notes: string;
    priority: Priority;
    tags: readonly Tag[];
    snoozedUntil: number | null;
    snoozeReason: string | null;
    links: LinkCounts | null;
  };
  assignees: readonly { id: string; name: string }[];
  /** ms UTC by the portal's clock. */
  now: number;
  lastResult?: SubmissionResult;
}

/**
 * Status, steps, assignee, notes, priority, tags and snooze of an order, for staff. Validated only on the server:
 * customers load this page too, and the schema library would be a quarter of its script (rules.md speed/scripts).
 */
export function OrderEditForm({ order, assignees, now, lastResult }: OrderEditFormProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const typed = lastResult?.initialValue ?? {};
  const errors = lastResult?.error ?? {};
  const field = (name: FieldName, stored: string) => ({
    id: `order-${name}`,
    name,
    errors: errors[name] ?? undefined,
    // Refused values stay; an emptied box is sent as nothing.
    defaultValue: lastResult ? String(typed[name] ?? "") : stored,
  });
  const statuses = [order.status, ...staffTransitions[order.status]];
  const askToCancel = (select: HTMLSelectElement) => {
    if (select.value !== "Cancelled" || order.status === "Cancelled") return false;
    select.value = order.status;
    navigate(samePlace(paths.orderCancel(order.id), search), { preventScrollReset: true });
    return true;
  };
  // The arrow keys step through a closed list, past 'Cancelled' too. Enter or Save then asks for the reason.
  const stepping = useRef(false);
  const step = (event: KeyboardEvent<HTMLSelectElement>) => {
    stepping.current = event.key !== "Enter";
    if (event.key === "Enter" && askToCancel(event.currentTarget)) event.preventDefault();
  };
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    if (!stepping.current) askToCancel(event.currentTarget);
  };
  const gone = order.assignedToId && !assignees.some(({ id }) => id === order.assignedToId);
  const people = [
    { value: NONE, label: "Unassigned" },
    ...assignees.map(({ id, name }) => ({ value: id, label: name })),
    ...(gone ? [{ value: order.assignedToId ?? "", label: `${order.assignedToName} (left the team)` }] : []),
  ];
  const status = field("status", order.status);
  const assigned = field("assignedToId", order.assignedToId ?? NONE);
  const notes = field("notes", order.notes);
  const isAsleep = order.snoozedUntil !== null && order.snoozedUntil > now;
  const sorting = {
    priority: order.priority as string,
    tags: order.tags.map(({ name }) => name).join(", "),
    snoozeDay: isAsleep ? dayOf(order.snoozedUntil!) : "",
    snoozeReason: isAsleep ? (order.snoozeReason ?? "") : "",
  };
  const priority = field("priority", sorting.priority);
  const tags = field("tags", sorting.tags);
  const snoozeDay = field("snoozeDay", sorting.snoozeDay);
  const snoozeReason = field("snoozeReason", sorting.snoozeReason);
  const open = order.links?.open ?? 0;
  const closing = {
    id: "order-closeOpenRows",
    name: "closeOpenRows",
    label: "Cancel the open links",
    errors: errors.closeOpenRows ?? undefined,
  };
  const openSteps = order.subStatuses.filter(({ completed }) => !completed).length;
  const completing = {
    id: "order-completeSteps",
    name: "completeSteps",
    label: "Mark the open steps done",
    errors: errors.completeSteps ?? undefined,
  };
  const named = [
    {
      label: "Status",
      ...status,
      options: orderStatuses.map((value) => ({ value, label: orderStatusLabel(value) })),
    },
    { label: "Assigned", ...assigned, options: people },
    { label: "Notes", ...notes },
    { label: "Priority", ...priority, options: priorityOptions },
    { label: "Tags", ...tags },
    { label: "Snooze until", ...snoozeDay },
    { label: "Snoozed because", ...snoozeReason },
    ...(open > 0 ? [closing] : []),
    ...(openSteps > 0 ? [completing] : []),
  ];
  return (
    <Form
      method="post"
      action={samePlace(paths.order(order.id), search)}
      className="form"
      id="order"
      stays={() => true}
      preventScrollReset
      noValidate
    >
      <FormErrors id="order-errors" errors={errors[""] ?? undefined} fields={named} />
      <StaleFields
        lastResult={lastResult}
        stored={{
          status: order.status,
          subStatuses: order.subStatuses.filter(({ completed }) => completed).map(({ sequence }) => sequence),
          assignedToId: order.assignedToId ?? NONE,
          notes: order.notes,
          ...sorting,
        }}
        version={order.version}
        fields={[
          ...named,
          {
            name: "subStatuses",
            label: "Steps done",
            options: order.subStatuses.map(({ sequence, name }) => ({ value: String(sequence), label: name })),
          },
        ]}
      />
      <input type="hidden" name="version" value={String(typed.version ?? order.version)} />
      <SelectField
        label="Status"
        {...status}
        options={statuses.map((one) => ({ value: one, label: orderStatusLabel(one) }))}
        onKeyDown={step}
        onPointerDown={() => {
          stepping.current = false;
        }}
        onChange={choose}
      />
      {open > 0 && order.status !== "Completed" ? (
        <div className="order-closing">
          <CheckboxField
            {...closing}
            hint={`${open === 1 ? "1 link is" : `${open} links are`} not live yet. Reopening the order brings back all that were not refunded.`}
            defaultChecked={typed.closeOpenRows === "on"}
          />
        </div>
      ) : null}
      {openSteps > 0 && order.status !== "Completed" ? (
        <div className="order-closing">
          <CheckboxField
            {...completing}
            hint={openStepsHint(openSteps)}
            defaultChecked={lastResult ? typed.completeSteps === "on" : true}
          />
        </div>
      ) : null}
      {order.subStatuses.length > 0 ? (
        <SubStatusTicks steps={order.subStatuses} posted={lastResult ? [typed.subStatuses ?? []].flat() : null} />
      ) : null}
      <SelectField label="Assigned" {...assigned} options={people} />
      <SelectField label="Priority" {...priority} options={priorityOptions} />
      <TextField
        label="Tags"
        hint={
          <>
            Commas between them. A new name becomes a tag. Only your team sees tags.{" "}
            <a href={paths.tags()}>Manage tags</a>
          </>
        }
        autoComplete="off"
        {...tags}
      />
      <DateField
        label="Snooze until"
        hint="Out of the work queue until 08:00 UTC of that day, or until the client writes"
        min={dayOf(now)}
        {...snoozeDay}
      />
      <TextField label="Snoozed because" autoComplete="off" {...snoozeReason} />
      <input type="hidden" name="sorted" value="on" />
      <TextAreaField label="Notes" hint="Only your team sees this" rows={4} {...notes} />
      <div className="form-actions">
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}

type FieldName =
  | "status"
  | "subStatuses"
  | "assignedToId"
  | "notes"
  | "priority"
  | "tags"
  | "snoozeDay"
  | "snoozeReason";

const priorityOptions = priorities.map((value) => ({ value, label: priorityLabel(value) }));
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

export const openStepsHint = (open: number) =>
  `${open === 1 ? "1 step is" : `${open} steps are`} open. A completed order has no open steps.`;

interface SubStatusTicksProps {
  /** Default 'subStatuses'. */
  id?: string;
  steps: OrderSubStatus[];
  /** The refused ticks. */
  posted: readonly unknown[] | null;
}

/** Steps of the order: ticking one ticks the earlier ones too, by script or on the server. */
export function SubStatusTicks({ id, steps, posted }: SubStatusTicksProps) {
  const typed = posted?.map(String);
  const [shown, setShown] = useState(
    steps.map((step) => (typed ? { ...step, completed: typed.includes(String(step.sequence)) } : step)),
  );
  return (
    <Field name="subStatuses" id={id} label="Steps done" group>
      {(control) => (
        <div className="choices">
          {shown.map((step) => (
            <label key={step.sequence} className="choice">
              <input
                type="checkbox"
                id={`${control.id}-${step.sequence}`}
                name={control.name}
                value={step.sequence}
                checked={step.completed}
                onChange={(event) => setShown(tickSubStatus(shown, step.sequence, event.currentTarget.checked))}
              />
              <span>{step.name}</span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
