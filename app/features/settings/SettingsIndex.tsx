import { Link } from "@remix-run/react";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import type { SettingsGroup } from "./settingsPages";
import "./settings.css";

export const SettingsIndex = ({ groups }: { groups: readonly SettingsGroup[] }) => (
  <>
    <PageHeader
      title="Settings"
      help="How your portal looks, sells and writes. Only super admins see these pages."
      action={<LinkButton to={paths.settingsChanges()}>View changes</LinkButton>}
    />
    <div className="settings-groups">
      {groups.map(({ title, pages }) => (
        <Card key={title} title={title}>
          <ul className="settings-list">
            {pages.map(({ label, href, help }) => (
              <li key={href}>
                <Link to={href}>{label}</Link>
                <span className="muted small">{help}</span>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  </>
);
