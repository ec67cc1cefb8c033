import type { SubmissionResult } from "@conform-to/react";
import { useId } from "react";
import type { ReceivedFile } from "./receivedFile";
import {
  type Entries,
  entriesOf,
  isStale,
  STALE_ALL,
  STALE_VERSION,
  sameEntries,
  staleChoice,
  staleField,
} from "./staleEntries";

/** A field of the form as people know it. */
interface ComparedField {
  name: string;
  label: string;
  /** The words for a value that is an id or a key. */
  options?: readonly { value: string; label: string }[];
}

interface StaleFieldsProps {
  lastResult?: Pick<SubmissionResult, "error" | "initialValue">;
  /** The stored record as the form shows it; after a stale save it is the other person's. */
  stored: Record<string, unknown>;
  version: number | undefined;
  fields: readonly ComparedField[];
}

/** The names of files by their keys. */
export const filesOf = (received: readonly ReceivedFile[] = [], stored?: ReceivedFile | null) =>
  [...received, ...(stored ? [stored] : [])].map(({ key, name }) => ({ value: key, label: name }));

/**
 * After a stale save: the fields that differ, with both versions and a choice between them. The form posts the choices
 * with the version that it shows, and `resolveStale` applies them (rules.md forms/both-versions).
 */
export function StaleFields({ lastResult, stored, version, fields }: StaleFieldsProps) {
  const mine = lastResult?.initialValue ?? {};
  // The answer to a post arrives before the page's data.
  if (!isStale(lastResult) || version === undefined || String(mine.version) === String(version)) return null;
  const differing = fields
    .filter(({ name }) => name in stored)
    .map((field) => ({
      ...field,
      mine: entriesOf(field.name, mine[field.name]),
      theirs: entriesOf(field.name, stored[field.name]),
      tick: typeof stored[field.name] === "boolean",
    }))
    .filter((field) => !sameEntries(field.mine, field.theirs));
  return (
    <section className="stale" aria-label="Both versions" key={version}>
      <h3>Both versions</h3>
      <input type="hidden" name={STALE_VERSION} value={version} />
      {differing.length === 0 ? (
        <p>Nothing in this form differs. Save again to keep your version.</p>
      ) : (
        <p>Choose what to keep, then save. Nothing is lost until you do.</p>
      )}
      {differing.length > 1 ? (
        <Choice name={STALE_ALL} label="All fields" start="each">
          {[
            ["each", "As chosen below"],
            ["mine", "Yours"],
            ["theirs", "Theirs"],
          ]}
        </Choice>
      ) : null}
      {differing.map((field) => (
        <div key={field.name}>
          <input
            type="hidden"
            name={staleField(field.name)}
            value={JSON.stringify({ mine: field.mine, theirs: field.theirs })}
          />
          <Choice name={staleChoice(field.name)} label={field.label} start="mine">
            {[
              ["mine", "Yours", wordsOf(field, field.mine)],
              ["theirs", "Theirs", wordsOf(field, field.theirs)],
            ]}
          </Choice>
        </div>
      ))}
    </section>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  start: string;
  children: [value: string, label: string, words?: string][];
}

function Choice({ name, label, start, children }: ChoiceProps) {
  const id = useId();
  return (
    <fieldset className="stale-field">
      <legend className="field-label">{label}</legend>
      {children.map(([value, title, words]) => (
        <label key={value} className="choice">
          <input type="radio" id={`${id}${value}`} name={name} value={value} defaultChecked={value === start} />
          <span>
            {title}
            {words === undefined ? null : <span className="stale-value">{words}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What people read for a field: a line for each row of a list, and no ids. */
function wordsOf({ name, options, tick }: ComparedField & { tick: boolean }, entries: Entries): string {
  if (tick) return entries.length > 0 ? "On" : "Off";
  const rows = new Map<string, string[]>();
  for (const [key, value] of entries) {
    const [, row = "", member = ""] = /^\[(\d+)\]\.?(.*)$/.exec(key.slice(name.length)) ?? [];
    if (member === "id") continue;
    const known = options?.find((option) => option.value === value)?.label;
    const words = known ?? (/Key$/.test(member || name) ? "A file" : value === "on" ? "✓" : value);
    rows.set(row, [...(rows.get(row) ?? []), words]);
  }
  return [...rows.values()].map((words) => words.join(", ")).join("\n") || "Empty";
}
