import { PAGE_SIZES } from "~/list/defineList";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { RichTextField } from "~/ui/form/RichTextField";
import { SelectField } from "~/ui/form/SelectField";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { Icon } from "~/ui/icon/Icon";
import { DataTable } from "~/ui/list/DataTable";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { columns, rows } from "./rows";

const statuses = ["Inputs Required", "Active", "Working"].map((label) => ({ value: label, label }));

export function SampleList() {
  return (
    <ListPage
      title="Orders"
      help="Everything that was bought, newest first."
      action={
        <>
          <LinkButton to="?view=staff">Export</LinkButton>
          <LinkButton to="?view=staff" variant="solid" icon={<Icon name="plus" />}>
            New order
          </LinkButton>
        </>
      }
      filters={
        <FilterBar
          clearHref="?view=staff"
          hidden={[{ name: "view", value: "staff" }]}
          more={{
            names: ["from"],
            fields: (
              <>
                {" "}
                <div className="filter-range">
                  <DateField label="From" name="from" />
                  <DateField label="To" name="to" />
                </div>
              </>
            ),
          }}
        >
          <TextField label="Client" name="client" type="search" placeholder="Name or email" />
          <MultiSelectField
            label="Status"
            name="status"
            options={statuses}
            defaultValue={["Working"]}
            emptyLabel="All statuses"
          />
          <SelectField label="Assigned to" name="assigned" options={statuses} emptyLabel="Everybody" />
        </FilterBar>
      }
      chips={[
        { label: "Status: Working", removeHref: "?view=staff" },
        { label: "Created: 01/04/2026 to 24/04/2026", removeHref: "?view=staff" },
      ]}
      href="/dev/gallery"
      list={{ pageSizes: PAGE_SIZES, defaultPageSize: 10 }}
      query={{ page: 1, pageSize: 10 }}
      page={{ content: rows, totalElements: 312 }}
      noun="orders"
      empty={{ title: "No orders yet", action: null }}
      table={(shown) => <DataTable columns={columns} rows={shown} caption="Orders" />}
    />
  );
}

export function SampleDialog() {
  return (
    <>
      <SampleList />
      <RouteDialog title="Cancel order 10482" closeHref="/dev/gallery?view=staff" tone="danger">
        <ConfirmForm
          text="Are you sure you want to cancel this order?"
          consequences={["The client gets an email.", "1 unpaid commission of $12.00 is voided."]}
          cancelHref="/dev/gallery?view=staff"
          cancelLabel="Keep order"
          verb="Cancel order"
          pendingText="Cancelling"
        >
          <TextAreaField label="Reason" name="reason" required />
          <RichTextField label="Note for the client" name="note" />
          <CheckboxField label="Also cancel its subscription" name="stop" />
        </ConfirmForm>
      </RouteDialog>
    </>
  );
}
