import { type FormEvent, useEffect, useRef, useState } from "react";
import { isWordSign } from "~/format/wordSigns";

const PAUSE_MS = 500;

interface OptionSearch<Found> {
  /** The search text and results that the page was rendered with. */
  search: string;
  found: readonly Found[];
  /** Minimum length of a search text. */
  minimum: number;
  /** The URL that returns the options for a text as JSON. */
  address(text: string): string;
  /** How long typing must have stopped. */
  pauseMs?: number;
}

const isLongEnough = (text: string, minimum: number) => text.length >= minimum || isWordSign(text);

/**
 * Searches options while typing, 500 ms after the last key, and cancels an older search. `text` is what the options
 * answer. Without script the page renders the results of a search step.
 */
export function useOptionSearch<Found>({ search, found, minimum, address, pauseMs = PAUSE_MS }: OptionSearch<Found>) {
  const [{ options, text }, setAnswer] = useState({ options: found, text: search.trim() });
  const [searched, setSearched] = useState(isLongEnough(search.trim(), minimum));
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

  const find = async (asked: string) => {
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    try {
      const response = await fetch(address(asked), { signal });
      if (!response.ok) throw new Error(`${response.status}`);
      setAnswer({ options: (await response.json()) as Found[], text: asked });
      setFailed(false);
      setSearched(true);
    } catch {
      if (!signal.aborted) setFailed(true);
    }
  };
  /** Cancels the search under way. */
  const stop = () => {
    clearTimeout(timer.current);
    asking.current?.abort();
  };
  const type = (event: FormEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value.trim();
    stop();
    if (isLongEnough(typed, minimum)) timer.current = setTimeout(() => find(typed), pauseMs);
    else {
      // Back to the options offered without a search.
      setAnswer({ options: search.trim() === "" ? found : [], text: typed });
      setSearched(false);
      setFailed(false);
    }
  };
  return { options, text, searched, failed, type, stop };
}

/** The search result as text for a status line. */
export function matchesInText(
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
