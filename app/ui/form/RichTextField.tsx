import { type ComponentPropsWithoutRef, type ComponentType, useEffect, useRef, useState } from "react";
import type { RichTextEditorProps } from "~/richtext/RichTextEditor.client";
import type { RichTextAction, RichTextHandle } from "~/richtext/richTextCommand";
import { type ControlProps, Field, type FieldBase } from "./Field";
import { RichTextToolbar } from "./RichTextToolbar";
import { splitField } from "./splitField";

type AreaProps = Omit<ComponentPropsWithoutRef<"textarea">, keyof FieldBase | "children">;

/**
 * A Markdown textarea for bold, lists and links. Script turns it into an editor on first use. The form always sends
 * the textarea, so the field works the same without script.
 */
export function RichTextField(props: FieldBase & AreaProps) {
  const [frame, control] = splitField(props);
  return <Field {...frame}>{(tied) => <RichTextBox control={control} tied={tied} />}</Field>;
}

function RichTextBox({ control, tied }: { control: AreaProps; tied: ControlProps }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { Editor, open } = useEditorModule();
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

  const run = (action: RichTextAction, editor = handle) => {
    if (!editor) pressed.current = action;
    else if (action === "link") setLinking(true);
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
    if (document.activeElement === source) editor.focus(source.selectionStart === 0 ? "start" : "end");
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
        className={handle ? "input rich-text-source" : "input"}
        {...(handle ? { tabIndex: -1, "aria-hidden": true, required: false, onFocus: () => handle.focus() } : {})}
        onInput={() => {
          if (!writing.current) handle?.setMarkdown(area.current?.value ?? "");
        }}
      />
      {Editor ? (
        <div className={handle ? "rich-text" : "rich-text rich-text-loading"}>
          <Editor markdown={value} attributes={attributes} onReady={ready} onMarkdown={write} onActive={setActive} />
        </div>
      ) : null}
      <p className="field-hint noscript-only">
        Markdown: **bold**, *italic*, ### heading, - list, 1. list, [link](https://example.com)
      </p>
    </div>
  );
}

/** Loads the editor on first use (rules.md speed/scripts). If that fails, the textarea remains. */
function useEditorModule() {
  const [Editor, setEditor] = useState<ComponentType<RichTextEditorProps>>();
  const asked = useRef(false);
  const open = () => {
    if (asked.current) return;
    asked.current = true;
    import("~/richtext/RichTextEditor.client").then(
      (module) => setEditor(() => module.default),
      () => {
        // Retry on the next focus.
        asked.current = false;
      },
    );
  };
  return { Editor, open };
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
