import { AsyncLocalStorage } from "node:async_hooks";
import { toOneLine } from "~/domain/oneLine";

const requests = new AsyncLocalStorage<string>();

/** Runs one request so that its faults are logged with its id, even by code that does not receive the id. */
export const inRequest = <T>(requestId: string, work: () => T): T => requests.run(requestId, work);

/** Logs a fault with its request id. Never logs input: forms contain passwords and addresses. */
export function logFault(error: unknown, requestId = requests.getStore() ?? "") {
  const name = error instanceof Error ? error.name : typeof error;
  const message = error instanceof Error ? error.message : descriptionOf(error);
  // The stack repeats the message, which may span lines, so keep the frames only.
  const places = (error instanceof Error ? (error.stack ?? "") : "").split("\n").filter((line) => /^\s+at /.test(line));
  const stack = places.slice(0, 5).join("\n");
  // Bound values follow "params:" in the database library's messages.
  console.error(`fault ${requestId} ${toOneLine(name)}: ${toOneLine(message.split("\nparams:")[0]!)}\n${stack}`);
}

/** Logs a refused attack that has no account: a forged webhook, a form of another site. `what` holds no input. */
export function logRefusal(what: string, requestId = requests.getStore() ?? "") {
  console.warn(`refused ${requestId} ${toOneLine(what)}`);
}

/**
 * Describes a thrown value that is not an Error. Of an object only the kind and message fields, as the rest may be
 * input.
 */
function descriptionOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const { status, statusText, message, error } = thrown as Record<string, unknown>;
  if (error instanceof Error) return error.message;
  const parts = [status, statusText, message].filter((part) => typeof part === "number" || typeof part === "string");
  return [thrown.constructor?.name ?? "object", ...parts].join(" ");
}
