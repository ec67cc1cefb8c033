import { contentDisposition } from "./contentDisposition";

/** A generated PDF as a download. */
export const pdfResponse = ({ name, body }: { name: string; body: Uint8Array | ReadableStream }) =>
  new Response(body as BodyInit, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": contentDisposition("attachment", name),
      "Cache-Control": "private, no-store",
    },
  });
