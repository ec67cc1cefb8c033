import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { FoundSession } from "~/domain/accounts/findSession";
import type { ActorUser } from "~/domain/context";
import { encodeId } from "~/paths";
import { openDb } from "~db/client.server";
import { wrapD1 } from "~db/wrapD1";
import { buildOf } from "../support/buildOf";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { aPortal, SITE } from "../support/portal";
import { actingAs, testContext } from "../support/testContext";

let database: TestDatabase;
let staff: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
});
afterAll(() => database.dispose());

/** A build of one page in its frame, from the sources. */
async function builtPage(): Promise<ServerBuild> {
  const page = "routes/_app.announcements.$announcementId";
  const modules = {
    root: { module: await import("../../app/root"), path: "" },
    "routes/_app": { module: await import("../../app/routes/_app"), parentId: "root" },
    [page]: {
      module: await import("../../app/routes/_app.announcements.$announcementId"),
      parentId: "routes/_app",
      path: "announcements/:announcementId",
    },
  };
  return buildOf(modules);
}

/** The page of an announcement while statements that match cannot be read. */
async function open(fails: RegExp) {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  const failing = wrapD1(database.binding, {
    onStatement: async ({ sql }, run) => {
      if (fails.test(sql)) throw new Error("D1_ERROR: injected failure");
      return await run();
    },
    onBatch: (_, run) => run(),
  });
  const request = new Request(`${SITE}/announcements/${encodeId("01NOSUCH")}`);
  const portal = aPortal(testContext(openDb(failing) as never, actingAs(staff)), request);
  portal.session = { session: { id: "session" }, user: staff, unread: 0 } as FoundSession;
  const response = await createRequestHandler(await builtPage(), "production")(request, { portal });
  return { status: response.status, html: await response.text() };
}

test.each([
  ["fails", /announcements/, 500, "An error occurred. Please reload the page to try again."],
  ["does not exist", /nothing/, 404, "404 | Page not found"],
])("a page that %s leaves the menu in place", async (_, fails, status, title) => {
  const page = await open(fails);
  expect(page.status).toBe(status);
  expect(page.html).toMatch(new RegExp(`<h1[^>]*>${title.replaceAll(/[.|]/g, "\\$&")}</h1>`));
  expect(page.html).toMatch(/<nav[^>]*aria-label="Main"/);
  expect(page.html.match(/<main/g)).toHaveLength(1);
  expect(page.html).toContain('href="/orders"');
});
