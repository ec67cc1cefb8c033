/**
 * The three details of a link that clients write, with their names in forms, sheets and `projectPackageData`. Of
 * several columns of a sheet the first name counts.
 */
export const linkFields = [
  { id: "targetUrl", name: "Target URL", alsoNamed: ["target page", "target", "url", "landing page", "page"] },
  { id: "anchorText", name: "Anchor text", alsoNamed: ["anchor", "keyword"] },
  { id: "clientReference", name: "Client reference", alsoNamed: ["reference", "client"] },
] as const;
type LinkField = (typeof linkFields)[number]["id"];

export const MAX_ANCHOR = 300;
export const MAX_REFERENCE = 100;

export interface LinkDetails {
  targetUrl: string;
  anchorText: string;
  clientReference: string;
}

/** All names of a detail, the usual one first. */
export const namesOfLinkField = (field: LinkField): string[] =>
  linkFields.filter(({ id }) => id === field).flatMap(({ name, alsoNamed }) => [name, ...alsoNamed]);

/** The detail that an intake field names, in any case. */
export function linkFieldNamed(name: string): LinkField | null {
  const plain = name.trim().toLowerCase();
  const field = linkFields.find(
    (one) => one.name.toLowerCase() === plain || (one.alsoNamed as readonly string[]).includes(plain),
  );
  return field?.id ?? null;
}
