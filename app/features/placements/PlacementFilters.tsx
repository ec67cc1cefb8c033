import type { OrderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { UNASSIGNED } from "~/domain/orders/orderList";
import { placementStateLabel, placementStates } from "~/domain/placements/placementStates";
import { verdictLabel, verdicts } from "~/domain/verdicts";
import { NONE } from "~/list/listFromUrl";
import { DateField } from "~/ui/form/DateField";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { FilterBar } from "~/ui/list/FilterBar";
import { morePlacementFilters } from "./morePlacementFilters";

interface PlacementFiltersProps {
  href: string;
  search: URLSearchParams;
  staff: boolean;
  /** Null while `morePlacementFilters` are not shown. */
  options: OrderFilterOptions | null;
}

const states = placementStates.map((value) => ({ value, label: placementStateLabel(value) }));
const healths = verdicts.map((value) => ({ value, label: verdictLabel(value) }));
const choices = (all: readonly { id: string; name: string }[]) =>
  all.map(({ id, name }) => ({ value: id, label: name }));

/** Filters of the link lists. The URL holds their state. */
export function PlacementFilters({ href, search, staff, options }: PlacementFiltersProps) {
  const text = (name: string) => search.get(name) ?? "";
  return (
    <FilterBar
      action={href}
      clearHref={href}
      clearLabel="Clear Filters"
      keep={["clientId", "orderId"]}
      more={{
        names: morePlacementFilters,
        fields: options && (
          <>
            {staff ? (
              <>
                <MultiSelectField
                  label="Service"
                  name="serviceId"
                  options={choices(options.services)}
                  defaultValue={search.getAll("serviceId")}
                />
                <MultiSelectField
                  label="Assigned User"
                  name="assignedToId"
                  options={[{ value: NONE, label: UNASSIGNED }, ...choices(options.assignees)]}
                  defaultValue={search.getAll("assignedToId")}
                  exclusive={NONE}
                />
              </>
            ) : null}
            <MultiSelectField label="Health" name="health" options={healths} defaultValue={search.getAll("health")} />
            <SelectField
              label="Date"
              name="dateField"
              emptyLabel="Any"
              options={[
                { value: "dueAt", label: "Due" },
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
      <MultiSelectField label="State" name="state" options={states} defaultValue={search.getAll("state")} />
      <TextField label="Client reference" name="clientReference" defaultValue={text("clientReference")} />
      <TextField label="Site" name="siteDomain" placeholder="example.com" defaultValue={text("siteDomain")} />
    </FilterBar>
  );
}
