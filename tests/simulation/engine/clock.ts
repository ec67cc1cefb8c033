/**
 * Imported first: it replaces the isolate's clock, timers and random numbers by ones that follow from the seed, for the
 * product, the SDK and the card sandbox alike.
 */
const realSetTimeout = globalThis.setTimeout;
/** The real time in ms, for bounding how long a failure is shrunk. */
export const realNow = Date.now.bind(Date);
const START = Date.parse("2026-11-21T12:00:00.000Z");

export const clock = { now: START };

/** Work that takes real time: calls through the ports, and cryptography. No timer ends while any runs. */
const busy = { count: 0 };
export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  busy.count++;
  try {
    return await work();
  } finally {
    busy.count--;
    planCheck();
  }
}

const nextTurn = () => new Promise<void>((resolve) => realSetTimeout(resolve, 0));
/** Cryptography that runs, which takes as many turns as it likes. */
const ciphers = { count: 0 };
/** Gives way until every microtask has run, and all cryptography. */
export async function quietTurn() {
  do await nextTurn();
  while (ciphers.count > 0);
}

const timers = new Map<number, { at: number; run: () => void }>();
let lastTimer = 0;
let checkPlanned = false;

function planCheck() {
  if (checkPlanned || timers.size === 0) return;
  checkPlanned = true;
  realSetTimeout(check, 0);
}

/** Ends the earliest timer once nothing else runs, and moves the clock there. */
function check() {
  checkPlanned = false;
  if (busy.count > 0 || timers.size === 0) return;
  const [[id, timer]] = [...timers].sort(([one, a], [other, b]) => a.at - b.at || one - other) as [
    [number, { at: number; run: () => void }],
  ];
  timers.delete(id);
  clock.now = Math.max(clock.now, timer.at);
  timer.run();
  planCheck();
}

let state = 1;
/** The next number from 0 to 1 that follows from the seed. */
export function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
export const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** Starts clock and random numbers again, for one run. */
export function restart(seed: number) {
  state = seed >>> 0;
  clock.now = START;
  timers.clear();
}

function fill<T extends ArrayBufferView | null>(array: T): T {
  const bytes = new Uint8Array(array!.buffer, array!.byteOffset, array!.byteLength);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(random() * 256);
  return array;
}

Date.now = () => clock.now;
performance.now = () => clock.now - START;
Math.random = random;
crypto.getRandomValues = fill as typeof crypto.getRandomValues;
crypto.randomUUID = () => {
  const hex = [...fill(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") as ReturnType<typeof crypto.randomUUID>;
};
for (const name of ["sign", "verify", "digest", "importKey", "deriveKey", "encrypt", "decrypt"] as const) {
  const real = crypto.subtle[name].bind(crypto.subtle) as (...given: unknown[]) => Promise<unknown>;
  const counted = async (given: unknown[]) => {
    ciphers.count++;
    try {
      return await real(...given);
    } finally {
      ciphers.count--;
    }
  };
  Object.defineProperty(crypto.subtle, name, { value: (...given: unknown[]) => whileBusy(() => counted(given)) });
}
globalThis.setTimeout = ((run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
  // A clock has whole milliseconds, and a retry's wait may not.
  timers.set(++lastTimer, { at: clock.now + Math.ceil(ms), run: () => run(...given) });
  planCheck();
  return lastTimer;
}) as unknown as typeof setTimeout;
globalThis.clearTimeout = ((id: number) => void timers.delete(id)) as typeof clearTimeout;
