import { useEffect, useState } from "react";
import type { SavedCard } from "~/domain/ports/payments";
import { Alert } from "~/ui/feedback/Alert";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { FormErrors } from "~/ui/form/FormErrors";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { savedCardExpiry, savedCardLabel } from "./savedCardLabel";

/** The field's value for a card that is not saved. */
const ANOTHER = "";

interface SavedCardChoiceProps {
  cards: readonly SavedCard[];
  /** The posted choice. */
  chosen?: string;
  errors?: string[] | null;
}

/**
 * The buyer's saved cards as radios. The stylesheet hides the fields of a new card while a saved one is chosen, so that
 * this works without script and the provider's field stays mounted. A refusal is shown here only, and takes the focus.
 */
export function SavedCardChoice({ cards, chosen, errors }: SavedCardChoiceProps) {
  // Cards that appear after signing in on the way may not replace a card that the buyer has typed.
  const [offered] = useState(() => cards.length > 0);
  const refused = Boolean(errors?.length);
  useEffect(() => {
    if (errors?.length) document.querySelector<HTMLElement>("#savedCardId input:checked")?.focus();
  }, [errors]);
  // The last saved card may be gone since the page was opened.
  if (cards.length === 0) return <FormErrors id="no-saved-card" errors={errors ?? undefined} answer={errors} />;
  const preferred = offered ? (cards.find(({ isDefault }) => isDefault) ?? cards[0]) : undefined;
  const isKnown = chosen === ANOTHER || cards.some(({ id }) => id === chosen);
  return (
    <RadioGroupField
      name="savedCardId"
      label="Pay with"
      errors={errors ?? undefined}
      autoFocus={refused}
      defaultValue={isKnown ? chosen : (preferred?.id ?? ANOTHER)}
      options={[
        ...cards.map((card) => ({ value: card.id, label: savedCardLabel(card), hint: savedCardExpiry(card) })),
        { value: ANOTHER, label: "Use another card" },
      ]}
    />
  );
}

/** The tick of a new card. A subscription's card is kept for its renewals in any case. */
export function KeepCardTick({ kept }: { kept: boolean }) {
  return (
    <div className="new-card">
      <CheckboxField name="keepCard" label="Keep this card for next time" defaultChecked={kept} />
    </div>
  );
}

/** The link to the bank's page, for a buyer without script. */
export function BankStep({
  url,
  what = "the payment",
}: {
  url: string | undefined;
  what?: "the payment" | "this card";
}) {
  if (!url) return null;
  return (
    <Alert tone="info">
      Your bank needs you to confirm {what}. Nothing has been charged yet. <a href={url}>Confirm with your bank</a>
    </Alert>
  );
}
