import { readFileSync, writeFileSync } from "node:fs";
import { newPasswordField } from "../app/domain/accounts/accountInputs";
import { commonForms, passwordListHash } from "../app/domain/accounts/commonPasswords";

/**
 * Writes the list of common passwords: `npx tsx scripts/commonPasswords.ts <list>`, where the list is SecLists'
 * `10-million-password-list-top-1000000.txt` (MIT licence), the most common password first.
 */
const TOTAL = 3000;
const inList = readFileSync(process.argv[2]!, "utf8").split(/\r?\n/);
// Few leaked passwords fit the pattern as they are. The others become the words that people decorate until they fit.
const fitting = inList.filter((password) => newPasswordField.safeParse(password).success);
const words = new Set(
  (
    "welcome admin administrator letmein changeme passwort login user guest test temp hello spring summer autumn winter " +
    "january february march april june july august september october november december " +
    "monday tuesday wednesday thursday friday saturday sunday"
  ).split(" "),
);
const rest = fitting.filter((password) => !commonForms(password).some((form) => words.has(form)));
for (const password of inList) {
  if (words.size + rest.length >= TOTAL) break;
  const word = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, "");
  if (/^[a-z]{4,}$/.test(word)) words.add(word);
}
const hashes = Uint32Array.from([...words, ...rest], passwordListHash).sort();
const text = Buffer.from(hashes.buffer).toString("base64");
writeFileSync(
  "app/domain/accounts/commonPasswordHashes.ts",
  `/** ${hashes.length} hashes of common passwords and words, 4 bytes each, in base64 (scripts/commonPasswords.ts). */\nexport const COMMON_PASSWORDS =\n  "${text}";\n`,
);
console.log(`${words.size} words, ${rest.length} passwords, ${text.length} characters`);
