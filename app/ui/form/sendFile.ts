import { paths } from "~/paths";
import { failureText, statusText } from "./postFailures";
import { postWithProgress } from "./postWithProgress";
import type { ReceivedFile } from "./receivedFile";

/** Where the page sends a file ahead of its form, and as what. */
export interface UploadTarget {
  action: string;
  kind: string;
}

/** The file was not received. `again`: the same file may be accepted when it is sent again. */
export class UploadFailed extends Error {
  constructor(
    message: string,
    readonly again: boolean,
  ) {
    super(message);
  }
}

/**
 * Sends one file and returns what was received; `onProgress` gets the percentage. Throws UploadFailed with the server's
 * message, or with the reason why there is no answer.
 */
export async function sendFile(
  { action, kind }: UploadTarget,
  file: File,
  /** The form's hidden fields and the name of the file's own. */
  fields: Record<string, string>,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const body = new FormData();
  body.set("kind", kind);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("file", file);
  const sent = await postWithProgress(action, body, (share) => onProgress(share * 100), signal);
  const answer = answerOf(sent.text);
  if (sent.status === 200 && answer.key) return answer as ReceivedFile;
  const refused = answer.message !== undefined && sent.status < 500 && sent.status !== 429;
  const reason = sent.path === paths.signIn() ? failureText("signedOut") : statusText(sent, true);
  throw new UploadFailed(answer.message ?? reason, !refused);
}

function answerOf(text: string): Partial<ReceivedFile> & { message?: string } {
  try {
    return JSON.parse(text);
  } catch {
    // Not from the upload itself: a session that ended leads to the sign-in page.
    return {};
  }
}
