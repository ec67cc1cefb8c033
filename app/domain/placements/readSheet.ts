import { unpack, zipEntries } from "~/format/zipEntries";
import { Invalid } from "../errors";
import { csvText, type SheetFile } from "../uploads/csvText";
import { LINKS_OF_ORDER, placementRows, readCsvRows, type WrittenRow } from "./placementRows";

/** Of all parts of a workbook together; 1,000 rows of text are 200 kB (rules.md costs/archives). */
const MAX_UNPACKED_BYTES = 5 * 1024 * 1024;
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/**
 * Reads the link rows of a CSV or .xlsx file, told apart by their bytes. Cells are the text that the sheet shows;
 * nothing is evaluated. Throws Invalid for a file that is no sheet, cannot be read or has more than 1,000 rows.
 */
export async function readSheet(file: SheetFile, order = LINKS_OF_ORDER): Promise<WrittenRow[]> {
  const starts = (...signature: number[]) => signature.every((byte, index) => file.bytes[index] === byte);
  if (starts(0x50, 0x4b)) return readXlsxRows(file, order);
  if (starts(0xd0, 0xcf, 0x11, 0xe0))
    throw new Invalid(`${file.name} is an old Excel file or has a password. Save it as .xlsx without a password.`);
  if (file.bytes.length > MAX_TEXT_BYTES) throw tooLarge(file);
  const text = csvText(file);
  if (text === null) throw notASheet(file);
  return readCsvRows(text, order);
}

const tooLarge = ({ name }: SheetFile) =>
  new Invalid(`${name} is too large. Save the sheet with the links as a new file.`);
const notASheet = ({ name }: SheetFile) => new Invalid(`${name} is not a sheet. Upload a .csv or .xlsx file.`);

async function readXlsxRows(file: SheetFile, order: typeof LINKS_OF_ORDER): Promise<WrittenRow[]> {
  assertBounded(file);
  // Imported on first use, to keep it out of cold starts.
  const { readWorkbook } = await import("~/format/readWorkbook");
  const sheet = await readWorkbook(file.bytes).catch(() => {
    throw new Invalid(`${file.name} cannot be read. Save it as .xlsx or .csv and try again.`);
  });
  if (!sheet) throw new Invalid(`${file.name} has no visible sheet.`);
  return placementRows(sheet.rows, order, sheet.linkAt);
}

/** Throws Invalid if the parts unpack to more than the limit, whatever size they claim, and for other archives. */
function assertBounded(file: SheetFile) {
  try {
    const entries = zipEntries(file.bytes);
    if (![...entries.keys()].some((name) => /^xl\/workbook\d*\.xml$/.test(name))) throw notASheet(file);
    let left = MAX_UNPACKED_BYTES;
    for (const entry of entries.values()) {
      const part = unpack(entry, left);
      if (!part) throw tooLarge(file);
      left -= part.length;
    }
  } catch (error) {
    if (error instanceof Invalid) throw error;
    throw new Invalid(`${file.name} is damaged. Save it again and upload the new file.`);
  }
}
