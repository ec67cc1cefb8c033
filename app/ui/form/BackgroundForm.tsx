import { useNavigate } from "@remix-run/react";
import { type ComponentPropsWithoutRef, type FormEvent, useRef } from "react";
import { showToast } from "../feedback/showToast";
import { type PostedTo, postedBy, postInBackground } from "./postInBackground";

type BackgroundFormProps = Omit<ComponentPropsWithoutRef<"form">, "method" | "action"> & {
  action: string;
  /** Sending it twice does it twice. */
  unsafe?: boolean;
  preventScrollReset?: boolean;
  /** Takes the place of going where the server leads. */
  onDone?: (to: PostedTo) => void;
};

/**
 * A form of buttons whose action answers a redirect (Logout, Dismiss). With script it is posted in the background: when
 * that fails, the page stays as it is, with a toast. Without script the browser posts it.
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
    if (document) window.location.assign(href);
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
