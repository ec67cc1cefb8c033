import type { StripeElements } from "@stripe/stripe-js";
import { useEffect, useRef, useState } from "react";
import type { Cents } from "~/domain/money";
import { loadStripe } from "./stripeScript";

/** The sheet of a wallet, which the buyer has confirmed. */
export interface ExpressSheet {
  elements: StripeElements;
  /** Closes the sheet without a payment. */
  failed(): void;
}

interface ExpressButtonsProps {
  scriptUrl: string;
  publishableKey: string;
  amount: Cents;
  /** The card is kept for renewals. */
  subscribes: boolean;
  /** The buyer pressed a button: whether the form is complete. */
  mayOpen(): boolean;
  onConfirm(sheet: ExpressSheet): void;
}

/**
 * The buttons of Apple Pay, Google Pay and Link, where the provider offers them, and the sandbox's own one (rules.md
 * checkout/express). They stand below the card field, so that nothing moves when they appear.
 */
export function ExpressButtons({ scriptUrl, publishableKey, amount, subscribes, ...on }: ExpressButtonsProps) {
  const slot = useRef<HTMLDivElement>(null);
  const group = useRef<StripeElements>();
  const [offered, setOffered] = useState(false);
  const handlers = useRef(on);
  handlers.current = on;
  const payment = { amount, setupFutureUsage: subscribes ? ("off_session" as const) : null };
  const latest = useRef(payment);
  latest.current = payment;
  useEffect(() => {
    let gone = false;
    let remove = () => {};
    loadStripe(scriptUrl, publishableKey)
      .then((stripe) => {
        if (gone || !slot.current) return;
        const elements = stripe.elements({
          mode: "payment",
          currency: "usd",
          allowedPaymentMethodTypes: ["card"],
          ...latest.current,
        });
        group.current = elements;
        const buttons = elements.create("expressCheckout");
        remove = () => buttons.destroy();
        buttons.on("ready", ({ availablePaymentMethods }) => setOffered(availablePaymentMethods !== undefined));
        // To be answered within a second.
        buttons.on("click", ({ resolve, reject }) => (handlers.current.mayOpen() ? resolve() : reject()));
        buttons.on("confirm", (event) =>
          handlers.current.onConfirm({ elements, failed: () => event.paymentFailed({ reason: "fail" }) }),
        );
        buttons.mount(slot.current);
      })
      // The card field says what to do.
      .catch(() => {});
    return () => {
      gone = true;
      group.current = undefined;
      remove();
    };
  }, [scriptUrl, publishableKey]);
  useEffect(() => {
    void group.current?.update({ amount, setupFutureUsage: subscribes ? "off_session" : null });
  }, [amount, subscribes]);
  return (
    <div className="express script-only" data-offered={offered}>
      <p className="muted small">Or pay with your wallet</p>
      <div ref={slot} />
    </div>
  );
}
