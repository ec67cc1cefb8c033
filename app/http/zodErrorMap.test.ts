import { expect, test } from "vitest";
import { z } from "zod";
import { zodErrorMap } from "./zodErrorMap";

const Asked = z.strictObject({
  name: z.string(),
  count: z.number().int().min(1).max(9),
  key: z.string().min(8).max(64),
  tags: z.array(z.string()).max(2),
  sort: z.enum(["asc", "desc"]),
  open: z.boolean(),
  either: z.union([z.string(), z.number()]),
  day: z.iso.date(),
  own: z.string({ error: "Please give a name" }),
});
const good = {
  name: "a",
  count: 1,
  key: "12345678",
  tags: [],
  sort: "asc",
  open: true,
  either: 1,
  day: "2026-01-31",
  own: "b",
};

const messageOf = (change: object) =>
  Asked.safeParse({ ...good, ...change }, { error: zodErrorMap((path) => path.join(".")) }).error?.issues[0]?.message;

test.each([
  [{ name: 1 }, "name should be text"],
  [{ name: undefined }, "name is required"],
  [{ count: "1" }, "count should be a number"],
  [{ count: 1.5 }, "count should be a whole number"],
  [{ count: 0 }, "count should be at least 1"],
  [{ count: 10 }, "count should be at most 9"],
  [{ key: "short" }, "key should have at least 8 characters"],
  [{ key: "x".repeat(65) }, "key should have at most 64 characters"],
  [{ tags: "a" }, "tags should be a list"],
  [{ tags: [1] }, "tags.0 should be text"],
  [{ tags: ["a", "b", "c"] }, "tags should have at most 2 entries"],
  [{ sort: "up" }, "sort should be asc or desc"],
  [{ sort: undefined }, "sort is required"],
  [{ open: "yes" }, "open should be true or false"],
  [{ either: [] }, "either is not written as it should be"],
  [{ day: "31/01/2026" }, "day is not written as it should be"],
  [{ more: 1 }, "This should not have more"],
  [{ own: 1 }, "Please give a name"],
])("%j: %s", (change, message) => {
  expect(messageOf(change)).toBe(message);
});

test("a message of a form shows next to its field without naming it", () => {
  expect(
    z.object({ name: z.string() }).safeParse({ name: ["a", "b"] }, { error: zodErrorMap() }).error?.issues,
  ).toMatchObject([{ path: ["name"], message: "This should be text" }]);
});
