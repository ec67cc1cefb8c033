import type { SubmissionResult } from "@conform-to/react";
import { type RefObject, useEffect, useRef, useState } from "react";

const FIRST_FIELD = "input:not([type=hidden], [type=checkbox], [type=file]), textarea, select";

/**
 * Moves the focus when rows of a form are added or removed. Returns the announcement for a status region. Rows carry
 * `data-row`, the add button `data-add`. `keys` are the rows' keys in order.
 */
export function useRows(list: RefObject<HTMLElement>, keys: readonly (string | undefined)[]): string {
  const before = useRef(keys);
  const [said, say] = useState("");
  const now = keys.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are compared as one string
  useEffect(() => {
    const was = before.current;
    before.current = keys;
    if (was.join(" ") === now || !list.current) return;
    const rows = [...list.current.querySelectorAll<HTMLElement>("[data-row]")];
    if (keys.length > was.length) {
      const added = keys.findIndex((key) => !was.includes(key));
      const field = rows[added]?.querySelector<HTMLInputElement>(FIRST_FIELD);
      field?.focus();
      field?.select?.();
      say(`Added at position ${added + 1} of ${keys.length}`);
    } else if (keys.length < was.length) {
      const gone = was.findIndex((key) => !keys.includes(key));
      const neighbour = rows[Math.min(gone, rows.length - 1)];
      (
        neighbour?.querySelector<HTMLElement>("[data-remove]") ?? list.current.querySelector<HTMLElement>("[data-add]")
      )?.focus();
      say(`Removed, ${keys.length} left`);
    } else {
      const moved = rows.findIndex((row) => row.contains(document.activeElement));
      say(`Moved to position ${moved + 1} of ${keys.length}`);
    }
  }, [now]);
  return said;
}

type Intent = { type: string; payload: { name?: string; index?: number; to?: number } };

/**
 * The row that the last post without script added or moved, or that took the place of a removed one. Null for any
 * other post.
 */
export function landingRow(result: SubmissionResult | undefined, list: string, count: number): number | null {
  const intent = result?.intent as Intent | undefined;
  if (!intent || intent.payload.name !== list) return null;
  if (intent.type === "insert") return count - 1;
  if (intent.type === "reorder") return intent.payload.to ?? null;
  return intent.type === "remove" ? Math.min(intent.payload.index ?? 0, count - 1) : null;
}
