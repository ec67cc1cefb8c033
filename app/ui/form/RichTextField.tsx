import {
  type ComponentPropsWithoutRef,
  type ComponentType,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { RichText } from "~/richtext/RichText";
import type { RichTextEditorProps } from "~/richtext/RichTextEditor.client";
import type { FormattedTexts, SafeHtml } from "~/richtext/renderRichText";
import type { RichTextAction, RichTextHandle } from "~/richtext/richTextCommand";
import { type ControlProps, Field, type FieldBase } from "./Field";
import { RichTextToolbar } from "./RichTextToolbar";
import { splitField } from "./splitField";
import { useCharactersLeft } from "./useCharactersLeft";
import { useHydrated } from "./useHydrated";

type AreaProps = Omit<ComponentPropsWithoutRef<"textarea">, keyof FieldBase | "children" | "maxLength">;

/**
 * A Markdown textarea for bold, lists and links. Script turns it into an editor on first use, and until then shows a
 * stored text as in `formatted`. The form always sends the textarea, so the field works the same without script.
 */
export function RichTextField({
  formatted,
  limit,
  ...props
}: FieldBase & AreaProps & { formatted?: FormattedTexts /** Characters that the schema takes. */; limit?: number }) {
  const [frame, control] = splitField(props);
  const stored = String(control.defaultValue ?? "");
  const html = formatted && Object.hasOwn(formatted, stored) ? formatted[stored] : undefined;
  return (
    <Field {...frame} labelId>
      {(tied) => <RichTextBox control={control} tied={tied} html={html} limit={limit} />}
    </Field>
  );
}

function RichTextBox({
  control,
  tied,
  html,
  limit,
}: {
  control: AreaProps;
  tied: ControlProps;
  html?: SafeHtml;
  limit?: number;
}) {
  const [left, count] = useCharactersLeft(limit);
  const area = useRef<HTMLTextAreaElement>(null);
  const hydrated = useHydrated();
  const { Editor, open, failed } = useEditorModule();
  /** The formatted text is only read; the editor starts on request. */
  const [reading, setReading] = useState(html !== undefined);
  /** The editor was requested from the formatted text, and takes the focus when it is ready. */
  const wanted = useRef(false);
  const [handle, setHandle] = useState<RichTextHandle>();
  const [active, setActive] = useState<readonly RichTextAction[]>([]);
  const [linking, setLinking] = useState(false);
  /** The editor's initial text, and the button pressed before it loaded. */
  const begun = useRef("");
  const pressed = useRef<RichTextAction>();
  const writing = useRef(false);

  const attributes = editorAttributes(control, tied);
  const described = JSON.stringify(attributes);
  useEffect(() => handle?.setAttributes(JSON.parse(described)), [handle, described]);
  useFormReset(area, () => handle?.setMarkdown(area.current?.value ?? ""));

  const edit = () => {
    wanted.current = true;
    setReading(false);
    open();
  };
  // Restored by the browser, the text is no longer the one that was formatted.
  useEffect(() => {
    // A browser's value has other line ends than a stored text.
    if (area.current?.value !== area.current?.defaultValue.replace(/\r\n?/g, "\n")) setReading(false);
  }, []);
  const shown = html !== undefined && !handle && !failed && (reading || wanted.current) ? html : undefined;

  const run = (action: RichTextAction, editor = handle) => {
    if (!editor) {
      pressed.current = action;
      edit();
    } else if (action === "link") setLinking(true);
    else editor.run(action);
  };
  const ready = (editor: RichTextHandle) => {
    const source = area.current;
    if (!source) return;
    // Typed while the editor loaded.
    if (source.value !== begun.current) editor.setMarkdown(source.value);
    // Markdown drops a trailing space, which belongs before the next word.
    const space = /[ \t]+$/.exec(source.value)?.[0];
    if (space) editor.append(space);
    if (wanted.current) editor.focus("end");
    else if (document.activeElement === source) {
      const { value: typed, selectionStart, selectionEnd } = source;
      editor.selectBetween(typed.slice(0, selectionStart), typed.slice(0, selectionEnd));
    }
    setHandle(editor);
    if (pressed.current) run(pressed.current, editor);
  };
  const write = (markdown: string) => {
    const source = area.current;
    if (!source) return;
    writing.current = true;
    source.value = markdown;
    source.dispatchEvent(new Event("input", { bubbles: true }));
    writing.current = false;
  };
  const value = () => {
    begun.current = area.current?.value ?? "";
    return begun.current;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for focus inside it and is not a control
    <div className="rich-text-box" onFocus={open}>
      <RichTextToolbar
        controls={tied.id}
        active={active}
        onAction={run}
        link={linking && handle ? handle.linkAddress() : null}
        onLink={(address) => {
          setLinking(false);
          if (address === null) handle?.focus();
          else handle?.setLink(address);
        }}
      />
      <textarea
        rows={4}
        {...control}
        {...tied}
        ref={area}
        className={handle ? "input rich-text-source" : shown ? "input rich-text-unread" : "input"}
        {...(handle || (shown && hydrated)
          ? { tabIndex: -1, "aria-hidden": true, required: false, onFocus: () => (handle ? handle.focus() : edit()) }
          : {})}
        onInput={(event) => {
          count(event.currentTarget.value);
          if (writing.current) return;
          handle?.setMarkdown(area.current?.value ?? "");
          setReading(false);
        }}
      />
      {shown ? <FormattedText html={shown} tied={tied} label={control["aria-label"]} onEdit={edit} /> : null}
      {Editor && !reading ? (
        <div className={handle ? "rich-text" : "rich-text rich-text-loading"}>
          <Editor markdown={value} attributes={attributes} onReady={ready} onMarkdown={write} onActive={setActive} />
        </div>
      ) : null}
      {left}
      <p className="field-hint noscript-only">
        Markdown: **bold**, *italic*, ### heading, - list, 1. list, [link](https://example.com)
      </p>
    </div>
  );
}

interface FormattedTextProps {
  html: SafeHtml;
  tied: ControlProps;
  label?: string;
  onEdit(): void;
}

/** The stored text as its readers see it. A click or Enter starts the editor in its place. */
function FormattedText({ html, tied, label, onEdit }: FormattedTextProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // One tab stop: its links are text here.
    for (const link of box.current?.querySelectorAll("a") ?? []) link.tabIndex = -1;
  }, []);
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    onEdit();
  };
  const help = `${tied.id}-edit`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea shows no formatted text
    <div
      ref={box}
      className="rich-text-shown"
      role="textbox"
      aria-multiline
      aria-readonly
      tabIndex={0}
      aria-label={label}
      aria-labelledby={label ? undefined : `${tied.id}-label`}
      aria-describedby={[tied["aria-describedby"], help].filter(Boolean).join(" ")}
      onClick={(event) => {
        event.preventDefault();
        onEdit();
      }}
      onKeyDown={press}
    >
      <RichText html={html} />
      <p id={help} className="rich-text-help">
        Press Enter to edit
      </p>
    </div>
  );
}

