import { type ReactNode, useRef } from "react";
import { CardField, type CardHandle } from "~/features/checkout/CardField";
import { Overlay } from "~/ui/feedback/Overlay";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { formErrorsOf } from "~/ui/form/formAnswer";
import { SubmitButton } from "~/ui/form/SubmitButton";
import type { CardAnswer } from "./cardPage.server";
import { useCardSetup } from "./useCardSetup";

interface CardFormProps {
  action: string;
  card: { scriptUrl: string; publishableKey: string; sandbox: boolean };
  /** Names what happens: "Save card", "Save card and pay $70". */
  verb: string;
  /** What came back when the card was not saved. */
  answer: CardAnswer | undefined;
  /** What the card is for, next to the field. */
  children?: ReactNode;
}

/** A new card for a subscription: in the provider's field, or on the provider's page without script. */
export function CardForm({ action, card, verb, answer, children }: CardFormProps) {
  const handle = useRef<CardHandle | null>(null);
  const { submit, stage, silent, error, setError } = useCardSetup({ card: handle, action, saved: answer });
  return (
    <Form method="post" keyless action={action} className="with-panel" onSubmit={submit}>
      <section className="card stack">
        <h2>New card</h2>
        <FormErrors title="Your card was not saved" errors={stage === "idle" ? formErrorsOf(answer) : undefined} />
        <CardField {...card} handle={handle} error={error} onError={setError} />
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
