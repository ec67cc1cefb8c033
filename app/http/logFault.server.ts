import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string>();

/** Does the work of one request: its faults are written with its id, also by what is not told it. */
export const inRequest = <T>(requestId: string, work: () => T): T => requests.run(requestId, work);

/** Writes a fault with the request it belongs to. Never its input: forms hold passwords and addresses. */
export function logFault(error: unknown, requestId = requests.getStore() ?? "") {
  const name = error instanceof Error ? error.name : typeof error;
  const message = error instanceof Error ? error.message : wordsOf(error);
  // The stack repeats the message, which may take several lines: its places alone.
  const places = (error instanceof Error ? (error.stack ?? "") : "").split("\n").filter((line) => /^\s+at /.test(line));
  const stack = places.slice(0, 5).join("\n");
  // Bound values follow "params:" in the database library's messages.
  console.error(`fault ${requestId} ${name}: ${message.split("\nparams:")[0]}\n${stack}`);
}

/** What was thrown and is no error. Of an object its kind and what says what happened: the rest may be input. */
function wordsOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const { status, statusText, message, error } = thrown as Record<string, unknown>;
  if (error instanceof Error) return error.message;
  const said = [status, statusText, message].filter((part) => typeof part === "number" || typeof part === "string");
  return [thrown.constructor?.name ?? "object", ...said].join(" ");
}
