import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { LinkButton } from "~/ui/form/LinkButton";

/** Leads to the saved cards, which are read from the card provider there only. */
export const SavedCardsCard = () => (
  <Card title="Saved cards" action={<LinkButton to={paths.savedCards()}>Manage</LinkButton>}>
    <p className="muted">Cards that you keep for your next order, and the cards of your subscriptions.</p>
  </Card>
);
