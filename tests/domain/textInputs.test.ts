import { scryptSync } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ProfileInput, ResetPasswordForm, SignInInput, SignUpInput } from "~/domain/accounts/accountInputs";
import { hashPassword, verifyPassword } from "~/domain/accounts/passwords";
import { BillingAddressInput } from "~/domain/checkout/placeOrderInput";
import { ClientFormInput, NewClientInput } from "~/domain/clients/clientInputs";
import { couponCode } from "~/domain/coupons/couponCode";
import { CouponInput } from "~/domain/coupons/couponInput";
import { emailField, newEmailField } from "~/domain/emailField";
import { ServiceInvoiceInput } from "~/domain/invoices/serviceInvoiceInput";
import { nameInNotifications } from "~/domain/notifications/greeting";
import { PayeeInput } from "~/domain/payouts/payeeInput";
import { SenderInput } from "~/domain/settings/senderInput";
import { NewTeamAccountInput } from "~/domain/team/teamInputs";
import { line, requiredLine } from "~/domain/textFields";
import { cleanText, isVisible, toOneLine } from "~/format/cleanText";
import { readableEmail } from "~/format/readableEmail";
import { parseCleanJson } from "~/http/parseCleanJson";
import { TEST_SEED } from "../support/tier";

const schemas = [
  ["sign-up", SignUpInput, "firstName"],
  ["invitation", NewClientInput, "lastName"],
  ["team account", NewTeamAccountInput, "firstName"],
  ["client", ClientFormInput, "lastName"],
  ["profile", ProfileInput, "firstName"],
  ["service invoice", ServiceInvoiceInput, "name"],
] as const;
const read = (schema: (typeof schemas)[number][1], field: string, text: string) => {
  const issues = schema.safeParse({ [field]: text }).error?.issues ?? [];
  return issues.filter(({ path }) => path[0] === field).map(({ message }) => message);
};

test.each(schemas.slice(0, 5))("%s: refuses a name with a web or email address", (_, schema, field) => {
  for (const name of ["Win at https://example.com", "see WWW.example", "ada@example.com"])
    expect(read(schema, field, name)).toEqual(["Please enter a name without a web or email address"]);
});

const INVISIBLE = [
  "\u200b",
  "\u3164",
  "\u2800",
  " \u00a0\u2003",
  "\u200f\u202a\u202c",
  "\ufeff",
  "\u00ad",
  "\u115f\u1160",
  "\u034f",
  "\ufe0f",
  "\u0301",
  "\u{e0041}",
];

test.each(schemas)("%s: a name needs a visible character", (_, schema, field) => {
  for (const name of INVISIBLE)
    expect([name, read(schema, field, name)]).toEqual([name, [expect.stringMatching(/is required$/)]]);
});

