import { cleanText } from "~/format/cleanText";

/**
 * Marks of the HTML reader, as lines or line starts: here the quoted email begins, and this line introduces a
 * quotation. Private characters, which no email's own text keeps.
 */
export const QUOTED_FROM_HERE = "\uE000";
export const QUOTE_INTRODUCTION = "\uE001";
export const withoutMarks = (text: string) => text.replace(/[\uE000\uE001]/g, "");

/** How our own emails are called in a quotation: the sender's name and addresses. */
interface OwnNames {
  addresses: readonly string[];
  name: string;
}

/** Lines over which mail programs wrap 'On Monday, Portal <mail@example.com> wrote:'. */
const INTRODUCTION_LINES = 4;
const INTRODUCTION_CHARACTERS = 300;
/** A longer text after '-- ' is no signature. */
const SIGNATURE_LINES = 12;

const isQuoted = (line: string) => /^\s?>/.test(line);
const isBlank = (line: string) => line.trim() === "";
/** '-----Original Message-----' and '---------- Forwarded message ---------' in every language. */
const isSeparator = (line: string) => /^\s*-{3,}[^-].{2,60}[^-]-{3,}\s*$/.test(line) || /^\s*_{10,}\s*$/.test(line);
/** 'From: …', 'Von: …' or '差出人: …', also in bold. */
const isHeaderLine = (line: string) => /^[\s>*]*[\p{L}][\p{L}\p{M} .-]{0,20}\*?\s?[:：]\*?\s?\S/u.test(line);

/**
 * The last lines that phones and mail apps add. Each also names a device or an app, so that no person's last line fits.
 */
const APP_LINES =
  /^(sent (from|with|via)|get (outlook|gmail|yahoo)|gesendet (von|mit)|von meine[mr]|envoyé (de|depuis)|obtenez outlook|enviad[oa] (desde|do|de)|obtener outlook|inviat[oa] da|verzonden (vanaf|met)|skickat från|sendt fra|wysłan[oe] z)\b/i;
const DEVICES =
  /\b(iphone|ipad|android|samsung|galaxy|huawei|xiaomi|outlook|yahoo|gmail|proton ?mail|blackberry|mobile|windows)\b/i;
const OTHER_APP_LINES = /^((iPhone|iPad|Android)から送信|发自我的.{0,20}|Отправлено (с|из) .{0,40})$/;
const isAppLine = (line: string) => {
  const text = line.trim();
  return text.length < 140 && ((APP_LINES.test(text) && DEVICES.test(text)) || OTHER_APP_LINES.test(text));
};

/**
 * What the person wrote: without the email that they answer, their signature and the last line of their mail app
 * (rules.md inbound/text). Quotations between their sentences stay. By lines, so that its cost grows with the length
 * alone.
 */
