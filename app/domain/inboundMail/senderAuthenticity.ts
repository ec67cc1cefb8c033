import type { InboundMail } from "./inboundMail";

/** The sender's own words may stand in comments and quoted strings, also 'dmarc=pass'. */
const withoutComments = (text: string) => text.replace(/"(?:\\.|[^"\\])*"/g, " ").replace(/\([^()]*\)/g, " ");

/**
 * Whether the sender's domain confirms the email, by the `Authentication-Results` of our own mail server (RFC 8601),
 * which puts its header above those that the sender wrote. `server` is its name, or empty where none checks.
 */
export function senderAuthenticity(
  results: string[],
  server: string,
  from: string | null,
): InboundMail["authenticity"] {
  const [topmost = ""] = results;
  const [name = "", ...methods] = withoutComments(topmost)
    .split(";")
    .map((part) => part.trim().toLowerCase());
  const verdicts = methods.map((method) => method.split(/\s+/));
  const dmarc = verdicts.find(([verdict]) => verdict?.startsWith("dmarc="))?.[0];
  if (server === "") return dmarc === "dmarc=fail" ? "failed" : "unknown";
  if (name.split(/\s+/)[0] !== server.toLowerCase()) return "failed";
  if (dmarc === "dmarc=pass") return "proven";
  if (dmarc !== undefined && dmarc !== "dmarc=none") return "failed";
  // A domain without a policy is proven by its own signature or its own mail server.
  const domain = (from ?? "").toLowerCase().split("@").at(-1)!;
  const isOwn = (found: string) => found === domain || domain.endsWith(`.${found}`);
  const aligned = verdicts.some(([verdict, ...properties]) => {
    const value = (property: string) =>
      properties.find((one) => one.startsWith(`${property}=`))?.slice(property.length + 1) ?? "";
    if (verdict === "dkim=pass") return isOwn(value("header.d"));
    return verdict === "spf=pass" && value("smtp.mailfrom").split("@").at(-1) === domain;
  });
  return domain && aligned ? "proven" : "failed";
}
