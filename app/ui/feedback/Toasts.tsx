import { Form } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { Button } from "../form/Button";
import { IconButton } from "../form/IconButton";
import { Icon } from "../icon/Icon";
import { onToast, type Toast } from "./showToast";
import { ToneIcon } from "./ToneIcon";

/** A button of a toast needs time to be read and reached. */
const visibleMs = ({ link }: Toast) => (link && "action" in link ? 10_000 : 5000);

/**
 * The page's toasts: those from the server and those of `showToast`. They disappear after 5 s, or 10 s with a button,
 * unless hovered or focused; errors and lasting ones stay until closed. Without script all stay until the next page.
 */
export function Toasts({ toasts }: { toasts: readonly Toast[] }) {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const [raised, setRaised] = useState<readonly Toast[]>(toasts);
  // The server sends each toast once, so keep it when the page's data is revalidated, e.g. by a live update.
  const news = toasts.filter(({ id }) => !raised.some((known) => known.id === id));
  if (news.length > 0) setRaised([...raised, ...news]);
  // Live regions announce only insertions, so the second render inserts the initial toasts again.
  const [round, setRound] = useState(0);
  const close = useCallback((id: string) => setClosed((before) => [...before, id]), []);
  useEffect(() => {
    setRound(1);
    return onToast(
      (toast) => setRaised((before) => [...before.filter((one) => !isReplaced(one, toast)), toast]),
      close,
    );
  }, [close]);
  const open = raised.filter((toast) => !closed.includes(toast.id));
  const draw = (toast: Toast) => <OneToast key={toast.id + round} toast={toast} onClose={close} />;
  return (
    <section className="toasts" aria-label="Messages">
      <div role="status">{open.filter((toast) => toast.tone !== "danger").map(draw)}</div>
      <div role="alert">{open.filter((toast) => toast.tone === "danger").map(draw)}</div>
    </section>
  );
}

/** The same words again, or other words about the same subject. */
const isReplaced = (earlier: Toast, toast: Toast) =>
  toast.subject === undefined ? earlier.text === toast.text : earlier.subject === toast.subject;

function OneToast({ toast, onClose }: { toast: Toast; onClose: (id: string) => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || toast.lasting || toast.tone === "danger") return;
    const timer = setTimeout(() => onClose(toast.id), visibleMs(toast));
    return () => clearTimeout(timer);
  }, [held, toast, onClose]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeping a toast open is not an action.
    <div
      className={`toast tone-${toast.tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ToneIcon tone={toast.tone} />
      <p>
        <ToastText toast={toast} onFollow={() => onClose(toast.id)} />
      </p>
      {toast.link && "action" in toast.link ? (
        <Form method="post" action={toast.link.action} preventScrollReset onSubmit={() => onClose(toast.id)}>
          <Button type="submit" size={1} name={toast.link.name} value={toast.link.value}>
            {toast.link.label}
          </Button>
        </Form>
      ) : null}
      <IconButton
        className="script-only"
        size={1}
        label="Close"
        icon={<Icon name="x" />}
        onClick={() => onClose(toast.id)}
      />
    </div>
  );
}

function ToastText({ toast: { text, link }, onFollow }: { toast: Toast; onFollow(): void }) {
  if (!link || "action" in link) return text;
  if ("href" in link)
    return (
      <>
        {text}
        <a className="toast-link" href={link.href} target="_blank" rel="noreferrer" onClick={onFollow}>
          {link.label}
        </a>
      </>
    );
  const open = () => {
    link.onClick();
    onFollow();
  };
  return (
    <>
      {text}
      <button type="button" className="toast-link toast-open" onClick={open}>
        Open
      </button>
    </>
  );
}
