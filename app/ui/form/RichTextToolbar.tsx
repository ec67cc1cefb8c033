import { Bold, Heading, Italic, Link, List, ListOrdered, type LucideIcon, RemoveFormatting } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import type { RichTextAction } from "~/richtext/richTextCommand";
import { Button } from "./Button";
import { IconButton } from "./IconButton";

const buttons: { action: RichTextAction; label: string; Icon: LucideIcon }[] = [
  { action: "bold", label: "Bold", Icon: Bold },
  { action: "italic", label: "Italic", Icon: Italic },
  { action: "heading", label: "Heading", Icon: Heading },
  { action: "bulletList", label: "Bullet list", Icon: List },
  { action: "orderedList", label: "Ordered list", Icon: ListOrdered },
  { action: "link", label: "Link", Icon: Link },
  { action: "clean", label: "Clean", Icon: RemoveFormatting },
];

interface RichTextToolbarProps {
  /** Id of the text that it formats. */
  controls: string;
  active: readonly RichTextAction[];
  onAction(action: RichTextAction): void;
  /** The address to change while one is asked for. */
  link: string | null;
  /** The address, empty to take the link away; null when it was not meant. */
  onLink(address: string | null): void;
}

/** The buttons above a rich text: one stop of the Tab key, arrows go from one to the next. */
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
        {buttons.map(({ action, label, Icon }, index) => (
          <IconButton
            key={action}
            size={1}
            label={label}
            tabIndex={index === current ? 0 : -1}
            aria-pressed={action === "clean" ? undefined : active.includes(action)}
            icon={<Icon className="icon" size={16} />}
            // What is selected in the text stays selected.
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

/** Asks for an address between toolbar and text: not a form, as it stands in one. */
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
      // Closes this, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      onLink(null);
    } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      apply();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the controls in it
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
        // biome-ignore lint/a11y/noAutofocus: asked for by the press of a button
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
