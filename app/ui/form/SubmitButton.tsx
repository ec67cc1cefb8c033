import { useActionData, useNavigation } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import { Spinner } from "../feedback/Spinner";
import { Button, type ButtonProps } from "./Button";

type SubmitButtonProps = Omit<ButtonProps, "type"> & {
  /** Text while the form submits ("Saving"). Without it the text stays. */
  pendingText?: string;
  /** For forms sent by a fetcher. The button detects page forms itself. */
  pending?: boolean;
  /** Disables the button while there is nothing to send. */
  off?: boolean;
};

/**
 * Submits its form once: shows progress while that runs and ignores further clicks. Otherwise disabled only when
 * `off`.
 */
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
  /** The action data at the time of the click. */
  const [pressed, setPressed] = useState<{ answer: unknown }>();
  const navigation = useNavigation();
  // Errors arrive before the page revalidates, so a new answer re-enables the button for a quick correction.
  const busy = pending ?? (pressed !== undefined && pressed.answer === answer && navigation.state !== "idle");
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || off) return event.preventDefault();
    onClick?.(event);
    setPressed({ answer });
  };
  return (
    // aria-disabled, not disabled: a disabled button loses the focus, and its name is left out of the form data.
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
