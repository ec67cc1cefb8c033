import type { FormEvent } from "react";

/**
 * Keeps a typed character out of a field that takes digits only, or digits, points and commas. Pasted text stays, so
 * that the form can read it or say what is wrong with it (rules.md forms/numbers).
 */
export const digitsOnly =
  (decimals = false) =>
  (event: FormEvent<HTMLInputElement>) => {
    // React's own event: that of a space is a key press, which holds no text.
    const { data } = event as FormEvent<HTMLInputElement> & { data?: string };
    if (data?.length === 1 && !(decimals ? /[\p{Nd}.,٫]/u : /\p{Nd}/u).test(data)) event.preventDefault();
  };
