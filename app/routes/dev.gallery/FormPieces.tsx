import { Card } from "~/ui/card/Card";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DateField } from "~/ui/form/DateField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { LinkButton } from "~/ui/form/LinkButton";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { NumberField } from "~/ui/form/NumberField";
import { NumberStepper } from "~/ui/form/NumberStepper";
import { PasswordField } from "~/ui/form/PasswordField";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { RichTextField } from "~/ui/form/RichTextField";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import { ButtonPieces } from "./ButtonPieces";
import { FormErrorPieces } from "./FormErrorPieces";
import { frequencies } from "./options";

const statuses = ["Inputs Required", "Active", "Working", "Completed", "Cancelled"].map((label) => ({
  value: label,
  label,
}));

export function FormPieces() {
  return (
    <>
      <ButtonPieces />
      <div className="grid-2">
        <Fields />
        <FormErrorPieces />
      </div>
    </>
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
        <NumberField label="Price" name="price" prefix="$" decimals defaultValue="120.00" />
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
        <UploadField
          label="Brief"
          name="brief"
          multiple
          accept=".docx,.pdf"
          upload={{ action: "/uploads", kind: "intakeFile" }}
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
