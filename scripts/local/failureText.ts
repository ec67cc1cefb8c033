import { resolve } from "node:path";

const MAX_CAUSES = 5;
const DISK_FULL = /ENOSPC|SQLITE_FULL/;

/**
 * What a command prints when it fails: the message with its causes, because the error of a query names the query only,
 * and for a full disk the folder and what to do.
 */
export function failureText(error: unknown, env: NodeJS.ProcessEnv = process.env): string {
  const messages: string[] = [];
  for (let one = error; one !== undefined && messages.length <= MAX_CAUSES; one = causeOf(one))
    messages.push(one instanceof Error ? one.message : String(one));
  const full = messages.find((message) => DISK_FULL.test(message));
  if (full)
    return `The disk of ${resolve(env.STATE_DIR || ".portal")} is full (${full.split("\n")[0]}). Free some space and run this again, or choose another folder with STATE_DIR. What was stored is kept.`;
  return messages.join("\nCause: ");
}

const causeOf = (error: unknown) => (error instanceof Error ? (error.cause ?? undefined) : undefined);

/**
 * Prints why the command failed and makes it end with 1. A pipe may not have taken every line yet, so it ends by
 * itself.
 */
export function failCommand(error: unknown) {
  console.error(failureText(error));
  process.exitCode = 1;
}
