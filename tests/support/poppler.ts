import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether text can be read out of PDFs here: tests that need it are skipped and counted where it cannot. */
export const hasPoppler = spawnSync("pdftotext", ["-v"]).status === 0;

/** The text of a PDF as it stands on its pages, which are parted by form feeds. */
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
