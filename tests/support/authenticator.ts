import { Secret, TOTP } from "otpauth";
import type { controlPort } from "./controlPort";

/** The code an authenticator app shows at `now` (ms UTC), or `steps` periods of 30 s later. */
export const codeAt = (secret: string, now: number, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, "")) }).generate({ timestamp: now + steps * 30_000 });

/** The code of the next 30 s, whose beginning the portal's clock is moved to: unused yet, and valid for long enough. */
export async function freshCode({ clock, moveClock }: ReturnType<typeof controlPort>, secret: string) {
  const at = Date.parse((await clock()).now);
  const { now } = await moveClock({ advanceMs: 30_000 - (at % 30_000) });
  return codeAt(secret, Date.parse(now));
}
