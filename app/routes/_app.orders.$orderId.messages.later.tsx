import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readerZone } from "~/domain/context";
import { cancelScheduled } from "~/domain/messages/cancelScheduled";
import { ChosenScheduledForm, LaterMessageForm } from "~/domain/messages/laterMessageForm";
import { findScheduled } from "~/domain/messages/scheduledMessages";
import { scheduleMessage, waitingHolder } from "~/domain/messages/scheduleMessage";
import { sendScheduledNow } from "~/domain/messages/sendScheduled";
import { pageTitle } from "~/features/frame/pageTitle";
import { LaterMessagesDialog } from "~/features/orders/LaterMessagesDialog";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { threadOf } from "~/features/orders/orderForms.server";
import { momentAt } from "~/format/zones";
import { intentOf } from "~/http/intentOf";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths, samePlace } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Send later");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.adminThread");
  const orderId = idParam(args.params.orderId);
  const url = new URL(args.request.url);
  const thread = threadOf(ctx, url);
  const scheduled = await orNotFound(findScheduled(ctx, orderId));
  const back = `${orderBehind(args.request, orderId)}#messages`;
  return { orderId, thread, scheduled, back, formKey: crypto.randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.adminThread");
  const { portal } = args.context;
  const orderId = idParam(args.params.orderId);
  const url = new URL(args.request.url);
  const here = samePlace(paths.orderMessagesLater(orderId), url.search);
  const intent = intentOf(args.request, ["send", "cancel"] as const);
  if (intent)
    return await submitForm(portal, args.request, ChosenScheduledForm, async ({ id }) => {
      await orNotFound((intent === "send" ? sendScheduledNow : cancelScheduled)(ctx, { orderId, id }));
      return await redirectWithToast(
        portal,
        here,
        intent === "send" ? "Message sent successfully" : "Scheduled message canceled",
      );
    });
  const files = {
    kind: "messageFile",
    fields: "files",
    several: true,
    use: { attachedTo: waitingHolder(orderId) },
  } as const;
  return await submitFormWithFiles(portal, files, LaterMessageForm, async ({ sendAt, ...input }) => {
    const at = momentAt(Date.parse(`${sendAt}Z`), readerZone(ctx));
    await orNotFound(scheduleMessage(ctx, { ...input, orderId, thread: threadOf(ctx, url), sendAt: at }));
    return await redirectWithToast(portal, `${orderBehind(args.request, orderId)}#messages`, "Message scheduled");
  });
}

export default function LaterMessages() {
  const answer = useActionResult<FormAnswer<Record<string, unknown>, { files: ReceivedFile[] }>>();
  return <LaterMessagesDialog {...useLoaderData<typeof loader>()} answer={answer} />;
}
