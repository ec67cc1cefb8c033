import { Invalid } from "~/domain/errors";

/** A payout names up to 2,000 commissions; every other form has far fewer fields. */
export const MAX_FIELDS = 5000;
/** Of one name, which the form library collects in time that grows with the square. */
const MAX_EQUAL_NAMES = 2500;
const MAX_NAME = 200;
/** Rows of all lists in a form. Real lists have at most a few hundred. */
const MAX_ROWS = 5000;
/** An intent names a list and holds at most one new row. */
const MAX_INTENT = 2000;
/**
 * Paths the form library understands (`items[2].name`). It creates all rows before the named one, so indexes are
 * limited to three digits.
 */
const NAME = /^(?:[^.[\]]+|\[\d{1,3}\])?(?:\.[^.[\]]+|\[\d{1,3}\])*$/;
const RESERVED = /(?:^|\.)(?:__proto__|constructor|prototype)(?=$|[.[])/;
const intents = ["insert", "remove", "reorder"];

const isSoundName = (name: string) => name.length <= MAX_NAME && NAME.test(name) && !RESERVED.test(name);

/**
 * Rejects forms that would cost more work than any form of the portal: too many fields, bad names or high row
 * indexes. Removes the form library's state and unknown intents, which no page sends. Throws Invalid.
 */
export function assertWellFormedForm(form: FormData): FormData {
  form.delete("__state__");
  if (form.has("__intent__") && !isSoundIntent(form.get("__intent__"))) form.delete("__intent__");
  const rows = new Map<string, number>();
  const times = new Map<string, number>();
  let fields = 0;
  for (const name of form.keys()) {
    const equal = (times.get(name) ?? 0) + 1;
    times.set(name, equal);
    if (++fields > MAX_FIELDS || equal > MAX_EQUAL_NAMES || !isSoundName(name)) throw unreadable();
    for (const { index, 1: place } of name.matchAll(/\[(\d+)\]/g)) {
      const list = name.slice(0, index);
      rows.set(list, Math.max(rows.get(list) ?? 0, Number(place) + 1));
    }
  }
  let total = 0;
  for (const count of rows.values()) total += count;
  if (total > MAX_ROWS) throw unreadable();
  return form;
}

export const unreadable = () => new Invalid("This form cannot be read. Please reload the page and try again.");

/** True for an intent of one of the portal's buttons, with valid indexes. */
function isSoundIntent(intent: FormDataEntryValue | null): boolean {
  if (typeof intent !== "string" || intent.length > MAX_INTENT) return false;
  try {
    const { type, payload } = JSON.parse(intent) as { type: string; payload: Record<string, unknown> };
    const places = [payload.index, payload.from, payload.to].filter((place) => place !== undefined);
    return (
      intents.includes(type) &&
      typeof payload.name === "string" &&
      isSoundName(payload.name) &&
      places.every((place) => Number.isInteger(place) && Number(place) >= 0 && Number(place) < 1000)
    );
  } catch {
    return false;
  }
}
