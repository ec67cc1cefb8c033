import type { ReceivedFile } from "./FileField";

/** Document 1 section 8: what is said when nothing better is known. */
const FAILED = "An error occurred. Please try again.";

/** Where the page sends a file ahead of its form, and as what. */
export interface UploadTarget {
  action: string;
  kind: string;
}

/**
 * Sends one file and answers what was kept of it; `onProgress` hears the percentage. XMLHttpRequest, as fetch does not
 * say how far it is. Throws Error with words for the person: the server's, or that it failed.
 */
export function sendFile(
  { action, kind }: UploadTarget,
  file: File,
  onProgress: (percent: number) => void,
): Promise<ReceivedFile> {
  const body = new FormData();
  body.set("kind", kind);
  body.set("file", file);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress((event.loaded / event.total) * 100);
    };
    request.onerror = () => reject(new Error(FAILED));
    request.onload = () => {
      const answer = answerOf(request);
      if (request.status === 200 && answer.key) resolve(answer as ReceivedFile);
      else reject(new Error(answer.message ?? FAILED));
    };
    request.open("POST", action);
    request.send(body);
  });
}

function answerOf({ responseText }: XMLHttpRequest): Partial<ReceivedFile> & { message?: string } {
  try {
    return JSON.parse(responseText);
  } catch {
    // Not from the upload itself: a session that ended leads to the sign-in page.
    return {};
  }
}
