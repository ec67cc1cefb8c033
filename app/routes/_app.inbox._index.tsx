import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/features/frame/pageTitle";
import { InboxView } from "~/features/inbox/InboxView";
import { inboxPage } from "~/features/inbox/inboxPage.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Inbox");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "inbox.view");
  const inbox = await inboxPage(ctx, new URL(args.request.url));
  return withStatus({ ...inbox, unread: args.context.portal.session?.unreadThreads ?? 0 }, inbox.page ? 200 : 500);
}

export default function Inbox() {
  return <InboxView {...useLoaderData<typeof loader>()} />;
}
