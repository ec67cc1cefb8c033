import type { DeletionState } from "~/domain/personalData/findDeletion";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { PasswordField } from "~/ui/form/PasswordField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { Icon } from "~/ui/icon/Icon";
import { ownConsequences } from "./consequences";

interface DeleteAccountFormProps {
  deletion: DeletionState & { askAgain: boolean };
  /** What stays after the erasure. */
  kept: readonly string[];
  answer?: FormAnswer;
}

/** Asks before the deletion of the own account, and says what goes and what stays. */
export function DeleteAccountForm({ deletion, kept, answer }: DeleteAccountFormProps) {
  const { "": about, password } = answer?.result?.error ?? {};
  return (
    <Card title="What happens">
      <ul className="consequences">
        {ownConsequences(deletion).map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <KeptData kept={kept} />
      <Form method="post" action={paths.ownDeletion("request")} className="form narrow" noValidate>
        <FormErrors
          id="delete-account-errors"
          answer={answer}
          errors={about ?? (deletion.passwordSet ? undefined : (password ?? undefined))}
          fields={
            deletion.passwordSet
              ? [{ id: "delete-account-password", label: "Current password", errors: password ?? undefined }]
              : []
          }
        />
        {deletion.passwordSet ? (
          <PasswordField
            id="delete-account-password"
            name="password"
            label="Current password"
            autoComplete="current-password"
            errors={password ?? undefined}
            required
          />
        ) : null}
        {deletion.askAgain ? (
          <p>Your account has no password. Sign out, sign in again by email, and come back within 5 minutes.</p>
        ) : null}
        <div className="form-actions">
          <LinkButton to={paths.profile()}>Keep my account</LinkButton>
          <SubmitButton variant="danger" pendingText="Requesting">
            Delete my account
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

/** The fields that the law or the business needs, folded because they are many. */
export const KeptData = ({ kept }: { kept: readonly string[] }) => (
  <details className="fold">
    <summary>
      <Icon name="chevron-right" size={14} />
      What we keep
    </summary>
    <ul className="consequences">
      {kept.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  </details>
);
