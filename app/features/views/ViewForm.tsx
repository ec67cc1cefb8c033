import type { SubmissionResult } from "@conform-to/react";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";

interface ViewFormProps {
  action: string;
  back: string;
  view?: { name: string; team: boolean; version: number };
  verb: string;
  lastResult?: SubmissionResult;
}

/** Name and audience of a saved view. */
export function ViewForm({ action, back, view, verb, lastResult }: ViewFormProps) {
  const typed = lastResult?.initialValue as Record<string, string | undefined> | undefined;
  const errors = lastResult?.error ?? {};
  const name = { id: "name", name: "name", label: "Name", errors: errors.name ?? undefined };
  return (
    <Form method="post" action={action} className="form" noValidate>
      <FormErrors errors={errors[""] ?? undefined} fields={[name]} />
      {view ? (
        <StaleFields
          lastResult={lastResult}
          stored={{ name: view.name, team: view.team }}
          version={view.version}
          fields={[name, { name: "team", label: "Show it to the team" }]}
        />
      ) : null}
      {view ? <input type="hidden" name="version" value={typed?.version ?? view.version} /> : null}
      <TextField
        {...name}
        required
        maxLength={60}
        autoComplete="off"
        placeholder="Rush orders"
        defaultValue={typed ? (typed.name ?? "") : (view?.name ?? "")}
      />
      <CheckboxField
        name="team"
        label="Show it to the team"
        hint="Everyone on your team finds it in the menu. You and admins can change it."
        defaultChecked={typed ? typed.team === "on" : (view?.team ?? false)}
      />
      <div className="form-actions">
        <LinkButton to={back} preventScrollReset>
          Cancel
        </LinkButton>
        <SubmitButton pendingText="Saving">{verb}</SubmitButton>
      </div>
    </Form>
  );
}
