import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";
import { recordSecurityEvent } from "../securityEvents/recordSecurityEvent";
import { askDesk } from "./deskOutcome";

/** Makes the signed evidence of an order (rules.md evidence/pack). `size` in bytes. Throws NotFound, TooMany. */
export async function downloadEvidence(ctx: Context, orderId: string) {
  authorize(ctx, "evidence.download");
  // Each pack reads all files of an order.
  await consumeRateLimit(ctx, "evidence", actorId(ctx));
  const { key, name, size } = await askDesk(ctx, (desk, asker) => desk.pack(asker, orderId));
  const object = await ctx.files.get(key);
  if (!object) throw new NotFound();
  recordSecurityEvent(ctx, { kind: "exported", detail: name });
  return { name, size, body: object.body };
}
