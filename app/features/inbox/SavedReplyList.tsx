import { paths } from "~/paths";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";

interface SavedReplyListProps {
  /** Null when they could not be read. */
  replies: readonly { id: string; name: string; words: string }[] | null;
}

/** Texts that staff insert into messages. */
export function SavedReplyList({ replies }: SavedReplyListProps) {
  const add = (
    <LinkButton to={paths.savedReplyNew()} variant="solid" icon={<Icon name="plus" />}>
      New saved reply
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Saved replies"
        back={{ href: paths.inbox(), label: "Inbox" }}
        help="Texts for messages. Your team inserts them where it writes to a client."
        action={replies?.length === 0 ? undefined : add}
      />
      {replies === null ? (
        <FailedRead />
      ) : replies.length > 0 ? (
        <DataTable
          caption="Saved replies"
          columns={[
            { key: "name", label: "Name", width: "24%" },
            { key: "text", label: "Text", width: "76%" },
          ]}
          rows={replies.map(({ id, name, words }) => ({
            key: id,
            href: paths.savedReply(id),
            cells: { name, text: words },
          }))}
        />
      ) : (
        <EmptyState title="No saved replies yet" text="Save a text that you send often." action={add} />
      )}
    </>
  );
}
