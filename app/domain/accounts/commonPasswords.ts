import type { Context } from "../context";
import { Invalid } from "../errors";
import { COMMON_PASSWORDS } from "./commonPasswordHashes";
import { hashPassword } from "./passwords";

export const TOO_COMMON = "This password is too common. Please choose another one.";
export const BREACHED = "This password is known from a data breach. Please choose another one.";

/** Symbols and digits around a word that make it no safer. */
const MAX_DECORATION = 4;
const substitutions: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};
const withLetters = (text: string) => [...text.toLowerCase()].map((char) => substitutions[char] ?? char).join("");

/**
 * The entries of the list that cover a password: itself, and its word without the symbols and digits around it and in
 * place of letters. 'P@ssw0rd12!' is covered by 'password'.
 */
export function commonForms(password: string): string[] {
  const start = password.replace(/[^A-Za-z]+$/, "");
  const word = start.replace(/^[^A-Za-z]+/, "");
  return [password, ...[start, word].filter((form) => form && password.length - form.length <= MAX_DECORATION)].map(
    (form, index) => (index === 0 ? form : withLetters(form)),
  );
}

/** FNV-1a, 32 bits. The list holds hashes, because many of the words are offensive. */
export function passwordListHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

let listed: Set<number> | undefined;
function commonHashes(): Set<number> {
  if (!listed) {
    const bytes = Uint8Array.from(atob(COMMON_PASSWORDS), (char) => char.charCodeAt(0));
    listed = new Set(new Uint32Array(bytes.buffer));
  }
  return listed;
}

/** True for one of the most common passwords and for the brand's name (rules.md accounts/common-passwords). */
export function isCommonPassword(password: string, brandName: string): boolean {
  const agency = brandName.replace(/[^A-Za-z]/g, "").toLowerCase();
  return commonForms(password).some((form) => form === agency || commonHashes().has(passwordListHash(form)));
}

/**
 * Hashes a password that a person chose. Throws Invalid for `password` when it is too common, or known from a breach
 * (rules.md accounts/breached-passwords).
 */
export async function hashNewPassword(
  { breachedPasswords, settings }: Pick<Context, "breachedPasswords" | "settings">,
  password: string,
): Promise<string> {
  if (isCommonPassword(password, settings.brand.name)) throw new Invalid(TOO_COMMON, "password");
  if (await breachedPasswords?.includes(password)) throw new Invalid(BREACHED, "password");
  return await hashPassword(password);
}
