interface ProgressResponse {
  /** 0 without a response. */
  status: number;
  text: string;
  /** The final path after redirects. */
  path: string;
  retryAfter: string | null;
  /** The browser was offline before the post was sent. */
  offline: boolean;
}

/**
 * Posts a form by script and reports upload progress (0 to 1). Uses XMLHttpRequest, because fetch reports none.
 * `signal` stops the post, whose status is then 0. Never throws.
 */
export function postWithProgress(
  action: string,
  body: FormData,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
): Promise<ProgressResponse> {
  const offline = !navigator.onLine;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", action);
    request.setRequestHeader("Accept", "application/json");
    if (onProgress)
      request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      });
    request.addEventListener("loadend", () => {
      const { status, responseText: text, responseURL } = request;
      const retryAfter = request.getResponseHeader("Retry-After");
      resolve({ status, text, path: responseURL ? new URL(responseURL).pathname : "", retryAfter, offline });
    });
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
