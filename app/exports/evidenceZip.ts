import { type EvidenceFile, textFile } from "~/domain/evidence/evidenceFile";
import type { EvidenceSigner } from "~/integrations/evidenceKey.server";
import { hashedFiles } from "./hashedFiles";
import { zipStream } from "./zipStream";

const TOO_LARGE = "This order has more evidence than one zip can hold. Download its reports on their own.";

interface PackFacts {
  orderNumber: number;
  /** ms UTC. */
  madeAt: number;
}

/**
 * Streams files as a zip that ends with `manifest.json` and its signature `manifest.sig` (docs/evidence.md). Memory
 * holds one piece of one file. An error while reading ends the stream.
 */
export const evidenceZip = (
  files: AsyncIterable<EvidenceFile>,
  signer: Pick<EvidenceSigner, "kid" | "sign">,
  facts: PackFacts,
): ReadableStream<Uint8Array> => zipStream(withManifest(files, signer, facts), facts.madeAt, TOO_LARGE);

async function* withManifest(
  files: AsyncIterable<EvidenceFile>,
  signer: Pick<EvidenceSigner, "kid" | "sign">,
  facts: PackFacts,
): AsyncGenerator<EvidenceFile> {
  const hashes: { name: string; sha256: string }[] = [];
  yield* hashedFiles(files, (file) => hashes.push(file));
  const manifest = manifestText(hashes, signer.kid, facts);
  yield textFile("manifest.json", manifest);
  const signature = await signer.sign(new TextEncoder().encode(manifest));
  yield textFile("manifest.sig", `${btoa(String.fromCharCode(...signature))}\n`);
}

/** JSON with one file per line, so that a line tool reads it too. File names need no escaping. */
function manifestText(hashes: readonly { name: string; sha256: string }[], kid: string, facts: PackFacts): string {
  const head = { order: facts.orderNumber, madeAt: new Date(facts.madeAt).toISOString(), kid };
  const files = hashes.map((file) => `    ${JSON.stringify(file)}`).join(",\n");
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "files": [\n${files}\n  ]\n}\n`;
}
