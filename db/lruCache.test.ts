import { expect, test } from "vitest";
import { LruCache } from "./lruCache";

test("evicts the entry that was set longest ago; undefined deletes one", () => {
  const latest = new LruCache<number>(2);
  latest.keep("a", 1);
  latest.keep("b", 2);
  latest.keep("a", 3);
  latest.keep("c", 4);
  expect(["a", "b", "c"].map((name) => latest.get(name))).toEqual([3, undefined, 4]);
  latest.keep("a", undefined);
  latest.keep("d", 5);
  expect(["a", "c", "d"].map((name) => latest.get(name))).toEqual([undefined, 4, 5]);
});
