import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

const MAX_ERRORS = 3;

/** Prints what workerd prints, and rejects `death` when workerd dies: Miniflare itself would not notice. */
export function watchRuntime() {
  let reject: (error: Error) => void;
  const death = new Promise<never>((_, rejectDeath) => {
    reject = rejectDeath;
  });
  // A start that fails for another reason leaves it without a listener.
  death.catch(() => {});
  const errors: string[] = [];
  return {
    death,
    /** Miniflare's error of a failed start does not repeat what workerd printed. */
    explained: (error: unknown) =>
      (error as { code?: unknown }).code === "ERR_RUNTIME_FAILURE" && errors.length > 0
        ? new Error("The runtime (workerd) did not start.", { cause: new Error(errors.join("\n")) })
        : error,
    handleStdio(stdout: Readable, stderr: Readable) {
      createInterface(stdout).on("line", (line) => console.log(line));
      createInterface(stderr).on("line", (line) => {
        console.error(line);
        // The first ones name the cause; stacks follow.
        if (errors.length < MAX_ERRORS) errors.push(line);
      });
      // Miniflare destroys the pipe of a runtime that it stops. Only one that died on its own reaches the end of it.
      stdout.once("end", () =>
        reject(
          new Error("The runtime (workerd) died, so the portal has stopped. The stored data is safe: start again."),
        ),
      );
    },
  };
}
