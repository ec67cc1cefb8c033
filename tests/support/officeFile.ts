import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Converts a file with LibreOffice. `to` is an ending, or an ending and the filter that writes it. */
export async function officeFile(office: string, name: string, content: string | Uint8Array, to: string) {
  const folder = mkdtempSync(join(tmpdir(), "office-"));
  try {
    writeFileSync(join(folder, name), content);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    await promisify(execFile)(
      office,
      [profile, "--headless", "--convert-to", to, "--outdir", folder, join(folder, name)],
      { timeout: 240_000 },
    );
    const ending = to.split(":")[0]!;
    return new Uint8Array(readFileSync(join(folder, name.replace(/\.\w+$/, `.${ending}`))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
