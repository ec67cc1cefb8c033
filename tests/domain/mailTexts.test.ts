import { afterAll, beforeEach, expect, test } from "vitest";
import { passwordResetMail } from "~/domain/accounts/passwordResetMail";
import { type MailKind, mailKind, mailKinds } from "~/domain/mailKinds";
import { MAX_VARIABLES, parseTemplate } from "~/domain/mailTemplate";
import { composeMail } from "~/domain/notifications/composeMail";
import { exampleMail } from "~/domain/notifications/exampleMail";
import { mailTextInput } from "~/domain/notifications/mailTextInput";
import { restoreMailText, saveMailText } from "~/domain/notifications/saveMailText";
import { sendExampleMail } from "~/domain/notifications/sendExampleMail";
import type { MailTexts } from "~/domain/settings";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { readSettings } from "~/domain/settings/readSettings";
import { outbox } from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";

const database = await openTestDatabase();
afterAll(() => database.dispose());
beforeEach(() => database.clear());
const { db } = database;

const kinds = Object.keys(mailKinds) as MailKind[];
const as = async (privileges: "SuperAdmin" | "Admin") =>
  testContext(db, actingAs(await aStaffMember(db, { privileges })));
const withTexts = (mailTexts: MailTexts) => ({ ...defaultSettings, mailTexts });
const problemOf = (kind: MailKind, text: { subject?: string; body?: string }) => {
  const parsed = mailTextInput(kind).safeParse({ version: 0, subject: "Subject", body: "Text", ...text });
  return parsed.success ? null : parsed.error.issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
};

test.each(kinds)("the portal's own text of %s is a valid template", (kind) => {
  expect(problemOf(kind, mailKind(kind))).toBeNull();
  const { subject, text } = exampleMail(testContext(db), kind);
  for (const part of [subject, text]) expect(part).not.toMatch(/\{\{|\}\}|undefined/);
});

test.each([
  ["Hi {{nobody}}", "body: Line 1: there is no variable {{nobody}}"],
  ["Hi\n{{body}}", "body: Line 2: there is no variable {{body}}"],
  ["Hi\n\nYou have {{minutes", "body: Line 3: this {{ is not closed with }}"],
  ["Hi {{minutes\n}}", "body: Line 1: this {{ is not closed with }}"],
  ["Hi {{ {{minutes}}", "body: Line 1: this {{ is not closed with }}"],
  ["Hi\nminutes}}", "body: Line 2: }} closes no variable"],
  ["{{minutes}}".repeat(MAX_VARIABLES + 1), `body: Use at most ${MAX_VARIABLES} variables`],
])("refuses the text %j", (body, problem) => {
  expect(problemOf("passwordReset", { body })).toBe(problem);
});

test("refuses an unknown variable in the subject", () => {
  expect(problemOf("receipt", { subject: "{{items}}", body: "{{items}}" })).toBe(
    "subject: Line 1: there is no variable {{items}}",
  );
});

test.each(["No items", "Items: {{items}}", "{{items}}\n\n{{items}}"])("refuses a receipt with %j", (body) => {
  expect(problemOf("receipt", { body })).toBe("body: The text needs {{items}} once, in a paragraph of its own");
});

test("accepts any text without braces", () => {
  expect(parseTemplate("50 % off } or { <b>", [])).toEqual({ parts: ["50 % off } or { <b>"] });
});

test("a value is neither HTML nor a template", () => {
  const { text, html } = composeMail(testContext(db), "securityChange", {
    firstName: "<b>Ada</b>",
    values: { change: "<script>{{agency}}</script>" },
  });
  expect(html).not.toMatch(/<script>|<b>/);
  expect(html).toContain("&lt;script&gt;{{agency}}&lt;/script&gt;");
  expect(text).toContain("{{agency}}");
});

test("values that name variables are filled in once, without a loop", () => {
  const names = ["{{agency}}", "{{supportEmail}}", "{{change}}"];
  const { brand, contact } = defaultSettings;
  const settings = {
    ...defaultSettings,
    brand: { ...brand, name: "{{supportEmail}}{{agency}}" },
    contact: { ...contact, supportEmail: "{{change}}" },
  };
  const { text } = composeMail(
    testContext(db, undefined, { settings }),
    "securityChange",
    { firstName: "Ada", values: { change: "{{agency}}{{change}}" } },
    { subject: "Changed", body: names.join("|") },
  );
  expect(text.split("\n")[0]).toBe("{{supportEmail}}{{agency}}|{{change}}|{{agency}}{{change}}");
});

test("a mail has the agency's own text, paragraphs and line breaks", async () => {
  const body = "Hi {{firstName}},\n\nline one\nline <two>\n\nuse it in {{minutes}} minutes";
  const settings = withTexts({ passwordReset: { subject: "{{agency}} password", body } });
  const customer = await aCustomer(db, { firstName: "Ada" });
  const mail = await passwordResetMail(testContext(db, undefined, { settings }), { userId: customer.id });
  expect(mail).toMatchObject({ to: customer.email, subject: "Portal password" });
  expect(mail!.text).toMatch(/^Hi Ada,\n\nline one\nline <two>\n\nuse it in 60 minutes\n\nReset Password: http/);
  expect(mail!.html).toContain("line one<br>line &lt;two&gt;");
});

test("saves, shows and restores a mail's text", async () => {
  const ctx = await as("SuperAdmin");
  const text = { subject: "Your password", body: "Hi {{firstName}}" };
  await saveMailText(ctx, "passwordReset", { version: 0, ...text });
  expect((await readSettings(db)).mailTexts).toEqual({ passwordReset: text });
  await expect(saveMailText(ctx, "receipt", { version: 0, ...text })).rejects.toMatchObject({ kind: "Conflict" });
  await restoreMailText(ctx, "passwordReset", { version: 1 });
  const settings = await readSettings(db);
  expect(exampleMail({ ...ctx, settings }, "passwordReset")).toEqual(exampleMail(ctx, "passwordReset"));
});

test("stores nothing for the portal's own text", async () => {
  const ctx = await as("SuperAdmin");
  const { subject, body } = mailKind("refund");
  await saveMailText(ctx, "refund", { version: 0, subject, body: `${body} Sorry.` });
  await saveMailText(ctx, "refund", { version: 1, subject, body });
  expect((await readSettings(db)).mailTexts).toEqual({ refund: null });
});

test("a test mail equals the preview and goes to its sender alone", async () => {
  const ctx = await as("SuperAdmin");
  const text = { subject: "Paid: {{amount}}", body: "Hi\n\n{{items}}\n\nBye" };
  const to = await sendExampleMail(ctx, "receipt", text);
  const [row] = await db.select().from(outbox);
  const preview = exampleMail({ ...ctx, settings: withTexts({ receipt: text }) }, "receipt");
  expect(row!.payload).toEqual({ kind: "email", to, ...preview });
  expect(to).toBe((ctx.actor as { user: { email: string } }).user.email);
  expect(preview.html).toContain("2 × DA 30+");
});

test("an Admin neither saves nor tests a text", async () => {
  const ctx = await as("Admin");
  const text = { subject: "Subject", body: "Text" };
  for (const act of [
    () => saveMailText(ctx, "refund", { version: 0, ...text }),
    () => restoreMailText(ctx, "refund", { version: 0 }),
    () => sendExampleMail(ctx, "refund", text),
  ])
    await expect(act()).rejects.toMatchObject({ kind: "Forbidden" });
});
