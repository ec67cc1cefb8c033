import { parse, type Submission } from "@conform-to/react";
import { useRef, useState } from "react";

type Rules<Value> = (formData: FormData) => Submission<Value>;

/** Finds nothing wrong: the server does, as it does without script. */
const noRules = (formData: FormData) => parse<never, string[]>(formData, { resolve: () => ({ error: null }) });

/**
 * A form's rules, asked for once somebody is in it: with their library they weigh as much as the page
 * (rules.md speed/scripts). `load` is a dynamic import; the form takes both props.
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
          // The next focus tries again.
          asked.current = false;
        },
      );
    },
  };
}
