import type { AssigneeOption } from "~/domain/team/assigneeOptions";
import { assignmentRuleLabels, assignmentRules } from "~/domain/team/assignment";
import { Card } from "~/ui/card/Card";
import { Field } from "~/ui/form/Field";
import type { choiceProps, multiSelectProps } from "~/ui/form/fieldProps";
import { SelectField } from "~/ui/form/SelectField";

export const ruleOptions = assignmentRules.map((value) => ({ value, label: assignmentRuleLabels[value] }));

interface AssignmentCardProps {
  rule: ReturnType<typeof choiceProps>;
  people: ReturnType<typeof multiSelectProps>;
  team: readonly AssigneeOption[];
}

/** Who gets the service's paid orders. People who are away are passed over. */
export function AssignmentCard({ rule, people: { defaultValue, ...people }, team }: AssignmentCardProps) {
  return (
    <Card title="Assignment">
      <div className="form">
        <SelectField
          label="Assign paid orders to"
          hint="Team members who are away are passed over. A renewal stays with the assignee of the last order."
          {...rule}
          options={ruleOptions}
        />
        <Field {...people} label="People" group>
          {(tied) => (
            <div className="choices">
              {team.map(({ id, name }) => (
                <label key={id} className="choice">
                  <input
                    type="checkbox"
                    id={`${tied.id}-${id}`}
                    name={tied.name}
                    value={id}
                    defaultChecked={defaultValue.includes(id)}
                    aria-describedby={tied["aria-describedby"]}
                    aria-invalid={tied["aria-invalid"]}
                  />
                  <span>{name}</span>
                </label>
              ))}
            </div>
          )}
        </Field>
      </div>
    </Card>
  );
}
