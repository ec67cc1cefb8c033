import { useFetcher, useSubmit } from "@remix-run/react";
import { type FormEvent, type MutableRefObject, useCallback, useEffect, useRef, useState } from "react";
import type { CardSetup } from "~/domain/renewals/openCardSetup";
import type { CardHandle } from "~/features/checkout/CardField";
import { waitOrOnline } from "~/features/checkout/fetchPayment";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import type { CardAnswer } from "./cardPage.server";

const INCOMPLETE = "Your card details are incomplete";
const GENERIC = "An error occurred. Please try again.";
/** The wait starts at 1 s and doubles after each try. */
const SAVE_TRIES = 6;

interface Setup {
  card: MutableRefObject<CardHandle | null>;
  action: string;
  /** The response to saving the card. */
  saved: CardAnswer | undefined;
}

/** The fields of the form that go with a card. */
const choiceOf = (form: HTMLFormElement) => {
  const fields = new FormData(form);
  return {
    savedCardId: String(fields.get("savedCardId") ?? ""),
    ...(fields.has("everySubscription") ? { everySubscription: "on" } : {}),
  };
};

/**
 * Saves a card with script: creates a SetupIntent, lets the provider check the card (including 3-D Secure), then
 * posts its id. Without a usable card field the form posts normally and the provider's own page takes over.
 */
export function useCardSetup({ card, action, saved }: Setup) {
  const opening = useFetcher<CardAnswer>();
  const send = useSubmit();
  const [stage, setStage] = useState<"idle" | "checking" | "saving">("idle");
  const [error, setError] = useState<string | null>(null);
  const handled = useRef<CardAnswer>();
  const savedCardId = useRef("");
  /** The SetupIntent that the provider accepted, and how often it was posted. */
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
              .confirmCardSetup(clientSecret, { payment_method: savedCardId.current || { card: held.card } })
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
    // The page's data, which is read again after every post, is not waited for.
    if (!answer || handled.current === answer) return;
    handled.current = answer;
    if (answer.setup) return void confirm(answer.setup);
    setStage("idle");
    setError(Object.values(fieldErrorsOf(answer))[0]?.[0] ?? GENERIC);
  }, [opening.data, confirm]);

  // Without a response, posts the same SetupIntent again, which is idempotent. Otherwise re-enables the form.
  useEffect(() => {
    if (!saved) return;
    const sent = accepted.current;
    if (saved.failure && sent && sent.tries < SAVE_TRIES) {
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
    const choice = choiceOf(event.currentTarget);
    savedCardId.current = choice.savedCardId;
    if (!held.complete && !choice.savedCardId) {
      setError(INCOMPLETE);
      return held.card.focus();
    }
    setStage("checking");
    opening.submit({ ...choice, intent: "open", with: "script" }, { method: "post", action });
  };

  return { submit, stage, silent, error, setError };
}
