import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "~/domain/accounts/limits";
import type { ActorUser, Context } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { Forbidden } from "~/domain/errors";
import type { InboundMail } from "~/domain/inboundMail/inboundMail";
import { receiveMail } from "~/domain/inboundMail/receiveMail";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { MAX_MESSAGE_FILES } from "~/domain/messages/messageFiles";
import type { MessageThread } from "~/domain/messages/messageThreads";
import { sendMessage } from "~/domain/messages/sendMessage";
import { noticeMails } from "~/domain/notifications/noticeMail";
import { REPLY_DAYS, replyAddress } from "~/domain/notifications/replyAddress";
import { storeMailFile } from "~/files/storeMailFile";
import { type SignerSecrets, secretSigner } from "~/integrations/signer.server";
import { inboundMails, notifications, orderMessages, orders, outbox, securityEvents, uploads, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { killedAt } from "../support/killing";
import { actingAs, actingSystem, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

const SECRETS: SignerSecrets = { SESSION_SECRET: "the first session secret, long enough" };
const REPLY_DOMAIN = "reply.example.com";

let database: TestDatabase;
let ada: ActorUser;
let other: ActorUser;
let mia: ActorUser;
let order: typeof orders.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  const { db } = database;
  ada = await aCustomer(db, { firstName: "Ada", email: "ada@example.com" });
  other = await aCustomer(db, { firstName: "Otto", email: "otto@example.com" });
  mia = await aStaffMember(db, { firstName: "Mia", email: "mia@example.com" });
  order = await anOrder(db, { clientId: ada.id, assignedToId: mia.id });
});

/** The portal's side of an email, in production. */
const portal = (overrides: Partial<Context> = {}) =>
  testContext(database.db, actingSystem, {
    address: "email",
    replyDomain: REPLY_DOMAIN,
    signer: secretSigner(SECRETS),
    ...overrides,
  });
const addressOf = async (
  person: ActorUser,
  thread: MessageThread = "Customer",
  ctx = portal(),
  number = order.number,
) => (await replyAddress(ctx, { userId: person.id, email: person.email }, { number, thread }))!;

const receive = (ctx: Context, mail: InboundMail) => receiveMail(ctx, mail, storeMailFile);

let serial = 0;
const aMail = (recipient: string, from: string, values: Partial<InboundMail> = {}): InboundMail => ({
  recipient,
  envelopeSender: from,
  from,
  messageId: `<${++serial}@mail.example.com>`,
  subject: "Re: New message",
  contentHash: String(serial),
  automatic: null,
  authenticity: "proven",
  size: 1000,
  text: "Yes, please.",
  files: [],
  ...values,
});

const aFile = (name: string, content: string, size = content.length) => ({
  name,
  bytes: new TextEncoder().encode(content.padEnd(size, " ")),
});
const aPdf = (name: string, size?: number) => aFile(name, `%PDF-1.4 ${name}`, size);

const threadOf = (thread: MessageThread) =>
  database.db.select().from(orderMessages).where(eq(orderMessages.thread, thread));
const answers = async () =>
  (await database.db.select().from(outbox).where(eq(outbox.kind, "email"))).map(
    ({ payload }) => payload as { to: string; text: string },
  );

