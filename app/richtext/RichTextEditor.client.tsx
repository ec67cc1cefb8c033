import { defaultValueCtx, Editor, editorViewOptionsCtx, parserCtx, rootCtx, serializerCtx } from "@milkdown/kit/core";
import type { Ctx } from "@milkdown/kit/ctx";
import { clipboard } from "@milkdown/kit/plugin/clipboard";
import { history } from "@milkdown/kit/plugin/history";
import {
  blockquoteKeymap,
  codeBlockKeymap,
  commonmark,
  createCodeBlockInputRule,
  emphasisStarInputRule,
  emphasisUnderscoreInputRule,
  headingIdGenerator,
  imageSchema,
  inlineCodeInputRule,
  inlineCodeKeymap,
  insertHrInputRule,
  listItemKeymap,
  remarkPreserveEmptyLinePlugin,
  syncHeadingIdPlugin,
  toggleEmphasisCommand,
  toggleStrongCommand,
  turnIntoTextCommand,
  wrapInBlockquoteInputRule,
  wrapInHeadingCommand,
} from "@milkdown/kit/preset/commonmark";
import { wrapIn } from "@milkdown/kit/prose/commands";
import { type Mark, type MarkType, type Node, type NodeType, Slice } from "@milkdown/kit/prose/model";
import { liftListItem } from "@milkdown/kit/prose/schema-list";
import { type EditorState, Plugin, Selection, TextSelection } from "@milkdown/kit/prose/state";
import type { EditorView } from "@milkdown/kit/prose/view";
import { $prose, callCommand, replaceAll } from "@milkdown/kit/utils";
import { Milkdown, MilkdownProvider, useEditor } from "@milkdown/react";
import { useRef } from "react";
import { showToast } from "~/ui/feedback/showToast";
import { isHtml } from "./isHtml";
import type { RichTextAction, RichTextHandle } from "./richTextCommand";

export interface RichTextEditorProps {
  /** Called once, when the editor starts. */
  markdown(): string;
  /** Attributes of the editable element: role, name, descriptions. */
  attributes: Record<string, string>;
  onReady(handle: RichTextHandle): void;
  onMarkdown(markdown: string): void;
  /** Called when the active toolbar buttons change. */
  onActive(actions: RichTextAction[]): void;
}

/**
 * The allow-list has no quotes, code or rules, so typing `> ` or ``` must not create content that saving would drop.
 * Single stars and low lines stay as typed: '10 * 20 * 30', 'my_file_name'.
 */
const unwanted = new Set<unknown>(
  [
    wrapInBlockquoteInputRule,
    createCodeBlockInputRule,
    insertHrInputRule,
    inlineCodeInputRule,
    emphasisStarInputRule,
    emphasisUnderscoreInputRule,
    blockquoteKeymap,
    codeBlockKeymap,
    inlineCodeKeymap,
    // It would write `<br />` for empty lines, and text with markup at both ends is treated as HTML.
    remarkPreserveEmptyLinePlugin,
    // Two editors on one page could create equal heading ids.
    syncHeadingIdPlugin,
    imageSchema,
  ].flat(),
);
const preset = commonmark.filter((plugin) => !unwanted.has(plugin));

/** Shows a picture as its alternative text: saving drops it, and displaying it must load nothing. */
const pictureAsText = imageSchema.extendSchema((schema) => (ctx) => ({
  ...schema(ctx),
  // No type checks: a picture without a title has null there, which would break the editor.
  attrs: { src: { default: "" }, alt: { default: "" }, title: { default: "" } },
  toDOM: (node) => ["span", `![${node.attrs.alt ?? ""}]`],
}));

/** A Milkdown editor for Markdown. Imported when a rich text field is first used. */
export default function RichTextEditor(props: RichTextEditorProps) {
  return (
    <MilkdownProvider>
      <Box {...props} />
    </MilkdownProvider>
  );
}

