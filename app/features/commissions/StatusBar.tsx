import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { commissionStatuses, commissionStatusLabel } from "~/domain/commissions/commissionStates";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { useHydrated } from "~/ui/form/useHydrated";

interface StatusBarProps {
  /** The rows' boxes name it. */
  id: string;
  /** This page, with its filters. */
  action: string;
  /** Who may take a status back says why. */
  takesBack: boolean;
  lastResult?: SubmissionResult;
}

const statuses = commissionStatuses.map((value) => ({ value, label: commissionStatusLabel(value) }));

/** Sets the status of the chosen commissions, or pays them out (rules.md commissions/statuses). */
export function StatusBar({ id, action, takesBack, lastResult }: StatusBarProps) {
  const typed = lastResult?.initialValue as { newStatus?: string; reason?: string } | undefined;
  const [status, setStatus] = useState(typed?.newStatus ?? "");
  const hydrated = useHydrated();
  const errors = lastResult?.error ?? {};
  const told = [...(errors[""] ?? []), ...(errors.commission ?? []), ...(errors.commissionIds ?? [])];
  return (
    <Form
      method="post"
      action={action}
      id={id}
      className="status-bar"
      preventScrollReset
      aria-label="Chosen commissions"
    >
      <FormErrors errors={told} fields={[]} />
      <SelectField
        label="New Status"
        name="newStatus"
        id={`${id}-status`}
        emptyLabel="Choose a status"
        options={statuses}
        defaultValue={typed?.newStatus ?? ""}
        onChange={(event) => setStatus(event.currentTarget.value)}
        errors={errors.newStatus ?? undefined}
      />
      {takesBack ? (
        <TextField
          label="Reason"
          name="reason"
          id={`${id}-reason`}
          defaultValue={typed?.reason ?? ""}
          placeholder="Needed only to reverse a status"
          autoComplete="off"
          errors={errors.reason ?? undefined}
        />
      ) : null}
      {/* Without script nobody hears of the choice before it is sent. */}
      <SubmitButton off={hydrated && status === ""} pendingText="Updating">
        Update Status
      </SubmitButton>
      <Button type="submit" variant="outline" formMethod="get" formAction={paths.payoutNew()}>
        Pay Out
      </Button>
    </Form>
  );
}
