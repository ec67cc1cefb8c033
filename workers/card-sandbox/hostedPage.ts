import type Stripe from "stripe";
import { holderMessage } from "./holderMessage";
import { escapeHtml, htmlPage } from "./html";
import type { Account } from "./keys";
import type { TypedCard } from "./payOnHostedPage";
import { finishUrl } from "./returnUrl";
import type { HostedSession } from "./SandboxWorld";
import { type CardFields, readCardFields } from "./typedCard";
import type { World } from "./worldOf";

export interface PageVisit {
  request: Request;
  world: World;
  account: Account;
  id: string;
  nowMs: number;
}

type Errors = Partial<Record<keyof CardFields | "form", string>>;

/** The hosted payment page: shows it, or takes the card and continues to 3-D Secure or the shop. */
export async function visitHostedPage(visit: PageVisit): Promise<Response> {
  const { request, world, account, id, nowMs } = visit;
  const outcome = await world.hostedSession(account, id, nowMs);
  if (outcome.error) return closedPage("This payment page does not exist.", null, 404);
  const shown = outcome.value;
  const { session } = shown;
  if (session.status === "complete")
    return request.method === "POST"
      ? seeOther(finishUrl(session))
      : closedPage("This payment is already complete.", finishUrl(session));
  if (session.status === "expired")
    return closedPage("This payment page has expired. Nothing was charged.", session.cancel_url);
  if (request.method !== "POST") return paymentPage(shown, emptyFields(session), earlierError(shown), 200);
  const fields = fieldsOf(await request.formData());
  const { card, errors } = readCardFields(fields, nowMs);
  if (!card) return paymentPage(shown, fields, errors, 400);
  return pay(visit, shown, fields, card);
}

async function pay(
  { world, account, id, nowMs }: PageVisit,
  shown: HostedSession,
  fields: CardFields,
  card: TypedCard,
): Promise<Response> {
  const outcome = await world.pay(account, id, card, nowMs);
  if (outcome.error) return paymentPage(shown, fields, { form: outcome.error.message }, 402);
  const { session, intent } = outcome.value;
  if (session.status === "complete") return seeOther(finishUrl(session));
  if (intent?.next_action?.redirect_to_url?.url) return seeOther(intent.next_action.redirect_to_url.url);
  return paymentPage(shown, fields, { form: "Your card could not be charged." }, 402);
}

function paymentPage(
  { session, lineItems }: HostedSession,
  fields: CardFields,
  errors: Errors,
  status: number,
): Response {
  const amount = session.amount_total === null ? null : dollars(session.amount_total);
  const rows = lineItems
    .map(
      (item) =>
        `<li><span>${escapeHtml(item.description ?? "")}${(item.quantity ?? 1) > 1 ? ` × ${item.quantity}` : ""}</span><span>${dollars(item.amount_total)}</span></li>`,
    )
    .join("");
  const title = amount ? `Pay ${amount}` : "Save your card";
  const back = session.cancel_url ? `<a class="back" href="${escapeHtml(session.cancel_url)}">Back</a>` : "";
  const page = `${back}
<h1>${amount ? "Pay by card" : "Save your card"}</h1>
${amount ? `<p class="amount">${amount}</p>` : ""}
${rows ? `<ul class="rows">${rows}</ul>` : ""}
<div class="card">
<p class="note">Sandbox: no real money moves. Test card <code>4242 4242 4242 4242</code>, any future date, any CVC.</p>
${errors.form ? `<p class="bad" role="alert" id="form-error">${escapeHtml(errors.form)}</p>` : ""}
<form method="post" novalidate>
${field("email", "Email", fields, errors, 'type="email" autocomplete="email"')}
${field("number", "Card number", fields, errors, 'inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"')}
<div class="pair">
<div>${field("expiry", "Expiry (MM / YY)", fields, errors, 'inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"')}</div>
<div>${field("cvc", "CVC", fields, errors, 'inputmode="numeric" autocomplete="cc-csc" placeholder="123"')}</div>
</div>
${field("name", "Name on card", fields, errors, 'autocomplete="cc-name"')}
<button type="submit">${title}</button>
</form>
</div>`;
  return htmlPage(Object.keys(errors).length ? `Error: ${title}` : title, page, status);
}

function field(name: keyof CardFields, label: string, fields: CardFields, errors: Errors, attributes: string): string {
  const error = errors[name];
  const described = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : "";
  // Typed values stay, except the card's number and code.
  const value = name === "number" || name === "cvc" ? "" : escapeHtml(fields[name]);
  return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" ${attributes}${described}>
${error ? `<p class="error" id="${name}-error">${escapeHtml(error)}</p>` : ""}`;
}

function closedPage(text: string, href: string | null, status = 200): Response {
  return htmlPage(
    "Payment",
    `<h1>Payment</h1>\n<p>${escapeHtml(text)}</p>\n${href ? `<a class="back" href="${escapeHtml(href)}">Continue</a>` : ""}`,
    status,
  );
}

function earlierError({ intent }: HostedSession): Errors {
  const error = intent?.object === "payment_intent" ? intent.last_payment_error : intent?.last_setup_error;
  const message = error && holderMessage(error);
  return message ? { form: message } : {};
}

function emptyFields(session: Stripe.Checkout.Session): CardFields {
  return {
    email: session.customer_email ?? session.customer_details?.email ?? "",
    number: "",
    expiry: "",
    cvc: "",
    name: "",
  };
}

function fieldsOf(form: FormData): CardFields {
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 200);
  return { email: text("email"), number: text("number"), expiry: text("expiry"), cvc: text("cvc"), name: text("name") };
}

function dollars(cents: number): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
