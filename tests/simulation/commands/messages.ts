import type { ActorUser } from "~/domain/context";
import { receiveMail } from "~/domain/inboundMail/receiveMail";
import { cancelScheduled } from "~/domain/messages/cancelScheduled";
import { editMessage } from "~/domain/messages/editMessage";
import { saveDraft } from "~/domain/messages/messageDrafts";
import type { MessageThread } from "~/domain/messages/messageThreads";
import { scheduleMessage } from "~/domain/messages/scheduleMessage";
import { sendMessage } from "~/domain/messages/sendMessage";
import { sendScheduledNow } from "~/domain/messages/sendScheduled";
import { readReplyAddress, replyAddress } from "~/domain/notifications/replyAddress";
import { readMail } from "../../../workers/inbound-mail/readMail";
import { aClient, aTeamMember, clientOf } from "../engine/agency";
import { clock } from "../engine/clock";
import { type Choice, command } from "../engine/command";
import { DAY, HOUR, MINUTE, type World } from "../engine/world";
import { work } from "./orders";

const EDIT_MINUTES = 5;

/** None of the mails here has one. */
const noFiles = () => Promise.reject(new Error("A mail without files has stored one"));

interface WaitingRow {
  id: string;
  order_id: string;
  body_source: string;
  send_at: number;
}

const aWaitingMessage = (world: World, n: number) =>
  world.nth<WaitingRow>(n, "select id, order_id, body_source, send_at from scheduled_messages order by id desc");

const entryOf = (world: World, { body_source }: WaitingRow) =>
  world.ledger.later.find(({ token }) => body_source.includes(token));

const threadOf = (n: number): MessageThread => (n % 3 === 0 ? "Admin" : "Customer");

async function cancel(world: World, waiting: WaitingRow, staff: ActorUser, fault: Choice["fault"]) {
  const where = { orderId: waiting.order_id, id: waiting.id };
  const done = await world.act("cancel later message", staff, fault, (ctx) => cancelScheduled(ctx, where));
  const entry = entryOf(world, waiting);
  if (done.kind === "ok" && entry) entry.cancelledAt = clock.now;
}

async function hurry(world: World, waiting: WaitingRow, staff: ActorUser, fault: Choice["fault"]) {
  const entry = entryOf(world, waiting);
  if (entry) entry.hurriedAt ??= clock.now;
  const where = { orderId: waiting.order_id, id: waiting.id };
  await world.act("send later message now", staff, fault, (ctx) => sendScheduledNow(ctx, where));
}

/**
 * A person who can answer by email, and their reply address: of a mail that was read, or as a new one would have it.
 */
async function replyTarget(world: World, choice: Choice) {
  const mails = world.mails.filter(({ replyTo }) => replyTo);
  const mail = mails.at(-1 - (choice.a % 4));
  if (mail && choice.c % 3 > 0) return { from: mail.to, to: mail.replyTo! };
  const at = await work(world, choice);
  if (!at) return undefined;
  const person = choice.b % 2 === 0 ? at.client : at.staff;
  const thread = person === at.staff ? threadOf(choice.a) : "Customer";
  const [{ number }] = (await world.rows("select number from orders where id = ?", at.order.id)) as [
    { number: number },
  ];
  const made = await world.act("make reply address", "system", null, (ctx) =>
    replyAddress(ctx, { userId: person.id, email: person.email }, { number, thread }),
  );
  return made.kind === "ok" && made.value ? { from: person.email, to: made.value } : undefined;
}

const MAIL_SERVER = "mx.example.com";

/** What goes wrong with an answer by email. */
const tricks = ["none", "none", "none", "forged", "stranger", "fails", "automatic"] as const;
type Trick = (typeof tricks)[number];

/** One character of the signature is another one, as a person would try who knows how an address looks. */
const forged = (address: string, n: number) => {
  const at = "reply+".length + 30 + (n % 20);
  return address.slice(0, at) + (address[at] === "2" ? "3" : "2") + address.slice(at + 1);
};

function rawMail(trick: Trick, from: string, to: string, token: string): string {
  return [
    `Authentication-Results: ${MAIL_SERVER}; dmarc=${trick === "fails" ? "fail" : "pass"}`,
    `From: A Person <${from}>`,
    `To: <${to}>`,
    "Subject: Re: News of your order",
    `Message-ID: <${token.slice(1, -1)}@mail.example.com>`,
    ...(trick === "automatic" ? ["Auto-Submitted: auto-replied"] : []),
    "Content-Type: text/plain; charset=utf-8",
    "",
    `${token} Yes, please.`,
    "",
    "On Monday, Portal wrote:",
    "> What shall we do?",
    "",
  ].join("\r\n");
}

