import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import type { RichTextAction } from "~/richtext/richTextCommand";
import { Icon } from "../icon/Icon";
import type { IconName } from "../icon/iconNames";
import { Button } from "./Button";
import { IconButton } from "./IconButton";

const buttons: { action: RichTextAction; label: string; icon: IconName }[] = [
  { action: "bold", label: "Bold", icon: "letter-b" },
  { action: "italic", label: "Italic", icon: "italic" },
  { action: "heading", label: "Heading", icon: "letter-h" },
  { action: "bulletList", label: "Bullet list", icon: "list" },
  { action: "orderedList", label: "Ordered list", icon: "list-ordered" },
  { action: "link", label: "Link", icon: "link" },
  { action: "clean", label: "Clean", icon: "remove-formatting" },
];

interface RichTextToolbarProps {
  /** Id of the text that it formats. */
  controls: string;
  active: readonly RichTextAction[];
  onAction(action: RichTextAction): void;
  /** The URL being edited; null while the link row is closed. */
  link: string | null;
  /** The new URL, empty to remove the link, null when cancelled. */
  onLink(address: string | null): void;
}

/** The buttons above a rich text. One tab stop with arrow key navigation. */
export function RichTextToolbar({ controls, active, onAction, link, onLink }: RichTextToolbarProps) {
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next =
      event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : step ? current + step : undefined;
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + buttons.length) % buttons.length;
    setCurrent(index);
    event.currentTarget.querySelectorAll("button")[index]?.focus();
  };
  return (
    <>
      <div
        className="rich-text-toolbar"
        role="toolbar"
        tabIndex={-1}
        id={`${controls}-toolbar`}
        aria-label="Formatting"
        aria-labelledby={`${controls}-toolbar ${controls}-label`}
        aria-controls={controls}
        onKeyDown={move}
      >
        {buttons.map(({ action, label, icon }, index) => (
          <IconButton
            key={action}
            size={1}
            label={label}
            tabIndex={index === current ? 0 : -1}
            aria-pressed={action === "clean" ? undefined : active.includes(action)}
            icon={<Icon name={icon} />}
            // Keeps the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setCurrent(index);
              onAction(action);
            }}
          />
        ))}
      </div>
      {link === null ? null : <LinkRow address={link} onLink={onLink} />}
    </>
  );
}

/** Asks for a URL between toolbar and text. Not a form, because it is inside one. */
function LinkRow({ address, onLink }: { address: string; onLink: RichTextToolbarProps["onLink"] }) {
  const id = useId();
  const [typed, setTyped] = useState(address);
  const [error, setError] = useState<ReactNode>();
  const apply = () => {
    const whole =
      typed.trim() === "" || /^[a-z][a-z0-9+.-]*:/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
    if (whole !== "" && !/^https?:\/\/[^\s/]+/i.test(whole)) setError("Start the address with https://");
    else onLink(whole);
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape") {
      // Closes this row, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      onLink(null);
    } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      apply();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for keys of the controls inside it
    <div className="rich-text-link" onKeyDown={press}>
      <label className="visually-hidden" htmlFor={id}>
        Link address
      </label>
      <input
        id={id}
        className="input"
        type="url"
        placeholder="https://example.com"
        value={typed}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        // biome-ignore lint/a11y/noAutofocus: opened by a button press
        autoFocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button size={1} onClick={apply}>
        Set link
      </Button>
      {address ? (
        <Button size={1} variant="ghost" onClick={() => onLink("")}>
          Remove link
        </Button>
      ) : null}
      <Button size={1} variant="ghost" onClick={() => onLink(null)}>
        Cancel
      </Button>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
