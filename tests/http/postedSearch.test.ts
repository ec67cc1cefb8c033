import { expect, test } from "vitest";
import { postedSearch } from "~/http/postedSearch.server";

const posted = async (search: string, fields: [string, string][]) =>
  String(
    await postedSearch(
      new Request(`https://portal.example/orders/export${search}`, {
        method: "POST",
        body: new URLSearchParams(fields),
      }),
    ),
  );

test("fields of the form replace those of the address", async () => {
  expect(
    await posted("?status=Working&clientId=1", [
      ["status", "Active"],
      ["status", "Completed"],
    ]),
  ).toBe("clientId=1&status=Active&status=Completed");
});

test("keeps an emptied field empty; a form without fields changes nothing", async () => {
  expect(await posted("?from=2026-01-01", [["from", ""]])).toBe("from=");
  expect(await posted("?clientId=1", [])).toBe("clientId=1");
  const bare = new Request("https://portal.example/orders/export?clientId=1", { method: "POST" });
  expect(String(await postedSearch(bare))).toBe("clientId=1");
});
