import type { SubmissionResult } from "@conform-to/react";
import { BY_RULE } from "~/domain/orders/handOverInput";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { type Option, SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface HandOverDialogProps {
  /** Whose work it is. */
  id: string;
  name: string;
  /** Their open orders, at most 1,000. */
  open: number;
  others: readonly Option[];
  /** The deletion of the account follows. */
  next?: "delete";
  lastResult?: SubmissionResult;
}

/** Gives a person's open orders and links to others. */
export function HandOverDialog({ id, name, open, others, next, lastResult }: HandOverDialogProps) {
  const field = { id: "hand-over-to", name: "to", errors: lastResult?.error?.to ?? undefined };
  const count = open === 1 ? "1 open order" : `${open >= 1000 ? "1,000 or more" : open} open orders`;
  return (
    <RouteDialog title={`Hand over work of ${name}`} closeHref={paths.team()}>
      <Form method="post" action={paths.teamHandOver(id, next)} className="form" preventScrollReset>
        <div role="alert" className="alert-slot">
          <FormErrors
            id="hand-over-errors"
            errors={lastResult?.error?.[""] ?? undefined}
            fields={[{ label: "New assignee", ...field }]}
          />
        </div>
        <p>
          {name} has {count}. They move with their links, and the new assignees are notified.
          {next ? " You delete the account in the next step." : ""}
        </p>
        <SelectField
          label="New assignee"
          {...field}
          required
          emptyLabel="Choose"
          options={[{ value: BY_RULE, label: "By the rule of each service" }, ...others]}
          defaultValue={String(lastResult?.initialValue?.to ?? "")}
        />
        <div className="form-actions">
          <LinkButton to={paths.team()} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton pendingText="Handing over">Hand over</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}
