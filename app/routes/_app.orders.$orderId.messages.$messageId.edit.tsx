import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Conflict } from "~/domain/errors";
import { editMessage, messageToEdit } from "~/domain/messages/editMessage";
import { EditMessageInput } from "~/domain/messages/messageInput";
import { pageTitle } from "~/features/frame/pageTitle";
import { EditMessageDialog } from "~/features/orders/EditMessageDialog";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Edit message");

const idsOf = ({ params }: LoaderFunctionArgs) => ({
  orderId: idParam(params.orderId),
  messageId: idParam(params.messageId),
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.messages");
  const ids = idsOf(args);
  const behind = `${orderBehind(args.request, ids.orderId)}#messages`;
  const message = await orNotFound(messageToEdit(ctx, ids)).catch(async (error: unknown) => {
    if (!(error instanceof Conflict)) throw error;
    throw await redirectWithToast(args.context.portal, behind, error.message, "info");
  });
  return { ...ids, source: message.bodySource, behind };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.messages");
  const ids = idsOf(args);
  return await submitForm(args.context.portal, args.request, EditMessageInput.pick({ body: true }), async (input) => {
    await orNotFound(editMessage(ctx, { ...input, ...ids }));
    const behind = `${orderBehind(args.request, ids.orderId)}#messages`;
    return await redirectWithToast(args.context.portal, behind, "Message updated successfully");
  });
}

export default function EditMessage() {
  return <EditMessageDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
