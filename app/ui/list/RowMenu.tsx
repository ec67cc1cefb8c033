import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Disclosure } from "../dialog/Disclosure";

/**
 * Actions of one row behind a button. Children are RowMenuLinks and forms with a RowMenuButton. `label` names the
 * row: "Actions for order 10482".
 */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Disclosure className="menu" summaryClassName="" name={label} label={<Ellipsis className="icon" size={18} />}>
      <div className="menu-panel">{children}</div>
    </Disclosure>
  );
}
