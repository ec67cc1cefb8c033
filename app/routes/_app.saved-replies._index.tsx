import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findSavedReplies } from "~/domain/messages/savedReplies";
import { pageTitle } from "~/features/frame/pageTitle";
import { SavedReplyList } from "~/features/inbox/SavedReplyList";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Saved replies");

/** Characters of a text in the list. */
const MAX_WORDS = 120;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "savedReplies.manage");
  const replies = await nullOnFault(findSavedReplies(ctx));
  const rows = replies?.map(({ id, name, body }) => ({
    id,
    name,
    words: body.length > MAX_WORDS ? `${body.slice(0, MAX_WORDS).replace(/\s+\S*$/, "")}…` : body,
  }));
  return withStatus({ replies: rows ?? null }, rows ? 200 : 500);
}

export default function SavedReplies() {
  return <SavedReplyList {...useLoaderData<typeof loader>()} />;
}
