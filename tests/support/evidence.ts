import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EvidenceKey } from "~/domain/ports/evidence";

/** A fresh EVIDENCE_KEY, as `openssl genpkey` makes it. */
export const anEvidenceKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");

/** The commands of docs/evidence.md, in order. */
const commands = [...readFileSync("docs/evidence.md", "utf8").matchAll(/```sh\n([\s\S]*?)```/g)]
  .map(([, block]) => block)
  .join("\n");

/**
 * Verifies a zip with exactly the commands of docs/evidence.md. `curl` answers the given keys. Returns the exit code
 * and everything that the commands printed.
 */
export function verifyByDocs(zip: Uint8Array, keys: readonly EvidenceKey[]): { code: number; output: string } {
  const folder = mkdtempSync(join(tmpdir(), "evidence-"));
  try {
    writeFileSync(join(folder, "evidence-10436.zip"), zip);
    writeFileSync(join(folder, "published.json"), JSON.stringify({ keys }));
    const tools = join(folder, "tools");
    mkdirSync(tools);
    writeFileSync(join(tools, "curl"), `#!/bin/sh\ncat ${join(folder, "published.json")}\n`);
    chmodSync(join(tools, "curl"), 0o755);
    const script = join(folder, "verify.sh");
    writeFileSync(script, `exec 2>&1\n${commands}`);
    const output = execFileSync("sh", ["-e", script], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: `${tools}:${process.env.PATH}` },
    });
    return { code: 0, output };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { code: status, output: stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
