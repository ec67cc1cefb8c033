import { clock } from "./engine/clock";
import { type Books, grouped, type Invariant, none, rule, watched, words } from "./engine/invariant";
import { MINUTE } from "./engine/world";

const TOKEN = /#\d+;/g;
const tokensOf = (text: string) => [...new Set(text.match(TOKEN) ?? [])];

/** What happened more than once, by words that name it. */
const repeated = (names: readonly string[]) =>
  [...grouped(names, (name) => name)]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => `${all.length} x ${name}`);

interface Sent {
  text: string;
  at: number;
  thread: string;
  author: string;
  number: number;
}

/** The messages that hold a token. Each text has one of its own. */
const messagesOf = async ({ rows }: Books) => {
  const sent = await rows<Sent>(
    `select m.body_source as text, m.created_at as at, m.thread, m.author_id as author, o.number
     from order_messages m join orders o on o.id = m.order_id`,
  );
  return grouped(
    sent.filter(({ text }) => tokensOf(text).length > 0),
    ({ text }) => tokensOf(text)[0]!,
  );
};

/** Rules that messages and their notices must always meet (rules.md messages, inbox, inbound). */
export const messageInvariants: Invariant[] = [
  rule("text-once", "A text is one message, in one order, however often its form is sent.", async (books) =>
    [...(await messagesOf(books))]
      .filter(([, all]) => all.length > 1)
      .map(([token, all]) => `${all.length} x ${token}: ${words(all[0]!)}`),
  ),
  rule(
    "later-once",
    "A message for later is sent once, never before its time and never after it was cancelled, or its author knows why not.",
    async (books) => {
      const sent = await messagesOf(books);
      const waiting = await books.rows<{ text: string; problem: string | null }>(
        "select body_source as text, problem from scheduled_messages",
      );
      return books.world.ledger.later.flatMap(({ token, sendAt, hurriedAt, cancelledAt }) => {
        const messages = sent.get(token) ?? [];
        const rows = waiting.filter(({ text }) => text.includes(token));
        const wrong = [
          messages.length + rows.length > 1 && "is there more than once",
          messages.some(({ at }) => at < Math.min(sendAt, hurriedAt ?? sendAt)) && "was sent too early",
          cancelledAt !== null && messages.length + rows.length > 0 && "was cancelled",
          sendAt < clock.now - 20 * MINUTE && rows.some(({ problem }) => problem === null) && "still waits",
        ].filter((one) => one !== false);
        return wrong.map((what) => `${token} for ${sendAt} ${what}: ${words({ messages, rows })}`);
      });
    },
  ),
  watched("edited-in-time", "Authors edit a message for five minutes."),
  none(
    "edits-are-kept",
    "The history has each former text of an edited message.",
    `select m.id, m.created_at, m.edited_at from order_messages m where edited_at is not null and (
       edited_at < created_at or not exists (select 1 from history h, json_each(h.changes) c where h.entity = 'order'
         and h.entity_id = m.order_id and h.created_at = m.edited_at and c.value ->> 'after' = m.body_source))`,
  ),
  none(
    "sent-drafts-end",
    "No draft stays of a message that was sent.",
    `select d.user_id, d.order_id, d.body from message_drafts d join order_messages m on m.order_id = d.order_id
       and m.thread = d.thread and m.author_id = d.user_id and m.body_source = d.body`,
  ),
  watched("mentioned-once", "A mentioned colleague gets one notice, and it says so."),
  rule("noticed-once", "A person gets one notice of a message.", async ({ rows }) => {
    const notices = await rows<{ user: string; text: string }>(
      "select user_id as user, description as text from notifications where instr(description, '#') > 0",
    );
    return repeated(
      notices.flatMap(({ user, text }) => tokensOf(text).map((token) => `${token} for ${user}: ${text}`)),
    );
  }),
  rule("mailed-of-once", "A person gets one mail about a message.", async ({ world }) => {
    const certain = world.mails.filter(({ mailId }) => !world.uncertainMails.has(mailId));
    return repeated(certain.flatMap(({ to, text }) => tokensOf(text).map((token) => `${token} to ${to}`)));
  }),
  rule(
    "answer-by-mail",
    "An email makes at most one message, by the person and in the thread of its token, and none with another's.",
    async (books) => {
      const sent = await messagesOf(books);
      return books.world.ledger.answers.flatMap((answer) => {
        const [message] = sent.get(answer.token) ?? [];
        if (!message) return answer.posted ? [`${words(answer)} is no message`] : [];
        const fits =
          answer.genuine &&
          message.thread === answer.thread &&
          message.author === answer.userId &&
          message.number === answer.orderNumber;
        return fits ? [] : [`${words(answer)} is ${words(message)}`];
      });
    },
  ),
];
