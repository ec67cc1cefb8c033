import { useFetcher, useNavigate } from "@remix-run/react";
import type { FormEvent, MutableRefObject } from "react";
import { useCallback, useEffect, useRef, useState } from "react";
import { PAID_HERE, REPLACES } from "~/domain/checkout/checkoutQuery";
import type { PayableOrder } from "~/domain/checkout/checkoutTypes";
import type { FormCoupon } from "~/domain/coupons/formCoupon";
import type { ProjectDetails } from "~/domain/intake/projectDetails";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import type { CardHandle } from "./CardField";
import type { ExpressSheet } from "./ExpressButtons";
import { fetchPayment, untilAnswered } from "./fetchPayment";

interface CheckoutExtra {
  order: PayableOrder;
  /** The recent order of the same selection. Submitting with this id confirms a second order. */
  again: string;
  /** The URL of the sign-in or sign-up dialog, when the buyer needs an account first. */
  signIn: string;
  /** The applied coupon. */
  coupon: FormCoupon;
  /** What happened to the coupon. */
  couponNote: string;
  /** The bank's page, where a buyer without script confirms the payment. */
  bankUrl: string;
  /** The page opens another document next, so the router reads nothing. */
  leaving: boolean;
}

/** The checkout action's answer. `details` has the new figures when the price has changed. */
export type CheckoutAnswer = FormAnswer<Record<string, unknown>, CheckoutExtra>;

const INCOMPLETE = "Your card details are incomplete";
const GENERIC = "An error occurred. Please try again.";
/** Also after too many declines: the next try then gets the portal's own message. */
const CLOSED = "This payment was closed and your card was not charged. Please try again.";
/** Keeps the confirmation visible briefly before the page changes. */
const SUCCESS_PAUSE_MS = 250;

interface Payment {
  card: MutableRefObject<CardHandle | null>;
  /** Where the form is posted. */
  action: string;
  /**
   * Shows the project details of the paid order on this page; false when it cannot. Otherwise the success page opens.
   */
  showDetails?: (paid: PayableOrder, details: ProjectDetails) => Promise<boolean>;
}

/** The card that the form says. */
interface CardChoice {
  savedCardId: string;
  keepCard: boolean;
  sheet?: ExpressSheet;
}

const choiceOf = (form: HTMLFormElement): CardChoice => {
  const fields = new FormData(form);
  return { savedCardId: String(fields.get("savedCardId") ?? ""), keepCard: fields.has("keepCard") };
};

/** The form as it was placed. A changed one gets a key of its own and replaces the order (rules.md orders/unpaid). */
interface Placed {
  print: string;
  key?: string;
  /** The id of the unpaid order that the next one replaces. */
  replaces?: string;
}

/** Of what is ordered: the card may change. */
const fingerprintOf = (form: HTMLFormElement) =>
  JSON.stringify([...new FormData(form)].filter(([name]) => name !== "savedCardId" && name !== "keepCard"));

const UNUSABLE = "This card can no longer be used. Choose another one.";

type Stage = "idle" | "placing" | "paying" | "asking" | "paid";

/**
 * Places an order with script: create it, confirm the card with the returned secret, open the success page. A decline
 * keeps the order and its payment, so a retry pays the same one; a retry of a changed form replaces it.
 */
