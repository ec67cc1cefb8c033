import { useSearchParams } from "@remix-run/react";
import type { ClientNote } from "~/domain/clients/clientDetails";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { ShowEarlier } from "~/ui/list/ShowEarlier";

interface ClientNotesProps {
  clientId: string;
  /** Newest first. */
  notes: readonly ClientNote[];
  /** Whether there are notes before and after these. */
  earlier: boolean;
  later: boolean;
}

/** Keeps the open tab and its page. */
const change = (search: URLSearchParams, notes: string | null) =>
  listToSearch(search, { notes, page: search.get("page") });

/** Notes that staff share about a client. Clients never see them. */
export function ClientNotes({ clientId, notes, earlier, later }: ClientNotesProps) {
  const zone = useZone();
  const [search] = useSearchParams();
  const before = (note: string | null) => `${paths.client(clientId)}${change(search, note)}#notes`;
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
      <ul className="client-notes" id="notes">
        {notes.map((note) => (
          <li key={note.id}>
            <p>{note.body}</p>
            <p className="small muted">
              {note.authorName},{" "}
              <time dateTime={new Date(note.createdAt).toISOString()}>{formatDateTime(note.createdAt, zone)}</time>
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
      <ShowEarlier
        noun="notes"
        earlier={earlier ? before(notes.at(-1)?.id ?? null) : null}
        newest={later ? before(null) : null}
        preventScrollReset
      />
    </Card>
  );
}
