import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { LinkButton } from "~/ui/form/LinkButton";
import { DeletionNotice } from "./DeletionNotice";
import { DownloadData } from "./OwnDataCard";

interface ClientDataCardProps {
  clientId: string;
  /** When the account will be erased, ms UTC; null without a request. */
  dueAt: number | null;
  now: number;
}

/** The same for a client, on the page that staff see. */
export function ClientDataCard({ clientId, dueAt, now }: ClientDataCardProps) {
  return (
    <Card title="Personal data">
      <DeletionNotice account="This account" dueAt={dueAt} now={now} undo={paths.clientDeletion(clientId, "undo")} />
      <p className="muted">A zip for the client, without internal notes and messages of the team.</p>
      <div className="form-actions">
        <DownloadData action={paths.clientData(clientId)}>Download data</DownloadData>
        {dueAt === null ? (
          <LinkButton to={paths.clientDeletion(clientId)} variant="danger" preventScrollReset>
            Delete account
          </LinkButton>
        ) : null}
      </div>
    </Card>
  );
}
