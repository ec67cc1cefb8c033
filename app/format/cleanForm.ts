import { cleanText } from "./cleanText";

/** A password is kept letter by letter: what an older portal hashed must still match (domain/accounts/passwords). */
const SECRET = /password/i;

/** NUL is stored nowhere. */
export const cleanField = (name: string, text: string) =>
  SECRET.test(name) ? text.replaceAll("\0", "").replace(/\p{Cs}/gu, "\ufffd") : cleanText(text);

/** A form with clean texts, as its schema reads it in the browser and on the server. Files stay. */
export function cleanForm(form: FormData): FormData {
  const entries = [...form].map(
    ([name, value]) => [name, typeof value === "string" ? cleanField(name, value) : value] as const,
  );
  const values = [...form.values()];
  if (entries.every(([, value], at) => value === values[at])) return form;
  const clean = new FormData();
  for (const [name, value] of entries)
    if (typeof value === "string") clean.append(name, value);
    else clean.append(name, value);
  return clean;
}
