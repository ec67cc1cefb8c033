/**
 * Ends the process with code 0 on SIGTERM and SIGINT, once `stop` is done.
 * Started by npm it also ends when npm is gone: a killed npm passes no signal on, and the port would stay taken.
 */
export function stopWithParent(stop: () => Promise<void>) {
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    // A part that hangs must not keep the port.
    setTimeout(() => process.exit(1), 10_000).unref();
    await stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Miniflare's own listener ends the process at once, with what is still under way.
    process.removeAllListeners(signal);
    process.on(signal, end);
  }
  if (!process.env.npm_lifecycle_event) return;
  // npm itself, as the scripts of package.json replace the shell between by `exec`.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || end(), 250).unref();
}