function Box(props: RichTextEditorProps) {
  // The editor outlives the render that created it, but must call the latest props.
  const latest = useRef(props);
  latest.current = props;
  useEditor((root) => {
    const { attributes } = latest.current;
    const markdown = latest.current.markdown();
    const tell = $prose((ctx) => {
      let active = "";
      return new Plugin({
        view: (view) => {
          // Milkdown has no view until this callback returns.
          queueMicrotask(() => latest.current.onReady(handleOf(ctx, view)));
          return {
            update(after, before) {
              // Reports only real changes, so text that is only viewed keeps its original Markdown.
              if (!before.doc.eq(after.state.doc)) latest.current.onMarkdown(markdownOf(ctx, after));
              const now = activeActions(after.state);
              if (now.join() === active) return;
              active = now.join();
              latest.current.onActive(now);
            },
          };
        },
      });
    });
    return Editor.make()
      .config((ctx) => {
        ctx.set(rootCtx, root);
        ctx.set(defaultValueCtx, isHtml(markdown) ? { type: "html", dom: bodyOf(markdown) } : markdown);
        ctx.update(editorViewOptionsCtx, (options) => ({
          ...options,
          attributes,
          transformPastedHTML: tablesAsLines,
          handlePaste: (view, { clipboardData }) =>
            clipboardData !== null &&
            (hasWords(clipboardData) ? pasteText(ctx, view, clipboardData) : attachFiles(view, clipboardData.files)),
          handleDrop: (view, { dataTransfer }) => dataTransfer !== null && attachFiles(view, dataTransfer.files),
        }));
        ctx.set(headingIdGenerator.key, () => "");
        // Tab leaves the field as everywhere else; Ctrl+] and Ctrl+[ indent and outdent list items.
        ctx.update(listItemKeymap.key, (keys) => ({
          ...keys,
          SinkListItem: { ...keys.SinkListItem, shortcuts: "Mod-]" },
          LiftListItem: { ...keys.LiftListItem, shortcuts: "Mod-[" },
        }));
      })
      .use(preset)
      .use(pictureAsText)
      .use(history)
      .use(clipboard)
      .use(tell);
  }, []);
  return <Milkdown />;
}

/** Parsed into an inert document, which loads and runs nothing. */
const bodyOf = (html: string) => new DOMParser().parseFromString(html, "text/html").body;

/** A line for each row of a pasted table, whose cells would stand without a blank between them. */
function tablesAsLines(html: string): string {
  if (!/<table/i.test(html)) return html;
  const body = bodyOf(html);
  for (const table of body.querySelectorAll("table")) {
    const lines = [...table.rows].map((row) => {
      const line = body.ownerDocument.createElement("p");
      for (const cell of row.cells) {
        if (line.hasChildNodes()) line.append(" ");
        // Word and Docs put paragraphs into cells.
        for (const block of cell.querySelectorAll("p, div, ul, ol, li, h1, h2, h3, h4, h5, h6")) {
          if (block.nextElementSibling) block.append(" ");
          block.replaceWith(...block.childNodes);
        }
        for (const node of [...cell.childNodes]) line.appendChild(node);
      }
      return line;
    });
    table.replaceWith(...lines);
  }
  return body.innerHTML;
}

/** Spreadsheets and web pages bring a picture of what they bring as text. */
const hasWords = (data: DataTransfer) =>
  data.getData("text/plain").trim() !== "" || Boolean(bodyOf(data.getData("text/html")).textContent?.trim());

/** Pastes plain text whose single stars and low lines stay, as when they are typed. False for other text. */
function pasteText(ctx: Ctx, view: EditorView, data: DataTransfer): boolean {
  const text = data.getData("text/plain");
  if (data.getData("text/html") !== "" || !/[*_]/.test(text)) return false;
  // Bullets, escaped signs and the stars of bold text keep their meaning.
  const literal = text.replace(/^(\s*\*)(?=\s)|\\.|\*+|_/gm, (sign, bullet?: string) =>
    !bullet && (sign === "*" || sign === "_") ? `\\${sign}` : sign,
  );
  view.dispatch(view.state.tr.replaceSelection(Slice.maxOpen(ctx.get(parserCtx)(literal).content)));
  return true;
}

/** Attaches pasted or dropped files to a message. Another text says where they belong. True when there were files. */
function attachFiles(view: EditorView, files: FileList): boolean {
  if (files.length === 0) return false;
  const input = view.dom.closest(".talk-composer")?.querySelector<HTMLInputElement>("input[type=file]:enabled");
  if (input) {
    input.files = files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  } else showToast("info", NO_PICTURES);
  return true;
}
const NO_PICTURES = "A text holds no pictures. Add them where this page takes files.";

/** Milkdown ends every text with a line break, but an empty text must be stored empty. */
const markdownOf = (ctx: Ctx, view: EditorView) => ctx.get(serializerCtx)(view.state.doc).trim();

function focusAt(view: EditorView, selection?: Selection) {
  if (selection) view.dispatch(view.state.tr.setSelection(selection));
  view.focus();
}

/** The place in `doc` where this beginning of its Markdown ends. Within markup it is close to it. */
function placeAfter(ctx: Ctx, doc: Node, start: string) {
  // The letter keeps what Markdown drops at the end of a text: a space, or an empty item.
  const end = Selection.atEnd(ctx.get(parserCtx)(`${start}x`)).head - 1;
  return doc.resolve(Math.min(end, Selection.atEnd(doc).head));
}

const markType = (state: EditorState, name: string) => state.schema.marks[name] as MarkType;
const nodeType = (state: EditorState, name: string) => state.schema.nodes[name] as NodeType;

function hasMark(state: EditorState, name: string) {
  const { from, to, empty, $from } = state.selection;
  const type = markType(state, name);
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()));
  return state.doc.rangeHasMark(from, to, type);
}

/** The innermost list around the cursor. */
function listAround({ selection: { $from } }: EditorState) {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (node.type.name === "bullet_list" || node.type.name === "ordered_list")
      return { node, position: $from.before(depth) };
  }
  return null;
}

