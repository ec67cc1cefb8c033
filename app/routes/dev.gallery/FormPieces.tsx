import { Form } from "@remix-run/react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { Card } from "~/ui/card/Card";
import { Button } from "~/ui/form/Button";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DateField } from "~/ui/form/DateField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { FileField } from "~/ui/form/FileField";
import { FormErrors } from "~/ui/form/FormErrors";
import { IconButton } from "~/ui/form/IconButton";
import { LinkButton } from "~/ui/form/LinkButton";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { NumberStepper } from "~/ui/form/NumberStepper";
import { PasswordField } from "~/ui/form/PasswordField";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { RichTextField } from "~/ui/form/RichTextField";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";

const frequencies = ["Day", "Week", "Month"].map((label) => ({ value: label.toUpperCase(), label }));
const statuses = ["Inputs Required", "Active", "Working", "Completed", "Cancelled"].map((label) => ({
  value: label,
  label,
}));
const variants = ["solid", "soft", "outline", "ghost", "danger"] as const;
const plus = <Plus className="icon" size={16} />;

export function FormPieces() {
  return (
    <>
      <Buttons />
      <div className="grid-2">
        <Fields />
        <Wrong />
      </div>
    </>
  );
}

function Buttons() {
  return (
    <Card title="Buttons">
      <div className="stack">
        {([1, 2, 3] as const).map((size) => (
          <div className="row" key={size}>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size} icon={variant === "solid" ? plus : undefined}>
                {variant}
              </Button>
            ))}
            <LinkButton to="/dev/gallery" size={size}>
              Link
            </LinkButton>
            <IconButton label="Edit" size={size} icon={<Pencil className="icon" size={16} />} />
            <IconButton label="Delete" size={size} variant="outline" icon={<Trash2 className="icon" size={16} />} />
            <Button size={size} aria-disabled="true">
              Disabled
            </Button>
          </div>
        ))}
      </div>
    </Card>
  );
}

function Fields() {
  return (
    <Card title="Fields">
      <Form className="form" method="post" encType="multipart/form-data" noValidate>
        <DefaultSubmit />
        <div className="form-columns">
          <TextField label="First name" name="firstName" required autoComplete="given-name" />
          <TextField label="Last name" name="lastName" required autoComplete="family-name" />
        </div>
        <TextField
          label="Email"
          name="email"
          type="email"
          hint="We write only about your orders."
          defaultValue="customer@example.com"
        />
        <TextField label="Read-only email" name="fixed" readOnly defaultValue="manager@example.com" />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint="Use 8 to 32 characters, one digit, one symbol (!@#$%^&*), one lowercase and uppercase letter"
        />
        <TextField label="Price" name="price" prefix="$" inputMode="decimal" defaultValue="120.00" />
        <TextAreaField label="Message" name="message" placeholder="Write a message" />
        <RichTextField
          label="Description"
          name="description"
          hint="Shown in the catalogue."
          defaultValue={"Links from **real** sites:\n\n- chosen by hand\n- [checked](https://example.com) each month"}
        />
        <RichTextField label="Answer" name="answer" placeholder="Write an answer" />
        <div className="form-columns">
          <SelectField label="Frequency" name="frequency" options={frequencies} defaultValue="MONTH" />
          <SelectField label="Assignee" name="assignee" options={frequencies} emptyLabel="None" />
          <DateField label="Due date" name="due" defaultValue="2026-04-24" />
          <MultiSelectField
            label="Status"
            name="status"
            options={statuses}
            defaultValue={["Active", "Working"]}
            emptyLabel="All statuses"
          />
        </div>
        <NumberStepper label="Quantity" name="quantity" defaultValue={2} max={99} />
        <RadioGroupField
          label="Service type"
          name="type"
          inline
          options={[
            { value: "REGULAR", label: "Regular" },
            { value: "CUSTOM", label: "Custom" },
          ]}
          defaultValue="REGULAR"
        />
        <RadioGroupField
          label="Payment"
          name="payment"
          options={[
            { value: "DIRECT", label: "One-Time", hint: "Paid today, never again" },
            { value: "SUBSCRIPTION", label: "Recurring", hint: "Occurs every month until cancelled" },
          ]}
        />
        <CheckboxField label="Visible in the catalogue" name="visible" defaultChecked hint="Customers can find it." />
        <CheckboxField label="Cannot be changed" name="fixedTick" disabled />
        <FileField
          label="Brief"
          name="brief"
          multiple
          accept=".docx,.pdf"
          hint="Word or PDF, up to 20 MB"
          received={[
            { key: "f1", name: "brief-spring.docx", size: 48_213 },
            { key: "f2", name: "keywords.pdf", size: 1_830_400 },
          ]}
        />
        <div className="form-actions">
          <SubmitButton pendingText="Saving">Save Changes</SubmitButton>
          <LinkButton to="/dev/gallery" variant="ghost">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </Card>
  );
}

function Wrong() {
  const email = ["Please provide a valid email"];
  const name = ["Service name is required"];
  const choice = ["Please select applicable payment types"];
  return (
    <Card title="Errors">
      <Form className="form" method="post" noValidate>
        <FormErrors
          id="wrong-summary"
          errors={["This record was changed by someone else. Please reload and try again."]}
          fields={[
            { id: "wrong-email", label: "Email", errors: email },
            { id: "wrong-name", label: "Name", errors: name },
            { id: "wrong-type", label: "Payment types", errors: choice },
          ]}
        />
        <TextField label="Email" name="wrong-email" defaultValue="customer@" errors={email} required />
        <TextField label="Name" name="wrong-name" errors={name} hint="Shown in the catalogue." required />
        <SelectField label="Frequency" name="wrong-select" options={frequencies} emptyLabel="Choose" errors={choice} />
        <MultiSelectField label="Payment types" name="wrong-type" options={frequencies} errors={choice} />
        <RadioGroupField label="Payment" name="wrong-radio" options={frequencies} errors={choice} />
        <CheckboxField label="I agree" name="wrong-tick" errors={["Atleast one service should be selected"]} />
        <FileField label="Photo" name="wrong-file" errors={["Image is required"]} />
        <TextAreaField label="Answer" name="wrong-area" errors={["Answer is required"]} />
        <RichTextField label="Rich answer" name="wrong-rich" required errors={["Answer is required"]} />
        <div className="form-actions">
          <SubmitButton pending pendingText="Saving">
            Save
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
