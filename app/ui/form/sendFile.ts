import type { ReceivedFile } from "./FileField";
import { postWithProgress } from "./postWithProgress";

/** The fallback error text (rules.md texts/fixed). */
const FAILED = "An error occurred. Please try again.";

/** Where the page sends a file ahead of its form, and as what. */
export interface UploadTarget {
  action: string;
  kind: string;
}

/**
 * Sends one file and answers what was kept of it; `onProgress` hears the percentage. Throws Error with words for the
 * person: the server's, or that it failed.
 */
export async function sendFile(
  { action, kind }: UploadTarget,
  file: File,
  onProgress: (percent: number) => void,
): Promise<ReceivedFile> {
  const body = new FormData();
  body.set("kind", kind);
  body.set("file", file);
  const { status, text } = await postWithProgress(action, body, (share) => onProgress(share * 100));
  const answer = answerOf(text);
  if (status === 200 && answer.key) return answer as ReceivedFile;
  throw new Error(answer.message ?? FAILED);
}

function answerOf(text: string): Partial<ReceivedFile> & { message?: string } {
  try {
    return JSON.parse(text);
  } catch {
    // Not from the upload itself: a session that ended leads to the sign-in page.
    return {};
  }
}
