import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

export type Tab = { label: ReactNode; href: string; active?: boolean; disabled?: boolean };

/** Parts of one record, each with its own URL. A disabled tab stays visible. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) =>
        tab.disabled ? (
          <span key={tab.href} className="tab" aria-disabled="true">
            {tab.label}
          </span>
        ) : (
          <Link
            key={tab.href}
            className="tab"
            to={tab.href}
            aria-current={tab.active ? "page" : undefined}
            preventScrollReset
          >
            {tab.label}
          </Link>
        ),
      )}
    </nav>
  );
}
