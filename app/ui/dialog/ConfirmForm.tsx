import type { ReactNode } from "react";
import { Form } from "~/ui/form/Form";
import { LinkButton } from "../form/LinkButton";
import { SubmitButton } from "../form/SubmitButton";
import { QUESTION_ID } from "./questionId";

type ConfirmFormProps = {
  /** The question, in its fixed text where there is one. */
  text: ReactNode;
  /** What will happen, in figures: "2 unpaid commissions of $40.00 will be voided". */
  consequences?: readonly ReactNode[];
  cancelHref: string;
  cancelLabel?: string;
  /** The verb: "Cancel order", "Delete". */
  verb: string;
  pendingText?: string;
  tone?: "neutral" | "danger";
  action?: string;
  /** Hidden inputs, and fields such as a reason. */
  children?: ReactNode;
};

/** One decision: what it is, what it does, the way back and the verb. */
export function ConfirmForm({
  text,
  consequences = [],
  cancelHref,
  cancelLabel = "Cancel",
  verb,
  pendingText,
  tone = "danger",
  action,
  children,
}: ConfirmFormProps) {
  return (
    <Form method="post" action={action} className="confirm" noValidate preventScrollReset>
      <div className="stack" id={QUESTION_ID}>
        <p>{text}</p>
        {consequences.length > 0 ? (
          <ul className="consequences">
            {consequences.map((consequence, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown.
              <li key={index}>{consequence}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {children}
      <div className="form-actions">
        <LinkButton to={cancelHref} preventScrollReset>
          {cancelLabel}
        </LinkButton>
        <SubmitButton variant={tone === "danger" ? "danger" : "solid"} pendingText={pendingText}>
          {verb}
        </SubmitButton>
      </div>
    </Form>
  );
}
