import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** True if pdftotext is installed. Tests that need it are skipped and counted otherwise. */
export const hasPoppler = spawnSync("pdftotext", ["-v"]).status === 0;

/** The text of a PDF in page layout; form feeds separate the pages. */
export function textOfPdf(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "pdf-"));
  try {
    const file = join(folder, "document.pdf");
    writeFileSync(file, bytes);
    return execFileSync("pdftotext", ["-layout", "-enc", "UTF-8", file, "-"], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
