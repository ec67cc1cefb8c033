import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listSource } from "./runList.server";
import { orders, users } from "./schema";

const declared = {
  table: orders,
  id: orders.id,
  columns: { id: orders.id, createdAt: orders.createdAt, clientName: users.firstName },
  join: sql`left join ${users} on ${eq(users.id, orders.clientId)}`,
  filters: {},
  sorts: { createdTime: orders.createdAt },
};

test("renders the constant SQL of a list once, with its columns' names", () => {
  const source = listSource(declared);
  expect(source.constants()).toBe(source.constants());
  expect(source.constants().columns).toEqual(
    sql.raw('"orders"."id" as "id", "orders"."created_at" as "createdAt", "users"."first_name" as "clientName"'),
  );
});

test("refuses a list whose constant SQL binds a value", () => {
  const bound = { ...declared, join: sql`left join ${users} on ${eq(users.id, "one")}` };
  expect(() => listSource(bound).constants()).toThrow('binds values: left join "users" on "users"."id" = ?');
});
