import { createHash } from "node:crypto";
import type { EvidenceFile } from "~/domain/evidence/evidenceFile";

/** Passes files on, and tells the hash of each after its last piece. */
export async function* hashedFiles(
  files: AsyncIterable<EvidenceFile>,
  onFile: (file: { name: string; sha256: string }) => void,
): AsyncGenerator<EvidenceFile> {
  for await (const { name, body, packed } of files) {
    const hash = createHash("sha256");
    async function* hashed() {
      for await (const piece of body) {
        hash.update(piece);
        yield piece;
      }
    }
    yield { name, body: hashed(), packed };
    onFile({ name, sha256: hash.digest("hex") });
  }
}
