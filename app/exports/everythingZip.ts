import type { Context } from "~/domain/context";
import { type EvidenceFile, jsonFile, textFile } from "~/domain/evidence/evidenceFile";
import { type EverythingPart, everythingFiles, type PartBudget } from "~/domain/exports/everythingFiles";
import type { EverythingCursor } from "~/domain/exports/everythingPart";
import { leftOutOfEverything } from "~/domain/exports/exportedTables";
import { hashedFiles } from "./hashedFiles";
import { zipStream } from "./zipStream";

const TOO_LARGE = "One part is larger than a zip can be";

interface EverythingRequest {
  from: EverythingCursor;
  /** ms UTC. */
  madeAt: number;
  /** Hears how many rows or files were read. */
  onRead(count: number): Promise<void>;
  budget?: PartBudget;
}

/** One part of an export of everything, and its outcome once it was read. The caller must authorize. */
export function everythingZip(ctx: Context, { from, madeAt, onRead, budget }: EverythingRequest) {
  const part: EverythingPart = { next: null, rows: new Map() };
  async function* files(): AsyncGenerator<EvidenceFile> {
    yield textFile("README.txt", readme(ctx.settings.brand.name, from.part));
    const hashes: { name: string; sha256: string }[] = [];
    yield* hashedFiles(everythingFiles(ctx, from, part, onRead, budget), (file) => hashes.push(file));
    yield jsonFile("manifest.json", {
      part: from.part,
      last: part.next === null,
      madeAt: new Date(madeAt).toISOString(),
      leftOut: leftOutOfEverything(),
      files: hashes.map((file) => ({ ...file, rows: part.rows.get(file.name) })),
    });
  }
  return { part, body: zipStream(files(), madeAt, TOO_LARGE) };
}

const readme = (agency: string, part: number) => `All data of ${agency}, part ${part}

data/ has one list per table as CSV. Amounts are in cents, times in UTC. A table that goes over several parts
goes on in a file with a number. files/ has the uploaded files: data/uploads.csv names each by the key that its
name begins with. manifest.json lists the files of this part with their rows and SHA-256, what is left out, and
whether this is the last part.

Passwords, sign-in links, second factors, bank details of affiliates and waiting mails are left out.
The parts are made one after the other, so a record that changed meanwhile may be in two states.
`;

/** 'everything-20261121-part-2.zip' */
export const everythingName = (at: number, part: number) =>
  `everything-${new Date(at).toISOString().slice(0, 10).replaceAll("-", "")}-part-${part}.zip`;