/** Loads the editor on first use (rules.md speed/scripts). If that fails, the textarea remains. */
function useEditorModule() {
  const [Editor, setEditor] = useState<ComponentType<RichTextEditorProps>>();
  const [failed, setFailed] = useState(false);
  const asked = useRef(false);
  const open = () => {
    if (asked.current) return;
    asked.current = true;
    import("~/richtext/RichTextEditor.client").then(
      (module) => setEditor(() => module.default),
      () => {
        // Retry on the next focus.
        asked.current = false;
        setFailed(true);
      },
    );
  };
  return { Editor, open, failed };
}

function useFormReset(area: { current: HTMLTextAreaElement | null }, reset: () => void) {
  const latest = useRef(reset);
  latest.current = reset;
  useEffect(() => {
    const form = area.current?.form;
    // The reset event fires before the fields have their old values.
    const after = () => setTimeout(() => latest.current());
    form?.addEventListener("reset", after);
    return () => form?.removeEventListener("reset", after);
  }, [area]);
}

function editorAttributes(control: AreaProps, tied: ControlProps): Record<string, string> {
  return {
    role: "textbox",
    "aria-multiline": "true",
    ...(control["aria-label"] ? { "aria-label": control["aria-label"] } : { "aria-labelledby": `${tied.id}-label` }),
    ...(tied.required ? { "aria-required": "true" } : {}),
    ...(tied["aria-invalid"] ? { "aria-invalid": "true" } : {}),
    ...(tied["aria-describedby"] ? { "aria-describedby": tied["aria-describedby"] } : {}),
    ...(control.placeholder ? { "data-placeholder": control.placeholder } : {}),
  };
}
