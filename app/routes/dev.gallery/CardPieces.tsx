import { Link } from "@remix-run/react";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { Rating } from "~/ui/card/Rating";
import { Stepper } from "~/ui/card/Stepper";

export function CardPieces() {
  return (
    <>
      <Card title="Stepper">
        <Stepper
          label="Progress of the order"
          steps={[
            { label: "Research", done: true, note: "12 Apr 26" },
            { label: "Outreach", done: true },
            { label: "Writing", done: true, current: true },
            { label: "Publishing", done: false },
            { label: "Report", done: false },
          ]}
        />
      </Card>
      <div className="grid-2">
        <Card title="Facts">
          <Facts
            facts={[
              { label: "Subtotal", value: "$1,240.00" },
              { label: "Coupon SPRING", value: "-$124.00" },
              { label: "Paid today", value: "$1,116.00", total: true },
            ]}
          />
        </Card>
        <Card title="Revenue" action={<Link to="?view=card">View report</Link>} footer="Days are UTC">
          <p className="lead">$48,120.00</p>
          <p className="muted">12 % more than the week before</p>
        </Card>
        <Card title={<Link to="?view=card">A card that is a link</Link>} linked>
          <p className="muted">The link in the title covers all of it.</p>
        </Card>
      </div>
      <Card title="Facts in columns">
        <Facts
          columns
          facts={[
            { label: "Client", value: "Example Ltd" },
            { label: "Email", value: "customer@example.com" },
            { label: "Started", value: "24 Apr 26 10:05 AM" },
            { label: "Completed", value: "N/A" },
          ]}
        />
      </Card>
      <Card title="Rating">
        <div className="row">
          {[1, 3, 4.5, 5].map((value) => (
            <Rating key={value} value={value} />
          ))}
        </div>
      </Card>
    </>
  );
}
