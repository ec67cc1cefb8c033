import { contentDisposition } from "./contentDisposition";

/** A zip as a download. `size` in bytes. */
export const zipResponse = ({ name, size, body }: { name: string; size: number; body: ReadableStream }) =>
  new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Length": String(size),
      "Content-Disposition": contentDisposition("attachment", name),
      "Cache-Control": "private, no-store",
    },
  });

/** A zip that is made while it is sent, so its size is unknown. */
export const zipStreamResponse = (name: string, body: ReadableStream) =>
  new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition("attachment", name),
      "Cache-Control": "private, no-store",
    },
  });
