/** Writes a fault with the request it belongs to. Never its input: forms hold passwords and addresses. */
export function logFault(error: unknown, requestId = "") {
  const name = error instanceof Error ? error.name : typeof error;
  const message = error instanceof Error ? error.message : String(error);
  // The stack repeats the message, which may take several lines: its places alone.
  const places = (error instanceof Error ? (error.stack ?? "") : "").split("\n").filter((line) => /^\s+at /.test(line));
  const stack = places.slice(0, 5).join("\n");
  // Bound values follow "params:" in the database library's messages.
  console.error(`fault ${requestId} ${name}: ${message.split("\nparams:")[0]}\n${stack}`);
}
