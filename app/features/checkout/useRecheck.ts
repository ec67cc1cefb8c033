import { type FocusEvent, useEffect, useState } from "react";
import { requiredBilling } from "~/domain/checkout/requiredBilling";

const billing: [string, string][] = Object.entries(requiredBilling).map(([name, text]) => [
  `billingAddress.${name}`,
  text,
]);
const person: [string, string][] = [
  ["firstName", "First name is required"],
  ["lastName", "Last name is required"],
  ["email", "Email is required"],
];
const ofClient = new Map(billing);
const ofVisitor = new Map([...person, ...billing]);

type Errors = Record<string, string[] | null>;

/**
 * Validates the required fields on each submit, and on blur after the first. `refused` is the server's
 * response; a new one resets these checks.
 */
export function useRecheck(refused: unknown, visits: boolean) {
  const texts = visits ? ofVisitor : ofClient;
  const errorOf = (name: string, value: string) => ({ [name]: value.trim() ? null : [texts.get(name)!] });
  const [attempted, setAttempted] = useState(false);
  const [checked, setChecked] = useState<Errors>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new response resets the checks
  useEffect(() => setChecked({}), [refused]);
  return {
    checked,
    /** Returns true when no field is missing. */
    attempt: (form: HTMLFormElement): boolean => {
      setAttempted(true);
      const typed = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
      const found: Errors = Object.assign({}, ...[...texts.keys()].map((name) => errorOf(name, typed(name))));
      setChecked(found);
      return Object.values(found).every((error) => error === null);
    },
    onBlur: (event: FocusEvent<HTMLFormElement>) => {
      const { name, value } = event.target as unknown as HTMLInputElement;
      if (attempted && texts.has(name)) setChecked((before) => ({ ...before, ...errorOf(name, value) }));
    },
  };
}
