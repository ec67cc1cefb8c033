import type { ReactNode } from "react";
import { Disclosure } from "../dialog/Disclosure";
import { Icon } from "../icon/Icon";

/**
 * Actions of one row behind a button. Children are RowMenuLinks and forms with a RowMenuButton. `label` names the
 * row: "Actions for order 10482".
 */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Disclosure className="menu" summaryClassName="" name={label} label={<Icon name="ellipsis" size={18} />}>
      <div className="menu-panel">{children}</div>
    </Disclosure>
  );
}
