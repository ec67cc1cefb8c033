import { Form, Link } from "@remix-run/react";
import { Plus } from "lucide-react";
import { PAGE_SIZES } from "~/list/defineList";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { Stepper } from "~/ui/card/Stepper";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DateField } from "~/ui/form/DateField";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { PasswordField } from "~/ui/form/PasswordField";
import { RichTextField } from "~/ui/form/RichTextField";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
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
          <LinkButton to="?view=staff" variant="solid" icon={<Plus className="icon" size={16} />}>
            New order
          </LinkButton>
        </>
      }
      filters={
        <FilterBar clearHref="?view=staff" hidden={[{ name: "view", value: "staff" }]}>
          <TextField label="Client" name="client" type="search" placeholder="Name or email" />
          <MultiSelectField
            label="Status"
            name="status"
            options={statuses}
            defaultValue={["Working"]}
            emptyLabel="All statuses"
          />
          <SelectField label="Assigned to" name="assigned" options={statuses} emptyLabel="Everybody" />
          <DateField label="From" name="from" />
          <DateField label="To" name="to" />
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
      empty={{ title: "No orders yet" }}
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
          consequences={["The client is told by e-mail.", "1 unpaid commission of $12.00 is voided."]}
          cancelHref="/dev/gallery?view=staff"
          cancelLabel="Keep order"
          verb="Cancel order"
          pendingText="Cancelling"
        >
          <TextAreaField label="Reason" name="reason" required />
          <RichTextField label="Note for the client" name="note" />
          <CheckboxField label="Stop its subscription too" name="stop" />
        </ConfirmForm>
      </RouteDialog>
    </>
  );
}

export function SampleCustomer() {
  return (
    <>
      <PageHeader
        back={{ href: "?view=customer", label: "Orders" }}
        title="Order 10482"
        badge={<StatusDot tone="warning">Inputs Required</StatusDot>}
        help="Guest posts on high-authority sites"
        action={
          <LinkButton to="?view=customer" variant="solid">
            Add project details
          </LinkButton>
        }
      />
      <Card>
        <Stepper
          label="Progress of the order"
          steps={[
            { label: "Research", state: "done" },
            { label: "Outreach", state: "current" },
            { label: "Writing", state: "ahead" },
            { label: "Report", state: "ahead" },
          ]}
        />
      </Card>
      <div className="with-panel">
        <div className="stack">
          <Tabs
            label="Order"
            tabs={[
              { label: "Messages", href: "?view=customer", active: true },
              { label: "Project details", href: "?view=customer#details" },
              { label: "Reports", href: "?view=customer#reports", disabled: true },
            ]}
          />
          <Alert tone="warning" title="We need your input">
            Tell us the pages to promote, and we start within one working day.
          </Alert>
          <Card title="Messages">
            <Form method="post" className="form">
              <TextAreaField label="Message" name="message" placeholder="Write a message" hideLabel />
              <div className="form-actions row-end">
                <SubmitButton pendingText="Sending">Send</SubmitButton>
              </div>
            </Form>
          </Card>
        </div>
        <Card title="Details">
          <Facts
            facts={[
              { label: "Ordered", value: "24 Apr 26 10:05 AM" },
              { label: "Packages", value: "DA 40+ x 2" },
              { label: "Renews", value: "24 May 26, $240.00" },
              { label: "Paid", value: "$240.00", total: true },
            ]}
          />
        </Card>
      </div>
    </>
  );
}

export function SampleSignedOut({ wrong }: { wrong: boolean }) {
  const errors = wrong ? ["Please provide a valid email"] : undefined;
  return (
    <>
      <div>
        <h1>Welcome Back!</h1>
        <p className="muted">Sign In</p>
      </div>
      <Form method="post" className="form" noValidate>
        <FormErrors fields={[{ id: "email", label: "Email", errors }]} />
        <TextField label="Email" name="email" type="email" autoComplete="username" errors={errors} required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <SubmitButton size={3} wide pendingText="SIGNING IN">
          SIGN IN
        </SubmitButton>
      </Form>
      <div className="row row-between">
        <Link to="?view=signed-out">Trouble signing in?</Link>
        <Link to="?view=signed-out">Sign Up</Link>
      </div>
    </>
  );
}
