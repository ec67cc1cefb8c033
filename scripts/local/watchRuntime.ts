import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Prints what workerd prints, and rejects `death` when workerd dies: Miniflare itself would not notice. */
export function watchRuntime() {
  let reject: (error: Error) => void;
  const death = new Promise<never>((_, rejectDeath) => {
    reject = rejectDeath;
  });
  // A start that fails for another reason leaves it without a listener.
  death.catch(() => {});
  return {
    death,
    handleStdio(stdout: Readable, stderr: Readable) {
      createInterface(stdout).on("line", (line) => console.log(line));
      createInterface(stderr).on("line", (line) => console.error(line));
      // Miniflare destroys the pipe of a runtime that it stops. Only one that died on its own reaches the end of it.
      stdout.once("end", () =>
        reject(
          new Error("The runtime (workerd) died, so the portal has stopped. The stored data is safe: start again."),
        ),
      );
    },
  };
}
