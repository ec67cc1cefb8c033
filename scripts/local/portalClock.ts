import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The Worker behind every CLOCK binding. It runs in workerd, because a detour through Node would slow every request.
 */
export const clockWorker = {
  name: "clock",
  script: `let offsetMs;
let jumps = false;
export default {
  async fetch(request, env) {
    offsetMs ??= env.INITIAL_OFFSET_MS;
    if (request.method === "PUT") ({ offsetMs = offsetMs, jumps = jumps } = await request.json());
    if (request.method === "POST") {
      const { awaited } = await request.json();
      if (jumps) offsetMs = Math.max(offsetMs, awaited - Date.now());
    }
    return Response.json({ offsetMs });
  },
};`,
};

export interface PortalClock {
  readonly offsetMs: number;
  /** ms UTC as all parts see it. */
  now(): number;
  /** Moves the time. Throws RangeError outside the range of Date. */
  setOffset(offsetMs: number): void;
}

/** Throws an Error that names a damaged file: starting at another time would charge too early or too late. */
function storedOffset(file: string): number {
  try {
    const { offsetMs } = JSON.parse(readFileSync(file, "utf8")) as { offsetMs?: unknown };
    if (typeof offsetMs === "number" && Number.isFinite(offsetMs)) return offsetMs;
  } catch {
    // Falls through to the same error.
  }
  throw new Error(`${file} is damaged. Put a copy of it back, or delete it to start at the machine's own time.`);
}

/**
 * The offset of the portal's time from the machine's. Kept in the state folder, because stored rows carry the moved
 * time.
 */
export function openPortalClock(stateDir: string): PortalClock {
  const file = join(stateDir, "clock.json");
  let offsetMs = existsSync(file) ? storedOffset(file) : 0;
  return {
    get offsetMs() {
      return offsetMs;
    },
    now: () => Date.now() + offsetMs,
    setOffset(next) {
      if (Number.isNaN(new Date(Date.now() + next).getTime())) throw new RangeError("This time is out of range.");
      // Renaming is atomic, so a crash leaves the old or the new time.
      writeFileSync(`${file}.new`, JSON.stringify({ offsetMs: next }));
      renameSync(`${file}.new`, file);
      offsetMs = next;
    },
  };
}
