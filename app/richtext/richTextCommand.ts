/** Toolbar actions: the specified marks and blocks, and those that pasted text may bring. */
const richTextActions = ["bold", "italic", "heading", "bulletList", "orderedList", "link", "clean"] as const;
export type RichTextAction = (typeof richTextActions)[number];

/** The toolbar's handle to a running editor. */
export interface RichTextHandle {
  run(action: Exclude<RichTextAction, "link">): void;
  /** The address of the link at the cursor, or an empty string. */
  linkAddress(): string;
  /** Links the selection, or inserts the address when nothing is selected. An empty address removes the link. */
  setLink(address: string): void;
  /** With the last selection, or at the end. */
  focus(cursor?: "end"): void;
  /** Focuses and selects what stands between two beginnings of the editor's Markdown. Equal ones set the cursor. */
  selectBetween(start: string, end: string): void;
  setAttributes(attributes: Record<string, string>): void;
  setMarkdown(markdown: string): void;
  /** Appends plain text. */
  append(text: string): void;
}
