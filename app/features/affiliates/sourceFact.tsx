import { Link } from "@remix-run/react";
import type { Fact } from "~/ui/card/Facts";
import { Badge } from "~/ui/feedback/Badge";
import type { SourceFact } from "./referralFacts";

export const sourceFact = ({ label, value, href, flagged }: SourceFact): Fact => ({
  label,
  value: href ? (
    <span className="row">
      <Link to={href}>{value}</Link>
      {flagged ? <Badge tone="warning">Flagged</Badge> : null}
    </span>
  ) : (
    value
  ),
});
