import type { Context } from "../context";
import { Invalid, TooMany } from "../errors";
import { MAX_MESSAGE_FILES } from "../messages/messageFiles";
import type { MailFile } from "./inboundMail";

/** Keeps a file as an upload of the person, once for each form. Throws Invalid or TooMany for one that is not taken. */
export type StoreFile = (person: Context, file: File) => Promise<{ key: string }>;

interface KeptFiles {
  /** Uploads of the kind `messageFile`, at most five. */
  keys: string[];
  /** Their names, in the same order. */
  names: string[];
  /** A sentence about each file that is not taken. */
  refused: string[];
}

const MAX_NAME = 80;
/** Files that are not taken are named up to here. */
const MAX_NAMED = 10;

/** The last characters of a name, without those that mean something in Markdown. */
const nameOf = (given: string) =>
  [...given.replace(/[^\p{L}\p{M}\p{N} .,()_&+-]/gu, "").trim()].slice(-MAX_NAME).join("") || "file";

/**
 * Keeps the files of an email by the rules of uploads (rules.md inbound/files). `keyHash` names the email: a second
 * delivery gets the uploads of the first.
 */
export async function keepFiles(
  person: Context,
  files: readonly MailFile[],
  { keyHash, storeFile }: { keyHash: string; storeFile: StoreFile },
): Promise<KeptFiles> {
  const byEmail: Context = { ...person, form: { key: keyHash, historyId: null } };
  const kept = new Map<string, string>();
  const refused: string[] = [];
  for (const { name: given, bytes } of files.slice(0, MAX_MESSAGE_FILES + MAX_NAMED)) {
    const name = nameOf(given);
    if (kept.size === MAX_MESSAGE_FILES) {
      refused.push(`'${name}' is one too many. A message has at most ${MAX_MESSAGE_FILES} files`);
      continue;
    }
    try {
      const { key } = await storeFile(byEmail, new File([bytes as BlobPart], name));
      kept.set(key, name);
    } catch (error) {
      if (error instanceof Invalid) refused.push(error.message);
      else if (error instanceof TooMany) refused.push(`'${name}' was not stored after too many other files`);
      else throw error;
    }
  }
  const unseen = files.length - MAX_MESSAGE_FILES - MAX_NAMED;
  const more = Math.max(0, unseen) + Math.max(0, refused.length - MAX_NAMED);
  const named = refused.slice(0, MAX_NAMED);
  return {
    keys: [...kept.keys()],
    names: [...kept.values()],
    refused: more > 0 ? [...named, `${more} more`] : named,
  };
}

/** The text with a list of the files that were not taken. */
export const withRefusedFiles = (text: string, refused: readonly string[]) =>
  refused.length === 0
    ? text
    : [`${text}\n\nFiles that were not taken over from the email:\n`, ...refused.map((one) => `- ${one}`)].join("\n");
