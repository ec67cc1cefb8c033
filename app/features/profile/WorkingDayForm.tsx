import type { SubmissionResult } from "@conform-to/react";
import { firstPages } from "~/domain/accounts/firstPages";
import type { WorkingDay } from "~/domain/accounts/workingDay";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { DateField } from "~/ui/form/DateField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface WorkingDayFormProps {
  day: WorkingDay;
  lastResult?: SubmissionResult;
}

const labels = { dashboard: "Dashboard", work: "My work" };

/** Where staff begin, and until when they are away. */
export function WorkingDayForm({ day, lastResult }: WorkingDayFormProps) {
  const errors = lastResult?.error ?? {};
  const typed = lastResult?.initialValue;
  const first = { id: "profile-firstPage", name: "firstPage", errors: errors.firstPage ?? undefined };
  const away = { id: "profile-awayDay", name: "awayDay", errors: errors.awayDay ?? undefined };
  return (
    <Card title="Working day">
      <Form
        method="post"
        action={`${paths.profile()}?intent=day`}
        className="form narrow"
        preventScrollReset
        key={`${day.firstPage} ${day.awayDay}`}
      >
        <FormErrors
          id="day-errors"
          errors={errors[""] ?? undefined}
          fields={[
            { label: "First page after sign-in", ...first },
            { label: "Away until", ...away },
          ]}
        />
        <SelectField
          label="First page after sign-in"
          {...first}
          options={firstPages.map((value) => ({ value, label: labels[value] }))}
          defaultValue={String(typed?.firstPage ?? day.firstPage)}
        />
        <DateField
          label="Away until"
          hint="Your first day back. Until then new orders are assigned to others"
          {...away}
          defaultValue={typed ? String(typed.awayDay ?? "") : day.awayDay}
        />
        <div className="form-actions">
          <SubmitButton variant="outline" pendingText="Saving">
            Save working day
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
