import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** Identifies this process to others that want one of its folders. */
const own = randomUUID();
const claimIn = (stateDir: string) => join(stateDir, "claim.json");

/** Distinguishes a folder from its copy, which holds the same claim. */
function identityOf(stateDir: string) {
  const { dev, ino } = statSync(stateDir, { bigint: true });
  return `${dev}:${ino}`;
}

interface Claim {
  port: number;
  holder: string;
  /** Missing in claims of older versions. */
  folder?: string;
}

/**
 * Claims a state folder for this process: two portals on one database would charge twice, and seeding would delete
 * the other's files. The claim of a killed process no longer answers and is ignored. Throws an Error that names the
 * folder.
 */
export async function claimState(stateDir: string): Promise<void> {
  const holder = await holderOf(stateDir);
  if (holder === own) return;
  if (holder)
    throw new Error(`A portal runs on ${stateDir} already. Stop it, or choose another folder with STATE_DIR.`);
  const server = createServer((_, response) => response.setHeader("Connection", "close").end(own));
  await once(server.listen(0, "127.0.0.1").unref(), "listening");
  const { port } = server.address() as AddressInfo;
  const claim: Claim = { port, holder: own, folder: identityOf(stateDir) };
  writeFileSync(claimIn(stateDir), JSON.stringify(claim));
}

async function holderOf(stateDir: string): Promise<string | null> {
  if (!existsSync(claimIn(stateDir))) return null;
  try {
    const { port, holder, folder } = JSON.parse(readFileSync(claimIn(stateDir), "utf8")) as Claim;
    if (folder && folder !== identityOf(stateDir)) return null;
    const answer = await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(2000) });
    return (await answer.text()) === holder ? holder : null;
  } catch {
    // The claim is incomplete, or its process has ended.
    return null;
  }
}
