import type { SubmissionResult } from "@conform-to/react";
import type { TeamAccount } from "~/domain/team/findTeam";
import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";

export function DeleteTeamAccountDialog({
  account,
  lastResult,
}: {
  account: TeamAccount;
  lastResult?: SubmissionResult;
}) {
  const { id, firstName, lastName, version } = account;
  return (
    <RouteDialog title="Delete team account" closeHref={paths.team()} tone="danger">
      <div role="alert" className="alert-slot">
        <FormErrors errors={lastResult?.error?.[""] ?? undefined} />
      </div>
      <ConfirmForm
        text={`Are you sure you want to delete this team account: ${firstName} ${lastName}?`}
        consequences={["They are signed out everywhere immediately.", "What they did stays in the history."]}
        cancelHref={paths.team()}
        verb="Delete"
        pendingText="Deleting"
        action={paths.teamAccountDelete(id)}
      >
        <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? version)} />
      </ConfirmForm>
    </RouteDialog>
  );
}
