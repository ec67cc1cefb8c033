import { desc, eq } from "drizzle-orm";
import { changeThread } from "~/domain/messages/changeThread";
import { openThread } from "~/domain/messages/openThread";
import { saveSavedReply } from "~/domain/messages/saveSavedReply";
import { messageThreads, orders } from "~db/schema";
import type { SeededAccounts } from "./accounts";
import { actingAs, DAY_MS, type Seed, seedContext } from "./seedContext";

const replies = [
  [
    "First drafts",
    "Hi {{client.firstName}},\n\nthe first drafts of order {{order.number}} are ready. Please tell us by Friday if you want anything changed.\n\n{{agent.firstName}}",
  ],
  [
    "More input needed",
    "Hi {{client.firstName}},\n\nbefore we begin with {{order.service}} we need two things:\n\n- the pages that you want to promote\n- the keywords that matter to you",
  ],
  [
    "Links are live",
    "Good news: all links of order {{order.number}} are live. You find each page under Placements.\n\n{{agent.firstName}}, {{agency}}",
  ],
] as const;

/** Of the conversations in which the client wrote last. */
const UNREAD = 5;
const OPEN = 4;

/** Saved replies, and an inbox whose older conversations are read or resolved. */
export async function seedInbox(seed: Seed, { superAdmin, team }: SeededAccounts) {
  const { now } = seed.env;
  const by = (user: typeof superAdmin) => seedContext(seed, actingAs(user), now - 60_000);
  for (const [name, body] of replies)
    await saveSavedReply(seedContext(seed, actingAs(superAdmin), now - 60 * DAY_MS), { name, body });
  const threads = await seed.db
    .select({
      orderId: orders.id,
      state: messageThreads.state,
      lastMessageAt: messageThreads.lastMessageAt,
      status: orders.status,
    })
    .from(messageThreads)
    .innerJoin(orders, eq(orders.number, messageThreads.orderNumber))
    .orderBy(desc(messageThreads.lastMessageAt), desc(messageThreads.orderNumber));
  let asked = 0;
  for (const [index, { orderId, state, lastMessageAt, status }] of threads.entries()) {
    const reader = by(team[index % team.length] ?? superAdmin);
    const place = state === "unread" ? asked++ : null;
    if (place !== null && place < UNREAD) continue;
    if (place !== null && place < UNREAD + OPEN) await openThread(reader, orderId);
    else if (place !== null || status === "Completed")
      await changeThread(reader, { orderId, change: "resolve", lastMessageAt });
  }
}
