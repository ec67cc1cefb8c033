import { paths } from "~/paths";
import type { ReceivedFile } from "./FileField";
import { failureText, statusText } from "./postFailures";
import { postWithProgress } from "./postWithProgress";

/** Where the page sends a file ahead of its form, and as what. */
export interface UploadTarget {
  action: string;
  kind: string;
}

/**
 * Sends one file and answers what was kept of it; `onProgress` hears the percentage. Throws Error with words for the
 * person: the server's, or why there is no answer.
 */
export async function sendFile(
  { action, kind }: UploadTarget,
  file: File,
  /** The form's hidden fields and the name of the file's own. */
  fields: Record<string, string>,
  onProgress: (percent: number) => void,
): Promise<ReceivedFile> {
  const body = new FormData();
  body.set("kind", kind);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("file", file);
  const sent = await postWithProgress(action, body, (share) => onProgress(share * 100));
  const answer = answerOf(sent.text);
  if (sent.status === 200 && answer.key) return answer as ReceivedFile;
  throw new Error(answer.message ?? (sent.path === paths.signIn() ? failureText("signedOut") : statusText(sent, true)));
}

function answerOf(text: string): Partial<ReceivedFile> & { message?: string } {
  try {
    return JSON.parse(text);
  } catch {
    // Not from the upload itself: a session that ended leads to the sign-in page.
    return {};
  }
}
