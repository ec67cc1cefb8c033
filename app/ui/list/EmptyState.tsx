import type { ReactNode } from "react";
import { Icon } from "../icon/Icon";

export type EmptyStateProps = {
  /** Names what is missing: "No coupons yet". */
  title: string;
  text?: ReactNode;
  /** The one next step. Null only where it is already next to the list. */
  action: ReactNode;
};

/** An empty list: what it will hold and what to do next. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name="inbox" />
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {action ? <div className="row">{action}</div> : null}
    </div>
  );
}
