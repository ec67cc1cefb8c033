import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeId } from "~/paths";
import { newId } from "~db/ids";
import { intakeFields, orderEntries, orderItems, uploads } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService } from "../support/factories";
import { aFile, docxBytes } from "../support/fileBytes";
import { postForm } from "../support/postForm";
import { memoryFiles, TEST_NOW } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

test("gives back answers to removed questions, then saves without them", async () => {
  const { db } = database;
  const client = await aCustomer(db);
  const { service, packages } = await aService(db);
  const [site, anchor, brief] = [newId(TEST_NOW), newId(TEST_NOW), newId(TEST_NOW)];
  const field = { serviceId: service.id, mandatory: true, sequence: 0 };
  await db.insert(intakeFields).values([{ ...field, id: site, name: "Website", itemType: "TEXT" }]);
  const order = await anOrder(db, { clientId: client.id, serviceId: service.id, status: "Inputs_Required" });
  const { id: packageId, name: packageName } = packages[0]!;
  await db.insert(orderItems).values({
    id: newId(TEST_NOW),
    orderId: order.id,
    packageId,
    packageName,
    quantity: 1,
    sequence: 0,
    unitPrice: 100_00,
    lineTotal: 100_00,
  });
  const send = (others: Record<string, string | File>) =>
    postForm(
      db,
      client,
      {
        route: () => import("~/routes/_app.checkout.success"),
        path: `/checkout/success?orderId=${encodeId(order.id)}`,
      },
      { manual: "true", [`answer.${packageId}.${site}`]: "example.com", ...others },
      { files: memoryFiles() },
    );
  const refused = await send({
    [`answer.${packageId}.${anchor}`]: "running shoes",
    [`answer.${packageId}.${brief}`]: aFile(docxBytes(), "brief.docx"),
  });
  expect([refused.status, refused.errors]).toEqual([
    400,
    [
      "2 questions were removed from this form while you filled it in. Nothing was saved yet. Copy what you still need, then save again: “running shoes”, “brief.docx”",
    ],
  ]);
  expect(refused.json!.result).toMatchObject({ initialValue: { [`answer.${packageId}.${site}`]: "example.com" } });
  const entries = () => db.select().from(orderEntries).where(eq(orderEntries.orderId, order.id));
  expect([await entries(), await db.select().from(uploads)]).toEqual([[], []]);
  expect((await send({ [`answer.${packageId}.${anchor}`]: " " })).errors).toEqual([]);
  expect(await entries()).toHaveLength(1);
});
