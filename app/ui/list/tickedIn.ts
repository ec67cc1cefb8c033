import type { SubmissionResult } from "@conform-to/react";

/** The rows selected in a returned form, whose boxes have this name. */
export const tickedIn = (lastResult: SubmissionResult | undefined, name: string): string[] =>
  [lastResult?.initialValue?.[name]].flat().filter((one): one is string => typeof one === "string");
