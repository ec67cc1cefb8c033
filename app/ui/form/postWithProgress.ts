/**
 * Posts a form by script, with the share that has left (0 to 1) as it goes. XMLHttpRequest, as fetch does not say how far
 * it is. `path` is where a redirect led. Never throws: a request that did not get through has the status 0 and no text.
 */
export function postWithProgress(
  action: string,
  body: FormData,
  onProgress?: (share: number) => void,
): Promise<{ status: number; text: string; path: string }> {
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
      resolve({ status, text, path: responseURL ? new URL(responseURL).pathname : "" });
    });
    request.send(body);
  });
}
