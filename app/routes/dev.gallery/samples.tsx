import { Link } from "@remix-run/react";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { Stepper } from "~/ui/card/Stepper";
import { Alert } from "~/ui/feedback/Alert";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { PasswordField } from "~/ui/form/PasswordField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";

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
            { label: "Research", done: true },
            { label: "Outreach", done: true, current: true },
            { label: "Writing", done: false },
            { label: "Report", done: false },
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
