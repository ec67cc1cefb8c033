import { z } from "zod";
import { toAsciiEmail } from "~/format/asciiEmail";
import { emailField } from "../emailField";
import { line } from "../textFields";

export const payeeMethods = ["BANK", "PAYPAL"] as const;
export type PayeeMethod = (typeof payeeMethods)[number];
const labels: Record<PayeeMethod, string> = { BANK: "Bank transfer", PAYPAL: "PayPal" };
export const payeeMethodLabel = (method: PayeeMethod) => labels[method];

const cell = (limit: number) => line(limit).default("");
/** Signs that are for reading only. */
const compact = (text: string) => text.replace(/[\s./-]/g, "").toUpperCase();
/** An account without the words that a copied line has before it: 'IBAN DE89 …', 'Account no. 0001234'. */
const account = cell(60).transform((text) => {
  const unnamed = text.replace(
    /^\s*(?:IBAN(?=[A-Z]{2}\d{2})|(?:IBAN|account|acct|a\/c|konto(?:nummer)?)\b[\s.:#]*)/i,
    "",
  );
  // Norwegian IBANs begin with NO, as short as 'number' is written.
  return isIban(compact(unnamed)) ? compact(unnamed) : compact(unnamed.replace(/^(?:number|no|nr)\b[\s.:#]*/i, ""));
});
/** Its code, likewise: 'BIC: COBA…'. */
const bankCode = cell(60).transform((text) =>
  compact(
    text.replace(
      /^\s*(?:BIC|SWIFT|ABA|RTN|routing)(?:\s*\/\s*(?:BIC|SWIFT))?(?:\s*(?:code|number|no\.?))?(?:\s*:|\s)\s*/i,
      "",
    ),
  ),
);

/** Where an affiliate is paid: IBAN and BIC, or account and routing number, or a PayPal address. */
export const PayeeInput = z
  .object({
    method: z.enum(payeeMethods, { error: "Choose how you are paid" }),
    holder: cell(70),
    account,
    bankCode,
    paypalEmail: cell(254).transform(toAsciiEmail),
  })
  .superRefine(({ method, holder, account, bankCode, paypalEmail }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (method === "PAYPAL") {
      if (!emailField.safeParse(paypalEmail).success)
        refuse("paypalEmail", "Enter the email address of your PayPal account");
      return;
    }
    if (holder === "") refuse("holder", "Account holder is required");
    // A spreadsheet would take it for a formula, and no bank has such a name.
    else if (/^[=+\-@]/.test(holder)) refuse("holder", "Begin the name with a letter or a digit");
    if (isSwapped(account, bankCode))
      return refuse("account", "Are these two swapped? This one is the bank's code, and the account belongs here.");
    if (!/^[A-Z0-9]{4,34}$/.test(account))
      refuse("account", "Enter an IBAN, or an account number of 4 to 34 characters");
    else if (/^[A-Z]{5}/.test(account)) refuse("account", "Enter the account number alone, without words before it");
    else if (/^[A-Z]{2}\d{2}/.test(account) && !isIban(account)) refuse("account", "This IBAN has a typing error");
    if (bankCode === "") {
      if (!isIban(account)) refuse("bankCode", "An account number needs its routing number");
    } else if (/^\d{9}$/.test(bankCode)) {
      if (!isRoutingNumber(bankCode)) refuse("bankCode", "This routing number has a typing error");
    } else if (/[A-Z]/.test(bankCode) ? !BIC.test(bankCode) : !/^\d{6,12}$/.test(bankCode))
      refuse("bankCode", "Enter a BIC or a routing number");
  });
export type PayeeInput = z.output<typeof PayeeInput>;

/** ISO 9362: bank, country, place, and the branch or none. */
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Of the American Bankers Association, by its check digit. */
function isRoutingNumber(text: string) {
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0);
  return /^\d{9}$/.test(text) && sum > 0 && sum % 10 === 0;
}

/** The code stands in the account's field, and what stands in the code's field is none. */
const isSwapped = (account: string, bankCode: string) =>
  isIban(bankCode) ||
  (BIC.test(account) && /^\d{4,}$/.test(bankCode)) ||
  (isRoutingNumber(account) && /^\d{4,}$/.test(bankCode) && !isRoutingNumber(bankCode));

/** ISO 7064, mod 97. */
function isIban(text: string) {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
