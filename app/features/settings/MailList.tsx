import { Link } from "@remix-run/react";
import { type MailKind, mailGroups, mailKind, mailKinds } from "~/domain/mailKinds";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Badge } from "~/ui/feedback/Badge";

const kinds = Object.keys(mailKinds) as MailKind[];

/** Every mail of the portal. `own`: those with a text of the agency's own. */
export const MailList = ({ own }: { own: readonly string[] }) =>
  mailGroups.map((group) => (
    <Card key={group} title={group}>
      <ul className="settings-list">
        {kinds
          .filter((kind) => mailKind(kind).group === group)
          .map((kind) => (
            <li key={kind}>
              <span className="row">
                <Link to={paths.mailText(kind)}>{mailKind(kind).name}</Link>
                {own.includes(kind) ? <Badge tone="info">Your text</Badge> : null}
              </span>
              <span className="muted small">{mailKind(kind).when}</span>
            </li>
          ))}
      </ul>
    </Card>
  ));
