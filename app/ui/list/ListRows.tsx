import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { usePendingNavigation } from "../feedback/usePendingNavigation";

/** The place of a list's rows: while others of the same list let wait, bars of the same height stand in for them. */
export function ListRows({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const rows = useRef<HTMLDivElement>(null);
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    // A chip goes with its filter when it is pressed: the keyboard goes on at what that brought.
    if (document.activeElement === document.body) rows.current?.focus({ preventScroll: true });
  }, [search]);
  return (
    <div ref={rows} tabIndex={-1} aria-busy={usePendingNavigation()?.pathname === pathname || undefined}>
      {children}
    </div>
  );
}
