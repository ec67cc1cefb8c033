import { Link } from "@remix-run/react";
import { Card } from "~/ui/card/Card";
import { StatusWithNotes } from "~/ui/feedback/StatusWithNotes";
import type { CreditView } from "./creditView.server";

/** Staff only: which affiliate an order is credited to, why, and what it earned. */
export const OrderCreditCard = ({ credit: { affiliate, by, notes, lines } }: { credit: CreditView }) => (
  <Card title="Affiliate">
    <div className="stack-small">
      <p>
        <Link to={affiliate.href}>{affiliate.name}</Link>, {by}
      </p>
      {notes.map((note) => (
        <p key={note} className="small">
          {note}
        </p>
      ))}
      {lines.map(({ id, amount, href, status }) => (
        <div key={id} className="row">
          <Link to={href}>{amount}</Link>
          <StatusWithNotes {...status} />
        </div>
      ))}
    </div>
  </Card>
);
