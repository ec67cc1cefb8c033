import type { OrderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { UNASSIGNED } from "~/domain/orders/orderList";
import { orderStatuses, orderStatusLabel } from "~/domain/orders/orderStates";
import { priorities, priorityLabel } from "~/domain/orders/priorities";
import { NONE } from "~/list/listFromUrl";
import { paths } from "~/paths";
import { DateField } from "~/ui/form/DateField";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { FilterBar } from "~/ui/list/FilterBar";

interface OrderFiltersProps {
  search: URLSearchParams;
  /** Customers filter only by number and status. */
  staff: boolean;
  /** Null while `moreOrderFilters` are not shown. */
  options: OrderFilterOptions | null;
}

/** The filters behind 'More filters'. */
export const moreOrderFilters = ["serviceId", "assignedToAdminId", "priority", "tags", "from"];

const choices = (all: readonly { id: string; name: string }[]) =>
  all.map(({ id, name }) => ({ value: id, label: name }));
const statuses = orderStatuses.map((status) => ({ value: status, label: orderStatusLabel(status) }));

/** Filters of the order list. The URL holds their state. */
export function OrderFilters({ search, staff, options }: OrderFiltersProps) {
  const text = (name: string) => search.get(name) ?? "";
  return (
    <FilterBar
      action={paths.orders()}
      clearHref={paths.orders()}
      clearLabel="Clear Filters"
      keep={["clientId"]}
      more={staff ? { names: moreOrderFilters, fields: options && moreFields(search, options) } : undefined}
    >
      <TextField label="Order Id" name="orderId" inputMode="numeric" defaultValue={text("orderId")} />
      {staff ? <TextField label="Client Name" name="clientName" defaultValue={text("clientName")} /> : null}
      <MultiSelectField label="Status" name="status" options={statuses} defaultValue={search.getAll("status")} />
    </FilterBar>
  );
}

const moreFields = (search: URLSearchParams, { services, assignees, tags }: OrderFilterOptions) => (
  <>
    <MultiSelectField
      label="Service"
      name="serviceId"
      options={choices(services)}
      defaultValue={search.getAll("serviceId")}
    />
    <MultiSelectField
      label="Assigned User"
      name="assignedToAdminId"
      options={[{ value: NONE, label: UNASSIGNED }, ...choices(assignees)]}
      defaultValue={search.getAll("assignedToAdminId")}
      exclusive={NONE}
    />
    <MultiSelectField
      label="Priority"
      name="priority"
      options={priorities.map((value) => ({ value, label: priorityLabel(value) }))}
      defaultValue={search.getAll("priority")}
    />
    {tags.length > 0 ? (
      <MultiSelectField
        label="Tags"
        name="tags"
        options={tags.map(({ name }) => ({ value: name, label: name }))}
        defaultValue={search.getAll("tags")}
      />
    ) : null}
    <SelectField
      label="Date"
      name="dateField"
      emptyLabel="Any"
      options={[
        { value: "createdTime", label: "Created" },
        { value: "completedDate", label: "Completed" },
        { value: "dueAt", label: "Due" },
      ]}
      defaultValue={search.get("dateField") ?? ""}
    />
    <div className="filter-range">
      <DateField label="From" name="from" defaultValue={search.get("from") ?? ""} />
      <DateField label="To" name="to" defaultValue={search.get("to") ?? ""} />
    </div>
  </>
);
