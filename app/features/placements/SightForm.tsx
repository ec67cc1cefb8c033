import { seenVerdicts, verdictLabel } from "~/domain/verdicts";
import { paths } from "~/paths";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { formFields, type PlacementFormAnswer } from "./placementForms";

const choices = seenVerdicts.map((value) => ({ value, label: verdictLabel(value) }));

/** Staff record what they saw on a page that the link watch cannot read. */
export function SightForm({ linkId, posted }: { linkId: string; posted?: PlacementFormAnswer }) {
  const field = formFields("sight", posted);
  const [verdict, note] = [field("verdict"), field("note")];
  return (
    <Form
      method="post"
      action={`${paths.placementChecks(linkId)}?intent=sight`}
      className="form"
      preventScrollReset
      noValidate
    >
      <FormErrors
        id="sight-errors"
        errors={posted?.result?.error?.[""] ?? undefined}
        fields={[
          { label: "What you saw", ...verdict },
          { label: "In your words", ...note },
        ]}
      />
      <SelectField label="What you saw" options={choices} {...verdict} />
      <TextAreaField
        label="In your words"
        hint="Stored with your name. Clients read only that our team looked."
        rows={2}
        limit={1000}
        {...note}
      />
      <div className="form-actions">
        <SubmitButton pendingText="Recording">Record</SubmitButton>
      </div>
    </Form>
  );
}
