import { execFileSync } from "node:child_process";
import { strFromU8, unzipSync } from "fflate";
import { officeFile } from "./officeFile";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const textOf = (xml: string) =>
  [...xml.matchAll(/<t(?: [^>]*)?>([\s\S]*?)<\/t>/g)]
    .map(([, text]) => text!)
    .join("")
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The cells of an .xlsx row by row: text or the stored number. Throws for a formula. */
export function readSheet(bytes: Uint8Array): (string | number | null)[][] {
  const parts = unzipSync(bytes);
  const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"]!);
  if (/<f[ >/]/.test(sheet)) throw new Error("The sheet contains a formula");
  const sharedStrings = parts["xl/sharedStrings.xml"] ? strFromU8(parts["xl/sharedStrings.xml"]) : "";
  const strings = [...sharedStrings.matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, xml]) => textOf(xml!));
  return [...sheet.matchAll(/<row [^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)].map(([, row = ""]) => {
    const cells: (string | number | null)[] = [];
    for (const [, attributes = "", body = ""] of row.matchAll(/<c((?: [^>]*?)?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const letters = /r="([A-Z]+)\d+"/.exec(attributes)?.[1];
      const column = letters
        ? [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
        : cells.length;
      while (cells.length < column) cells.push(null);
      const value = /<v>([\s\S]*?)<\/v>/.exec(body)?.[1];
      if (/t="inlineStr"/.test(attributes)) cells.push(textOf(body));
      else if (/t="s"/.test(attributes)) cells.push(strings[Number(value)]!);
      else cells.push(value === undefined ? null : Number(value));
    }
    return cells;
  });
}

/** ms UTC of an Excel date. */
export const timeOfCell = (days: string | number | null | undefined) =>
  Math.round((Number(days) - 25_569) * 86_400_000);

/** The path of LibreOffice, or null if it is not installed. */
export function findOffice(): string | null {
  for (const name of ["soffice", "libreoffice"])
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // Try the next name.
    }
  return null;
}

/** Converts an .xlsx with LibreOffice: the cells of its first sheet, with formulas shown. */
export async function officeRows(office: string, bytes: Uint8Array): Promise<string[][]> {
  // 9 = tab, 34 = quote, 76 = UTF-8, from line 1; cells as shown, unquoted, formulas as formulas.
  const filter = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,true";
  return Buffer.from(await officeFile(office, "sheet.xlsx", bytes, filter))
    .toString("utf8")
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) => line.split("\t").map((cell) => cell.replace(/^"([\s\S]*)"$/, "$1").replaceAll('""', '"')));
}

/** All bytes of a file, streamed or not. */
export const bytesOf = async (file: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await new Response(file as BodyInit).arrayBuffer());
