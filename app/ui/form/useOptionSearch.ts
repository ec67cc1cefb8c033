import { type FormEvent, useEffect, useRef, useState } from "react";

const DEBOUNCE_MS = 500;

interface OptionSearch<Found> {
  /** What the page was made with: the text that was searched for, and what it found. */
  search: string;
  found: readonly Found[];
  /** A shorter text is not searched for. */
  minimum: number;
  /** Where a text is asked about; answers the options as JSON. */
  address(text: string): string;
}

/**
 * Options that are looked for while one types, 500 ms after the last key; an older search that is still under way is
 * cancelled. Without script the page itself brings what a search step found.
 */
export function useOptionSearch<Found>({ search, found, minimum, address }: OptionSearch<Found>) {
  const [options, setOptions] = useState(found);
  const [searched, setSearched] = useState(search.trim().length >= minimum);
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const asking = useRef<AbortController>();
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      asking.current?.abort();
    },
    [],
  );

  const find = async (text: string) => {
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    try {
      const response = await fetch(address(text), { signal });
      if (!response.ok) throw new Error(`${response.status}`);
      setOptions((await response.json()) as Found[]);
      setFailed(false);
      setSearched(true);
    } catch {
      if (!signal.aborted) setFailed(true);
    }
  };
  const type = (event: FormEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value.trim();
    clearTimeout(timer.current);
    // An older search has nothing to say any more.
    asking.current?.abort();
    if (text.length >= minimum) timer.current = setTimeout(() => find(text), DEBOUNCE_MS);
    else {
      // Back to what is offered without a search.
      setOptions(search.trim() === "" ? found : []);
      setSearched(false);
      setFailed(false);
    }
  };
  return { options, searched, failed, type };
}

/** What a search has found, in words for a status line. */
export function foundInWords(
  { options, searched, failed }: { options: readonly unknown[]; searched: boolean; failed: boolean },
  most: number,
  one: string,
  many: string,
) {
  if (failed) return "An error occurred. Please try again.";
  if (!searched) return "";
  if (options.length === most) return `First ${most} ${many} found. Type more to narrow them down.`;
  return `${options.length === 0 ? "No" : options.length} ${options.length === 1 ? one : many} found`;
}
