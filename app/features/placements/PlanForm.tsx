import { type PlacementState, placementStateLabel } from "~/domain/placements/placementStates";
import { NONE } from "~/list/listFromUrl";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { DateField } from "~/ui/form/DateField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { formFields, type PlacementFormAnswer } from "./placementForms";

interface PlanFormProps {
  orderId: string;
  /** Its id, for the checkboxes of the rows. */
  form: string;
  assignees: readonly { id: string; name: string }[];
  posted?: PlacementFormAnswer;
}

/** States that staff can give many links; the others begin with a proposal or an address. */
const choices: PlacementState[] = ["in_progress", "submitted"];

/** One plan for the ticked links, and the ways to the pasted lists. Without script it is a plain form too. */
export function PlanForm({ orderId, form, assignees, posted }: PlanFormProps) {
  const field = formFields(form, posted);
  const [assigned, state] = [field("assignedToId"), field("state")];
  const [due, starts] = [field("dueAt"), field("startsOn")];
  return (
    <Form
      method="post"
      action={paths.orderPlacementsPlan(orderId)}
      className="form plan-form no-print"
      id={form}
      aria-label="Change the ticked links"
      noValidate
      unguarded
    >
      <FormErrors
        id={`${form}-errors`}
        errors={posted?.result?.error?.[""] ?? undefined}
        fields={[
          { label: "Assign", ...assigned },
          { label: "State", ...state },
          { label: "Due", ...due },
          { label: "Starts on", ...starts },
        ]}
      />
      <div className="plan-fields">
        <SelectField
          label="Assign"
          emptyLabel="As it is"
          {...assigned}
          options={[
            { value: NONE, label: "Unassigned" },
            ...assignees.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label="State"
          emptyLabel="As it is"
          {...state}
          options={choices.map((value) => ({
            value,
            label: value === "in_progress" ? "Start work" : placementStateLabel(value),
          }))}
        />
        <DateField label="Due" {...due} />
        <DateField label="Starts on" {...starts} />
      </div>
      <div className="row">
        <SubmitButton variant="outline" pendingText="Saving">
          Apply to ticked links
        </SubmitButton>
        <Button type="submit" variant="outline" formAction={paths.orderPlacementsSites(orderId)} formMethod="get">
          Propose sites
        </Button>
        <Button type="submit" variant="outline" formAction={paths.orderPlacementsLive(orderId)} formMethod="get">
          Mark live
        </Button>
      </div>
    </Form>
  );
}
