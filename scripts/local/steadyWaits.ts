/**
 * Miniflare's bindings sleep until a thread answers. The thread sets a flag, then wakes the sleeper; on a busy
 * machine the wake-up can arrive late and end the next sleep, so that each question gets the previous answer. This
 * wrapper sleeps until the flag is set.
 */
const wait = Atomics.wait;
Atomics.wait = ((array: Int32Array, index: number, value: number, timeout?: number) => {
  for (;;) {
    const result = wait(array, index, value, timeout);
    if (result !== "ok" || timeout !== undefined || Atomics.load(array, index) !== value) return result;
  }
}) as typeof Atomics.wait;
