import { Buffer } from "node:buffer";

/** The encoding of a form, and what separates its fields. */
interface FormType {
  /** The Content-Type to read the form with: the platform must not find another boundary in it. */
  contentType: string;
  separator: string;
}

const URL_ENCODED = "application/x-www-form-urlencoded";
const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))/i;

/** Null for any other type, and for a multipart form without a usable boundary. */
export function formType(contentType: string): FormType | null {
  if (isUrlEncoded(contentType)) return { contentType: URL_ENCODED, separator: "&" };
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) return null;
  return { contentType: `multipart/form-data; boundary="${boundary}"`, separator: `--${boundary}` };
}

export const isUrlEncoded = (contentType: string) => contentType.toLowerCase().startsWith(URL_ENCODED);

/** Counts a separator in the chunks it is given, also one that is cut by the end of a chunk. */
export function separatorCounter(separator: string): (chunk: Uint8Array) => number {
  const needle = Buffer.from(separator, "latin1");
  let count = 0;
  let rest: Uint8Array = new Uint8Array();
  return (chunk) => {
    const bytes = rest.length
      ? Buffer.concat([rest, chunk])
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let end = 0;
    for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, end)) {
      count++;
      end = at + needle.length;
    }
    rest = bytes.subarray(Math.max(end, bytes.length - needle.length + 1));
    return count;
  };
}
