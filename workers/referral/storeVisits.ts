import { isVisit, type Visit } from "./visit";

const LONGEST_WAIT_SECONDS = 300;

const INSERT = `insert into visits (id, affiliate_code, landing_path, referrer, user_agent, bot, created_at)
  select value ->> 'id', value ->> 'code', value ->> 'landingPath', value ->> 'referrer', value ->> 'userAgent',
    value ->> 'bot', value ->> 'at'
  from json_each(?) where true
  on conflict (id) do nothing`;

/**
 * Stores a batch of the queue in one statement; a visit delivered twice is stored once. What is no visit goes to the
 * dead-letter queue at once. While the database does not answer, the batch comes back later and later (1 s to 5 min).
 */
export async function storeVisits(batch: MessageBatch<unknown>, database: D1Database, deadLetters: Queue<unknown>) {
  const poisoned = batch.messages.filter(({ body }) => !isVisit(body));
  const sound = batch.messages.filter((message): message is Message<Visit> => isVisit(message.body));
  if (poisoned.length) {
    try {
      await deadLetters.sendBatch(poisoned.map(({ body }) => ({ body })));
      for (const message of poisoned) message.ack();
    } catch (error) {
      console.error("Referral: the dead-letter queue refused", error);
      for (const message of poisoned) message.retry({ delaySeconds: waitSeconds(message.attempts) });
    }
  }
  if (!sound.length) return;
  try {
    await database
      .prepare(INSERT)
      .bind(JSON.stringify(sound.map(({ body }) => body)))
      .run();
    for (const message of sound) message.ack();
  } catch (error) {
    console.error(`Referral: ${sound.length} visits wait for the database`, error);
    for (const message of sound) message.retry({ delaySeconds: waitSeconds(message.attempts) });
  }
}

const waitSeconds = (attempts: number) => Math.min(2 ** (attempts - 1), LONGEST_WAIT_SECONDS);
