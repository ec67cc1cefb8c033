import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { InboxList, type InboxListProps, InboxTabs } from "./InboxList";
import "./inbox.css";

/** The conversations of a tab. One of them opens next to the list. */
export function InboxView(props: InboxListProps) {
  return (
    <>
      <PageHeader title="Inbox" action={<LinkButton to={paths.savedReplies()}>Saved replies</LinkButton>} />
      <InboxTabs {...props} />
      <div className="inbox">
        <InboxList {...props} />
        {props.page?.threads.length ? (
          <p className="inbox-hint muted">Choose a conversation to read and answer it.</p>
        ) : null}
      </div>
    </>
  );
}