describe("the reply address of a message's email", () => {
  const mailsOf = async (ctx: Context, people: ActorUser[]) =>
    await noticeMails(
      ctx,
      { users: people.map(({ id }) => id), typeSystemId: order.id, since: TEST_NOW },
      { openQuestions: async () => new Map() },
    );
  const write = (who: ActorUser, thread: MessageThread, at = TEST_NOW) =>
    sendMessage(testContext(database.db, actingAs(who), { now: at }), {
      orderId: order.id,
      thread,
      body: "A question",
    });

  test("takes the answer of each side into the thread", async () => {
    await write(mia, "Customer");
    await write(ada, "Customer");
    const mails = await mailsOf(portal(), [ada, mia]);
    for (const [person, hint] of [
      [ada, "Reply to this email to answer."],
      [mia, "Reply to this email to answer the client."],
    ] as const) {
      const { replyTo, text } = mails.get(person.id)!;
      expect(text).toContain(hint);
      expect(replyTo).toMatch(/^reply\+[0-9a-z]{50,}@reply\.example\.com$/);
      expect(replyTo!.indexOf("@")).toBeLessThanOrEqual(64);
      expect(await receive(portal(), aMail(replyTo!, person.email))).toMatchObject({ outcome: "posted" });
    }
    expect((await threadOf("Customer")).map(({ authorId }) => authorId)).toEqual([mia.id, ada.id, ada.id, mia.id]);
  });

  test("leads to the team where the email is about both threads", async () => {
    const colleague = await aStaffMember(database.db, { email: "noor@example.com" });
    await write(colleague, "Admin");
    await write(ada, "Customer", TEST_NOW + 1);
    await write(colleague, "Admin", TEST_NOW + 2);
    const mail = (await mailsOf(portal(), [mia])).get(mia.id)!;
    expect(mail.text).toContain("The client does not see your answer.");
    await receive(portal(), aMail(mail.replyTo!, mia.email));
    expect((await threadOf("Admin")).map(({ authorId }) => authorId)).toContain(mia.id);
    expect(await threadOf("Customer")).toHaveLength(1);
  });

  test("is absent without a domain, and from emails about other things", async () => {
    await write(mia, "Customer");
    const unset = (await mailsOf(portal({ replyDomain: undefined }), [ada])).get(ada.id)!;
    expect([unset.replyTo, unset.text.includes("Reply to this")]).toEqual([undefined, false]);
    await database.db
      .update(notifications)
      .set({ dedupeKey: "order.status:1" })
      .where(eq(notifications.userId, ada.id));
    expect((await mailsOf(portal(), [ada])).get(ada.id)!.replyTo).toBeUndefined();
  });
});

describe("a person answers", () => {
  test("and the other side is notified once", async () => {
    await receive(portal(), aMail(await addressOf(ada), ada.email));
    const rows = await database.db.select().from(notifications);
    expect(rows.map(({ userId, description }) => [userId, description])).toEqual([
      [mia.id, `New message on order ${order.number} from Ada Example: “Yes, please.”`],
    ]);
  });

  test.each([
    ["another client, with a token of their own for it", async () => [await addressOf(other), other.email]],
    ["a client in the internal thread", async () => [await addressOf(ada, "Admin"), ada.email]],
    [
      "a client whose order now belongs to another",
      async () => {
        const address = await addressOf(ada);
        await database.db.update(orders).set({ clientId: other.id });
        return [address, ada.email];
      },
    ],
  ])("is refused as %s", async (_, prepare) => {
    const [address, from] = await prepare();
    expect(await receive(portal(), aMail(address!, from!))).toMatchObject({
      outcome: "refused",
      reason: "notAllowed",
    });
    expect(await database.db.select().from(orderMessages)).toEqual([]);
    expect((await answers())[0]!.text).toContain("You can no longer write in this conversation.");
  });

  test.each([
    ["with another person's address", async () => aMail(await addressOf(ada), other.email), "foreignSender"],
    [
      "from a server that is not theirs",
      async () => aMail(await addressOf(ada), ada.email, { authenticity: "failed" }),
      "foreignSender",
    ],
    [
      "after the email address changed",
      async () => {
        const address = await addressOf(ada);
        await database.db.update(users).set({ email: "new@example.com" }).where(eq(users.id, ada.id));
        return aMail(address, "new@example.com");
      },
      "forgedToken",
    ],
    [
      "after the account was deleted",
      async () => {
        await database.db.update(users).set({ deletedAt: TEST_NOW }).where(eq(users.id, ada.id));
        return aMail(await addressOf(ada), ada.email);
      },
      "forgedToken",
    ],
    [
      "with another order's number",
      async () => {
        const second = await anOrder(database.db, { clientId: ada.id });
        const address = await addressOf(ada);
        return aMail(address.replace(`${order.number.toString(36)}@`, `${second.number.toString(36)}@`), ada.email);
      },
      "forgedToken",
    ],
    [
      "in another thread than the token's",
      async () => {
        const address = await addressOf(mia);
        return aMail(`${address.slice(0, 32)}a${address.slice(33)}`, mia.email);
      },
      "forgedToken",
    ],
    ["with a token that is cut off", async () => aMail("reply+abc@reply.example.com", ada.email), "forgedToken"],
  ])("%s, which changes nothing and is a security event", async (_, prepare, reason) => {
    const mail = await prepare();
    const ctx = portal();
    expect(await receive(ctx, mail)).toMatchObject({ outcome: "refused", reason });
    await receive(ctx, mail);
    await ctx.settled();
    expect(await database.db.select().from(orderMessages)).toEqual([]);
    const events = await database.db.select().from(securityEvents);
    expect(events.map(({ kind, detail, userAgent }) => [kind, detail, userAgent])).toEqual([
      ["replyRefused", reason, "Email"],
    ]);
    expect(await answers()).toHaveLength(1);
  });

  test(`is refused after ${REPLY_DAYS} days`, async () => {
    const address = await addressOf(ada);
    const taken = async (days: number) =>
      (await receive(portal({ now: TEST_NOW + days * DAY_MS }), aMail(address, ada.email))).reason;
    expect(await taken(REPLY_DAYS)).toBeNull();
    expect(await taken(REPLY_DAYS + 1)).toBe("expired");
  });

  test.each([
    ["tooLong", { text: "x".repeat(20_001) }],
    ["tooLarge", { size: 25 * 1024 * 1024 + 1 }],
    ["empty", { text: "> only\n> a quotation" }],
    ["empty", { text: "", files: [aFile("setup.exe", "MZ")] }],
  ])("gets the reason %s", async (reason, values) => {
    expect(await receive(portal(), aMail(await addressOf(ada), ada.email, values))).toMatchObject({ reason });
    expect(await answers()).toHaveLength(1);
  });
});