export function replyText(text: string, own: OwnNames): string {
  const lines = cleanText(text)
    .replace(/[\u00a0\u2007\u202f]/g, " ")
    .split("\n")
    .map((line) => line.trimEnd());
  const kept = withoutQuotedTail(lines.slice(0, quotedFrom(lines, own)), own);
  return withoutSignature(kept)
    .map((line, at, all) => {
      if (!isQuoted(line)) return line;
      // Shown as a sign: in Markdown the answer below would belong to the quotation.
      const shown = line.replace(/^\s?>/, "\\>");
      return at > 0 && !isQuoted(all[at - 1]!) ? `\n${shown}` : shown;
    })
    .map(withoutMarks)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function namesUs(text: string, { addresses, name }: OwnNames) {
  const lower = text.toLowerCase();
  if (addresses.some((address) => address !== "" && lower.includes(address.toLowerCase()))) return true;
  return name.length > 2 && lower.includes(name.toLowerCase());
}

/** The line where the email that is answered begins; the number of lines when it is quoted by '>' or not at all. */
function quotedFrom(lines: string[], own: OwnNames): number {
  const lastQuoted = lines.findLastIndex(isQuoted);
  for (const [at, line] of lines.entries()) {
    if (line.startsWith(QUOTED_FROM_HERE)) return at;
    if (isQuoted(line)) continue;
    // A forwarded email of someone else is what the person wants to show.
    if (isSeparator(line) && isOurs(lines, at + 1, own)) return at;
    if (isHeaderLine(line) && namesUs(line, own) && headersFrom(lines, at) >= 2) return at;
    const end = introductionEnd(lines, at, own);
    // Answers between the quoted lines come later.
    if (end !== null && end > lastQuoted) return at;
  }
  return lines.length;
}

/** Whether the header lines that begin there are of an email of ours. Without any, whether only a quotation follows. */
function isOurs(lines: string[], at: number, own: OwnNames): boolean {
  let first = at;
  while (first < lines.length && isBlank(lines[first]!)) first++;
  const count = headersFrom(lines, first);
  if (count > 0) return namesUs(lines.slice(first, first + count).join("\n"), own);
  while (first < lines.length && (isBlank(lines[first]!) || isQuoted(lines[first]!))) first++;
  return first === lines.length;
}

function headersFrom(lines: string[], at: number): number {
  let count = 0;
  while (count < 8 && at + count < lines.length && isHeaderLine(lines[at + count]!)) count++;
  return count;
}

/** The line after an introduction that begins here and names us or was marked; null when none does. */
function introductionEnd(lines: string[], at: number, own: OwnNames): number | null {
  if (lines[at]!.startsWith(QUOTE_INTRODUCTION)) return at + 1;
  let text = "";
  for (let end = at; end < Math.min(at + INTRODUCTION_LINES, lines.length); end++) {
    const line = lines[end]!;
    if (isBlank(line) || isQuoted(line)) return null;
    text += ` ${line}`;
    if (text.length > INTRODUCTION_CHARACTERS) return null;
    if (/[:：]$/.test(line)) return /\d/.test(text) && namesUs(text, own) ? end + 1 : null;
  }
  return null;
}

/** Without quoted lines at the end, what introduces them, and our own introduction at the top. */
function withoutQuotedTail(lines: string[], own: OwnNames): string[] {
  let end = lines.length;
  const hasQuotes = lines.some(isQuoted);
  const trimBlank = () => {
    while (end > 0 && isBlank(lines[end - 1]!)) end--;
  };
  trimBlank();
  if (end > 0 && isQuoted(lines[end - 1]!)) {
    while (end > 0 && (isQuoted(lines[end - 1]!) || isBlank(lines[end - 1]!))) end--;
    end = beforeIntroduction(lines, end);
  } else if (end > 0 && lines[end - 1]!.startsWith(QUOTE_INTRODUCTION)) end--;
  const kept = lines.slice(0, end);
  if (!hasQuotes) return kept;
  for (const [at] of kept.entries()) {
    const after = isBlank(kept[at]!) ? null : introductionEnd(kept, at, own);
    if (after !== null) return withoutQuotedTop([...kept.slice(0, at), ...kept.slice(after)]);
  }
  return withoutQuotedTop(kept);
}

/** Without the whole quotation above an answer. Where more of it is quoted below, the person answers line by line. */
function withoutQuotedTop(lines: string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  if (first < 0 || !isQuoted(lines[first]!)) return lines;
  const end = lines.findIndex((line, at) => at > first && !isQuoted(line) && !isBlank(line));
  return end < 0 || lines.slice(end).some(isQuoted) ? lines : lines.slice(end);
}

/** Steps over the lines that end in ':' directly above a quotation, as 'Am 27.11.2026 um 10:00 schrieb Portal:'. */
function beforeIntroduction(lines: string[], end: number): number {
  if (end === 0) return end;
  if (lines[end - 1]!.startsWith(QUOTE_INTRODUCTION)) return end - 1;
  if (!/[:：]$/.test(lines[end - 1]!)) return end;
  let text = "";
  for (let at = end - 1; at >= Math.max(0, end - INTRODUCTION_LINES); at--) {
    if (isBlank(lines[at]!)) return /\d/.test(text) ? at : end;
    text = `${lines[at]} ${text}`;
    if (text.length > INTRODUCTION_CHARACTERS) return end;
    if (at === 0) return /\d/.test(text) ? 0 : end;
  }
  // More lines than an introduction has: the last one alone.
  return /\d/.test(lines[end - 1]!) ? end - 1 : end;
}

function withoutSignature(lines: string[]): string[] {
  let end = lines.length;
  const trimBlank = () => {
    while (end > 0 && isBlank(lines[end - 1]!)) end--;
  };
  trimBlank();
  // RFC 3676 writes the delimiter with a space, which some programs drop.
  for (let at = end - 1; at >= Math.max(0, end - SIGNATURE_LINES - 1); at--) {
    if (isQuoted(lines[at]!)) break;
    if (/^--$/.test(lines[at]!)) {
      end = at;
      trimBlank();
      break;
    }
  }
  while (end > 0 && isAppLine(lines[end - 1]!)) {
    end--;
    trimBlank();
  }
  return lines.slice(0, end);
}
