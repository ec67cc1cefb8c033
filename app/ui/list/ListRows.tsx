import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useArriving } from "../feedback/useArriving";

/** The place of a list's rows: while others of the same list let wait, bars of the same height stand in for them. */
export function ListRows({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <div aria-busy={useArriving()?.pathname === pathname || undefined}>{children}</div>;
}
