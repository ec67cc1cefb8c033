import { useFetcher, useNavigate } from "@remix-run/react";
import type { FormEvent, MutableRefObject } from "react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PayableOrder } from "~/domain/checkout/checkoutAnswers";
import { FORM_OWNER } from "~/formNames";
import type { CardHandle } from "./CardField";

/** What the checkout's action answers to a form sent by script. */
export interface PlaceAnswer {
  order?: PayableOrder;
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
  /** Where the order is placed and asked about. */
  action: string;
  successHref(orderId: string): string;
}

/**
 * Placing an order with script: create it, confirm the card with what came back, ask the server for the outcome.
 * A decline keeps the order and its payment, so trying again pays the same one (quality R2).
 */
export function usePayment({ card, action, successHref }: Payment) {
  const place = useFetcher<PlaceAnswer>();
  const complete = useFetcher<{ paid?: boolean }>();
  const navigate = useNavigate();
  const [order, setOrder] = useState<PayableOrder | null>(null);
  const [stage, setStage] = useState<"idle" | "placing" | "paying" | "paid">("idle");
  const [error, setError] = useState<string | null>(null);
  const handled = useRef<PlaceAnswer>();
  /** The person for whom the form was drawn. */
  const owner = useRef("");

  const finish = useCallback(
    (orderId: string) => {
      setStage("paid");
      setTimeout(() => navigate(successHref(orderId)), SUCCESS_PAUSE_MS);
    },
    [navigate, successHref],
  );

  const report = useCallback(
    (orderId: string) =>
      complete.submit({ intent: "complete", orderId, [FORM_OWNER]: owner.current }, { method: "post", action }),
    [complete.submit, action],
  );

  // Paid meanwhile, in another tab perhaps: the provider refused to take it twice. Nothing may be under way when it leaves.
  const paid = complete.state === "idle" && complete.data?.paid;
  useEffect(() => {
    if (paid && order) finish(order.orderSystemId);
  }, [paid, order, finish]);

  const confirm = useCallback(
    async (payable: PayableOrder) => {
      const held = card.current;
      if (payable.mode === "settled") return finish(payable.orderSystemId);
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
      // A provider that cannot be reached is told like a decline: the order waits, and the button works again.
      const outcome = await confirmed.catch(() => ({ error: { message: GENERIC } }));
      if (outcome.error) {
        // The server asks the provider and keeps what it says of the decline.
        report(payable.orderSystemId);
        setStage("idle");
        setError(outcome.error.message ?? GENERIC);
        // The button stands apart from the card: what the bank said is to be seen.
        return held.card.focus();
      }
      // The success page asks the provider itself. Telling the server here as well would leave a request under way
      // during the navigation, and a router that has not discovered the next route yet completes it wrongly.
      finish(payable.orderSystemId);
    },
    [card, finish, report],
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
    owner.current = String(form.get(FORM_OWNER) ?? "");
    form.set("intent", "order");
    form.set("with", "script");
    place.submit(form, { method: "post", action });
  };

  return { submit, stage, error, setError, order, answer: place.data };
}
