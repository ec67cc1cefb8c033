import type { SubmissionResult } from "@conform-to/react";

/** The rows that were ticked in a form that came back. */
export function tickedIn(lastResult: SubmissionResult | undefined): string[] {
  const sent = lastResult?.initialValue?.commission;
  return [sent].flat().filter((one): one is string => typeof one === "string");
}
