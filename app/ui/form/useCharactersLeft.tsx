import { useState } from "react";
import { formatNumber } from "~/format/numbers";

/** The share of a limit that is left when a field shows it. */
const END = 0.2;

/**
 * The sentence below a long field once little of its `limit` is left, and what to call with each new value. `maxLength`
 * would cut pasted text without a word.
 */
export function useCharactersLeft(limit?: number) {
  const [left, setLeft] = useState<number>();
  const count = (value: string) => {
    if (limit) setLeft(limit - value.length);
  };
  const hint =
    limit && left !== undefined && left <= limit * END ? (
      <p className="field-hint" role="status">
        {left < 0 ? `${formatNumber(-left)} characters too many` : `${formatNumber(left)} characters left`}
      </p>
    ) : null;
  return [hint, count] as const;
}
