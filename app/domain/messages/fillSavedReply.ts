import { eq } from "drizzle-orm";
import { orders, savedReplies, users } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { Invalid, NotFound } from "../errors";
import { fillTemplate } from "../mailTemplate";
import type { InsertReplyInput } from "./messageInput";
import type { ReplyVariable } from "./savedReplyInput";

const REPLY_GONE = "This saved reply was deleted. Choose another one.";

/** The text of a saved reply about an order, as Markdown. Throws NotFound, and Invalid for a reply that was deleted. */
export async function fillSavedReply(ctx: Context, { orderId, reply: id }: InsertReplyInput): Promise<string> {
  authorize(ctx, "inbox.view");
  const [[order], [reply]] = await ctx.db.batch([
    ctx.db
      .select({
        number: orders.number,
        serviceName: orders.serviceName,
        firstName: users.firstName,
        lastName: users.lastName,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.clientId))
      .where(eq(orders.id, orderId)),
    ctx.db.select({ body: savedReplies.body }).from(savedReplies).where(eq(savedReplies.id, id)),
  ]);
  if (!order) throw new NotFound();
  if (!reply) throw new Invalid(REPLY_GONE, "reply");
  const values: Record<ReplyVariable, string> = {
    "client.firstName": order.firstName,
    "client.lastName": order.lastName,
    "order.number": String(order.number),
    "order.service": order.serviceName,
    "agent.firstName": userOf(ctx.actor)?.firstName ?? "",
    agency: ctx.settings.brand.name,
  };
  return fillTemplate(reply.body, values);
}