test("counts answers with on-screen messages and tells the limit each minute", async () => {
  const address = await addressOf(ada);
  const results = [];
  for (let n = 0; n < limits.message.perAccount + 3; n++)
    results.push((await receive(portal(), aMail(address, ada.email))).reason);
  expect(results.filter((reason) => reason === null)).toHaveLength(limits.message.perAccount);
  expect(results.slice(-3)).toEqual(["tooMany", "tooMany", "tooMany"]);
  expect(await answers()).toHaveLength(1);
});

test("a flood of a stranger leaves no rows beyond the limit", async () => {
  const ctx = portal();
  for (let n = 0; n < limits.strangerMail.perAccount + 5; n++)
    await receive(ctx, aMail("reply+abc@reply.example.com", "eve@example.net"));
  await ctx.settled();
  expect(await database.db.select().from(inboundMails)).toHaveLength(limits.strangerMail.perAccount);
  const kinds = (await database.db.select().from(securityEvents)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "replyRefused")).toHaveLength(limits.strangerMail.perAccount);
  expect(kinds.filter((kind) => kind === "limited")).toHaveLength(1);
  expect(await answers()).toHaveLength(1);
});

test("accepts addresses of a replaced secret until it is removed", async () => {
  const address = await addressOf(ada);
  const second = { SESSION_SECRET: "the second session secret, long enough" };
  const rotating = secretSigner({ ...second, SESSION_SECRET_PREVIOUS: SECRETS.SESSION_SECRET });
  const reason = async (signer: Context["signer"]) =>
    (await receive(portal({ signer }), aMail(address, ada.email))).reason;
  expect(await reason(rotating)).toBeNull();
  expect(await reason(secretSigner(second))).toBe("forgedToken");
});

test("only the system receives emails", async () => {
  const mail = aMail(await addressOf(mia), mia.email);
  await expect(receive(portal({ actor: actingAs(mia) }), mail)).rejects.toThrow(Forbidden);
});

