import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * A hash takes a quarter of a second by design, and tests derive the same one often: at sign-up, and at each sign-in
 * with that password. The same password, salt and cost always give the same key, so it is derived once a process.
 */
const derive = crypto.scrypt;
const keys = new Map<string, Buffer>();

crypto.scrypt = ((
  password: string,
  salt: Buffer,
  length: number,
  cost: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => {
  const name = JSON.stringify([password, salt.toString("base64"), length, cost]);
  const known = keys.get(name);
  if (known) return void setImmediate(done, null, Buffer.from(known));
  derive(password, salt, length, cost, (error, key) => {
    if (!error) keys.set(name, Buffer.from(key));
    done(error, key);
  });
}) as typeof crypto.scrypt;
syncBuiltinESMExports();
