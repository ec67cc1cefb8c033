/**
 * Ends the process with code 0 on SIGTERM and SIGINT, after `stop`. Also ends when its npm parent dies, because a
 * killed npm forwards no signal and the port would stay taken.
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
    // Miniflare's own listener would end the process immediately.
    process.removeAllListeners(signal);
    process.on(signal, end);
  }
  if (!process.env.npm_lifecycle_event) return;
  // npm itself: the scripts of package.json replace the shell by `exec`.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || end(), 250).unref();
}
