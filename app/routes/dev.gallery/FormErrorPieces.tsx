import { Card } from "~/ui/card/Card";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { RichTextField } from "~/ui/form/RichTextField";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import { frequencies } from "./options";

/** Every field with what is wrong with it. */
export function FormErrorPieces() {
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
        <UploadField
          label="Photo"
          name="wrong-file"
          accept=".jpg"
          upload={{ action: "/uploads", kind: "profilePhoto" }}
          errors={["Image is required"]}
        />
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
