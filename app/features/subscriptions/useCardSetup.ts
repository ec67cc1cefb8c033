import { useFetcher, useSubmit } from "@remix-run/react";
import { type FormEvent, type MutableRefObject, useCallback, useEffect, useRef, useState } from "react";
import type { CardSetup } from "~/domain/subscriptions/openCardSetup";
import type { CardHandle } from "~/features/checkout/CardField";
import { waitOrOnline } from "~/features/checkout/fetchPayment";
import type { CardAnswer } from "~/http/cardPage.server";
import type { KeptAnswer } from "~/ui/form/keepFormOnFailure";

const INCOMPLETE = "Your card details are incomplete";
const GENERIC = "An error occurred. Please try again.";
/** Over a minute in all: 1 s, doubled each time. */
const SAVE_TRIES = 6;

interface Setup {
  card: MutableRefObject<CardHandle | null>;
  action: string;
  /** What came back when the card was sent to be saved. */
  saved: (CardAnswer & Partial<KeptAnswer>) | undefined;
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
  /** The set-up whose card the provider accepted, and how often it was sent to be saved. */
  const accepted = useRef<{ setupIntentId: string; tries: number }>();
  const [silent, setSilent] = useState(false);

  const save = useCallback(() => {
    const sent = accepted.current;
    if (!sent) return;
    sent.tries++;
    send({ intent: "save", setupIntentId: sent.setupIntentId }, { method: "post", action });
  }, [send, action]);

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
      accepted.current = { setupIntentId, tries: 0 };
      save();
    },
    [card, save],
  );

  useEffect(() => {
    const answer = opening.data;
    if (opening.state !== "idle" || !answer || handled.current === answer) return;
    handled.current = answer;
    if (answer.setup) return void confirm(answer.setup);
    setStage("idle");
    setError(answer.errors?.[""][0] ?? GENERIC);
  }, [opening.data, opening.state, confirm]);

  // Without an answer the same set-up is sent again, which saves and charges once. Else the form works again.
  useEffect(() => {
    if (!saved) return;
    const sent = accepted.current;
    if (saved.kept && sent && sent.tries < SAVE_TRIES) {
      setSilent(true);
      return void waitOrOnline(1000 * 2 ** (sent.tries - 1)).then(save);
    }
    accepted.current = undefined;
    setSilent(false);
    setStage("idle");
  }, [saved, save]);

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

  return { submit, stage, silent, error, setError };
}
