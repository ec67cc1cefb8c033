import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { usePendingNavigation } from "../feedback/usePendingNavigation";

/** Wraps a list's rows, which placeholder bars of the same height replace while other rows of the list load slowly. */
export function ListRows({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const rows = useRef<HTMLDivElement>(null);
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    // A clicked chip disappears with its filter, so move the focus to the new rows.
    if (document.activeElement === document.body) rows.current?.focus({ preventScroll: true });
  }, [search]);
  return (
    <div ref={rows} tabIndex={-1} aria-busy={usePendingNavigation()?.pathname === pathname || undefined}>
      {children}
    </div>
  );
}
