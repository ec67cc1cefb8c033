import { useNavigate } from "@remix-run/react";
import { type ComponentPropsWithoutRef, type FormEvent, useRef } from "react";
import { showToast } from "../feedback/showToast";
import { type PostedTo, postedBy, postInBackground } from "./postInBackground";
import { navigateWithoutAsking } from "./unsavedForms";

type BackgroundFormProps = Omit<ComponentPropsWithoutRef<"form">, "method" | "action"> & {
  action: string;
  /** The action is not idempotent. */
  unsafe?: boolean;
  preventScrollReset?: boolean;
  /** Replaces following the redirect. */
  onDone?: (to: PostedTo) => void;
};

/**
 * A form of buttons whose action redirects (Logout, Dismiss). Script posts it in the background, so that a failure
 * keeps the page and shows a toast. Without script the browser posts it.
 */
export function BackgroundForm({
  action,
  unsafe = false,
  preventScrollReset,
  onSubmit,
  onDone,
  ...form
}: BackgroundFormProps) {
  const navigate = useNavigate();
  const sending = useRef(false);
  const closeToast = useRef<() => void>();
  const follow = ({ href, document }: PostedTo) => {
    if (document) navigateWithoutAsking(href);
    else navigate(href, { preventScrollReset });
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = postedBy(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    onSubmit?.(event);
    if (sending.current) return;
    sending.current = true;
    closeToast.current?.();
    try {
      (onDone ?? follow)(await postInBackground(action, body, { safe: !unsafe }));
    } catch (error) {
      closeToast.current = showToast("danger", (error as Error).message);
    } finally {
      sending.current = false;
    }
  };
  return <form {...form} method="post" action={action} onSubmit={send} />;
}
