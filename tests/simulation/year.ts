import fc from "fast-check";
import { readBalance } from "~/domain/books/readBalance";
import { readBooks } from "~/domain/books/readBooks";
import { paymentAccounts } from "~/domain/ports/payments";
import { newId } from "~db/ids";
import { allCommands } from "./commands";
import { recoveryCommands } from "./commands/recovery";
import { timeCommands } from "./commands/time";
import { clock, restart } from "./engine/clock";
import { anyCommand } from "./engine/command";
import { type Copy, DAY, type World } from "./engine/world";
import { check, type RunResult } from "./play";
import { comeToRest } from "./rest";

const DAYS = 365;
const A_DAY = 2;
/** Days pass by themselves, and a restored copy would shorten the year. */
const others = new Set([...timeCommands, ...recoveryCommands]);
/** After some weeks of these nothing could be sold. */
const closing = ["edit or hide a service", "delete a service", "delete a package"];
/** These wait for a moment that is weeks away, which would make it a year of years. */
const waiting = [
  "a claim's deadline passes",
  "end a claim from all sides",
  "a renewal comes late",
  "charge a subscription from all sides",
  "a snooze ends",
  "a waiting message's time comes",
];
const business = allCommands.filter((one) => !others.has(one) && ![...closing, ...waiting].includes(one.name));

/** Plays a year: each day two commands, every cron and the mail. At its end the invariants and the books must agree. */
export async function playYear(world: World, found: () => Promise<Copy>, seed: number): Promise<RunResult> {
  restart(seed);
  newId(0);
  await world.begin(await found());
  const commands = fc.sample(anyCommand(business, { faults: false }), { seed, numRuns: DAYS * A_DAY });
  for (let day = 0; day < DAYS; day++) {
    for (const command of commands.slice(day * A_DAY, (day + 1) * A_DAY)) {
      await command.run({}, world);
      clock.now += DAY / A_DAY;
    }
    await world.provider.settle();
    // The events first: billing waits while they are unread.
    await world.cron("0 * * * *");
    await world.cron("*/10 * * * *");
    await world.deliver();
  }
  await comeToRest(world);
  await check(world);
  clock.now += DAY;
  const records = await checkTheBooks(world);
  const [sums] = await world.rows<{ orders: number; renewals: number }>(
    "select sum(pay_state <> 'unpaid') as orders, sum(cycle > 1) as renewals from orders",
  );
  const violations = world.violations.map(({ invariant, detail }) => `${invariant}: ${detail}`);
  const result = { seed, trace: world.trace.hash, counts: { ...world.counts }, tally: Object.fromEntries(world.tally) };
  const failure = violations.length > 0 ? { failure: { violations, commands: [] } } : {};
  return { ...result, ...failure, year: { ...sums!, records } };
}

/** Returns how many records were looked at. */
async function checkTheBooks(world: World): Promise<number> {
  const read = await world.act("read the books", "system", null, async (ctx) => {
    for (const account of paymentAccounts) await readBalance(ctx, account, { force: true });
    return await readBooks(ctx);
  });
  if (read.kind !== "ok") {
    world.fail("books-agree", "They could not be read");
    return 0;
  }
  for (const { id, differences } of read.value)
    for (const { record, expected, actual } of differences)
      world.fail("books-agree", `${id} ${record}: ${expected}, ${actual}`);
  // The nights of the year found nothing either.
  for (const { what } of await world.rows<{ what: string }>(
    "select check_id || ' ' || record_id || ': ' || expected || ', ' || actual as what from book_differences",
  ))
    world.fail("nights-agree", what);
  return read.value.reduce((sum, { rows }) => sum + rows, 0);
}
