import { actorId, type Context } from "../context";
import { Conflict, Forbidden, Invalid, NotFound, PaymentFailed } from "../errors";
import type { Asker, EvidenceDesk, Outcome } from "../ports/evidence";
import { PaymentsUnavailable } from "../ports/paymentFailures";

const refusals = { Conflict, Forbidden, Invalid, NotFound, PaymentFailed };

/** Asks the Worker that makes evidence. Throws what it refuses. */
export async function askDesk<Value>(
  ctx: Context,
  ask: (desk: EvidenceDesk, asker: Asker) => Promise<Outcome<Value>>,
): Promise<Value> {
  if (!ctx.evidence) throw new Error("EVIDENCE is not bound");
  const answer = await ask(ctx.evidence, { userId: actorId(ctx), form: ctx.form });
  if ("value" in answer) return answer.value;
  if ("unavailable" in answer)
    throw new PaymentsUnavailable("The card provider did not answer", { provider: answer.unavailable ?? undefined });
  const { kind, message } = answer.refusal;
  const Refusal = refusals[kind as keyof typeof refusals] ?? Conflict;
  throw new Refusal(message);
}
