import { z } from "zod";
import { line } from "../textFields";

export const payeeMethods = ["BANK", "PAYPAL"] as const;
export type PayeeMethod = (typeof payeeMethods)[number];
const labels: Record<PayeeMethod, string> = { BANK: "Bank transfer", PAYPAL: "PayPal" };
export const payeeMethodLabel = (method: PayeeMethod) => labels[method];

const cell = (limit: number) => line(limit).default("");
/** Spaces are for reading only. */
const code = cell(60).transform((text) => text.replace(/[\s-]/g, "").toUpperCase());

/** Where an affiliate is paid: IBAN and BIC, or account and routing number, or a PayPal address. */
export const PayeeInput = z
  .object({
    method: z.enum(payeeMethods, { error: "Choose how you are paid" }),
    holder: cell(70),
    account: code,
    bankCode: code,
    paypalEmail: cell(254),
  })
  .superRefine(({ method, holder, account, bankCode, paypalEmail }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (method === "PAYPAL") {
      if (!z.email().safeParse(paypalEmail).success)
        refuse("paypalEmail", "Enter the email address of your PayPal account");
      return;
    }
    if (holder === "") refuse("holder", "Account holder is required");
    if (!/^[A-Z0-9]{4,34}$/.test(account))
      refuse("account", "Enter an IBAN, or an account number of 4 to 34 characters");
    else if (/^[A-Z]{2}\d{2}/.test(account) && !isIban(account)) refuse("account", "This IBAN has a typing error");
    if (!/^([A-Z0-9]{6,12})?$/.test(bankCode)) refuse("bankCode", "Enter a BIC or a routing number");
    else if (bankCode === "" && !isIban(account)) refuse("bankCode", "An account number needs its routing number");
  });
export type PayeeInput = z.output<typeof PayeeInput>;

/** ISO 7064, mod 97. */
function isIban(text: string) {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
