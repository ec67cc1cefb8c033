import { parse, type Submission } from "@conform-to/react";
import { useRef, useState } from "react";

type Rules<Value> = (formData: FormData) => Submission<Value>;

/** Reports no errors. The server validates, as it does without script. */
const noRules = (formData: FormData) => parse<never, string[]>(formData, { resolve: () => ({ error: null }) });

/**
 * Loads a form's validation on first focus: with its library it weighs as much as the page (rules.md speed/scripts).
 * `load` is a dynamic import. Pass both returned props to the form.
 */
export function useLazyValidation<Value>(load: () => Promise<Rules<Value>>) {
  const [rules, setRules] = useState<{ check: Rules<Value> }>();
  const asked = useRef(false);
  return {
    onValidate: ({ formData }: { formData: FormData }) => (rules?.check ?? noRules)(formData),
    onFocus() {
      if (asked.current) return;
      asked.current = true;
      load().then(
        (check) => setRules({ check }),
        () => {
          // Retry on the next focus.
          asked.current = false;
        },
      );
    },
  };
}