export function usePayment({ card, action, showDetails }: Payment) {
  const place = useFetcher<CheckoutAnswer>();
  const navigate = useNavigate();
  const [order, setOrder] = useState<PayableOrder | null>(null);
  const [stage, setStage] = useState<Stage>("idle");
  /** The portal does not respond although the card may have been charged. */
  const [silent, setSilent] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const handled = useRef<CheckoutAnswer>();
  const choice = useRef<CardChoice>({ savedCardId: "", keepCard: false });
  const placed = useRef<Placed>({ print: "" });

  /**
   * Shows the project-details step, or navigates with a full page load: the success page must not depend on modules,
   * fetches or the manifest of this build. Polls the portal first, so that the browser's error page never replaces this
   * one.
   */
  const finish = useCallback(
    async (paid: PayableOrder) => {
      setStage("paid");
      const [path, query] = [location.pathname, new URLSearchParams(location.search)];
      query.set(PAID_HERE, paid.orderSystemId);
      // A restored tab then shows the order as paid, however old it is.
      history.replaceState(history.state, "", `${path}?${query}`);
      addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
      const [{ details }] = await Promise.all([
        untilAnswered(paid.orderSystemId, () => setSilent(true)),
        new Promise((resolve) => setTimeout(resolve, SUCCESS_PAUSE_MS)),
      ]);
      if (details && (await showDetails?.(paid, details))) return setStage("idle");
      location.assign(paths.checkoutSuccess(paid.orderSystemId));
    },
    [showDetails],
  );

  const confirm = useCallback(
    async (payable: PayableOrder) => {
      const held = card.current;
      if (payable.mode === "settled") return finish(payable);
      if (!held || !payable.clientSecret) {
        setStage("idle");
        return setError(GENERIC);
      }
      setStage("paying");
      const { savedCardId, keepCard, sheet } = choice.current;
      const how = { payment_method: savedCardId || { card: held.card } };
      // The choice goes with the confirmation, because a retry may change it.
      const keep = keepCard && !savedCardId ? { setup_future_usage: "on_session" as const } : {};
      const confirmed = sheet
        ? held.stripe.confirmPayment({
            elements: sheet.elements,
            clientSecret: payable.clientSecret,
            confirmParams: { return_url: new URL(paths.checkoutSuccess(payable.orderSystemId), location.href).href },
            redirect: "if_required",
          })
        : payable.mode === "payment"
          ? held.stripe.confirmCardPayment(payable.clientSecret, { ...how, ...keep })
          : held.stripe.confirmCardSetup(payable.clientSecret, how);
      const outcome = await confirmed.catch(() => ({ error: { type: "api_connection_error", message: GENERIC } }));
      if (!outcome.error) return finish(payable);
      sheet?.failed();
      if (refusals.includes(outcome.error.type)) {
        // Makes the portal fetch the decline from the provider and record it.
        void fetchPayment(payable.orderSystemId);
      } else {
        // The card may still have been charged, here or in another tab.
        setStage("asking");
        const standing = await untilAnswered(payable.orderSystemId, () => setSilent(true));
        if (standing.paid || standing.pending) return finish(payable);
        setSilent(false);
      }
      setStage("idle");
      const closed = "code" in outcome.error && outcome.error.code?.endsWith("_intent_unexpected_state");
      if (closed) setOrder(null);
      const unusable = savedCardId !== "" && outcome.error.type === "invalid_request_error";
      setError(closed ? CLOSED : unusable ? UNUSABLE : (outcome.error.message ?? GENERIC));
      // The button is far from the card; the focus brings the bank's message into view.
      if (!savedCardId && !sheet) held.card.focus();
    },
    [card, finish],
  );

  useEffect(() => {
    // Not only once the page's data has been read again: the card, or the next try, must not wait for that.
    const answer = place.data;
    if (!answer || handled.current === answer) return;
    handled.current = answer;
    if (!answer.order) choice.current.sheet?.failed();
    if (answer.signIn) {
      setStage("idle");
      return navigate(answer.signIn, { preventScrollReset: true });
    }
    if (!answer.order) return setStage("idle");
    setOrder(answer.order);
    void confirm(answer.order);
  }, [place.data, confirm, navigate]);

  /**
   * Handles submit. Without a usable card field the form posts normally and the provider's own page takes over. Calls
   * `attempt` on every try; it returns whether the other fields are complete.
   */
  const submit = (event: FormEvent<HTMLFormElement>, nothingToPay: boolean, attempt = () => true) => {
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (pressed?.name !== "intent" || pressed.value !== "order") return;
    const whole = attempt();
    const held = card.current;
    if (!held && !nothingToPay) return;
    event.preventDefault();
    if (stage !== "idle") return;
    const chosen = choiceOf(event.currentTarget);
    if (held && !held.complete && !nothingToPay && !chosen.savedCardId) {
      setError(INCOMPLETE);
      // Otherwise the error summary takes the focus.
      return whole ? held.card.focus() : undefined;
    }
    send(event.currentTarget, chosen);
  };

  const send = (form: HTMLFormElement, chosen: CardChoice) => {
    setError(null);
    choice.current = chosen;
    setStage("placing");
    const print = fingerprintOf(form);
    if (order && print === placed.current.print) return void confirm(order);
    placed.current = order
      ? { print, key: crypto.randomUUID(), replaces: order.orderSystemId }
      : { ...placed.current, print };
    setOrder(null);
    const fields = new FormData(form);
    const { key, replaces } = placed.current;
    if (key) fields.set("checkoutKey", key);
    if (replaces) fields.set(REPLACES, replaces);
    fields.set("intent", "order");
    fields.set("with", "script");
    // The sheet has a card of its own.
    if (chosen.sheet) for (const name of ["savedCardId", "keepCard"]) fields.delete(name);
    place.submit(fields, { method: "post", action });
  };

  /** Pays by a wallet's sheet, on the same way as a typed card. */
  const payExpress = async (form: HTMLFormElement, sheet: ExpressSheet) => {
    const { error } = await sheet.elements.submit();
    if (!error) return send(form, { savedCardId: "", keepCard: false, sheet });
    sheet.failed();
    setError(error.message ?? GENERIC);
  };

  return { submit, payExpress, stage, news: newsOf(stage, silent, order), error, setError, order, answer: place.data };
}

/** Provider errors after which the card was certainly not charged. */
const refusals: readonly string[] = ["card_error", "validation_error"];

/** The overlay while a payment is in progress. */
function newsOf(stage: Stage, silent: boolean, order: PayableOrder | null) {
  const number = order ? `Order ${order.orderId}. ` : "";
  const retry = "We cannot load your order at the moment and keep trying. Do not pay again.";
  switch (stage) {
    case "idle":
      return null;
    case "asking":
      return silent
        ? { text: "We are checking whether your card was charged", hint: number + retry }
        : { text: "Checking your payment" };
    case "paid":
      if (!silent) return { text: "Payment received" };
      return order?.mode === "payment"
        ? { text: "Your card was charged", hint: number + retry }
        : { text: "Your order was placed", hint: number + retry };
    default:
      return { text: "Processing your payment" };
  }
}
