import type { SubmissionResult } from "@conform-to/react";

/** The rows selected in a returned form. */
export function tickedIn(lastResult: SubmissionResult | undefined): string[] {
  const sent = lastResult?.initialValue?.commission;
  return [sent].flat().filter((one): one is string => typeof one === "string");
}
