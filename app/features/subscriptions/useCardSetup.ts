import { useFetcher, useSubmit } from "@remix-run/react";
import { type FormEvent, type MutableRefObject, useCallback, useEffect, useRef, useState } from "react";
import type { CardSetup } from "~/domain/subscriptions/openCardSetup";
import type { CardHandle } from "~/features/checkout/CardField";
import type { CardAnswer } from "~/http/cardPage.server";

const INCOMPLETE = "Your card details are incomplete";
const GENERIC = "An error occurred. Please try again.";

interface Setup {
  card: MutableRefObject<CardHandle | null>;
  action: string;
  /** What came back when the card was sent to be saved. */
  saved: CardAnswer | undefined;
}

/**
 * Giving a card with script: open a set-up, have the provider check the card (also 3-D Secure), then send its id as the
 * form's own answer. Without a usable card field the form is sent as it is: the provider's own page takes over.
 */
export function useCardSetup({ card, action, saved }: Setup) {
  const opening = useFetcher<CardAnswer>();
  const send = useSubmit();
  const [stage, setStage] = useState<"idle" | "checking" | "saving">("idle");
  const [error, setError] = useState<string | null>(null);
  const handled = useRef<CardAnswer>();

  const confirm = useCallback(
    async ({ clientSecret, setupIntentId }: CardSetup) => {
      const held = card.current;
      const outcome =
        held && clientSecret
          ? await held.stripe
              .confirmCardSetup(clientSecret, { payment_method: { card: held.card } })
              .catch(() => ({ error: { message: GENERIC } }))
          : { error: { message: GENERIC } };
      if (outcome.error) {
        setStage("idle");
        return setError(outcome.error.message ?? GENERIC);
      }
      setStage("saving");
      send({ intent: "save", setupIntentId }, { method: "post", action });
    },
    [card, send, action],
  );

  useEffect(() => {
    const answer = opening.data;
    if (opening.state !== "idle" || !answer || handled.current === answer) return;
    handled.current = answer;
    if (answer.setup) return void confirm(answer.setup);
    setStage("idle");
    setError(answer.errors?.[""][0] ?? GENERIC);
  }, [opening.data, opening.state, confirm]);

  // It was not saved: the form works again.
  useEffect(() => {
    if (saved) setStage("idle");
  }, [saved]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const held = card.current;
    if (!held) return;
    event.preventDefault();
    if (stage !== "idle") return;
    setError(null);
    if (!held.complete) {
      setError(INCOMPLETE);
      return held.card.focus();
    }
    setStage("checking");
    opening.submit({ intent: "open", with: "script" }, { method: "post", action });
  };

  return { submit, stage, error, setError };
}
