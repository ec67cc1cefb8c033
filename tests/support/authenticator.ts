import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app with this secret shows at `now` (ms UTC); `steps` later if told. */
export const codeAt = (secret: string, now: number, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, "")) }).generate({ timestamp: now + steps * 30_000 });
