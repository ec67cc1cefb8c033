import type { SubmissionResult } from "@conform-to/react";
import { shownColors, type Tag } from "~/domain/orders/tagColors";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";

interface TagFormProps {
  tag: Tag;
  back: string;
  lastResult?: SubmissionResult;
}

const colors = shownColors.map((value) => ({ value, label: `${value[0]!.toUpperCase()}${value.slice(1)}` }));

/** Name and color of a tag. */
export function TagForm({ tag, back, lastResult }: TagFormProps) {
  const typed = lastResult?.initialValue as Record<string, string | undefined> | undefined;
  const errors = lastResult?.error ?? {};
  const name = { id: "tag-name", name: "name", label: "Name", errors: errors.name ?? undefined };
  const color = { id: "color", name: "color", label: "Color", errors: errors.color ?? undefined };
  return (
    <Form method="post" className="form" noValidate>
      <FormErrors errors={errors[""] ?? undefined} fields={[name, color]} />
      {/* The tag as the page shows it: after a stale save the next one goes ahead. */}
      <input type="hidden" name="formerName" value={tag.name} />
      <input type="hidden" name="formerColor" value={tag.color} />
      <TextField
        {...name}
        required
        maxLength={40}
        autoComplete="off"
        hint="Changes on all orders with this tag. A saved view that filters by the old name has to be saved again"
        defaultValue={typed ? (typed.name ?? "") : tag.name}
      />
      <SelectField
        {...color}
        options={colors}
        defaultValue={typed?.color ?? (tag.color === "purple" ? "blue" : tag.color)}
      />
      <div className="form-actions">
        <LinkButton to={back} preventScrollReset>
          Cancel
        </LinkButton>
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}
