import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allChecks } from "../../app/domain/books/checks";
import { claimState } from "../../scripts/local/claimState";
import { openStores } from "../../scripts/local/openStores";
import { seedByPortal } from "../support/runningPortal";
import { copySeededState } from "../support/seededState";

const root = mkdtempSync(join(tmpdir(), "books-"));
const seeded = join(root, "seeded");
afterAll(() => rmSync(root, { recursive: true }));

/** Runs `work` on the database of a state folder that no portal has open. */
async function withDatabase(stateDir: string, work: (database: D1Database) => Promise<unknown>) {
  const stores = openStores(stateDir);
  try {
    await work(await stores.database());
  } finally {
    await stores.close();
  }
}

beforeAll(() => copySeededState("seeded", seeded, seedByPortal), 400_000);

/** The command's lines and its exit code. */
async function books(stateDir: string) {
  const command = spawn("npm", ["run", "--silent", "books"], { env: { ...process.env, STATE_DIR: stateDir } });
  let output = "";
  command.stdout.on("data", (data: Buffer) => (output += data));
  command.stderr.on("data", (data: Buffer) => (output += data));
  const [code] = (await once(command, "close")) as [number];
  return { code, lines: output.trim().split("\n"), output };
}

const aCopy = (name: string) => {
  const stateDir = join(root, name);
  cpSync(seeded, stateDir, { recursive: true });
  return stateDir;
};

test("prints one line per check and ends with 0 when all agree", async () => {
  const { code, lines } = await books(aCopy("agrees"));
  expect(lines.map((line) => line.split(": ok")[0])).toEqual(allChecks.map(({ id }) => id));
  expect(code).toBe(0);
}, 120_000);

const paidOrder = (n: number) =>
  `select id from orders where pay_state = 'paid' and payment_type = 'DIRECT' and coupon_id is null and total > 0
    and not exists (select 1 from order_credits c where c.order_id = orders.id) order by id limit 1 offset ${n}`;
const earned = (direction: string) =>
  `select order_id as id from commissions where kind = 'earned' and voided_at is null and payout_id is null order by id ${direction} limit 1`;

/** One change by hand of each kind: the check that finds it, the record, and the statement with its id as `?1`. */
const changes: [check: string, record: string, change: string][] = [
  ["orders.lines", paidOrder(0), "delete from order_items where order_id = ?1"],
  ["orders.line-totals", paidOrder(1), "update order_items set line_total = line_total + 1 where order_id = ?1"],
  ["orders.total", paidOrder(2), "update orders set total = total - 100 where id = ?1"],
  ["orders.paid", paidOrder(3), "update orders set pay_state = 'unpaid' where id = ?1"],
  ["invoices.orders", paidOrder(4), "delete from invoices where order_id = ?1"],
  ["refunds.sum", paidOrder(5), "update orders set refunded = 100, pay_state = 'partly_refunded' where id = ?1"],
  [
    "refunds.limit",
    "select order_id as id from refunds where dispute_id is null and state = 'succeeded' order by id limit 1",
    "update refunds set amount = amount * 10 where order_id = ?1",
  ],
  [
    "subscriptions.cycles",
    "select id from subscriptions where current_cycle > 2 order by id limit 1",
    "update subscriptions set current_cycle = current_cycle + 1 where id = ?1",
  ],
  [
    "coupons.counters",
    "select id from coupons order by id limit 1",
    "update coupons set used_count = used_count + 1 where id = ?1",
  ],
  ["commissions.amount", earned("asc"), "update commissions set amount = amount + 1 where order_id = ?1"],
  ["commissions.credits", earned("desc"), "delete from commissions where order_id = ?1"],
  [
    "payouts.sum",
    "select id from payouts limit 1",
    "update commissions set payout_id = null where id = (select id from commissions where payout_id = ?1 and amount <> 0 limit 1)",
  ],
  [
    "counters.clients",
    "select client_id as id from orders order by id limit 1",
    "update order_counters set count = count + 1 where scope = ?1 and status = 'Completed'",
  ],
  ["history.status", paidOrder(6), "delete from history where entity = 'order' and entity_id = ?1 and action = 'paid'"],
];

test("finds each of 14 kinds of changes by hand", async () => {
  const stateDir = aCopy("changed");
  const expected: [check: string, id: string][] = [];
  await withDatabase(stateDir, async (database) => {
    for (const [check, record] of changes) {
      const row = await database.prepare(record).first<{ id: string }>();
      expected.push([check, row!.id]);
    }
    for (const [at, [, , change]] of changes.entries()) await database.prepare(change).bind(expected[at]![1]).run();
  });
  const { code, output } = await books(stateDir);
  expect(code).toBe(1);
  // A check's records follow its line.
  const parts = new Map(output.split(/\n(?=\S)/).map((part) => [part.split(":")[0]!, part]));
  for (const [check, id] of expected) {
    expect(parts.get(check), check).toMatch(/: differs: \d+ /);
    expect(parts.get(check), check).toContain(`  ${id}: expected `);
  }
}, 120_000);

test("refuses a folder without a portal, and one that a portal holds", async () => {
  const empty = await books(mkdtempSync(join(root, "empty-")));
  expect(empty).toMatchObject({ code: 1 });
  expect(empty.output).toContain("holds no portal");
  const held = aCopy("held");
  await claimState(held);
  const refused = await books(held);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toContain("A portal runs on");
}, 120_000);
