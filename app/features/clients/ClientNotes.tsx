import type { ClientNote } from "~/domain/clients/clientDetails";
import { formatDateTime } from "~/format/dates";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";

/** Notes that staff share about a client. Clients never see them. */
export function ClientNotes({ clientId, notes }: { clientId: string; notes: readonly ClientNote[] }) {
  return (
    <Card
      title="Notes"
      action={
        <LinkButton to={paths.clientNoteNew(clientId)} size={1} preventScrollReset>
          Add note
        </LinkButton>
      }
    >
      <p className="small muted row">
        <Icon name="lock" size={13} /> Only your team sees this
      </p>
      <ul className="client-notes">
        {notes.map((note) => (
          <li key={note.id}>
            <p>{note.body}</p>
            <p className="small muted">
              {note.authorName},{" "}
              <time dateTime={new Date(note.createdAt).toISOString()}>{formatDateTime(note.createdAt)}</time>
            </p>
            {note.own ? (
              <div className="row">
                <LinkButton to={paths.clientNote(clientId, note.id)} size={1} preventScrollReset>
                  Edit<span className="visually-hidden"> note</span>
                </LinkButton>
                <LinkButton to={paths.clientNoteDelete(clientId, note.id)} size={1} preventScrollReset>
                  Delete<span className="visually-hidden"> note</span>
                </LinkButton>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
