import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { aFile, pngBytes } from "../support/fileBytes";
import { aPortal } from "../support/portal";
import { actingAs, memoryFiles, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

test("a failed file upload shows at its field and keeps the rest", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const files = memoryFiles();
  let puts = 0;
  const ctx = testContext(database.db, actingAs(await aStaffMember(database.db)), {
    files: {
      ...files,
      put: async (...given) => {
        if (++puts === 2) throw new Error("the store is down");
        await files.put(...given);
      },
    },
  });
  const body = new FormData();
  body.set("title", "Typed for an hour");
  for (const name of ["first", "second"]) body.set(name, aFile(pngBytes(), `${name}.png`));
  const answer = await submitFormWithFiles(
    aPortal(ctx, new Request("http://localhost/", { method: "POST", body })),
    { kind: "announcementImage", fields: /^(first|second)$/, use: {} },
    z.object({ title: z.string(), first: z.string(), second: z.string() }),
    async () => new Response("saved"),
  );
  const { result, files: kept } = (await answer.json()) as Record<string, never> & {
    result: { initialValue: object; error: object };
  };
  expect(answer.status).toBe(400);
  expect(result.error).toMatchObject({ second: ["'second.png' could not be kept. Please try again."] });
  expect(result.initialValue).toMatchObject({ title: "Typed for an hour" });
  expect(kept).toMatchObject([{ name: "first.png" }]);
  expect(String(logged.mock.calls)).toContain("the store is down");
  logged.mockRestore();
});
