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
  /** Restores the last cursor unless one is given. */
  focus(cursor?: "start" | "end"): void;
  setAttributes(attributes: Record<string, string>): void;
  setMarkdown(markdown: string): void;
  /** Appends plain text. */
  append(text: string): void;
}
