import type { DeletionState } from "~/domain/personalData/findDeletion";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Button } from "~/ui/form/Button";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { DeletionNotice } from "./DeletionNotice";

/** A person's own data: download it, or delete the account (rules.md privacy/download, privacy/deletion). */
export function OwnDataCard({ deletion, now }: { deletion: DeletionState; now: number }) {
  const { dueAt } = deletion;
  return (
    <Card title="Your data">
      <DeletionNotice account="Your account" dueAt={dueAt} now={now} undo={paths.ownDeletion("undo")} />
      <p className="muted">Download everything that we store about you as a zip, with your files and invoices.</p>
      <div className="form-actions">
        <DownloadData action={paths.ownData()}>Download my data</DownloadData>
        {dueAt === null ? (
          <LinkButton to={paths.ownDeletion()} variant="danger">
            Delete my account
          </LinkButton>
        ) : null}
      </div>
    </Card>
  );
}

/** The browser downloads the answer, so this is a form of the document. */
export const DownloadData = ({ action, children }: { action: string; children: string }) => (
  <form method="post" action={action}>
    <Button type="submit" variant="outline" icon={<Icon name="download" />}>
      {children}
    </Button>
  </form>
);
