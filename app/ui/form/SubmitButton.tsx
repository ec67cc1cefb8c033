import { useActionData, useNavigation } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import { Spinner } from "../feedback/Spinner";
import { Button, type ButtonProps } from "./Button";

type SubmitButtonProps = Omit<ButtonProps, "type"> & {
  /** Words while the form is on its way ("Saving"); without them the button keeps its own. */
  pendingText?: string;
  /** For a form sent by a fetcher; a page's form is watched by itself. */
  pending?: boolean;
  /** There is nothing to send yet: it takes no click, and says so. */
  off?: boolean;
};

/** Sends its form once: while that is under way it shows so and takes no second click. Otherwise disabled only when `off`. */
export function SubmitButton({
  pendingText,
  pending,
  off,
  children,
  icon,
  variant = "solid",
  onClick,
  ...button
}: SubmitButtonProps) {
  const answer = useActionData();
  /** What the page had been answered with when it was pressed. */
  const [pressed, setPressed] = useState<{ answer: unknown }>();
  const navigation = useNavigation();
  // A refusal is there before the page around it is read anew: whoever puts it right meanwhile presses again.
  const busy = pending ?? (pressed !== undefined && pressed.answer === answer && navigation.state !== "idle");
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || off) return event.preventDefault();
    onClick?.(event);
    setPressed({ answer });
  };
  return (
    // aria-disabled, not disabled: a disabled button drops the focus, and its name from the form data.
    <Button
      {...button}
      type="submit"
      variant={variant}
      icon={busy ? <Spinner /> : icon}
      aria-disabled={busy || off || undefined}
      onClick={press}
    >
      {busy && pendingText ? pendingText : children}
    </Button>
  );
}