describe.each(["before", "after"] as const)("killed %s any step", (when) => {
  test.each([
    ["an answer", {}, 1, 0],
    ["an answer that is refused", { text: "" }, 0, 1],
    ["a forged sender", { from: "eve@example.net", envelopeSender: "eve@example.net" }, 0, 1],
    ["an automatic answer", { automatic: "autoReply" as const }, 0, 0],
  ])("and delivered again, %s is taken once", async (_, values, messages, answered) => {
    const address = await addressOf(ada);
    for (let step = 1; ; step++) {
      const mail = aMail(address, ada.email, values);
      const before = [(await database.db.select().from(orderMessages)).length, (await answers()).length];
      const kill = killedAt(step, when);
      const killed = await receive(
        kill.context(portal({ now: TEST_NOW + step * DAY_MS }), database.binding),
        mail,
      ).then(
        () => false,
        (error) => {
          if (!kill.state.dead) throw error;
          return true;
        },
      );
      const retried = await receive(portal({ now: TEST_NOW + step * DAY_MS }), mail);
      const after = [(await database.db.select().from(orderMessages)).length, (await answers()).length];
      expect(after, `step ${step}`).toEqual([before[0]! + messages, before[1]! + answered]);
      const rows = await database.db.select().from(inboundMails);
      expect(rows, `step ${step}`).toHaveLength(step);
      if (!killed) {
        expect(retried.repeated).toBe(true);
        // As many steps as there were.
        expect(step).toBeGreaterThan(2);
        return;
      }
    }
  });
});

