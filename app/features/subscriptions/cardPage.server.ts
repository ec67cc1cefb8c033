import { json, redirectDocument } from "@remix-run/cloudflare";
import { changeToSavedCard } from "~/domain/billing/changeToSavedCard";
import { saveCard } from "~/domain/billing/saveCard";
import type { Context } from "~/domain/context";
import { GENERIC_ERROR, NotFound } from "~/domain/errors";
import type { CardAccess } from "~/domain/renewals/cardAccess";
import { type CardPage, cardPage, payerContext } from "~/domain/renewals/cardPage";
import type { ChargeOutcome } from "~/domain/renewals/chargeCycle";
import { type CardChoice, type CardSetup, openCardSetup, openHostedCardSetup } from "~/domain/renewals/openCardSetup";
import { completeRenewal, payRenewal } from "~/domain/renewals/openRenewalPayment";
import { asCardError } from "~/features/checkout/asCardError.server";
import { assertOwnForm } from "~/http/assertOwnForm.server";
import type { PortalRequest, Toast } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { refusalOf } from "~/http/refusalOf";
import { refuseForm } from "~/http/refuseForm.server";
import { textEntries } from "~/http/textEntries";
import { asDocument } from "~/remixInternals";
import type { FormAnswer } from "~/ui/form/formAnswer";

/**
 * The answer to the card page's form: a set-up for script, or the bank's page, where its owner confirms a payment or a
 * card.
 */
export type CardAnswer = FormAnswer<
  Record<string, unknown>,
  { setup: CardSetup; bankUrl: string; confirmCardUrl: string }
>;

/** How giving a card or paying ended. Null: the card is saved, and nothing waited for it. */
export type CardOutcome = ChargeOutcome | null;

export interface CardPageContext {
  portal: PortalRequest;
  access: CardAccess;
  /** The page's own path. */
  here: string;
  /** Where it leads once the card is saved, or the payment made. */
  done(outcome: CardOutcome): Promise<Response>;
}

/** The form that pays with the stored card. Its answers name it, because the page has two forms. */
const PAY = "pay";
/** Marks the way back from the bank's page. */
const RETURNED = "returned";

/**
 * The one form of a card page: opens a set-up for script, saves what came of it, leads to the provider's page, pays.
 */
export async function answerCardPage(
  { portal, access, here, done }: CardPageContext,
  form: FormData,
): Promise<Response> {
  const { ctx } = portal;
  try {
    assertOwnForm(portal, form);
    switch (form.get("intent")) {
      case "open":
        return json<CardAnswer>({ setup: await openCardSetup(ctx, access, choiceOf(form)).catch(asCardError) });
      case "save":
        return asDocument(
          await done(await saveCard(ctx, access, { setupIntentId: String(form.get("setupIntentId") ?? "") })),
        );
      case PAY:
        return await pay({ portal, access, here, done }, form.get("with") === "script");
      default:
        return await saveWithoutScript({ portal, access, here, done }, form);
    }
  } catch (error) {
    if (error instanceof NotFound) throw error;
    return refuseForm(portal, error, form.get("intent") === PAY ? { intent: PAY } : { result: typedIn(form) });
  }
}

const choiceOf = (form: FormData): CardChoice & { savedCardId: string } => ({
  savedCardId: String(form.get("savedCardId") ?? "").trim(),
  everySubscription: form.has("everySubscription"),
});

const typedIn = (form: FormData) => ({ initialValue: Object.fromEntries(textEntries(form)) });

/** Also where script runs but the card field could not be loaded. */
async function saveWithoutScript({ portal, access, here, done }: CardPageContext, form: FormData): Promise<Response> {
  const { ctx } = portal;
  const choice = choiceOf(form);
  // A page of the provider is none of the app.
  if (!choice.savedCardId) return redirectDocument(await openHostedCardSetup(ctx, access, here, choice), 303);
  const returnUrl = ctx.siteUrl + here;
  const changed = await changeToSavedCard(ctx, access, { ...choice, returnUrl }).catch(asCardError);
  if ("outcome" in changed) return asDocument(await done(changed.outcome));
  return json<CardAnswer>({ confirmCardUrl: changed.bankUrl ?? undefined, result: typedIn(form) });
}

/** The stored card, its owner being there: the bank's page, or how it ended. */
async function pay({ portal, access, here, done }: CardPageContext, script: boolean): Promise<Response> {
  const { ctx } = portal;
  const { payer, id } = await payerContext(ctx, access);
  const { url, paid, declined } = await payRenewal(payer, { id, returnUrl: `${ctx.siteUrl}${here}?${RETURNED}=1` });
  // A form of ours may not be led to the bank's host (Content-Security-Policy): without script it is a link.
  if (url) return script ? redirectDocument(url, 303) : json<CardAnswer>({ bankUrl: url });
  if (paid) return asDocument(await done("charged"));
  return json<CardAnswer>({ intent: PAY, result: { error: { "": [declined ?? GENERIC_ERROR] } } }, 402);
}

/** What a card page shows; or, on the way back from the provider's page or the bank's, where that leads. */
export async function openCardPage(page: CardPageContext): Promise<CardPage | Response> {
  const { portal, access, here, done } = page;
  const { ctx } = portal;
  const { searchParams } = new URL(portal.request.url);
  const sessionId = searchParams.get("session");
  // From the bank's page of a card.
  const setupIntentId = searchParams.get("setup_intent");
  try {
    if (setupIntentId) return await done(await saveCard(ctx, access, { setupIntentId }));
    if (sessionId) return await done(await saveCard(ctx, access, { sessionId }));
    if (searchParams.has(RETURNED)) return await cameBack(page);
  } catch (error) {
    if (error instanceof NotFound) throw error;
    return await redirectWithToast(portal, here, refusalOf(error).message, "error");
  }
  return await cardPage(ctx, access);
}

async function cameBack({ portal, access, here, done }: CardPageContext): Promise<Response> {
  const { payer, id } = await payerContext(portal.ctx, access);
  const { paid, declined } = await completeRenewal(payer, { id });
  if (paid) return await done("charged");
  return await redirectWithToast(portal, here, declined ?? "Your bank has not confirmed the payment yet.", "error");
}

/** What the provider's card field needs. */
export const cardFieldOf = ({ payments }: Context, { account }: Pick<CardPage, "account">) => ({
  scriptUrl: payments.scriptUrl,
  publishableKey: payments.publishableKey(account),
  sandbox: payments.sandbox,
});

const outcomes: Record<ChargeOutcome | "saved", Toast> = {
  saved: { tone: "success", text: "Your card has been saved." },
  charged: { tone: "success", text: "Payment received. Thank you." },
  failed: { tone: "error", text: "Your card has been saved, but the payment did not go through." },
  actionNeeded: { tone: "info", text: "Your bank needs you to confirm the payment." },
  underway: { tone: "info", text: "Your card has been saved. We are processing the payment." },
  stopped: { tone: "info", text: "This subscription has ended. Nothing was charged." },
};

/** How it ended, for who gave the card. */
export const cardOutcomeToast = (outcome: CardOutcome): Toast => outcomes[outcome ?? "saved"];

/** The outcome that an address names; saved for anything else. */
export const cardOutcomeOf = (name: string | null): Toast =>
  name !== null && Object.hasOwn(outcomes, name) ? outcomes[name as keyof typeof outcomes] : outcomes.saved;
