import type Stripe from "stripe";
import type { Call } from "./call";
import { invalidRequest } from "./errors";
import { newId } from "./ids";

/** Stripe's limit for evidence, in bytes. */
const MAX_EVIDENCE = 5 * 1024 * 1024;
const evidenceTypes: Record<string, string> = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" };

/** An uploaded file as `readUpload` describes it. Its bytes are not kept. */
export interface Upload {
  name: string;
  type: string;
  size: number;
  sha256: string;
}

/** files.create. The API of Stripe's upload host. */
export function createFile(call: Call, { file, purpose }: { file: Upload; purpose: string }): Stripe.File {
  const type = evidenceTypes[file.type];
  if (purpose === "dispute_evidence" && !type)
    throw invalidRequest("The file type uploaded for this purpose is not supported", { param: "file" });
  if (purpose === "dispute_evidence" && file.size > MAX_EVIDENCE)
    throw invalidRequest("This file is larger than the maximum file size for this purpose", { param: "file" });
  const id = newId("file");
  return call.store.insert<Stripe.File>(
    {
      id,
      object: "file",
      created: call.now,
      expires_at: null,
      filename: file.name,
      links: { object: "list", data: [], has_more: false, url: `/v1/file_links?file=${id}` },
      purpose,
      size: file.size,
      title: null,
      type: type ?? null,
      url: `https://files.stripe.com/v1/files/${id}/contents`,
    } as unknown as Stripe.File,
    { sha256: file.sha256 },
  );
}

/** A multipart form as form text, with each file described by its parts. */
export async function readUpload(body: BodyInit, contentType: string): Promise<string> {
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
  const text = new URLSearchParams();
  for (const [name, value] of form as unknown as Iterable<[string, string | File]>) {
    if (typeof value === "string") text.append(name, value);
    else {
      const bytes = await value.arrayBuffer();
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      text.append(`${name}[name]`, value.name);
      text.append(`${name}[type]`, value.type);
      text.append(`${name}[size]`, String(bytes.byteLength));
      text.append(`${name}[sha256]`, Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    }
  }
  return text.toString();
}