function activeActions(state: EditorState): RichTextAction[] {
  const list = listAround(state)?.node.type.name;
  return [
    ...(hasMark(state, "strong") ? (["bold"] as const) : []),
    ...(hasMark(state, "emphasis") ? (["italic"] as const) : []),
    ...(state.selection.$from.parent.type.name === "heading" ? (["heading"] as const) : []),
    ...(list === "bullet_list" ? (["bulletList"] as const) : []),
    ...(list === "ordered_list" ? (["orderedList"] as const) : []),
    ...(hasMark(state, "link") ? (["link"] as const) : []),
  ];
}

function handleOf(ctx: Ctx, view: EditorView): RichTextHandle {
  const run: RichTextHandle["run"] = (action) => {
    if (action === "bold") callCommand(toggleStrongCommand.key)(ctx);
    else if (action === "italic") callCommand(toggleEmphasisCommand.key)(ctx);
    else if (action === "heading") toggleHeading(ctx, view);
    else if (action === "bulletList") toggleList(view, "bullet_list");
    else if (action === "orderedList") toggleList(view, "ordered_list");
    else clean(ctx, view);
    view.focus();
  };
  return {
    run,
    linkAddress: () => linkAround(view.state)?.mark.attrs.href ?? "",
    setLink: (address) => {
      setLink(view, address);
      view.focus();
    },
    focus: (cursor) => focusAt(view, cursor && Selection.atEnd(view.state.doc)),
    selectBetween: (start, end) => {
      const { doc } = view.state;
      focusAt(view, TextSelection.between(placeAfter(ctx, doc, start), placeAfter(ctx, doc, end)));
    },
    setAttributes: (attributes) => view.setProps({ attributes }),
    setMarkdown: (markdown) => replaceAll(markdown)(ctx),
    append: (text) => view.dispatch(view.state.tr.insertText(text, Selection.atEnd(view.state.doc).from)),
  };
}

function toggleHeading(ctx: Ctx, view: EditorView) {
  if (view.state.selection.$from.parent.type.name === "heading") callCommand(turnIntoTextCommand.key)(ctx);
  else callCommand(wrapInHeadingCommand.key, 3)(ctx);
}

/** Wraps in a list, unwraps, or switches the kind. */
function toggleList(view: EditorView, name: "bullet_list" | "ordered_list") {
  const { state } = view;
  const around = listAround(state);
  if (!around) wrapIn(nodeType(state, name))(state, view.dispatch);
  else if (around.node.type.name === name) liftListItem(nodeType(state, "list_item"))(state, view.dispatch);
  else view.dispatch(state.tr.setNodeMarkup(around.position, nodeType(state, name)));
}

/** Resets to plain paragraphs. */
function clean(ctx: Ctx, view: EditorView) {
  const { from, to, empty, $from } = view.state.selection;
  // Without a selection, the whole paragraph.
  const [start, end] = empty ? [$from.start(), $from.end()] : [from, to];
  view.dispatch(view.state.tr.removeMark(start, end).setStoredMarks([]));
  callCommand(turnIntoTextCommand.key)(ctx);
  while (listAround(view.state)) {
    const before = view.state.doc;
    liftListItem(nodeType(view.state, "list_item"))(view.state, view.dispatch);
    if (view.state.doc.eq(before)) break;
  }
}

/** The link at the cursor or at the start of the selection, with its full range. */
function linkAround(state: EditorState): { mark: Mark; from: number; to: number } | null {
  const type = markType(state, "link");
  const { $from } = state.selection;
  const mark = type.isInSet($from.marks()) ?? ($from.nodeAfter ? type.isInSet($from.nodeAfter.marks) : undefined);
  if (!mark) return null;
  // A link may consist of several text nodes, e.g. around bold text, so adjacent ones are merged.
  const linked: { from: number; to: number }[] = [];
  $from.parent.forEach((node, offset) => {
    if (!mark.isInSet(node.marks)) return;
    const from = $from.start() + offset;
    const last = linked.at(-1);
    if (last?.to === from) last.to = from + node.nodeSize;
    else linked.push({ from, to: from + node.nodeSize });
  });
  const range = linked.find(({ from, to }) => from <= $from.pos && $from.pos <= to);
  return range ? { mark, ...range } : null;
}

function setLink(view: EditorView, address: string) {
  const { state } = view;
  const type = markType(state, "link");
  const around = linkAround(state);
  const { empty, from, to } = state.selection;
  const range = around ?? { from, to };
  if (!address) view.dispatch(state.tr.removeMark(range.from, range.to, type));
  else if (empty && !around)
    view.dispatch(state.tr.replaceSelectionWith(state.schema.text(address, [type.create({ href: address })]), false));
  else
    view.dispatch(
      state.tr.removeMark(range.from, range.to, type).addMark(range.from, range.to, type.create({ href: address })),
    );
}
