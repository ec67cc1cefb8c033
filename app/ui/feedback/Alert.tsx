import type { ReactNode } from "react";
import type { Tone } from "./Tone";
import { ToneIcon } from "./ToneIcon";

type AlertProps = {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons or links below the text. */
  action?: ReactNode;
};

/** A message inside the page. Tone `danger` is announced immediately. */
export function Alert({ tone = "info", title, children, action }: AlertProps) {
  return (
    <div className={`alert tone-${tone}`} role={tone === "danger" ? "alert" : undefined}>
      <ToneIcon tone={tone} />
      <div>
        {title ? (
          <p>
            <strong>{title}</strong>
          </p>
        ) : null}
        {children ? <div>{children}</div> : null}
        {action ? <div className="form-actions">{action}</div> : null}
      </div>
    </div>
  );
}
