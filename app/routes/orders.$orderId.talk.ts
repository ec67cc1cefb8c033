import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isStaff } from "~/domain/context";
import { messagePage } from "~/domain/messages/findMessages";
import { markMessagesRead } from "~/domain/messages/markMessagesRead";
import { reportStretch } from "~/domain/orderReports/findReports";
import { orderMeta } from "~/domain/orders/orderMeta";
import type { ThreadAnswer } from "~/features/orders/fetchThread";
import { answerOrderForm, orderIntentOf, revisionOf, threadOf } from "~/features/orders/orderForms.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

/**
 * The newest messages of the thread, and the revision of the rest of the page. An open page fetches it on every update.
 */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.messages");
  const orderId = idParam(args.params.orderId);
  const thread = threadOf(ctx, new URL(args.request.url));
  markMessagesRead(ctx, orderId);
  const [messages, order, reports] = await orNotFound(
    Promise.all([messagePage(ctx, { orderId, thread }), orderMeta(ctx, orderId), reportStretch(ctx, orderId, null)]),
  );
  return { messages, stamp: revisionOf(order, reports), staff: isStaff(ctx.actor) } satisfies ThreadAnswer;
}

/** Handles the order page's forms sent by script, which keep the page open. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.messages");
  const intent = orderIntentOf(args.request);
  if (!intent) throw new Response(null, { status: 404 });
  return await answerOrderForm(args.context.portal, ctx, idParam(args.params.orderId), intent);
}
