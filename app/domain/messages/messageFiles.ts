import { Invalid } from "../errors";
import type { MessageThread } from "./messageThreads";

/** Files per message (rules.md messages/files). */
export const MAX_MESSAGE_FILES = 5;
export const TOO_MANY_FILES = `Attach ${MAX_MESSAGE_FILES} files or fewer`;
export const FILE_GONE = "A file is no longer available. Please upload it again.";

/** A file of a message. `size` in bytes. */
export interface MessageFile {
  /** The key of its upload. */
  key: string;
  name: string;
  size: number;
}

/** Holds what only staff may read of an order, `internal:{orderId}`. */
export const INTERNAL_HOLDER = "internal";

/** What a thread's files are attached to, which decides who can read them. */
export const threadHolder = (orderId: string, thread: MessageThread) =>
  thread === "Admin" ? `${INTERNAL_HOLDER}:${orderId}` : `order:${orderId}`;

/** The files of these keys, in their order. Throws Invalid at `files` for one that the actor may not use. */
export function messageFilesOf(
  keys: readonly string[],
  usable: readonly (MessageFile & { kind: string })[],
): MessageFile[] {
  return keys.map((key) => {
    const file = usable.find((upload) => upload.key === key && upload.kind === "messageFile");
    if (!file) throw new Invalid(FILE_GONE, "files");
    return { key, name: file.name, size: file.size };
  });
}
