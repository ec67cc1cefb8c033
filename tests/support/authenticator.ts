import { Secret, TOTP } from "otpauth";

/** The code an authenticator app shows at `now` (ms UTC), or `steps` periods of 30 s later. */
export const codeAt = (secret: string, now: number, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, "")) }).generate({ timestamp: now + steps * 30_000 });
