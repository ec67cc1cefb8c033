import type { SubmissionResult } from "@conform-to/react";
import { CheckboxField } from "./CheckboxField";
import { DateField } from "./DateField";
import { PAST_DAY, PAST_DAY_TICK, SHOWN_DAY } from "./pastDay";
import type { TextFieldProps } from "./TextField";

type ExpiryFieldProps = Omit<TextFieldProps, "type" | "prefix"> & {
  lastResult: SubmissionResult | undefined;
  /** The stored day. */
  shown: string | undefined;
};

/** The last day of a record. A day that has passed is saved with a tick only (http/assertLaterDay). */
export function ExpiryField({ lastResult, shown, ...props }: ExpiryFieldProps) {
  const { name } = props;
  const isAsked = lastResult?.error?.[name]?.includes(PAST_DAY);
  return (
    <div className="stack">
      <DateField {...props} />
      {shown ? <input type="hidden" name={SHOWN_DAY} value={shown} /> : null}
      {isAsked ? (
        <CheckboxField
          name={PAST_DAY_TICK}
          value={String(lastResult?.initialValue?.[name] ?? "")}
          label="Save it with this day, although it has passed"
        />
      ) : null}
    </div>
  );
}
