import type { ValidationError } from "./cardChecks";

export interface CardField {
  wrapper: HTMLElement;
  input: HTMLInputElement;
  /** The error of its current value. */
  check(): ValidationError | undefined;
}

export interface FieldOptions {
  name: "number" | "expiry" | "cvc" | "postal";
  label: string;
  autocomplete: AutoFill;
  placeholder: string;
  maxLength: number;
  elementId: string;
  /** Formats the digits; absent for text shown as typed. */
  spaced?: (digits: string) => string;
  check(value: string): ValidationError | undefined;
}

/**
 * A labelled input of the card element. It belongs to a form that does not exist, so no form of the page submits it.
 */
export function cardField(options: FieldOptions): CardField {
  const wrapper = document.createElement("span");
  wrapper.className = `StripeField StripeField--${options.name}`;
  const input = document.createElement("input");
  input.id = `${options.elementId}-${options.name}`;
  input.type = "text";
  input.setAttribute("form", "__stripe_none");
  input.autocomplete = options.autocomplete;
  input.placeholder = options.placeholder;
  input.maxLength = options.maxLength;
  input.spellcheck = false;
  input.setAttribute("aria-required", "true");
  if (options.spaced) input.inputMode = "numeric";
  const label = document.createElement("label");
  label.htmlFor = input.id;
  label.textContent = options.label;
  wrapper.replaceChildren(label, input);
  input.addEventListener("input", () => reshape(input, options.spaced));
  const value = () => (options.spaced ? digitsOf(input.value) : input.value);
  return { wrapper, input, check: () => options.check(value()) };
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function reshape(input: HTMLInputElement, spaced: FieldOptions["spaced"]): void {
  if (!spaced) return;
  const atEnd = input.selectionStart === input.value.length;
  const shown = spaced(digitsOf(input.value));
  // Only at the end: in the middle of a number the caret would jump.
  if (atEnd && shown !== input.value) input.value = shown;
}