test.each([
  ["a pasted cell", "Ada\tLovelace\n", "Ada Lovelace"],
  ["two lines of an address", "1 Main St\r\nApt 4", "1 Main St Apt 4"],
  ["a phone from contacts", "\u202a+1 555 0100\u202c", "+1 555 0100"],
  ["non-breaking blanks", "12\u00a0rue\u202fRivoli", "12 rue Rivoli"],
  ["a soft hyphen", "Donau\u00addampf", "Donaudampf"],
  ["a byte-order mark", "\ufeffAda", "Ada"],
  ["a decomposed letter", "Zo\u0308e", "Zöe"],
  ["a right-to-left override", "a\u202etxt.exe", "atxt.exe"],
  ["a stray joiner", "Ada\u200d", "Ada"],
  ["Persian", "می\u200cخواهم", "می\u200cخواهم"],
  ["an older Malayalam letter at the end of a word", "അവന്\u200d", "അവന്\u200d"],
  ["Hindi", "क्\u200dष", "क्\u200dष"],
  ["a family", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"],
  ["a heart on fire", "❤️\u200d🔥", "❤️\u200d🔥"],
  [
    "the flag of Scotland",
    "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  ],
  ["a keycap", "1️⃣", "1️⃣"],
  ["a selector after a digit", "WELCOME10\ufe0f", "WELCOME10"],
  ["Hebrew with a direction mark", "\u200fמרים", "מרים"],
  ["a control", "a\u0007b", "ab"],
])("one line: %s", (_, typed, stored) => {
  expect(line(100).parse(typed)).toBe(stored);
});

test.each([
  ["Windows line ends", "a\r\nb\r\n", "a\nb\n"],
  ["old Mac line ends", "a\rb", "a\nb"],
  ["a soft line end of a word processor", "a\vb", "a\nb"],
  ["a line separator", "a\u2028b", "a\nb"],
  ["tabs and indents stay", "a\n\tb  c", "a\n\tb  c"],
])("several lines: %s", (_, typed, stored) => {
  expect(cleanText(typed)).toBe(stored);
});

test("counts a line end as one character", () => {
  const text = `${"a".repeat(24)}\r\n`.repeat(20);
  expect(cleanText(text)).toHaveLength(500);
});

test.each([
  "“WELCOME10”",
  "WELCOME10.",
  "WELCOME 10",
  "ＷＥＬＣＯＭＥ１０",
  "WELCOME10\u200b",
  "welcome10",
  "'WELCOME10'",
  "«welcome10»",
  "WELCOME10,",
  "(WELCOME10)",
  "WEL\u00adCOME10",
  "WELCOME\n10",
  "**WELCOME10**",
  "\u00a0WELCOME10\ufeff",
  "WELCOME10。",
  "„Welcome10“",
])("reads the coupon %j as WELCOME10", (typed) => {
  expect(couponCode(typed)).toBe("WELCOME10");
});

test("saves a coupon as customers type it", () => {
  for (const code of ["HID\u200bDEN", "HID\nDEN", " hidden ", "HID\r\nDEN"])
    expect(CouponInput.shape.code.parse(code)).toBe("HIDDEN");
  expect(CouponInput.shape.code.safeParse("“\u200b”").error?.issues[0]?.message).toBe("Coupon code is required");
});

test("folds the dashes of a coupon", () => {
  expect(couponCode("black–friday")).toBe("BLACK-FRIDAY");
});

test.each([
  ["info@müller.example", "info@xn--mller-kva.example"],
  ["info@mu\u0308ller.example", "info@xn--mller-kva.example"],
  ["info@MÜLLER.example", "info@xn--mller-kva.example"],
  ["info@xn--mller-kva.example", "info@xn--mller-kva.example"],
  ["ada＠example.com", "ada@example.com"],
  ["ada@example。com", "ada@example.com"],
  ["ada@例え.jp", "ada@xn--r8jz45g.jp"],
  ["ada@ｅｘａｍｐｌｅ.com", "ada@example.com"],
  ["\u200eada@example.com\u200b", "ada@example.com"],
  ["ada\u00ad@example.com", "ada@example.com"],
  [" Ada@Example.com\t", "Ada@Example.com"],
])("reads the address %j as %s", (typed, stored) => {
  expect(emailField.parse(typed)).toBe(stored);
  expect(PayeeInput.parse({ method: "PAYPAL", paypalEmail: typed }).paypalEmail).toBe(stored);
  expect(SignInInput.parse({ email: typed, password: "x" }).email).toBe(stored);
  const sender = { version: 0, fromName: "Agency", fromAddress: typed, replyTo: typed };
  expect(SenderInput.parse(sender)).toMatchObject({ fromAddress: stored, replyTo: stored });
});

test.each(["a..b@example.com", ".x@example.com", "dr.@example.com", "..@example.com"])(
  "takes the address %s at sign-in alone",
  (email) => {
    expect(newEmailField.safeParse(email).error?.issues).toMatchObject([{ message: "Please provide a valid email" }]);
    expect(SignInInput.parse({ email, password: "x" }).email).toBe(email);
  },
);

test.each([
  "ada@@example.com",
  "ada@exam ple.com",
  "ada@müller",
  "ada@ex/ämple.com",
  "ädä@example.com",
  "ada@ex:8ä.com",
])("refuses the address %s", (email) => {
  expect(emailField.safeParse(email).success).toBe(false);
});

test.each([
  ["J.R.", "Smith", "J.R. Smith"],
  ["Acme", "Inc.", "Acme Inc."],
  ["Acme", "B.V.", "Acme B.V."],
  ["Dr. Ada", "St. John", "Dr. Ada St. John"],
  ["Smith/Jones", "LLP", "Smith/Jones LLP"],
  ["Node.js", "Ltd.", "Node.js Ltd."],
  ["Ph.D.", "Ng", "Ph.D. Ng"],
  ["Prize", "example.com.", "A client"],
  ["Win", "(evil.co.uk)", "A client"],
  ["Win", "evil。com", "A client"],
  ["Call", "tel:+1555", "A client"],
  ["Go", "1.2.3.4", "A client"],
  ["www.evil", "x", "A client"],
  ["Win", "evil.com/path", "A client"],
  ["Win", "EVIL.COM!", "A client"],
])("notifications name %j %j as %j", (firstName, lastName, name) => {
  expect(nameInNotifications({ firstName, lastName })).toBe(name);
});

const billing = { address: "1 Main St", city: "Graz", state: "", country: "Austria", zipCode: "8010" };
const long = {
  address: "a".repeat(250),
  city: "c".repeat(200),
  state: "s".repeat(200),
  country: "Austria",
  zipCode: "8".repeat(30),
};

test("what the checkout stores, the profile and staff can save again", () => {
  expect(BillingAddressInput.safeParse(long).success).toBe(true);
  const names = { firstName: "Ada", lastName: "Byron", phoneNo: "1".repeat(40) };
  expect(ProfileInput.safeParse({ ...names, ...long }).success).toBe(true);
  expect(ClientFormInput.safeParse({ version: 1, ...names, ...long }).success).toBe(true);
  expect(ServiceInvoiceInput.shape.address.safeParse(long.address).success).toBe(true);
});

test("says that an address is too long, and the limit", () => {
  const said = BillingAddressInput.safeParse({ ...billing, address: "a".repeat(301) }).error?.issues[0]?.message;
  expect(said).toBe("Address is too long. Use 300 characters or fewer");
});

test.each([
  ["info@xn--mller-kva.example", "info@müller.example"],
  ["ada@xn--r8jz45g.jp", "ada@例え.jp"],
  ["a@mail.xn--bcher-kva.xn--p1ai", "a@mail.bücher.рф"],
  ["ada@example.com", "ada@example.com"],
  ["xn--a@example.com", "xn--a@example.com"],
  ["a@xn--.example", "a@xn--.example"],
  ["a@xn--99999999.example", "a@xn--99999999.example"],
])("shows the address %s as %s", (email, shown) => {
  expect(readableEmail(email)).toBe(shown);
});

test("a domain in any script is stored in ASCII and shown as it was", () => {
  const word = fc
    .array(fc.constantFrom(..."aäöüñçřşłőеждыαβγδ例え字한국"), { minLength: 1, maxLength: 12 })
    .map((letters) => letters.join(""));
  fc.assert(
    fc.property(word, (label) => {
      const { data } = emailField.safeParse(`a@${label}.example`);
      if (data) expect(readableEmail(data)).toBe(`a@${label}.example`);
    }),
    { seed: TEST_SEED, numRuns: 1_000 },
  );
});

test("a reset takes a password that both fields hold decomposed", () => {
  const [password, confirmPassword] = [NFD, NFC];
  expect(ResetPasswordForm.parse({ password, confirmPassword: NFD }).password).toBe(NFC);
  expect(ResetPasswordForm.safeParse({ password, confirmPassword }).success).toBe(true);
});

const NFC = "Pässwörd#1",
  NFD = NFC.normalize("NFD");
test("a password matches however the device composes its letters", async () => {
  for (const made of [NFC, NFD])
    for (const typed of [NFC, NFD]) {
      expect(await verifyPassword(typed, await hashPassword(made))).toEqual({ ok: true, rehash: false });
    }
});

test("a hash of decomposed letters still works, and is made again", async () => {
  const salt = Buffer.from("0123456789abcdef");
  const key = scryptSync(NFD, salt, 32, { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 });
  const stored = ["scrypt", 2 ** 14, 8, 5, salt.toString("base64url"), key.toString("base64url")].join("$");
  for (const typed of [NFC, NFD]) expect(await verifyPassword(typed, stored)).toEqual({ ok: true, rehash: true });
  expect(await verifyPassword(`${NFC}x`, stored)).toEqual({ ok: false, rehash: false });
});

test("a call reads clean texts, and passwords letter by letter", () => {
  expect(
    parseCleanJson('{"a": "x\\u200b\\r\\ny", "b": ["\\u202a1\\u202c"], "password": "a\\u0301\\u200b\\u0000"}'),
  ).toEqual({ a: "x\ny", b: ["1"], password: "a\u0301\u200b" });
});

const hardText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        ..."\u200c\u200d\u200b\ufe0fابक्ष1e\r\n\u0301\u3164\u115f ",
        "👩",
        "❤",
        "\ud83d",
        "\u{e0067}",
        "🏴",
        "\u{e0100}",
        "葛",
        "\u0958",
        "\u0344",
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join("")),
);
const random = { seed: TEST_SEED, numRuns: 3_000 };

test("cleaning is idempotent for any text", () => {
  fc.assert(
    fc.property(hardText, (text) => {
      for (const clean of [cleanText, toOneLine, couponCode]) expect(clean(clean(text))).toBe(clean(text));
    }),
    random,
  );
});

test("a stored line is never too long and never invisible", () => {
  const field = requiredLine("Name is required", 10);
  fc.assert(
    fc.property(hardText, (text) => {
      const { data } = field.safeParse(text);
      if (data === undefined) return;
      expect([...data].length).toBeLessThanOrEqual(10);
      expect([isVisible(data), data.trim(), field.parse(data)]).toEqual([true, data, data]);
    }),
    random,
  );
});