export const messageCommands = [
  command(
    "write for later",
    async (world, choice) => {
      const at = await work(world, choice);
      if (!at) return;
      const [token, key] = [world.token(), world.key()];
      const sendAt = clock.now + [20 * MINUTE, HOUR, 5 * HOUR, 3 * DAY][choice.a % 4]!;
      const input = {
        orderId: at.order.id,
        thread: threadOf(choice.c),
        body: `${token} Later`,
        sendAt,
        key,
      };
      world.ledger.later.push({ at: clock.now, token, sendAt, hurriedAt: null, cancelledAt: null });
      const post = (fault: Choice["fault"]) =>
        world.act("write for later", at.staff, fault, (ctx) => scheduleMessage(ctx, input));
      const done = await post(choice.fault);
      if (done.kind === "fault" || choice.b % 4 === 0) await post(null);
    },
    3,
  ),
  command("cancel a waiting message", async (world, { a, b, fault }) => {
    const waiting = await aWaitingMessage(world, a);
    const staff = await aTeamMember(world, b);
    if (waiting && staff) await cancel(world, waiting, staff, fault);
  }),
  command(
    "send a waiting message now",
    async (world, { a, b, fault }) => {
      const waiting = await aWaitingMessage(world, a);
      const staff = await aTeamMember(world, b);
      if (waiting && staff) await hurry(world, waiting, staff, fault);
    },
    1,
  ),
  command("a waiting message's time comes", async (world, { a, b, fault }) => {
    const waiting = await aWaitingMessage(world, a);
    if (!waiting) return;
    // A moment before its time it must not leave.
    await world.waitUntil(waiting.send_at - 1 + (b % 3));
    await world.cron("*/10 * * * *", fault);
  }),
  command("send and cancel a waiting message together", async (world, { a, b, c }) => {
    const waiting = await aWaitingMessage(world, a);
    const staff = await aTeamMember(world, b);
    if (!waiting || !staff) return;
    if (c % 2 === 0) await world.waitUntil(waiting.send_at);
    const cron = () => world.cron("*/10 * * * *");
    const sides = [cron, () => cancel(world, waiting, staff, null), () => hurry(world, waiting, staff, null), cron];
    await world.race([sides[b % 4]!, sides[(b + 1 + (c % 3)) % 4]!]);
  }),
  command(
    "edit a message",
    async (world, { a, c, fault }) => {
      const message = await world.nth<{ id: string; order_id: string; author: string; text: string; at: number }>(
        a % 4,
        "select id, order_id, author_id as author, body_source as text, created_at as at from order_messages order by id desc",
      );
      const author = message && (await clientOf(world, message.author));
      if (!author) return;
      clock.now += [0, MINUTE, 3 * MINUTE, EDIT_MINUTES * MINUTE - 1, EDIT_MINUTES * MINUTE][c % 5]!;
      const late = clock.now - message.at >= EDIT_MINUTES * MINUTE;
      const input = { orderId: message.order_id, messageId: message.id, body: `${message.text} And more.` };
      const done = await world.act("edit message", author, fault, (ctx) => editMessage(ctx, input));
      if (done.kind === "ok" && late) world.fail("edited-in-time", `${message.id} of ${message.at}`);
    },
    3,
  ),
  command("keep a draft", async (world, choice) => {
    const at = await work(world, choice);
    if (!at) return;
    const person = choice.b % 2 === 0 ? at.client : at.staff;
    const form = {
      orderId: at.order.id,
      thread: person === at.staff ? threadOf(choice.c) : ("Customer" as const),
      body: `${world.token()} I think`,
      key: world.key(),
    };
    const save = () => world.act("save draft", person, choice.fault, (ctx) => saveDraft(ctx, form));
    const send = () => world.act("send draft", person, null, (ctx) => sendMessage(ctx, form));
    if (choice.c % 4 === 0) return await world.race([save, send]);
    await save();
    if (choice.c % 4 === 1) return;
    await send();
    // The browser saved it before it knew.
    await save();
  }),
  command("mention a colleague", async (world, choice) => {
    const at = await work(world, choice);
    const colleague = await aTeamMember(world, choice.c);
    if (!at || !colleague || colleague.id === at.staff.id) return;
    const token = world.token();
    const message = {
      orderId: at.order.id,
      thread: threadOf(choice.a),
      key: world.key(),
      body: `${token} @${colleague.firstName} ${colleague.lastName} please look at this`,
    };
    const post = (fault: Choice["fault"]) => world.act("mention", at.staff, fault, (ctx) => sendMessage(ctx, message));
    const done = await post(choice.fault);
    if (done.kind === "fault" || choice.b % 3 === 0) await post(null);
    if (done.kind !== "ok") return;
    const notices = await world.rows<{ description: string }>(
      "select description from notifications where user_id = ? and instr(description, ?) > 0",
      colleague.id,
      token,
    );
    if (notices.length !== 1 || !notices[0]!.description.includes("mentioned you"))
      world.fail("mentioned-once", `${colleague.firstName} has ${JSON.stringify(notices)} of ${token}`);
  }),
  command(
    "answer by email",
    async (world, choice) => {
      const target = await replyTarget(world, choice);
      const stranger = await aClient(world, choice.a);
      if (!target || !stranger) return;
      const trick = tricks[choice.c % tricks.length]!;
      const { userId, orderNumber, thread } = readReplyAddress(target.to)!;
      const to = trick === "forged" ? forged(target.to, choice.b) : target.to;
      const from = trick === "stranger" ? `not.${stranger.email}` : target.from;
      const token = world.token();
      const bytes = new TextEncoder().encode(rawMail(trick, from, to, token));
      const arrived = { from, to, raw: new Response(bytes).body!, rawSize: bytes.length };
      const mail = await readMail(arrived, MAIL_SERVER);
      const answer = { at: clock.now, token, genuine: trick === "none", posted: false, userId, orderNumber, thread };
      world.ledger.answers.push(answer);
      const arrive = async (fault: Choice["fault"]) => {
        const taken = await world.act("mail arrives", "system", fault, (ctx) => receiveMail(ctx, mail, noFiles));
        if (taken.kind === "ok" && taken.value.outcome === "posted") answer.posted = true;
      };
      if (choice.b % 4 === 0) return await world.race([() => arrive(choice.fault), () => arrive(null)]);
      // The mail system delivers again what it did not see arrive, and sometimes more.
      for (let times = 0; times < 2 + (choice.b % 2); times++) await arrive(times === 0 ? choice.fault : null);
    },
    5,
  ),
];
