import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fileKeysOf } from "~/domain/orders/historyFields";
import { actionLabels, fieldLabels } from "~/features/orders/orderHistoryLabels";

/** The sources that write history entries of orders. */
const writers = ["app/domain", "app/integrations", "workers"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, "utf8")),
  )
  .filter((text) => text.includes('entity: "order"'))
  .join("\n");

const found = (pattern: RegExp) => [...new Set([...writers.matchAll(pattern)].map(([, name]) => name!))].sort();

test("every field in the history of orders has a label", () => {
  const fields = found(/(?:field: |changed\()"(\w+)"/g);
  expect(fields.length).toBeGreaterThan(20);
  expect(fields.filter((field) => !fieldLabels[field])).toEqual([]);
});

test("every action in the history of orders is text or has a label", () => {
  const actions = found(/action(?:: |: [^"\n]*\? )"([^"]+)"/g);
  expect(actions.length).toBeGreaterThan(10);
  expect(actions.filter((action) => !/^[A-Z]/.test(action) && !actionLabels[action])).toEqual([]);
});

test("file addresses and keys in the history are files, other text is not", () => {
  const key = "k".repeat(32);
  const cases: [string, string | number | null, string[]][] = [
    ["DA 30: Brief", `/files/${key}, /files/${key}`, [key, key]],
    ["uploadKey", key, [key]],
    ["uploadKey", null, []],
    ["DA 30: URL", "https://example.com/files/brief", []],
    ["notes", `see /files/${key}`, []],
    ["total", 100, []],
  ];
  for (const [field, value, keys] of cases) expect(fileKeysOf(field, value), field).toEqual(keys);
});
