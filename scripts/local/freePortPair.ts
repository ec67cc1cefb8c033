import { portIsFree } from "./portIsFree";

/** A free port whose next port is free too. */
export async function freePortPair(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    // Below the ephemeral port range.
    const port = 20_000 + 2 * Math.floor(Math.random() * 5_000);
    if ((await portIsFree(port)) && (await portIsFree(port + 1))) return port;
  }
  throw new Error("No two neighbouring ports are free.");
}
