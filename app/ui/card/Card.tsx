import type { ReactNode } from "react";

type CardProps = {
  title?: ReactNode;
  /** Shown next to the title: a link to the report, a small button. */
  action?: ReactNode;
  footer?: ReactNode;
  /** The title's link covers the whole card. */
  linked?: boolean;
  children?: ReactNode;
};

export function Card({ title, action, footer, linked, children }: CardProps) {
  return (
    <section className={linked ? "card card-link" : "card"}>
      {title || action ? (
        <div className="card-head">
          {title ? <h2>{title}</h2> : null}
          {action}
        </div>
      ) : null}
      {children}
      {footer ? <div className="card-foot">{footer}</div> : null}
    </section>
  );
}
