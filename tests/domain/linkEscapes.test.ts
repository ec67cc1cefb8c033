import { readFileSync } from "node:fs";
import { asc, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customerInterfaces, orderMessages, services } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService } from "../support/factories";
import { TEST_NOW } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

const wrong = (href: string, text: string) => `<p><a href="${href}" rel="noopener noreferrer nofollow">${text}</a></p>`;
const bodies = [
  [
    wrong(
      "https://example.com/?utm_source=a%5C&amp;utm%5C_medium=b",
      "https://example.com/?utm_source=a\\&amp;utm\\_medium=b",
    ),
    wrong("https://example.com/?utm_source=a&amp;utm_medium=b", "https://example.com/?utm_source=a&amp;utm_medium=b"),
  ],
  [
    wrong("http://www.example.com/?a=1%5C&amp;b=2%5C&amp;c=3", "the page"),
    wrong("http://www.example.com/?a=1&amp;b=2&amp;c=3", "the page"),
  ],
  [wrong("https://example.com/%5Cserver", "C:\\&amp;"), wrong("https://example.com/%5Cserver", "C:\\&amp;")],
  ["<p>a\\_b &amp; c</p>", "<p>a\\_b &amp; c</p>"],
] as const;

test("the migration mends stored addresses and leaves other texts", async () => {
  const { db } = database;
  const client = await aCustomer(db);
  const order = await anOrder(db, { clientId: client.id });
  await db.insert(orderMessages).values(
    bodies.map(([body], n) => ({
      id: `message${n}`,
      orderId: order.id,
      thread: "Customer" as const,
      authorId: client.id,
      body,
      bodySource: "",
      createdAt: TEST_NOW + n,
    })),
  );
  const { service } = await aService(db);
  const faqs = bodies.map(([answer]) => ({ question: "Where?", answer, answerSource: "" }));
  await db.update(services).set({ description: bodies[0][0] });
  await db.insert(customerInterfaces).values({ serviceId: service.id, sampleReports: [], faqs });

  const changed: number[] = [];
  for (const statement of readFileSync("migrations/0057_link_escapes.sql", "utf8").split("--> statement-breakpoint"))
    changed.push((await db.run(sql.raw(statement))).meta.changes);
  expect(changed).toEqual([2, (await db.select().from(services)).length, 0, 0, 0, 1]);
  const stored = await db.select().from(orderMessages).orderBy(asc(orderMessages.createdAt));
  expect(stored.map(({ body }) => body)).toEqual(bodies.map(([, body]) => body));
  const [held] = await db.select().from(customerInterfaces);
  expect(held!.faqs.slice(0, 2).map(({ answer }) => answer)).toEqual(bodies.slice(0, 2).map(([, body]) => body));
  expect((await db.select().from(services))[0]!.description).toBe(bodies[0][1]);
});
