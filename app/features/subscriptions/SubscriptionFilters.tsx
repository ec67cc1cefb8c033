import { subscriptionStatuses, subscriptionStatusLabel } from "~/domain/subscriptions/subscriptionStates";
import { paths } from "~/paths";
import { DateField } from "~/ui/form/DateField";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { FilterBar } from "~/ui/list/FilterBar";

const statuses = subscriptionStatuses.map((value) => ({ value, label: subscriptionStatusLabel(value) }));

/** Filters of the subscription list. The URL holds their state. */
export function SubscriptionFilters({ search }: { search: URLSearchParams }) {
  const text = (name: string) => search.get(name) ?? "";
  return (
    <FilterBar
      action={paths.subscriptions()}
      clearHref={paths.subscriptions()}
      clearLabel="Clear Filters"
      keep={["clientId", "cancelRequested"]}
      more={{
        names: ["from"],
        fields: (
          <>
            <SelectField
              label="Date"
              name="dateField"
              emptyLabel="Any"
              options={[
                { value: "nextPayment", label: "Next payment" },
                { value: "createdTime", label: "Created" },
              ]}
              defaultValue={text("dateField")}
            />
            <div className="filter-range">
              <DateField label="From" name="from" defaultValue={text("from")} />
              <DateField label="To" name="to" defaultValue={text("to")} />
            </div>
          </>
        ),
      }}
    >
      <TextField label="Client Name" name="clientName" autoComplete="off" defaultValue={text("clientName")} />
      <TextField label="Subscription ID" name="id" autoComplete="off" defaultValue={text("id")} />
      <MultiSelectField label="Status" name="status" options={statuses} defaultValue={search.getAll("status")} />
    </FilterBar>
  );
}
