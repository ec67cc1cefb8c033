import { useFetcher, useNavigate } from "@remix-run/react";
import type { FormEvent, MutableRefObject } from "react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PayableOrder } from "~/domain/checkout/checkoutAnswers";
import { PAID_HERE } from "~/domain/checkout/checkoutQuery";
import { paths } from "~/paths";
import type { CardHandle } from "./CardField";
import { fetchPayment, untilAnswered } from "./fetchPayment";

/** What the checkout's action answers to a form sent by script. */
export interface PlaceAnswer {
  order?: PayableOrder;
  /** The order of the same service that was just bought: the form orders again once it names it. */
  again?: string;
  /** Where to sign in first. */
  signIn?: string;
  result?: { error?: Record<string, string[] | null> | null };
  /** The new figures of a price that has changed. */
  details?: unknown;
}

const INCOMPLETE = "Your card details are incomplete";
const GENERIC = "An error occurred. Please try again.";
/** The step with the project details shows for a moment before the address changes (document 2 section 4). */
const SUCCESS_PAUSE_MS = 250;

interface Payment {
  card: MutableRefObject<CardHandle | null>;
  /** Where the order is placed. */
  action: string;
}

type Stage = "idle" | "placing" | "paying" | "asking" | "paid";

/**
 * Placing an order with script: create it, confirm the card with what came back, go to the success page.
 * A decline keeps the order and its payment, so trying again pays the same one.
 */
export function usePayment({ card, action }: Payment) {
  const place = useFetcher<PlaceAnswer>();
  const navigate = useNavigate();
  const [order, setOrder] = useState<PayableOrder | null>(null);
  const [stage, setStage] = useState<Stage>("idle");
  /** The portal does not answer although the card may have been charged. */
  const [silent, setSilent] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const handled = useRef<PlaceAnswer>();

  /**
   * Leaves as a document: the next page must not depend on a module, a fetch or a manifest of the build that this page
   * came with. The portal is asked first, so that the browser's own error page never takes the place of this one.
   */
  const finish = useCallback(async (paid: PayableOrder) => {
    setStage("paid");
    const [path, query] = [location.pathname, new URLSearchParams(location.search)];
    query.set(PAID_HERE, paid.orderSystemId);
    // A restored tab then says that it was paid, at any age.
    history.replaceState(history.state, "", `${path}?${query}`);
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
    await Promise.all([
      untilAnswered(paid.orderSystemId, () => setSilent(true)),
      new Promise((resolve) => setTimeout(resolve, SUCCESS_PAUSE_MS)),
    ]);
    location.assign(paths.checkoutSuccess(paid.orderSystemId));
  }, []);

  const confirm = useCallback(
    async (payable: PayableOrder) => {
      const held = card.current;
      if (payable.mode === "settled") return finish(payable);
      if (!held || !payable.clientSecret) {
        setStage("idle");
        return setError(GENERIC);
      }
      setStage("paying");
      const how = { payment_method: { card: held.card } };
      const confirmed =
        payable.mode === "payment"
          ? held.stripe.confirmCardPayment(payable.clientSecret, how)
          : held.stripe.confirmCardSetup(payable.clientSecret, how);
      const outcome = await confirmed.catch(() => ({ error: { type: "api_connection_error", message: GENERIC } }));
      if (!outcome.error) return finish(payable);
      if (refusals.includes(outcome.error.type)) {
        // The portal asks the provider and keeps what it says of the decline.
        void fetchPayment(payable.orderSystemId);
      } else {
        // The card may have been charged all the same, here or in another tab.
        setStage("asking");
        const standing = await untilAnswered(payable.orderSystemId, () => setSilent(true));
        if (standing.paid || standing.pending) return finish(payable);
        setSilent(false);
      }
      setStage("idle");
      setError(outcome.error.message ?? GENERIC);
      // The button stands apart from the card: what the bank said is to be seen.
      held.card.focus();
    },
    [card, finish],
  );

  useEffect(() => {
    const answer = place.data;
    if (place.state !== "idle" || !answer || handled.current === answer) return;
    handled.current = answer;
    if (answer.signIn) {
      setStage("idle");
      return navigate(answer.signIn, { preventScrollReset: true });
    }
    if (!answer.order) return setStage("idle");
    setOrder(answer.order);
    void confirm(answer.order);
  }, [place.data, place.state, confirm, navigate]);

  /**
   * The form's submit. Without a usable card field the form is sent as it is: the provider's own page takes over. `attempt`
   * hears of every try to order and answers whether the rest of the form is filled in.
   */
  const submit = (event: FormEvent<HTMLFormElement>, nothingToPay: boolean, attempt = () => true) => {
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (pressed?.name !== "intent" || pressed.value !== "order") return;
    const whole = attempt();
    const held = card.current;
    if (!held && !nothingToPay) return;
    event.preventDefault();
    if (stage !== "idle") return;
    setError(null);
    if (held && !held.complete && !nothingToPay) {
      setError(INCOMPLETE);
      // What else is missing stands in the summary, which then takes the focus.
      return whole ? held.card.focus() : undefined;
    }
    setStage("placing");
    if (order) return void confirm(order);
    const form = new FormData(event.currentTarget);
    form.set("intent", "order");
    form.set("with", "script");
    place.submit(form, { method: "post", action });
  };

  return { submit, stage, news: newsOf(stage, silent, order), error, setError, order, answer: place.data };
}

/** Errors of the provider after which the card was certainly not charged. */
const refusals: readonly string[] = ["card_error", "validation_error"];

/** What covers the page while a payment is under way. */
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
      if (!silent) return { text: "Project Details", hint: "Payment received. One more step: your project details." };
      return order?.mode === "payment"
        ? { text: "Your card was charged", hint: number + retry }
        : { text: "Your order was placed", hint: number + retry };
    default:
      return { text: "Processing your payment" };
  }
}
