import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { changeThread } from "~/domain/messages/changeThread";
import { messagePage } from "~/domain/messages/findMessages";
import { importedMessages } from "~/domain/messages/importedMessages";
import { ThreadChangeInput } from "~/domain/messages/messageInput";
import { openThread } from "~/domain/messages/openThread";
import { pageTitle } from "~/features/frame/pageTitle";
import { inboxHref } from "~/features/inbox/inboxHref";
import { inboxPage, tabOf } from "~/features/inbox/inboxPage.server";
import { responseHours } from "~/features/inbox/responseHours.server";
import { ThreadView } from "~/features/inbox/ThreadView";
import type { OrderFormAnswer } from "~/features/orders/orderForms";
import { answerOrderForm, composerOf, orderIntentOf, partOf, threadOf } from "~/features/orders/orderForms.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { isIdText, paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => `${data.thread.clientName}, order ${data.thread.orderNumber}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "inbox.view");
  const url = new URL(args.request.url);
  const orderId = idParam(args.params.orderId);
  const shown = threadOf(ctx, url);
  // Read first: an unread conversation stays in its list while it is open.
  const inbox = await inboxPage(ctx, url);
  const [thread, messages, composer] = await Promise.all([
    orNotFound(openThread(ctx, orderId)),
    nullOnFault(messagePage(ctx, { orderId, thread: shown, before: partOf(url, "messages") })),
    composerOf(ctx, orderId, shown),
  ]);
  const imported = thread.migrated && shown === "Customer" ? await nullOnFault(importedMessages(ctx, orderId)) : [];
  const { unread } = thread;
  return {
    ...inbox,
    thread,
    unread,
    shown,
    messages,
    imported,
    composer,
    responseHours: responseHours(ctx, thread),
    formKey: crypto.randomUUID(),
    counts: { [paths.inbox()]: unread },
  };
}

const toasts = {
  resolve: "Conversation resolved",
  reopen: "Conversation reopened",
  unread: "Marked as unread",
};

/** A resolved thread leads to the next one of the list. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "inbox.view");
  const { portal } = args.context;
  const orderId = idParam(args.params.orderId);
  const intent = orderIntentOf(args.request);
  if (intent) return await answerOrderForm(portal, ctx, orderId, intent);
  const tab = tabOf(new URL(args.request.url));
  const form = await readForm(args.request);
  form.set("orderId", orderId);
  const next = String(form.get("next") ?? "");
  return await orNotFound(
    submitForm(portal, form, ThreadChangeInput, async (input) => {
      await changeThread(ctx, input);
      const to =
        input.change === "reopen"
          ? paths.inboxThread(orderId, tab)
          : input.change === "resolve" && isIdText(next)
            ? paths.inboxThread(next, tab)
            : inboxHref(tab);
      return await redirectWithToast(portal, to, toasts[input.change]);
    }),
  );
}

export default function Thread() {
  const answer = useActionResult<OrderFormAnswer>();
  const { counts: _, ...data } = useLoaderData<typeof loader>();
  return <ThreadView {...data} answer={answer} />;
}
