import { toOneLine } from "~/format/cleanText";
import { completeWebAddress } from "../webAddress";

export interface LiveLine {
  /** The line of the pasted text, from 1. */
  line: number;
  /** The number of the row, or null for a line with an address only. */
  number: string | null;
  liveUrl: string;
  errors: string[];
}

const NUMBER_FIRST = /^#?(\d+-\d+)(?:\s*[;,:]\s*|\s+)(.*)$/;

/** Reads pasted live addresses: an address a line, or the row's number, a tab and the address. Skips blank lines. */
export function readLiveList(text: string): LiveLine[] {
  const lines = new Map<string, number>();
  return text.split(/\r\n?|\n/).flatMap((written, index) => {
    if (written.trim() === "") return [];
    const line = index + 1;
    const { number, rest } = splitLine(written);
    const address = completeWebAddress(rest);
    const errors: string[] = [];
    if (!address) errors.push(`Line ${line}: ${rest === "" ? "the address is missing" : "not a web address"}`);
    const earlier = number && lines.get(number);
    if (earlier) errors.push(`Line ${line}: line ${earlier} has the number ${number} too`);
    else if (number) lines.set(number, line);
    return [{ line, number, liveUrl: address ?? rest, errors }];
  });
}

/** The cells of a line by tab. Lines from a mail have spaces or a sign after the number instead. */
function splitLine(written: string): { number: string | null; rest: string } {
  const [first = "", ...others] = written.split("\t").map(toOneLine);
  const second = others.find((cell) => cell !== "");
  if (second !== undefined) return { number: first.replace(/^#/, "") || null, rest: second };
  const [, number = null, rest = first] = NUMBER_FIRST.exec(first) ?? [];
  if (number === null && /^#?\d+-\d+$/.test(first)) return { number: first, rest: "" };
  return { number, rest };
}
