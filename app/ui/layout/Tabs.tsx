import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

export type Tab = { label: ReactNode; href: string; active?: boolean; disabled?: boolean };

/** Parts of one record, each with its own URL. A disabled tab stays visible. A narrow screen scrolls them sideways. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const row = useRef<HTMLElement>(null);
  const shown = tabs.find(({ active }) => active)?.href;
  // The tab that is shown comes into view; the page itself does not move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is the reason to look again
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (!row.current || !tab) return;
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [shown]);
  return (
    <nav className="tabs" aria-label={label} ref={row}>
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
