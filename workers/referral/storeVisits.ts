import { isVisit, STORE_VISITS, type Visit } from "~/domain/affiliates/visit";
import { logWarning } from "~/integrations/log.server";

const LONGEST_WAIT_SECONDS = 300;
/** A visit that the database refuses this often, while it accepts others, is invalid. */
const MAX_REFUSALS = 3;

/**
 * Stores a batch in one statement; a visit delivered twice is stored once. Invalid messages go to the dead-letter
 * queue. While the database does not answer, the batch is retried with back-off (1 s to 5 min). When it refuses the
 * batch, visits are stored one by one, so that a bad one blocks no other.
 */
export async function storeVisits(batch: MessageBatch<unknown>, database: D1Database, deadLetters: Queue<unknown>) {
  const poisoned = batch.messages.filter(({ body }) => !isVisit(body));
  if (poisoned.length) await bury(poisoned, deadLetters);
  const sound = batch.messages.filter((message): message is Message<Visit> => isVisit(message.body));
  if (!sound.length) return;
  const failure = await store(sound, database);
  if (!failure) return;
  logWarning(`${sound.length} visits are not stored`, failure);
  if (!(await answers(database))) return comeBack(sound);
  for (const message of sound)
    if (await store([message], database)) {
      if (message.attempts < MAX_REFUSALS) comeBack([message]);
      else await bury([message], deadLetters);
    }
}

/** Returns why they were not stored, and acknowledges those that were. */
async function store(messages: Message<Visit>[], database: D1Database): Promise<unknown> {
  try {
    await database
      .prepare(STORE_VISITS)
      .bind(JSON.stringify(messages.map(({ body }) => body)))
      .run();
    for (const message of messages) message.ack();
    return null;
  } catch (error) {
    return error;
  }
}

async function answers(database: D1Database) {
  try {
    await database.prepare("select 1").run();
    return true;
  } catch {
    return false;
  }
}

async function bury(messages: Message<unknown>[], deadLetters: Queue<unknown>) {
  try {
    await deadLetters.sendBatch(messages.map(({ body }) => ({ body })));
    for (const message of messages) message.ack();
  } catch (error) {
    logWarning("the dead-letter queue of visits refused", error);
    comeBack(messages);
  }
}

function comeBack(messages: Message<unknown>[]) {
  for (const message of messages)
    message.retry({ delaySeconds: Math.min(2 ** (message.attempts - 1), LONGEST_WAIT_SECONDS) });
}
