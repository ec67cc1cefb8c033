/** A decoded form value: text, a list, or named values. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = { [name: string]: FormValue };

/** Decodes `a[b][c]=1&d[]=2&e[0][f]=3` as Stripe does. Empty or whole-number brackets make a list. */
export function parseForm(text: string): FormFields {
  const root: FormFields = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const parts = key.split(/\]\[|\[|\]/).filter((part, index, all) => !(part === "" && index === all.length - 1));
    const path = key.endsWith("[]") ? [...parts.filter((part) => part !== ""), ""] : parts;
    if (path.some((part) => part === "__proto__" || part === "constructor")) continue;
    place(root, path, value);
  }
  return listsOf(root) as FormFields;
}

function place(target: FormFields, path: string[], value: string): void {
  const [rawName = "", ...rest] = path;
  const name = rawName === "" ? String(Object.keys(target).length) : rawName;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const existing = target[name];
  const next = typeof existing === "object" && !Array.isArray(existing) ? existing : {};
  target[name] = next;
  place(next, rest, value);
}

/** Named values with the names 0, 1, 2 ... become a list. */
function listsOf(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name, index) => name === String(index))) {
    return names.map((name) => listsOf(value[name]!));
  }
  return Object.fromEntries(names.map((name) => [name, listsOf(value[name]!)]));
}
