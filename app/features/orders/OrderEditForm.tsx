import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigate } from "@remix-run/react";
import { type ChangeEvent, useState } from "react";
import { OrderFormInput } from "~/domain/orders/orderInputs";
import type { OrderSubStatus } from "~/domain/orders/orderParts";
import { type OrderStatus, orderStatusLabel, staffTransitions } from "~/domain/orders/orderStates";
import { tickSubStatus } from "~/domain/orders/subStatusRule";
import { NONE } from "~/list/listFromUrl";
import { paths } from "~/paths";
import { Field } from "~/ui/form/Field";
import { FormErrors } from "~/ui/form/FormErrors";
import { choiceProps, fieldProps } from "~/ui/form/fieldProps";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface OrderEditFormProps {
  order: {
    id: string;
    version: number;
    status: OrderStatus;
    subStatuses: OrderSubStatus[];
    assignedToId: string | null;
    assignedToName: string | null;
    notes: string;
  };
  assignees: readonly { id: string; name: string }[];
  lastResult?: SubmissionResult;
}

/** Status, steps, assignee and notes of an order, for staff. 'Cancelled' leads to its dialog (document 2 section 4). */
export function OrderEditForm({ order, assignees, lastResult }: OrderEditFormProps) {
  const navigate = useNavigate();
  const [form, fields] = useForm({
    id: "order",
    lastResult,
    defaultValue: {
      version: order.version,
      status: order.status,
      assignedToId: order.assignedToId ?? NONE,
      notes: order.notes,
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: OrderFormInput }),
  });
  const statuses = [order.status, ...staffTransitions[order.status]];
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    if (event.target.value !== "Cancelled" || order.status === "Cancelled") return;
    event.target.value = order.status;
    navigate(paths.orderCancel(order.id), { preventScrollReset: true });
  };
  const gone = order.assignedToId && !assignees.some(({ id }) => id === order.assignedToId);
  const people = [
    { value: NONE, label: "Unassigned" },
    ...assignees.map(({ id, name }) => ({ value: id, label: name })),
    ...(gone ? [{ value: order.assignedToId ?? "", label: `${order.assignedToName} (left the team)` }] : []),
  ];
  return (
    <Form method="post" action={paths.order(order.id)} className="form" preventScrollReset {...getFormProps(form)}>
      <FormErrors
        errors={form.errors}
        fields={[
          { label: "Status", id: fields.status.id, errors: fields.status.errors },
          { label: "Assigned", id: fields.assignedToId.id, errors: fields.assignedToId.errors },
          { label: "Notes", id: fields.notes.id, errors: fields.notes.errors },
        ]}
      />
      <input type="hidden" name="version" value={fields.version.initialValue ?? order.version} />
      <SelectField
        label="Status"
        {...choiceProps(fields.status)}
        options={statuses.map((status) => ({ value: status, label: orderStatusLabel(status) }))}
        onChange={choose}
      />
      {order.subStatuses.length > 0 ? (
        <SubStatusTicks steps={order.subStatuses} posted={lastResult?.initialValue?.subStatuses} />
      ) : null}
      <SelectField label="Assigned" {...choiceProps(fields.assignedToId)} options={people} />
      <TextAreaField label="Notes" hint="Only your team sees this" rows={4} {...fieldProps(fields.notes)} />
      <div className="form-actions">
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}

/** Steps of the order: with script a tick takes the earlier ones along at once, without it the server does. */
function SubStatusTicks({ steps, posted }: { steps: OrderSubStatus[]; posted: unknown }) {
  const typed = posted === undefined ? null : [posted].flat().map(String);
  const [shown, setShown] = useState(
    steps.map((step) => (typed ? { ...step, completed: typed.includes(String(step.sequence)) } : step)),
  );
  return (
    <Field name="subStatuses" label="Steps done" group>
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
