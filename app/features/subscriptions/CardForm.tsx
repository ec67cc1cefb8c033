import { type ReactNode, useRef } from "react";
import type { CardChoices } from "~/domain/billing/cardChoices";
import { CardField, type CardHandle } from "~/features/checkout/CardField";
import { BankStep, SavedCardChoice } from "~/features/checkout/SavedCardChoice";
import { Overlay } from "~/ui/feedback/Overlay";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { SubmitButton } from "~/ui/form/SubmitButton";
import type { CardAnswer } from "./cardPage.server";
import { useCardSetup } from "./useCardSetup";

interface CardFormProps {
  action: string;
  card: { scriptUrl: string; publishableKey: string; sandbox: boolean };
  /** Absent where the visitor can only enter a card. */
  choices?: CardChoices;
  /** Names what happens: "Save card", "Save card and pay $70". */
  verb: string;
  /** What came back when the card was not saved. */
  answer: CardAnswer | undefined;
  /** What the card is for, next to the field. */
  children?: ReactNode;
}

/**
 * A card for a subscription: a saved one, or one in the provider's field, which without script is the provider's page.
 */
export function CardForm({ action, card, choices, verb, answer, children }: CardFormProps) {
  const handle = useRef<CardHandle | null>(null);
  const { submit, stage, silent, error, setError } = useCardSetup({ card: handle, action, saved: answer });
  const { savedCards = [], others = [] } = choices ?? {};
  const errors = stage === "idle" ? fieldErrorsOf(answer) : {};
  const typed = answer?.result?.initialValue;
  return (
    <Form method="post" keyless action={action} className="with-panel" onSubmit={submit}>
      <section className="card stack">
        <h2>{savedCards.length > 0 ? "Card" : "New card"}</h2>
        <FormErrors title="Your card was not saved" errors={errors[""]} />
        <BankStep url={answer?.confirmCardUrl} what="this card" />
        <SavedCardChoice
          cards={savedCards}
          // The page is opened for another card than the present one, so its fields are there from the start.
          chosen={String(typed?.savedCardId ?? "")}
          errors={errors.savedCardId}
        />
        <CardField {...card} handle={handle} error={error} onError={setError} />
        {others.length > 0 ? (
          <CheckboxField
            name="everySubscription"
            label="Use this card for my other subscriptions too"
            hint={others.map(({ serviceName }) => serviceName).join(", ")}
            defaultChecked={typed?.everySubscription !== undefined}
          />
        ) : null}
        <div className="form-actions">
          <SubmitButton
            name="intent"
            value="hosted"
            size={3}
            pending={stage !== "idle"}
            pendingText="Checking your card"
          >
            {verb}
          </SubmitButton>
        </div>
      </section>
      {children}
      {stage === "idle" ? null : (
        <Overlay
          text={stage === "saving" ? "Saving your card" : "Checking your card"}
          hint={silent ? "We have no answer yet and keep trying. Do not enter your card again." : undefined}
        />
      )}
    </Form>
  );
}
