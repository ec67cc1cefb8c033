import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { commissionStatuses, commissionStatusLabel, MAX_MATCHING } from "~/domain/commissions/commissionStates";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { useHydrated } from "~/ui/form/useHydrated";
import { useSelection } from "~/ui/list/useSelection";

interface StatusBarProps {
  /** The rows' boxes name it. */
  id: string;
  /** This page, with its filters. */
  action: string;
  /** Who may take a status back says why. */
  takesBack: boolean;
  lastResult?: SubmissionResult;
  /** The rows of this page. Cents. */
  rows: readonly { id: string; amount: number }[];
  /** How many the list's filter matches, and their sum (cents) when all of them can be chosen. */
  matching?: { count: number; amount: number | null } | null;
}

const statuses = commissionStatuses.map((value) => ({ value, label: commissionStatusLabel(value) }));

/** Sets the status of the chosen commissions, or pays them out (rules.md commissions/statuses). */
export function StatusBar({ id, action, takesBack, lastResult, rows, matching }: StatusBarProps) {
  const typed = lastResult?.initialValue as { newStatus?: string; reason?: string; all?: string } | undefined;
  const [status, setStatus] = useState(typed?.newStatus ?? "");
  const hydrated = useHydrated();
  const { selected: ticked, toggleAll } = useSelection({
    form: id,
    name: "commission",
    keys: rows.map((row) => row.id),
  });
  const selected = rows.filter((row) => ticked.includes(row.id));
  const [all, setAll] = useState(typed?.all === "on");
  const chooseAll =
    matching && matching.amount !== null
      ? { count: formatNumber(matching.count), amount: formatCents(matching.amount) }
      : null;
  const errors = lastResult?.error ?? {};
  const told = [...(errors[""] ?? []), ...(errors.commission ?? []), ...(errors.commissionIds ?? [])];
  return (
    <Form
      method="post"
      unguarded
      action={action}
      id={id}
      className="status-bar"
      preventScrollReset
      aria-label="Chosen commissions"
    >
      <FormErrors errors={told} fields={[]} />
      <div className="status-bar-selection">
        <Button className="script-only" onClick={toggleAll} disabled={all}>
          {selected.length === rows.length ? "Clear selection" : "Select all on this page"}
        </Button>
        {chooseAll ? (
          <CheckboxField
            label={`All ${chooseAll.count} that match the filter, ${chooseAll.amount}`}
            name="all"
            id={`${id}-all`}
            defaultChecked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
        ) : matching && matching.count > MAX_MATCHING ? (
          <p className="small muted">
            Narrow the filter to {formatNumber(MAX_MATCHING)} or fewer to change all that match.
          </p>
        ) : null}
        <p className="script-only" role="status">
          {all && chooseAll
            ? `${chooseAll.count} selected, ${chooseAll.amount}`
            : selected.length > 0
              ? `${formatNumber(selected.length)} selected, ${formatCents(selected.reduce((sum, one) => sum + one.amount, 0))}`
              : "None selected"}
        </p>
      </div>
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
          placeholder="Only to reverse a status"
          autoComplete="off"
          errors={errors.reason ?? undefined}
        />
      ) : null}
      {/* Without script nobody hears of the choice before it is sent. */}
      <SubmitButton off={hydrated && status === ""} pendingText="Updating">
        Update Status
      </SubmitButton>
      <Button type="submit" variant="outline" formMethod="get" formAction={paths.payoutNew()} disabled={all}>
        Pay Out
      </Button>
    </Form>
  );
}
