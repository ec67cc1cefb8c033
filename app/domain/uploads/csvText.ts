import { decodeText } from "~/format/decodeText";
import { Invalid } from "../errors";

export interface SheetFile {
  name: string;
  bytes: Uint8Array;
}

/** PDF, rich text, binary formats, and web pages that some programs save as .xls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: only binary formats have them
const OTHER_FORMAT = /^\s*(?:<|%PDF-|\{\\rtf)|[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** The text of a CSV file in its encoding; null for another format, told by its bytes. */
export function csvText({ bytes }: SheetFile): string | null {
  const text = decodeText(bytes);
  return OTHER_FORMAT.test(text) ? null : text;
}

/** The same of a file that must be CSV. Throws Invalid. */
export function readCsvText(file: SheetFile): string {
  const text = csvText(file);
  if (text === null) throw new Invalid(`${file.name} is not a CSV file. Save your sheet as .csv and upload that.`);
  if (text.trim() === "") throw new Invalid(`${file.name} is empty`);
  return text;
}
