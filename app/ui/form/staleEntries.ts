import { STALE_RECORD } from "~/format/staleRecord";

/**
 * Fields of a form whose save was stale: the version that the person has seen, and per field both versions and the
 * choice between them.
 */
export const STALE_VERSION = "staleVersion";
export const STALE_ALL = "staleAll";
export const staleField = (name: string) => `stale:${name}`;
export const staleChoice = (name: string) => `staleChoice:${name}`;

export type Entries = [name: string, value: string][];

/** A field's value as a form posts it. Empty values, and ticks that are off, are not posted. */
export function entriesOf(name: string, value: unknown): Entries {
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      entriesOf(typeof one === "object" && one !== null ? `${name}[${index}]` : name, one),
    );
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, one]) => entriesOf(`${name}.${key}`, one));
  if (value === true) return [[name, "on"]];
  if (value === undefined || value === null || value === false || value === "") return [];
  return [[name, withoutReturns(String(value))]];
}

/** What a posted form holds for a field with all its rows. */
export const postedEntries = (form: FormData, name: string): Entries =>
  [...form]
    .filter(([key]) => isPartOf(name, key))
    .map(([key, value]): [string, string] => [key, typeof value === "string" ? withoutReturns(value) : value.name])
    .filter(([, value]) => value !== "");

export const isPartOf = (name: string, key: string) =>
  key === name || key.startsWith(`${name}[`) || key.startsWith(`${name}.`);

export const sameEntries = (one: Entries, other: Entries) => inOrder(one) === inOrder(other);

const inOrder = (entries: Entries) => JSON.stringify(entries.map((entry) => entry.join("=")).sort());

const withoutReturns = (text: string) => text.replaceAll("\r\n", "\n");

type Result = { error?: Record<string, string[] | null> | null };

/** True for the answer to a stale save. */
export const isStale = (result: Result | undefined) =>
  Object.values(result?.error ?? {}).some((errors) => errors?.includes(STALE_RECORD));

/**
 * The version that an act posts, such as a refund, whose form changes no field of the record. After a stale one it is
 * that of the record as the page shows it now, so that a second press goes ahead.
 */
export const versionToPost = (
  result: (Result & { initialValue?: Record<string, unknown> | null }) | undefined,
  shown: number,
) => String((isStale(result) ? null : result?.initialValue?.version) ?? shown);
