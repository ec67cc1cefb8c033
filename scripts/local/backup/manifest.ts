import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const NAME = "manifest.json";
/** The manifest's own hash, as `sha256sum --check` reads it. */
const OWN_HASH = "manifest.sha256";

/** What a portal needs to continue, as the database holds moved times and signed values. */
export const SINGLE_FILES = ["clock.json", "session-secret", "seeded"];

/** A file of a state folder: nothing outside it. */
const isOwnPath = (path: string) =>
  SINGLE_FILES.includes(path) || (/^(d1|r2|do)\/[\w./-]+$/.test(path) && !path.includes(".."));

const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  /** By the machine's own clock, ISO 8601. When the backup began. */
  madeAt: z.string(),
  /** SHA-256 by path below the folder. */
  files: z.record(z.string().refine(isOwnPath), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** Paths of all files below a folder, with `/`. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();

/** Hashes every file of a backup and writes the manifest, which makes it complete. */
export async function writeManifest(folder: string, about: Omit<Manifest, "format" | "files">): Promise<Manifest> {
  const files: Manifest["files"] = {};
  for (const path of filesBelow(folder)) files[path] = await hashOfFile(join(folder, path));
  const manifest: Manifest = { format: 1, ...about, files };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(join(folder, NAME), text);
  writeFileSync(join(folder, OWN_HASH), `${hashOf(text)}  ${NAME}\n`);
  return manifest;
}

/** Reads the manifest and compares every hash. Throws an Error that names the first file that differs. */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  for (const name of [NAME, OWN_HASH])
    if (!existsSync(join(folder, name)))
      throw new Error(
        `${folder} holds no complete backup: ${name} is missing. Choose a folder that 'npm run backup' made.`,
      );
  const text = readFileSync(join(folder, NAME));
  if (readFileSync(join(folder, OWN_HASH), "utf8") !== `${hashOf(text)}  ${NAME}\n`) throw changed(join(folder, NAME));
  const parsed = Manifest.safeParse(JSON.parse(text.toString("utf8")));
  if (!parsed.success)
    throw new Error(`${join(folder, NAME)} is of another version of the portal. Restore it with that version.`);
  for (const [path, hash] of Object.entries(parsed.data.files)) {
    const file = join(folder, path);
    if (!existsSync(file) || (await hashOfFile(file)) !== hash) throw changed(file);
  }
  return parsed.data;
}

const changed = (file: string) =>
  new Error(`${file} is not as the backup wrote it: its SHA-256 differs. Use another backup. Nothing was changed.`);

const hashOf = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
