const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new id such as `pi_8fK...`: the prefix and 24 random letters. */
export function newId(prefix: string): string {
  return `${prefix}_${randomLetters(24)}`;
}

/** The client secret of an intent: its id, `_secret_` and 25 random letters. */
export function newClientSecret(id: string): string {
  return `${id}_secret_${randomLetters(25)}`;
}

function randomLetters(length: number): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => letters[byte % letters.length]).join("");
}
