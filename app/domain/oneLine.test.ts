import { expect, test } from "vitest";
import { SignUpInput } from "./accounts/accountInputs";
import { BillingAddressInput } from "./checkout/placeOrderInput";
import { ClientFormInput, NewClientInput } from "./clients/clientInputs";
import { ServiceInvoiceInput } from "./invoices/serviceInvoiceInput";
import { ONE_LINE, toOneLine } from "./oneLine";
import { NewTeamAccountInput } from "./team/teamInputs";

const breaks = [
  "a\r\nBcc: x@example.com",
  "a\nb",
  "a\u0000b",
  "a\u0085b",
  "a\u2028b",
  "a\u202eb",
  "a\u2066b",
  "a\u007fb",
];
const names = ["Åsa", "O'Neil 😀", "Jean-Luc d’Arc", "محمد", "李 小龍", "\u200fمريم", "Zo\u0308e", " Ada\n"];

const complaints = (schema: typeof SignUpInput | typeof ClientFormInput, field: string, text: string) => {
  const issues = schema.safeParse({ [field]: text }).error?.issues ?? [];
  return issues.filter(({ path }) => path[0] === field).map(({ message }) => message);
};

test.each([
  ["sign-up", SignUpInput, "firstName"],
  ["invitation", NewClientInput, "lastName"],
  ["team account", NewTeamAccountInput, "firstName"],
  ["client", ClientFormInput, "city"],
  ["billing address", BillingAddressInput, "address"],
  ["invoice", ServiceInvoiceInput, "name"],
])("%s: rejects line breaks and bidi controls, accepts every name", (_, schema, field) => {
  for (const text of breaks)
    expect([text, complaints(schema as typeof SignUpInput, field, text)]).toEqual([text, [ONE_LINE]]);
  for (const text of names) expect([text, complaints(schema as typeof SignUpInput, field, text)]).toEqual([text, []]);
});

test.each([
  ["sign-up", SignUpInput, "firstName"],
  ["invitation", NewClientInput, "lastName"],
  ["team account", NewTeamAccountInput, "firstName"],
  ["client", ClientFormInput, "lastName"],
])("%s: refuses a name with a web or email address", (_, schema, field) => {
  for (const name of ["Win at https://example.com", "see WWW.example", "ada@example.com"])
    expect(complaints(schema as typeof SignUpInput, field, name)).toEqual([
      "Please enter a name without a web or email address",
    ]);
});

test("puts any text on one line", () => {
  for (const text of breaks) expect(toOneLine(text)).toMatch(/^a (Bcc: x@example\.com|b)$/);
  for (const text of names) expect(toOneLine(text)).toBe(text.trim());
});
