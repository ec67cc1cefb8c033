import type { z } from "zod";

/**
 * Default schema messages for people instead of developers. One map for forms ("This should be text") and the API,
 * which names the field ("page should be a whole number").
 */
export const zodErrorMap =
  (nameOf: (path: PropertyKey[]) => string = () => "This"): z.core.$ZodErrorMap =>
  (issue) =>
    `${issue.path?.length ? nameOf(issue.path) : "This"} ${wordsOf(issue)}`;

function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `should be ${kinds[issue.expected] ?? "something else"}`;
    case "invalid_value":
      return issue.input === undefined ? "is required" : `should be ${issue.values.map(String).join(" or ")}`;
    case "too_small":
      return bounded(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return bounded(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "unrecognized_keys":
      return `should not have ${issue.keys.join(", ")}`;
    default:
      return issue.input === undefined ? "is required" : "is not written as it should be";
  }
}

const kinds: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  file: "a file",
  null: "empty",
};

const units: Partial<Record<string, string>> = {
  string: "characters",
  array: "entries",
  set: "entries",
  file: "bytes",
};

const bounded = (origin: string, how: string, limit: number | bigint) =>
  units[origin] ? `should have ${how} ${limit} ${units[origin]}` : `should be ${how} ${limit}`;
