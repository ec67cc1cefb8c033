import { readdirSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import type { InboundResult, RefusalReason } from "~/domain/inboundMail/inboundMail";
import { MAX_MAIL_BYTES } from "~/domain/inboundMail/inboundMail";
import { replyAddress } from "~/domain/notifications/replyAddress";
import { paths } from "~/paths";
import { inboundMails, orderMessages, type orders, outbox, securityEvents, uploads } from "~db/schema";
import type { OutboxPayload } from "~db/schema/notifications";
import { aCustomer, anOrder } from "../support/factories";
import { type NotificationsStack, REPLY_DOMAIN, startNotifications } from "../support/notificationsStack";
import { testContext } from "../support/testContext";

let stack: NotificationsStack;
let ada: ActorUser;
let order: typeof orders.$inferSelect;
let address: string;
beforeAll(async () => {
  stack = await startNotifications({ inbound: true });
  ada = await aCustomer(stack.db, { firstName: "Ada", email: "ada@example.com" });
  order = await anOrder(stack.db, { clientId: ada.id });
  address = (await addressOf(ada))!;
});
afterAll(() => stack.dispose());

/** The Worker reads the machine's time. */
const now = () => ({ now: Date.now(), replyDomain: REPLY_DOMAIN });
const addressOf = ({ id, email }: ActorUser) =>
  replyAddress(
    testContext(stack.db, undefined, now()),
    { userId: id, email },
    { number: order.number, thread: "Customer" },
  );
/** A genuine address with another signature. */
const forged = () => address.replace(/^(reply\+.{30}.)(.)/, (_, start, sign) => start + (sign === "0" ? "1" : "0"));

/** An email of the corpus as bytes, with this run's address in it. */
function mailOf(name: string, changed: (text: string) => string = (text) => text) {
  const text = readFileSync(`tests/inboundMail/${name}.eml`)
    .toString("latin1")
    .replaceAll("{{reply}}", address)
    .replaceAll("{{forged}}", forged())
    .replaceAll("{{upper}}", address.toUpperCase());
  return Buffer.from(changed(text).replace(/\r?\n/g, "\r\n"), "latin1");
}

const messages = () => stack.db.select().from(orderMessages);
const answers = () => stack.db.select().from(outbox).where(eq(outbox.kind, "email"));
const events = () => stack.db.select().from(securityEvents);

/** Delivers an email and tells what it added. */
async function delivered(raw: Buffer) {
  const rows = () => Promise.all([messages(), answers(), events()]);
  const before = new Set((await rows()).flat().map(({ id }) => id));
  const taken = (await stack.deliver(raw)) as InboundResult;
  const isNew = ({ id }: { id: string }) => !before.has(id);
  const [added, answered, recorded] = await rows();
  return {
    taken,
    added: added.filter(isNew),
    answered: answered.filter(isNew).map(({ payload }) => payload as Extract<OutboxPayload, { kind: "email" }>),
    recorded: recorded.filter(isNew).map(({ kind, userId, detail }) => [kind, userId, detail]),
  };
}

const DOCUMENTS = ".jpg, .jpeg, .png, .webp, .gif, .pdf, .doc, .docx, .xls, .xlsx";
const notTaken = (...names: string[]) =>
  [
    "\n\nFiles that were not taken over from the email:\n",
    ...names.map((name) => `- '${name}' cannot be used. Allowed types: ${DOCUMENTS}`),
  ].join("\n");

/** The text that each email leaves in the thread. */
const posted: Record<string, string> = {
  gmail: 'The anchor text should be "Acme running shoes", and please link it to the new collection page.\n\nThank you!',
  "gmail-plain": "Yes, go ahead with the second draft.",
  "gmail-inline":
    "\\> Which anchor text do you want?\n\nAcme shoes.\n\n\\> And which page should we link?\n\nThe home page, please.",
  "gmail-german": 'Schöne Grüße, der Text gefällt mir. Nur "größer" bitte groß schreiben.',
  "gmail-signature": "Two things:\n * use the blue logo\n * see our brief (https://example.com/brief)",
  "outlook-desktop": "Hi Mia,\n\nplease publish it on Monday.\n\nKind regards\nAda",
  "outlook-web": "Can we move the publication to December 3?",
  "outlook-plain": "Both links are fine. You can invoice us.\n\nAda",
  "outlook-german": "Guten Tag,\n\nbitte ändern Sie die Überschrift.\n\nMit freundlichen Grüßen\nAda Beispiel",
  "outlook-mobile": "Approved from my side.",
  "apple-mail": "I prefer the first proposal.",
  iphone: "Ok, go!",
  "iphone-french": "C’est parfait, merci beaucoup !",
  thunderbird: "Please wait with the second article.\n\nWe have to check the numbers first.",
  "thunderbird-flowed":
    "This paragraph is written without a break and the mail program wraps it after seventy characters, which the reader must not see.\n\nSecond paragraph.",
  "bottom-posting": "No, the link has to stay dofollow.\n\nAda",
  yahoo: "When will it be live?",
  proton: "I sent the files to Mia already.",
  "samsung-german": "Passt so.",
  "html-only":
    "Answers\n\n 1. Yes\n 2. No, see this page (https://example.com/a?b=1&c=2)\n\nLine one\nLine two\n\nPrice100",
  "html-hostile": "Please look at this.\n\n<script>alert(6)</script> is what I typed.",
  signature: "Please send the report to our office as well.",
  forwarded:
    "Our developer says this, can you help?\n\n---------- Forwarded message ---------\nFrom: Dev Example <dev@example.com>\nDate: Thu, Nov 26, 2026 at 4:11 PM\nSubject: Robots file\nTo: Ada Example <ada@example.com>\n\nThe robots file blocks the new page.",
  "japanese-iso-2022-jp": "お世話になっております。\n二番目の記事を先に公開してください。",
  "japanese-gmail": "はい、それでお願いします。",
  "chinese-gb18030": "可以，请下周发布。",
  "russian-koi8-r": "Добрый день!\n\nСогласен, публикуйте.",
  "polish-iso-8859-2": 'Proszę zmienić tytuł na "Żółta łódź".',
  "windows-1252": "It costs “at most” 250 € – not more…",
  hebrew: "כן, אפשר להתחיל.",
  "emoji-delsp": "Great work 🎉 we love it and would like to have more of these links in the next month. 👍",
  attachment: "The brief is attached.",
  "inline-logo": "Yes, please.",
  winmail: `See the sheet.${notTaken("winmail.dat")}`,
  "smime-signed": "Signed and agreed.",
  "no-message-id": "An old mail program wrote this.",
  "upper-case-address": "My server writes addresses in capitals.",
};

/** The files that they leave with it. */
const files: Record<string, string[]> = { attachment: ["brief.pdf", "Übersicht 2026.png"] };

const dropped: Record<string, InboundResult["reason"]> = {
  "out-of-office": "autoReply",
  vacation: "autoReply",
  bounce: "bounce",
  "mailing-list": "list",
  "read-receipt": "bounce",
};

const refused: Record<string, RefusalReason> = {
  "foreign-sender": "foreignSender",
  "forged-token": "forgedToken",
  "spoofed-sender": "foreignSender",
  "two-senders": "foreignSender",
  "only-quotation": "empty",
};

test("every email of the corpus has an expected result, and none is missing", () => {
  const names = readdirSync("tests/inboundMail").map((file) => file.replace(/\.eml$/, ""));
  expect([...Object.keys(posted), ...Object.keys(dropped), ...Object.keys(refused)].sort()).toEqual(names.sort());
  expect(names.length).toBeGreaterThanOrEqual(40);
});

test.each(Object.keys(posted))("takes the text of %s", async (name) => {
  const { taken, added, answered, recorded } = await delivered(mailOf(name));
  expect(added.map(({ bodySource }) => bodySource)).toEqual([posted[name]]);
  expect(added[0]).toMatchObject({ orderId: order.id, thread: "Customer", authorId: ada.id, realAuthorId: null });
  expect(added[0]!.files?.map((file) => file.name)).toEqual(files[name]);
  expect(added[0]!.body).not.toMatch(/<(script|img|iframe)|onclick|javascript:/);
  expect(taken).toEqual({
    outcome: "posted",
    reason: null,
    repeated: false,
    orderId: order.id,
    messageId: added[0]!.id,
  });
  expect([answered, recorded]).toEqual([[], []]);
});

test.each(Object.keys(dropped))("drops %s unanswered", async (name) => {
  const { taken, added, answered, recorded } = await delivered(mailOf(name));
  expect(taken).toMatchObject({ outcome: "dropped", reason: dropped[name] });
  expect([added, answered, recorded]).toEqual([[], [], []]);
});

test.each(Object.keys(refused))("refuses %s", async (name) => {
  const { taken, added } = await delivered(mailOf(name));
  expect(taken).toMatchObject({ outcome: "refused", reason: refused[name] });
  expect(added).toEqual([]);
});

describe("an answer to an email that was not taken", () => {
  test("gives a stranger one sentence, once a day, and is a security event", async () => {
    const from = "eve@stranger.example.com";
    const mail = (id: string, name: string) =>
      mailOf(name, (text) => text.replaceAll("ada@stranger.example.com", from).replaceAll("forged-1", id));
    const first = await delivered(mail("stranger-1", "foreign-sender"));
    const second = await delivered(mail("stranger-2", "foreign-sender"));
    expect(first.recorded).toEqual([["replyRefused", ada.id, "foreignSender"]]);
    expect(second.recorded).toEqual([["replyRefused", ada.id, "foreignSender"]]);
    expect(first.answered).toMatchObject([
      {
        to: from,
        subject: "Your email was not delivered",
        headers: {
          "Auto-Submitted": "auto-replied",
          "In-Reply-To": "<stranger-1@mail.example.com>",
          References: "<stranger-1@mail.example.com>",
        },
      },
    ]);
    expect(first.answered[0]!.text).toMatch(
      /^Hello,\n\nWe could not take your email into the portal\. This address takes/,
    );
    expect(first.answered[0]!.text).not.toMatch(/Ada|20001|order/);
    expect(second.answered).toEqual([]);
  });

  test("tells the person why, with a link to the order", async () => {
    const { answered, recorded } = await delivered(
      mailOf("only-quotation", (text) => text.replace("empty-1@", "empty-2@")),
    );
    expect(answered).toHaveLength(1);
    expect(answered[0]).toMatchObject({ to: "ada@example.com" });
    expect(answered[0]!.text).toContain("Hello Ada,");
    expect(answered[0]!.text).toContain(paths.order(order.id));
    expect(recorded).toEqual([]);
  });

  test("leaves through the outbox, marked as automatic", async () => {
    await stack.sweep();
    const mails = await stack.mails();
    const answer = mails.find(({ to }) => to === "eve@stranger.example.com")!;
    expect(answer.headers).toMatchObject({
      "Auto-Submitted": "auto-replied",
      "X-Auto-Response-Suppress": "OOF, AutoReply",
    });
    expect(answer.replyTo).not.toContain("reply+");
  });
});

describe("a file of an email", () => {
  const PDF = /JVBERi0[\w/+=]+/;
  const PNG = /iVBORw0KGgo[\w/+=]+\s+[\w/+=]+/;
  const NAME = /brief\.pdf/g;
  const attached = () =>
    stack.db
      .select()
      .from(uploads)
      .where(eq(uploads.attachedTo, `order:${order.id}`));

  test("is stored and attached once, however often the email arrives", async () => {
    const raw = mailOf("attachment", (text) => text.replace("att-1@", "twice-1@"));
    const before = (await attached()).length;
    const taken = (await Promise.all([1, 2, 3].map(() => stack.deliver(raw)))) as InboundResult[];
    expect(taken.filter(({ repeated }) => !repeated)).toHaveLength(1);
    const added = (await attached()).slice(before);
    expect(added.map(({ ownerId, storedAt }) => [ownerId, storedAt !== null])).toEqual([
      [ada.id, true],
      [ada.id, true],
    ]);
    expect(await stack.storedFiles()).toEqual(expect.arrayContaining(added.map(({ key }) => key)));
  });

  test("that is a program is named with the reason, the others are taken", async () => {
    const program = Buffer.from("MZ\x90\x00\x03\x00\x00\x00 This program cannot be run in DOS mode", "latin1");
    const { added } = await delivered(
      mailOf("attachment", (text) =>
        text.replace("att-1@", "program-1@").replace(NAME, "setup.exe").replace(PDF, program.toString("base64")),
      ),
    );
    expect(added.map(({ bodySource }) => bodySource)).toEqual([`The brief is attached.${notTaken("setup.exe")}`]);
    expect(added[0]!.files?.map((file) => file.name)).toEqual(["Übersicht 2026.png"]);
  });

  test("is taken as a pasted picture, a small one of the text is not", async () => {
    const picture = Buffer.concat([
      Buffer.from("iVBORw0KGgo=", "base64"),
      Buffer.alloc(40_000, "a picture that someone pasted "),
    ]);
    const { added } = await delivered(
      mailOf("inline-logo", (text) =>
        text.replace("att-2@", "pasted-1@").replace(PNG, picture.toString("base64").replace(/.{76}/g, "$&\n")),
      ),
    );
    expect(added[0]!.files).toEqual([{ key: expect.any(String), name: "image001.png", size: picture.length }]);
  });

  test("makes a message of its own without a text", async () => {
    const { added } = await delivered(
      mailOf("attachment", (text) => text.replace("att-1@", "no-text-1@").replace("The brief is attached.", "")),
    );
    expect(added.map(({ bodySource }) => bodySource)).toEqual(["brief.pdf, Übersicht 2026.png"]);
  });
});

test("takes an email once, however often it arrives", async () => {
  const raw = mailOf("signature", (text) => text.replace("plain-1@", "again-1@"));
  const first = await delivered(raw);
  const both = await Promise.all([stack.deliver(raw), stack.deliver(raw)]);
  expect(first.added).toHaveLength(1);
  for (const taken of both) expect(taken).toMatchObject({ outcome: "posted", repeated: true, orderId: order.id });
  const parallel = mailOf("signature", (text) => text.replace("plain-1@", "again-2@"));
  const before = (await messages()).length;
  await Promise.all([1, 2, 3, 4].map(() => stack.deliver(parallel)));
  expect((await messages()).length).toBe(before + 1);
});

test("answers an email of 30 MB by its headers alone", async () => {
  const raw = Buffer.concat([
    mailOf("signature", (text) => text.replace("plain-1@", "large-1@")),
    Buffer.alloc(30_000_000, `${"x".repeat(75)}\n`),
  ]);
  expect(raw.length).toBeGreaterThan(MAX_MAIL_BYTES);
  const { taken, added, answered } = await delivered(raw);
  expect(taken).toMatchObject({ outcome: "refused", reason: "tooLarge" });
  expect(added).toEqual([]);
  expect(answered[0]!.text).toContain("larger than 25 MB");
});

test("refuses what is no email, and keeps nothing of it", async () => {
  const before = (await stack.db.select().from(inboundMails)).length;
  for (const raw of ["{}", "", "hello", "Subject: no sender\r\n\r\ntext"])
    expect(await stack.deliver(Buffer.from(raw))).toMatchObject({ outcome: "notAMail" });
  expect(await stack.db.select().from(inboundMails)).toHaveLength(before);
});

test("drops an email of the portal itself", async () => {
  const raw = mailOf("signature", (text) =>
    text
      .replace("From: Ada Example <ada@example.com>", "From: Portal <no-reply@example.com>")
      .replace("plain-1@", "own-1@"),
  );
  expect((await delivered(raw)).taken).toMatchObject({ outcome: "dropped", reason: "ownMail" });
});

test("refuses an address without a token, as no security event", async () => {
  const raw = mailOf("signature", (text) =>
    text.replace(address, "hello@reply.example.com").replace("plain-1@", "plain-9@"),
  );
  const { taken, recorded } = await delivered(raw);
  expect(taken).toMatchObject({ outcome: "refused", reason: "noSuchAddress" });
  expect(recorded).toEqual([]);
  const rows = await stack.db.select().from(inboundMails).where(eq(inboundMails.reason, "noSuchAddress"));
  expect(rows.map(({ userId, orderId }) => [userId, orderId])).toEqual([[null, null]]);
});
