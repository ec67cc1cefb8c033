import type { OwnCard } from "~/domain/billing/ownCards";
import { savedCardExpiry, savedCardLabel } from "~/features/checkout/savedCardLabel";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { Badge } from "~/ui/feedback/Badge";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface SavedCardListProps {
  cards: readonly OwnCard[];
  now: number;
  errors?: string[];
}

const titles = { regular: "Cards for regular services", custom: "Cards for custom services" } as const;

/** A customer's cards: one list, or two when both payment accounts have some. */
export function SavedCardList({ cards, now, errors }: SavedCardListProps) {
  const accounts = [...new Set(cards.map(({ account }) => account))];
  if (accounts.length === 0)
    return <Alert>You have no saved cards. To save one, select "Keep this card for next time" when you pay.</Alert>;
  return (
    <>
      <FormErrors errors={errors} />
      {accounts.map((account) => (
        <Card key={account} title={accounts.length > 1 ? titles[account] : "Your cards"}>
          <ul className="sessions">
            {cards
              .filter((card) => card.account === account)
              .map((card) => (
                <SavedCardRow key={card.id} card={card} now={now} />
              ))}
          </ul>
        </Card>
      ))}
    </>
  );
}

function SavedCardRow({ card, now }: { card: OwnCard; now: number }) {
  const label = savedCardLabel(card);
  const expired = Date.UTC(card.expYear, card.expMonth, 1) <= now;
  return (
    <li>
      <div>
        <strong>{label}</strong> {card.isDefault ? <Badge tone="success">Default</Badge> : null}{" "}
        {expired ? <Badge tone="danger">Expired</Badge> : null}
        <p className="muted small">{savedCardExpiry(card)}</p>
        {card.subscriptions.length > 0 ? (
          <p className="muted small">Pays for {card.subscriptions.map(({ serviceName }) => serviceName).join(", ")}</p>
        ) : null}
      </div>
      <div className="row">
        {card.isDefault ? null : (
          <Form method="post" action={paths.savedCards()}>
            <SubmitButton variant="outline" size={1} name="cardId" value={card.id}>
              Make default<span className="visually-hidden">: {label}</span>
            </SubmitButton>
          </Form>
        )}
        <LinkButton to={paths.savedCardRemove(card.id)} size={1} preventScrollReset>
          Remove<span className="visually-hidden"> {label}</span>
        </LinkButton>
      </div>
    </li>
  );
}
