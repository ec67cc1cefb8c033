import type { Stripe, StripeCardElement } from "@stripe/stripe-js";
import { type MutableRefObject, useEffect, useRef, useState } from "react";
import { Alert } from "~/ui/feedback/Alert";
import { Skeleton } from "~/ui/feedback/Skeleton";
import { CardMark } from "~/ui/icon/CardMark";
import { loadStripe } from "./stripeScript";

export interface CardHandle {
  stripe: Stripe;
  card: StripeCardElement;
  complete: boolean;
}

interface CardFieldProps {
  scriptUrl: string;
  publishableKey: string;
  sandbox: boolean;
  /** Set when the field is ready; read on submit. */
  handle: MutableRefObject<CardHandle | null>;
  error: string | null;
  onError(text: string | null): void;
  /** The page shows the error next to its button (CardError). */
  errorElsewhere?: boolean;
}

/** Then the buyer is offered the provider's page. The field still appears when it arrives. */
const SLOW_MS = 5000;

const brands = ["visa", "mastercard", "amex", "discover"] as const;

/**
 * The provider's hosted card field: card numbers never enter our form. Without script the provider's own page
 * replaces it.
 */
export function CardField(props: CardFieldProps) {
  const { scriptUrl, publishableKey, sandbox, handle, error, onError, errorElsewhere } = props;
  const slot = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "slow" | "ready" | "failed">("loading");
  useEffect(() => {
    let card: StripeCardElement | undefined;
    let gone = false;
    const timer = setTimeout(() => setState((before) => (before === "loading" ? "slow" : before)), SLOW_MS);
    loadStripe(scriptUrl, publishableKey)
      .then((stripe) => {
        if (gone || !slot.current) return;
        card = stripe.elements().create("card", { hidePostalCode: true });
        const held: CardHandle = { stripe, card, complete: false };
        card.on("ready", () => {
          handle.current = held;
          setState("ready");
        });
        card.on("change", (event) => {
          held.complete = event.complete;
          onError(event.error?.message ?? null);
        });
        card.mount(slot.current);
      })
      .catch(() => setState("failed"));
    return () => {
      gone = true;
      clearTimeout(timer);
      handle.current = null;
      card?.destroy();
    };
  }, [scriptUrl, publishableKey, handle, onError]);
  return (
    <div className="stack-small">
      <ul className="card-brands new-card" aria-label="Accepted cards">
        {brands.map((brand) => (
          <li key={brand}>
            <CardMark brand={brand} />
          </li>
        ))}
        <li className="muted">and more...</li>
      </ul>
      {sandbox ? (
        <p className="small muted">
          Sandbox: no real money moves. Test card <span className="number">4242 4242 4242 4242</span>
        </p>
      ) : null}
      <div className="script-only card-slot new-card">
        {state === "failed" ? (
          <Alert tone="warning">
            The card field could not load. Continue without it: you pay on the card provider's page, which opens next.
          </Alert>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: the provider mounts several fields into one group
          <div
            ref={slot}
            id="card-field"
            role="group"
            tabIndex={-1}
            aria-label="Card details"
            aria-describedby={error ? "card-error" : undefined}
            data-state={state}
          />
        )}
        {state === "loading" || state === "slow" ? <Skeleton /> : null}
        {state === "slow" ? (
          <Alert tone="warning">
            The card field is slow to load. Wait for it, or continue now: you pay on the card provider's page, which
            opens next.
          </Alert>
        ) : null}
      </div>
      <p className="noscript-only new-card">You enter your card on the next page.</p>
      {errorElsewhere ? null : <CardError error={error} />}
    </div>
  );
}

/** The fault of the card, which its field names as its description. */
export function CardError({ error }: { error: string | null }) {
  const told = useRef<HTMLParagraphElement>(null);
  // The message may appear away from what the buyer looks at. The form's error summary takes precedence.
  useEffect(() => {
    if (error && !document.activeElement?.closest(".form-errors")) told.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return error ? (
    <p className="field-error card-error" id="card-error" role="alert" ref={told}>
      {error}
    </p>
  ) : null;
}
