import { defaultValueCtx, Editor, editorViewOptionsCtx, rootCtx, serializerCtx } from "@milkdown/kit/core";
import type { Ctx } from "@milkdown/kit/ctx";
import { clipboard } from "@milkdown/kit/plugin/clipboard";
import { history } from "@milkdown/kit/plugin/history";
import {
  blockquoteKeymap,
  codeBlockKeymap,
  commonmark,
  createCodeBlockInputRule,
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
import type { Mark, MarkType, NodeType } from "@milkdown/kit/prose/model";
import { liftListItem } from "@milkdown/kit/prose/schema-list";
import { type EditorState, Plugin, Selection } from "@milkdown/kit/prose/state";
import type { EditorView } from "@milkdown/kit/prose/view";
import { $prose, callCommand, replaceAll } from "@milkdown/kit/utils";
import { Milkdown, MilkdownProvider, useEditor } from "@milkdown/react";
import { useRef } from "react";
import { isHtml } from "./isHtml";
import type { RichTextAction, RichTextHandle } from "./richTextCommand";

export interface RichTextEditorProps {
  /** Asked once, when the editor begins. */
  markdown(): string;
  /** Attributes of the box that is typed into: role, name, descriptions. */
  attributes: Record<string, string>;
  onReady(handle: RichTextHandle): void;
  onMarkdown(markdown: string): void;
  /** The toolbar's pressed buttons, when they change. */
  onActive(actions: RichTextAction[]): void;
}

/** What customers are shown knows no quotes, code or lines: typing `> ` or ``` does not make what saving would lose. */
const unwanted = new Set<unknown>(
  [
    wrapInBlockquoteInputRule,
    createCodeBlockInputRule,
    insertHrInputRule,
    inlineCodeInputRule,
    blockquoteKeymap,
    codeBlockKeymap,
    inlineCodeKeymap,
    // It would write `<br />` for an empty line, and text that begins and ends with markup is taken for HTML.
    remarkPreserveEmptyLinePlugin,
    // Two editors of one page would give two headings the same id.
    syncHeadingIdPlugin,
    imageSchema,
  ].flat(),
);
const preset = commonmark.filter((plugin) => !unwanted.has(plugin));

/** A picture in somebody's text is shown by its words: saving leaves it out, and looking at it must load nothing. */
const pictureInWords = imageSchema.extendSchema((schema) => (ctx) => ({
  ...schema(ctx),
  // Without a rule for their kinds: a picture without a title has null for it, and would stop the editor.
  attrs: { src: { default: "" }, alt: { default: "" }, title: { default: "" } },
  toDOM: (node) => ["span", `![${node.attrs.alt ?? ""}]`],
}));

/** Milkdown on a text in Markdown. Loaded only when a rich text field is used. */
export default function RichTextEditor(props: RichTextEditorProps) {
  return (
    <MilkdownProvider>
      <Box {...props} />
    </MilkdownProvider>
  );
}

function Box(props: RichTextEditorProps) {
  // The editor outlives the render that made it; what it calls must be the latest.
  const latest = useRef(props);
  latest.current = props;
  useEditor((root) => {
    const { attributes } = latest.current;
    const markdown = latest.current.markdown();
    const tell = $prose((ctx) => {
      let active = "";
      return new Plugin({
        view: (view) => {
          // Milkdown knows its view only once this has returned.
          queueMicrotask(() => latest.current.onReady(handleOf(ctx, view)));
          return {
            update(after, before) {
              // Only what was changed is written: text that is only looked at stays as it was typed.
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
        ctx.update(editorViewOptionsCtx, (options) => ({ ...options, attributes }));
        ctx.set(headingIdGenerator.key, () => "");
        // Tab leaves the field, as everywhere else; Ctrl+] and Ctrl+[ move an entry in and out.
        ctx.update(listItemKeymap.key, (keys) => ({
          ...keys,
          SinkListItem: { ...keys.SinkListItem, shortcuts: "Mod-]" },
          LiftListItem: { ...keys.LiftListItem, shortcuts: "Mod-[" },
        }));
      })
      .use(preset)
      .use(pictureInWords)
      .use(history)
      .use(clipboard)
      .use(tell);
  }, []);
  return <Milkdown />;
}

/** A document of its own, in which nothing loads and nothing runs. */
const bodyOf = (html: string) => new DOMParser().parseFromString(html, "text/html").body;

/** An empty text is stored as one: Milkdown ends every text with a line break. */
const markdownOf = (ctx: Ctx, view: EditorView) => ctx.get(serializerCtx)(view.state.doc).trim();

function focusAt(view: EditorView, cursor?: "start" | "end") {
  const { doc, tr } = view.state;
  if (cursor) view.dispatch(tr.setSelection(cursor === "start" ? Selection.atStart(doc) : Selection.atEnd(doc)));
  view.focus();
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
    focus: (cursor) => focusAt(view, cursor),
    setAttributes: (attributes) => view.setProps({ attributes }),
    setMarkdown: (markdown) => replaceAll(markdown)(ctx),
    append: (text) => view.dispatch(view.state.tr.insertText(text, Selection.atEnd(view.state.doc).from)),
  };
}

function toggleHeading(ctx: Ctx, view: EditorView) {
  if (view.state.selection.$from.parent.type.name === "heading") callCommand(turnIntoTextCommand.key)(ctx);
  else callCommand(wrapInHeadingCommand.key, 3)(ctx);
}

/** Into a list, out of it, or from one kind to the other. */
function toggleList(view: EditorView, name: "bullet_list" | "ordered_list") {
  const { state } = view;
  const around = listAround(state);
  if (!around) wrapIn(nodeType(state, name))(state, view.dispatch);
  else if (around.node.type.name === name) liftListItem(nodeType(state, "list_item"))(state, view.dispatch);
  else view.dispatch(state.tr.setNodeMarkup(around.position, nodeType(state, name)));
}

/** Back to plain paragraphs. */
function clean(ctx: Ctx, view: EditorView) {
  const { from, to, empty, $from } = view.state.selection;
  // Without a selection the paragraph is meant.
  const [start, end] = empty ? [$from.start(), $from.end()] : [from, to];
  view.dispatch(view.state.tr.removeMark(start, end).setStoredMarks([]));
  callCommand(turnIntoTextCommand.key)(ctx);
  while (listAround(view.state)) {
    const before = view.state.doc;
    liftListItem(nodeType(view.state, "list_item"))(view.state, view.dispatch);
    if (view.state.doc.eq(before)) break;
  }
}

/** The link under the cursor or at the start of the selection, with all text that carries it. */
function linkAround(state: EditorState): { mark: Mark; from: number; to: number } | null {
  const type = markType(state, "link");
  const { $from } = state.selection;
  const mark = type.isInSet($from.marks()) ?? ($from.nodeAfter ? type.isInSet($from.nodeAfter.marks) : undefined);
  if (!mark) return null;
  // A link may be made of several texts (a bold word in it): from the first to the last that touch each other.
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
