import { rgb } from "pdf-lib";
import type { TextStyle } from "./pdfSheets";

export const ink = rgb(0.11, 0.13, 0.16);
const quiet = rgb(0.38, 0.41, 0.45);
export const rule = rgb(0.84, 0.86, 0.88);
export const ground = rgb(0.955, 0.96, 0.965);

export const styles = {
  brand: { size: 18, weight: "bold", color: ink },
  title: { size: 20, weight: "bold", color: ink },
  text: { size: 9.5, weight: "regular", color: ink },
  strong: { size: 9.5, weight: "bold", color: ink },
  label: { size: 8, weight: "bold", color: quiet },
  small: { size: 8, weight: "regular", color: quiet },
  total: { size: 12, weight: "bold", color: ink },
  button: { size: 10, weight: "bold", color: rgb(1, 1, 1) },
} as const satisfies Record<string, TextStyle>;

/**
 * Collects the strings of a value. Other values add characters of the first font, which prints the document's own
 * words.
 */
export const textsIn = (value: unknown): string[] =>
  typeof value === "string"
    ? [value.normalize("NFC")]
    : value !== null && typeof value === "object" && !(value instanceof Uint8Array)
      ? Object.values(value).flatMap(textsIn)
      : ["Invoice 0123456789$"];
