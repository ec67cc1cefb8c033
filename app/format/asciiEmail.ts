import { toOneLine } from "./cleanText";

/** Letters of other scripts, and the full stops that input methods write. */
const INTERNATIONAL = /^(?=.*\P{ASCII})(?=.*[.。])[\p{L}\p{M}\p{N}.。-]+$/u;

/** An address or a domain as mail servers take it: müller.example is xn--mller-kva.example. */
export function toAsciiEmail(text: string): string {
  const address = toOneLine(text).normalize("NFKC");
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (!INTERNATIONAL.test(domain)) return address;
  try {
    return address.slice(0, at + 1) + new URL(`https://${domain}`).hostname;
  } catch {
    return address;
  }
}
