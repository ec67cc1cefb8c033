import type { Miniflare } from "miniflare";

/**
 * Hands an email to the handler of the Worker of inbound mail, as the mail service does in production. In workerd,
 * because Miniflare's own trigger takes 1 MB.
 */
export const mailDoor = {
  name: "mail-door",
  script: `export default {
  async fetch(request, env) {
    const { searchParams } = new URL(request.url);
    const bytes = await request.arrayBuffer();
    const taken = await env.INBOUND_MAIL.email({
      from: searchParams.get("from"),
      to: searchParams.get("to"),
      raw: new Response(bytes).body,
      rawSize: bytes.byteLength,
      headers: new Headers(),
      setReject() {},
    });
    return Response.json(taken, { status: taken.outcome === "notAMail" ? 400 : 200 });
  },
};`,
};

const addressIn = (text: string | undefined) => /<([^<>]*)>/.exec(text ?? "")?.[1] ?? text?.trim() ?? "";

/** The headers of an email, unfolded, by lower-case name. */
function headersOf(raw: Buffer): (name: string) => string | undefined {
  const text = raw.subarray(0, 256 * 1024).toString("latin1");
  const [head = ""] = text.split(/\r?\n\r?\n/, 1);
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  return (name) => lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1);
}

/**
 * The envelope that the mail service would have: the sender of Return-Path, or of From; of the recipients a reply
 * address, or the first one.
 */
export function envelopeOf(raw: Buffer): { from: string; to: string } {
  const header = headersOf(raw);
  const recipients = ["delivered-to", "x-original-to", "to", "cc"].flatMap((name) => (header(name) ?? "").split(","));
  const addresses = recipients.map((one) => addressIn(one)).filter((address) => address.includes("@"));
  const to = addresses.find((address) => /^reply\+/i.test(address)) ?? addresses[0] ?? "";
  return { from: addressIn(header("return-path") ?? header("from")), to };
}

/** Delivers an email to the portal. Answers what became of it, with 400 for what is no email. */
export async function deliverMail(miniflare: Miniflare, raw: Buffer): Promise<{ status: number; body: string }> {
  const worker = await miniflare.getWorker(mailDoor.name);
  const answer = await worker.fetch(`http://mail/?${new URLSearchParams(envelopeOf(raw))}`, {
    method: "POST",
    body: raw,
  });
  return { status: answer.status, body: await answer.text() };
}
