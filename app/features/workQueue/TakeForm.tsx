import type { SubmissionResult } from "@conform-to/react";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { TAKE_FORM } from "./WorkTable";

interface TakeFormProps {
  /** The signed-in person's id. */
  me: string;
  lastResult?: SubmissionResult;
}

/** The buttons 'Take' in the rows belong to this form. */
export function TakeForm({ me, lastResult }: TakeFormProps) {
  const errors = Object.values(lastResult?.error ?? {}).flatMap((found) => found ?? []);
  return (
    // Hidden, its buttons still send it, and it takes no room above the rows.
    <Form method="post" id={TAKE_FORM} hidden={errors.length === 0} unguarded preventScrollReset>
      <FormErrors id="take-errors" errors={errors} />
      <input type="hidden" name="change" value="assign" />
      <input type="hidden" name="assignTo" value={me} />
    </Form>
  );
}
