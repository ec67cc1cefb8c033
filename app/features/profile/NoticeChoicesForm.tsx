import type { SubmissionResult } from "@conform-to/react";
import type { NoticeChoice } from "~/domain/notifications/noticeChoices";
import { noticeKindLabel, noticeWayLabel, noticeWaysOf } from "~/domain/notifications/notificationTypes";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface NoticeChoicesFormProps {
  choices: readonly NoticeChoice[];
  lastResult?: SubmissionResult;
}

/** What reaches a person, and how (rules.md notifications/recipients). */
export function NoticeChoicesForm({ choices, lastResult }: NoticeChoicesFormProps) {
  const errors = lastResult?.error ?? {};
  return (
    <Card title="Notifications">
      <p className="muted">
        Receipts, failed payments and news about your account&apos;s security always come by email.
      </p>
      <Form method="post" action={`${paths.profile()}?intent=notices`} className="form" preventScrollReset>
        <FormErrors
          id="notice-errors"
          errors={errors[""] ?? undefined}
          fields={choices.map(({ kind }) => ({
            id: `notice-${kind}`,
            label: noticeKindLabel(kind),
            errors: errors[kind] ?? undefined,
          }))}
        />
        <div className="notice-choices">
          {choices.map(({ kind, way }) => (
            <SelectField
              key={kind}
              id={`notice-${kind}`}
              name={kind}
              label={noticeKindLabel(kind)}
              options={noticeWaysOf(kind).map((value) => ({ value, label: noticeWayLabel(value) }))}
              defaultValue={way}
              errors={errors[kind] ?? undefined}
            />
          ))}
        </div>
        <div className="form-actions">
          <SubmitButton variant="outline" pendingText="Saving">
            Save choices
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
