/**
 * Miniflare's bindings ask a thread and sleep until its answer is there. The thread sets a flag and then wakes the sleeper;
 * on a busy machine that second step comes so late that it wakes the next sleep instead, which finds no answer, and from
 * then on each question gets the answer to the one before. A sleep therefore goes on until the flag is set.
 */
const wait = Atomics.wait;
Atomics.wait = ((array: Int32Array, index: number, value: number, timeout?: number) => {
  for (;;) {
    const result = wait(array, index, value, timeout);
    if (result !== "ok" || timeout !== undefined || Atomics.load(array, index) !== value) return result;
  }
}) as typeof Atomics.wait;
