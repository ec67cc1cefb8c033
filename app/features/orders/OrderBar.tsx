import type { SubmissionResult } from "@conform-to/react";
import { type ReactNode, useState } from "react";
import type { OrderChange } from "~/domain/orders/changeOrdersForm";
import { orderStatuses, orderStatusLabel, staffTransitions } from "~/domain/orders/orderStates";
import { priorities } from "~/domain/orders/priorities";
import { ExportButton } from "~/features/exports/ExportButton";
import { formatNumber } from "~/format/numbers";
import { NONE } from "~/list/listFromUrl";
import { MORE_FILTERS } from "~/list/moreFilters";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DateField } from "~/ui/form/DateField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { useHydrated } from "~/ui/form/useHydrated";
import { useSelection } from "~/ui/list/useSelection";

/** The id of the form: the table's boxes name it. */
export interface OrderBarProps {
  id: string;
  /** The list's address, without its path. */
  search: string;
  /** Ids of the rows on this page. */
  keys: readonly string[];
  /** How many orders the list's filter matches, where all of them can be changed. */
  matching: number | null;
  people: readonly { id: string; name: string }[];
  tags: readonly string[];
  /** Draws the less used changes, also without script: the list draws its less used filters too. */
  more: boolean;
  lastResult?: SubmissionResult;
}

/** Of a status that is set by one form alone, the button would only skip (rules.md orders/bulk). */
const statuses = orderStatuses
  .filter((status) => status !== "Cancelled" && Object.values(staffTransitions).some((next) => next.includes(status)))
  .map((value) => ({ value, label: orderStatusLabel(value) }));
const levels = priorities.map((value) => ({ value, label: `${value[0]!.toUpperCase()}${value.slice(1)}` }));

/**
 * Changes the ticked orders, or all that the list matches. Without script it is a form with a field and a button for
 * each change, the less used ones when asked; with script these appear once something is selected.
 */
export function OrderBar({ id, search, keys, matching, people, tags, more, lastResult }: OrderBarProps) {
  const typed = (lastResult?.initialValue ?? {}) as Record<string, string | undefined>;
  const errors = lastResult?.error ?? {};
  const { selected, tickAll, toggleAll } = useSelection({ form: id, name: "order", keys });
  const hydrated = useHydrated();
  const [all, setAll] = useState(typed.all === "on");
  const field = (name: string, label: string) => ({
    name,
    label,
    id: `${id}-${name}`,
    errors: errors[name] ?? undefined,
    defaultValue: typed[name],
  });
  const assign = field("assignTo", "Assign to");
  const status = field("newStatus", "New status");
  const due = field("dueOn", "Due");
  const priority = field("newPriority", "Priority");
  const tag = field("tag", "Tag");
  const snooze = field("snoozeUntil", "Snooze until");
  const reason = field("reason", "Reason");
  const chooseAll = (on: boolean) => {
    // An export takes the ticked rows, or all when there are none.
    if (on) tickAll(false);
    setAll(on);
  };
  const count = all && matching !== null ? matching : selected.length;
  return (
    <Form
      method="post"
      unguarded
      action={paths.orders() + search}
      id={id}
      className="stack-small"
      preventScrollReset
      aria-label="Selected orders"
      noValidate
    >
      <DefaultSubmit />
      <FormErrors
        id={`${id}-errors`}
        errors={["", "order", "change", "all"].flatMap((name) => errors[name] ?? [])}
        fields={[assign, status, due, priority, tag, snooze, reason]}
      />
      <div className="status-bar-selection">
        {/* Drawn before the script runs as well, so that nothing moves when it does. */}
        <Button className="script-only" onClick={toggleAll} disabled={all}>
          {selected.length === keys.length ? "Clear selection" : "Select all on this page"}
        </Button>
        {matching !== null && matching > keys.length ? (
          <CheckboxField
            label={`Select all ${formatNumber(matching)} that match`}
            name="all"
            id={`${id}-all`}
            defaultChecked={all}
            onChange={(event) => chooseAll(event.currentTarget.checked)}
          />
        ) : null}
        <p role="status">{count > 0 ? `${formatNumber(count)} selected` : null}</p>
      </div>
      {hydrated && count === 0 ? null : (
        <div className={hydrated ? "status-bar" : "status-bar noscript-only"}>
          <Change
            field={
              <SelectField
                {...assign}
                emptyLabel="Choose"
                options={[
                  { value: NONE, label: "Unassigned" },
                  ...people.map(({ id: value, name }) => ({ value, label: name })),
                ]}
              />
            }
            buttons={[["assign", "Assign"]]}
          />
          <Change
            field={<SelectField {...status} emptyLabel="Choose" options={statuses} />}
            buttons={[["status", "Set status"]]}
          />
          <Change
            field={<SelectField {...priority} emptyLabel="Choose" options={levels} />}
            buttons={[["priority", "Set priority"]]}
          />
          {hydrated || more ? (
            <>
              <Change
                field={<TextField {...tag} list={`${id}-tags`} autoComplete="off" maxLength={40} />}
                buttons={[
                  ["addTag", "Add tag"],
                  ["removeTag", "Remove tag"],
                ]}
              />
              <Change field={<DateField {...due} />} buttons={[["due", "Set due date"]]} />
              <Change field={<DateField {...snooze} />} buttons={[["snooze", "Snooze"]]} />
              <TextField {...reason} placeholder="For a due date or a snooze" autoComplete="off" maxLength={500} />
              <datalist id={`${id}-tags`}>
                {tags.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          ) : (
            <LinkButton to={paths.orders() + withMore(search)}>More changes</LinkButton>
          )}
          <ExportButton action={paths.ordersExport() + search} label="Download selected" />
        </div>
      )}
    </Form>
  );
}

const withMore = (search: string) =>
  `?${new URLSearchParams([...new URLSearchParams(search), [MORE_FILTERS.name, MORE_FILTERS.value]])}`;

/** A field with its buttons, which stay together. */
const Change = ({ field, buttons }: { field: ReactNode; buttons: [OrderChange, string][] }) => (
  <div className="status-bar">
    {field}
    {buttons.map(([change, label]) => (
      <SubmitButton key={change} name="change" value={change} variant="outline">
        {label}
      </SubmitButton>
    ))}
  </div>
);
