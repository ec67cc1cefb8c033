import { and, eq } from "drizzle-orm";
import { deadLetters } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Conflict } from "../errors";
import { type DeadLetter, findDeadLetter, findDeadLetters } from "./findDeadLetters";

const HANDLED = "This message was already sent again or deleted";

/** Sends a message again. Throws NotFound, and Conflict when it no longer waits or its queue refuses it. */
export async function sendDeadLetter(ctx: Context, id: string): Promise<void> {
  const letter = await findDeadLetter(ctx, id);
  if (letter.state !== "open") throw new Conflict(HANDLED);
  if (!(await send(ctx, letter))) throw new Conflict(REFUSED);
}

const REFUSED = "The queue did not take the message. Try again in a few minutes.";

/** Sends up to 100 waiting messages again, oldest first, and stops at a queue that refuses. Returns the number sent. */
export async function sendAllDeadLetters(ctx: Context): Promise<number> {
  authorize(ctx, "deadLetters.manage");
  const letters = await findDeadLetters(ctx);
  let sent = 0;
  for (const letter of letters) {
    if (!(await send(ctx, letter))) break;
    sent++;
  }
  if (letters.length > 0 && sent === 0) throw new Conflict(REFUSED);
  return sent;
}

/** Throws NotFound, and Conflict when it no longer waits. */
export async function deleteDeadLetter(ctx: Context, id: string): Promise<void> {
  const letter = await findDeadLetter(ctx, id);
  if (!(await handle(ctx, letter, "deleted"))) throw new Conflict(HANDLED);
}

/** Marked after the send: a crash in between sends it twice, which its consumer takes as one. */
async function send(ctx: Context, letter: DeadLetter): Promise<boolean> {
  if (!(await ctx.publish.sendAgain(letter.queue, JSON.parse(letter.body)))) return false;
  await handle(ctx, letter, "sent");
  return true;
}

async function handle(ctx: Context, { id }: DeadLetter, state: "sent" | "deleted"): Promise<boolean> {
  const rows = await ctx.db
    .update(deadLetters)
    .set({ state, handledAt: ctx.now, handledById: actorId(ctx) })
    .where(and(eq(deadLetters.id, id), eq(deadLetters.state, "open")))
    .returning({ id: deadLetters.id });
  return rows.length > 0;
}
