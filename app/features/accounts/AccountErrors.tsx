import { FormErrors } from "~/ui/form/FormErrors";

interface AccountErrorsProps {
  /** Id of the form that these errors describe. */
  id: string;
  errors?: string[];
  fields?: readonly { id: string; label: string; errors?: string[] }[];
}

/** The error alert of the account forms. It takes the focus and renders nothing without errors. */
export function AccountErrors({ id, errors, fields = [] }: AccountErrorsProps) {
  return (
    <div role="alert" className="alert-slot">
      <FormErrors
        id={`${id}-errors`}
        errors={errors}
        fields={fields.map((field) => ({ id: field.id, label: field.label, errors: field.errors }))}
      />
    </div>
  );
}
