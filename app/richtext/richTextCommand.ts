/** What the toolbar can do: the specified marks and blocks, and the ones that text from elsewhere may bring. */
const richTextActions = ["bold", "italic", "heading", "bulletList", "orderedList", "link", "clean"] as const;
export type RichTextAction = (typeof richTextActions)[number];

/** What the toolbar asks of an editor that runs. */
export interface RichTextHandle {
  run(action: Exclude<RichTextAction, "link">): void;
  /** The address under the cursor, to change it; empty where there is none. */
  linkAddress(): string;
  /** Links what is selected, or writes the address itself where nothing is; an empty address takes the link away. */
  setLink(address: string): void;
  /** Where it was, or where it is told. */
  focus(cursor?: "start" | "end"): void;
  setAttributes(attributes: Record<string, string>): void;
  setMarkdown(markdown: string): void;
  /** Plain text after everything else. */
  append(text: string): void;
}
