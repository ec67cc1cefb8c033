import { readFileSync, writeFileSync } from "node:fs";
import { openTestDatabase } from "../tests/support/database";
import { manyOrders } from "../tests/support/manyOrders";
import { orderBytes } from "../tests/support/orderBytes";
import { wholeOrder } from "../tests/support/wholeOrder";
import "./local/steadyWaits";
import { sumOf } from "./bench/parts/wholeOrder";
import { capacityTables, type Measured } from "./capacityTables";

/** Measures what an order, a visit and a message cost, and writes the tables of docs/capacity.md. */
const FILE = "docs/capacity.md";
const MARKS = ["<!-- measured -->", "<!-- end -->"] as const;
const ORDERS = 1_000;
const ROWS = 1_000_000;
const CHUNK = 100_000;

/** Bytes of one of a million rows that `insert` writes, its index entries included. */
async function bytesOfRow(insert: (from: number, to: number) => string): Promise<number> {
  const database = await openTestDatabase();
  try {
    await manyOrders(database, { staff: 1, customers: 100, services: 1, orders: 1_000 });
    const run = async (text: string) => (await database.binding.prepare(text).all()).meta.size_after!;
    const before = await run("select 1");
    let after = before;
    for (let from = 1; from <= ROWS; from += CHUNK) after = await run(insert(from, from + CHUNK - 1));
    return (after - before) / ROWS;
  } finally {
    await database.dispose();
  }
}

const count = (from: number, to: number) =>
  `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`;

const visit = (from: number, to: number) => `${count(from, to)}
  insert into visits (id, affiliate_code, affiliate_id, landing_path, referrer, user_agent, bot, created_at)
  select printf('01M%023d', i), 'PARTNER' || i % 300, printf('U%025d', 1 + i % 100), '/services/summer-campaign', 'https://blog.example.com/ten-seo-tools',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36', 0, 1760000000000 + i * 1000 from n`;

/** Of 300 characters. */
const message = (from: number, to: number) => `${count(from, to)}
  insert into order_messages (id, order_id, thread, author_id, body, body_source, dedupe_key, created_at)
  select printf('01M%023d', i), printf('O%025d', 1 + i % 1000), 'Customer', printf('U%025d', 1 + i % 100),
    '<p>' || printf('%.*c', 300, 'x') || '</p>', printf('%.*c', 300, 'x'),
    printf('U%025d:O%025d:Customer:01M%023d', 1 + i % 100, 1 + i % 1000, i), 1760000000000 + i * 1000 from n`;

async function measure(): Promise<Measured> {
  const { steps } = await wholeOrder();
  const large = await wholeOrder({ staff: 60 });
  return {
    date: new Date().toISOString().slice(0, 10),
    order: sumOf(steps),
    orderOfLargeTeam: sumOf(large.steps),
    bytes: {
      smallTeam: await orderBytes(3, ORDERS),
      largeTeam: await orderBytes(60, ORDERS),
      visit: await bytesOfRow(visit),
      message: await bytesOfRow(message),
    },
  };
}

const text = readFileSync(FILE, "utf8");
const [start, end] = MARKS.map((mark) => text.indexOf(mark)) as [number, number];
if (start < 0 || end < start) throw new Error(`${FILE} lacks the lines ${MARKS.join(" and ")}`);
const measured = await measure();
console.log(JSON.stringify(measured, null, 1));
writeFileSync(FILE, `${text.slice(0, start + MARKS[0].length)}\n\n${capacityTables(measured)}\n\n${text.slice(end)}`);