describe("files of an answer", () => {
  const post = async (files: InboundMail["files"], ctx = portal()) => {
    const before = await threadOf("Customer");
    const result = await receive(ctx, aMail(await addressOf(ada), ada.email, { files }));
    expect(result).toMatchObject({ outcome: "posted" });
    const [message] = (await threadOf("Customer")).filter(({ id }) => !before.some((one) => one.id === id));
    return { text: message!.bodySource, names: message!.files?.map(({ name }) => name) ?? [] };
  };
  const clean = (verdict: () => boolean) => portal({ fileScanner: { isClean: async () => verdict() } });

  test("are read by those who read the thread", async () => {
    expect(await post([aPdf("brief.pdf")])).toEqual({ text: "Yes, please.", names: ["brief.pdf"] });
    const [file] = await database.db.select().from(uploads);
    expect(file).toMatchObject({ attachedTo: `order:${order.id}`, kind: "messageFile", ownerId: ada.id });
    await receive(portal(), aMail(await addressOf(mia, "Admin"), mia.email, { files: [aPdf("internal.pdf")] }));
    const holders = (await database.db.select().from(uploads)).map(({ attachedTo }) => attachedTo);
    expect(holders.sort()).toEqual([`internal:${order.id}`, `order:${order.id}`]);
  });

  test.each([
    ["a program", aFile("setup.exe", "MZ\u0000\u0001"), "'setup.exe' cannot be used. Allowed types: .jpg"],
    ["an archive", aFile("all.zip", "PK\u0003\u0004"), "'all.zip' cannot be used."],
    ["a script", aFile("run.js", "alert(1)"), "'run.js' cannot be used."],
    ["a document above 20 MB", aPdf("long.pdf", 20 * 1024 * 1024 + 1), "'long.pdf' is larger than 20 MB"],
    [
      "an image above 5 MB",
      aFile("wide.gif", "GIF89a", 5 * 1024 * 1024 + 1),
      "'wide.gif' is larger than 20 MB, an image 5 MB",
    ],
    ["an empty file", aFile("none.pdf", ""), "'none.pdf' is empty"],
    ["a name with markup", aFile("[x](https://evil.example).exe", "MZ"), "'x(httpsevil.example).exe' cannot be used."],
  ])("are taken but for %s, which is named with the reason", async (_, file, reason) => {
    const { text, names } = await post([aPdf("brief.pdf"), file]);
    expect(text).toContain(`Yes, please.\n\nFiles that were not taken over from the email:\n\n- ${reason}`);
    expect(names).toEqual(["brief.pdf"]);
    expect(await database.db.select().from(uploads)).toHaveLength(1);
  });

  test("are five at most, the same one once", async () => {
    const files = ["a", "b", "c", "d", "e", "f"].map((name) => aPdf(`${name}.pdf`));
    const { text, names } = await post([files[0]!, ...files]);
    expect(names).toEqual(["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"]);
    expect(text).toContain("- 'f.pdf' is one too many. A message has at most 5 files");
  });

  test("are scanned, and named when one may be malware or has no verdict", async () => {
    expect(
      (
        await post(
          [aPdf("bad.pdf")],
          clean(() => false),
        )
      ).text,
    ).toContain("'bad.pdf' cannot be used, because it may contain malware");
    const broken = clean(() => {
      throw new Error("the scanner is down");
    });
    expect((await post([aPdf("bad.pdf")], broken)).text).toContain("'bad.pdf' could not be checked for malware");
    expect(
      (
        await post(
          [aPdf("good.pdf")],
          clean(() => true),
        )
      ).names,
    ).toEqual(["good.pdf"]);
  });

  test("are counted with the uploads of the screen", async () => {
    const many = limits.upload.perAccount / MAX_MESSAGE_FILES;
    for (let n = 0; n < many; n++)
      await post(Array.from({ length: MAX_MESSAGE_FILES }, (_, at) => aPdf(`${n}-${at}.pdf`)));
    const { text, names } = await post([aPdf("last.pdf")]);
    expect(names).toEqual([]);
    expect(text).toContain("'last.pdf' was not stored after too many other files");
  });

  test.each(["before", "after"] as const)("are kept once when killed %s any step", async (when) => {
    const address = await addressOf(ada);
    const files = memoryFiles();
    for (let step = 1; ; step++) {
      const mail = aMail(address, ada.email, { files: [aPdf("brief.pdf"), aPdf("plan.pdf")] });
      const now = TEST_NOW + step * DAY_MS;
      const kill = killedAt(step, when);
      const killable = {
        ...files,
        put: (...object: Parameters<typeof files.put>) => kill.step("put", () => files.put(...object)),
      };
      const killed = await receive(kill.context(portal({ now, files: killable }), database.binding), mail).then(
        () => false,
        (error) => {
          if (!kill.state.dead) throw error;
          return true;
        },
      );
      await receive(portal({ now, files }), mail);
      const sent = await threadOf("Customer");
      expect(sent, `step ${step}`).toHaveLength(step);
      for (const message of sent) expect(message.files?.map(({ name }) => name)).toEqual(["brief.pdf", "plan.pdf"]);
      const rows = await database.db.select().from(uploads);
      expect(
        rows.filter(({ storedAt, attachedTo }) => storedAt && attachedTo),
        `step ${step}`,
      ).toHaveLength(2 * step);
      expect([rows.length, files.objects.size], `step ${step}`).toEqual([2 * step, 2 * step]);
      if (killed) continue;
      expect(kill.state.names.filter((name) => name === "put")).toHaveLength(2);
      return;
    }
  });

  test("that the object store does not take wait for the next delivery", async () => {
    const mail = aMail(await addressOf(ada), ada.email, { files: [aPdf("brief.pdf")] });
    const down = { ...memoryFiles(), put: () => Promise.reject(new Error("the store is down")) };
    await expect(receive(portal({ files: down }), mail)).rejects.toThrow("the store is down");
    expect(await threadOf("Customer")).toEqual([]);
    await receive(portal(), mail);
    expect((await threadOf("Customer")).map(({ files }) => files?.length)).toEqual([1]);
  });
});

test(`keeps what became of an email for 90 days`, async () => {
  await receive(portal(), aMail(await addressOf(ada), ada.email));
  const sweep = (days: number) =>
    deleteOldRecords(testContext(database.db, actingSystem, { now: TEST_NOW + days * DAY_MS }), (error) => {
      throw error;
    });
  await sweep(90);
  expect(await database.db.select().from(inboundMails)).toHaveLength(1);
  await sweep(91);
  expect(await database.db.select().from(inboundMails)).toEqual([]);
});
