import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "~/paths";
import { PageHeader } from "~/ui/layout/PageHeader";
import { settingsGroups } from "./settingsPages";
import "./settings.css";

interface SettingsFrameProps {
  /** As `settingsPages.ts` calls it. */
  title: string;
  help?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of one page of the settings. Wide screens show the other pages next to it. */
export const SettingsFrame = ({ title, help, action, children }: SettingsFrameProps) => (
  <>
    <PageHeader title={title} help={help} action={action} back={{ href: paths.settings(), label: "Settings" }} />
    <div className="settings-page">
      <nav className="settings-nav" aria-label="Settings">
        {settingsGroups.map((group) => (
          <ul key={group.title} aria-label={group.title}>
            {group.pages.map(({ label, href }) => (
              <li key={href}>
                <Link to={href} aria-current={label === title ? "page" : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="stack">{children}</div>
    </div>
  </>
);
