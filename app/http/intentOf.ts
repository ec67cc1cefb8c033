/**
 * The intent in the address of a post: which of the page's forms was posted, when that must be known before the body
 * is read. `do` and `form` are its names in pages opened before this release.
 */
export function intentOf<Intent extends string>({ url }: Request, intents: readonly Intent[]): Intent | null {
  const { searchParams } = new URL(url);
  const intent = searchParams.get("intent") ?? searchParams.get("do") ?? searchParams.get("form");
  return intents.find((one) => one === intent) ?? null;
}
