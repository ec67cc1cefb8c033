import type { PageVisit } from "./hostedPage";
import { escapeHtml, htmlPage } from "./html";
import { publicFieldsOf } from "./publishableAccess";
import { finishUrl, returnUrlOf } from "./returnUrl";
import type { HeldIntent } from "./SandboxWorld";

/**
 * The bank's question. As a page it leads back to the shop or the hosted page; with `accept: application/json` (the
 * Stripe.js dialog) it answers with the intent.
 */
export async function visitThreeDSecurePage({ request, world, account, id, nowMs }: PageVisit): Promise<Response> {
  const secret = new URL(request.url).searchParams.get("client_secret") ?? "";
  const read = await world.intentForAuthentication(account, id, secret, nowMs);
  const asJson = request.headers.get("accept")?.includes("application/json") ?? false;
  if (read.error)
    return asJson
      ? Response.json({ error: read.error }, { status: 400 })
      : htmlPage("Authentication", "<h1>Authentication</h1><p>This link is not valid.</p>", 404);
  const before = read.value;
  if (request.method !== "POST") return questionPage(before);
  const passed = (await request.formData()).get("outcome") === "complete";
  const outcome = await world.authenticate(account, id, secret, passed, nowMs);
  if (asJson)
    return outcome.error
      ? Response.json({ error: outcome.error }, { status: 400 })
      : Response.json(publicFieldsOf(outcome.value.intent));
  // A page sent twice leads to the same place as the first time.
  const after = outcome.error ? before : outcome.value;
  const location = placeAfter(before, after);
  if (!location)
    return htmlPage("Authentication", "<h1>Authentication</h1><p>This is done. You can close this page.</p>");
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

function placeAfter(before: HeldIntent, { intent, session }: HeldIntent): string | undefined {
  if (session)
    return session.status === "complete" ? finishUrl(session) : (session.url ?? session.cancel_url ?? undefined);
  const returnUrl = before.intent.next_action?.redirect_to_url?.return_url;
  return returnUrl ? returnUrlOf(intent, returnUrl) : undefined;
}

function questionPage({ intent }: HeldIntent): Response {
  if (intent.status !== "requires_action")
    return htmlPage("Authentication", "<h1>Authentication</h1><p>This is done. You can close this page.</p>");
  const amount =
    intent.object === "payment_intent"
      ? new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(intent.amount / 100)
      : null;
  const purpose = amount ? `confirm the payment of ${amount}` : "confirm that your card may be saved";
  return htmlPage(
    "Authentication",
    `<h1>3-D Secure authentication</h1>
<p>Your bank asks you to ${escapeHtml(purpose)}.</p>
<div class="card">
<p class="note">Sandbox: no real money moves. Choose how the bank answers.</p>
<form method="post">
<button type="submit" name="outcome" value="complete">Complete authentication</button>
<button type="submit" name="outcome" value="fail" class="second">Fail authentication</button>
</form>
</div>`,
  );
}
