import { Link } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { IconButton } from "../form/IconButton";
import { Icon } from "../icon/Icon";
import { onToast, type Toast, type ToastLink } from "./showToast";
import { ToneIcon } from "./ToneIcon";

const visibleMs = 5000;

/**
 * The page's toasts: those from the server and those of `showToast`. They disappear after 5 s unless hovered or
 * focused; errors stay until closed. Without script all stay until the next page.
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
    return onToast((toast) => setRaised((before) => [...before, toast]), close);
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

function OneToast({ toast, onClose }: { toast: Toast; onClose: (id: string) => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || toast.tone === "danger") return;
    const timer = setTimeout(() => onClose(toast.id), visibleMs);
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
        {toast.text}
        {toast.link ? <ToastAction link={toast.link} onFollow={() => onClose(toast.id)} /> : null}
      </p>
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

function ToastAction({ link: { href, label, newWindow, onClick }, onFollow }: { link: ToastLink; onFollow(): void }) {
  const follow = () => {
    onClick?.();
    onFollow();
  };
  return newWindow ? (
    <a className="toast-link" href={href} target="_blank" rel="noreferrer" onClick={follow}>
      {label}
    </a>
  ) : (
    <Link className="toast-link" to={href} onClick={follow}>
      {label}
    </Link>
  );
}
