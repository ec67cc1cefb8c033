import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { expect, onTestFinished, test } from "vitest";
import { bundleWorker } from "../support/bundleWorker";

const senderCode = `
export default {
  async fetch(request, env) {
    try {
      return Response.json(await env.EMAIL.send(await request.json()));
    } catch (error) {
      return new Response(error.message, { status: 422 });
    }
  },
};`;

/** A Worker that sends each posted mail through an EMAIL binding, and the catcher behind it. */
async function aMailCatcher(stateDir: string, offsetMs = 0) {
  const common = { modules: true as const, compatibilityDate: "2026-04-24", compatibilityFlags: ["nodejs_compat"] };
  const miniflare = new Miniflare({
    cf: false,
    durableObjectsPersist: stateDir,
    workers: [
      {
        ...common,
        name: "sender",
        script: senderCode,
        serviceBindings: { EMAIL: { name: "catcher", entrypoint: "MailCatcher" } },
      },
      {
        ...common,
        name: "catcher",
        script: await bundleWorker(
          'export * from "./workers/mail-catcher"; export { default } from "./workers/mail-catcher";',
        ),
        durableObjects: { MAILBOX: { className: "Mailbox", useSQLite: true } },
        serviceBindings: { CLOCK: "clock" },
      },
      { ...common, name: "clock", script: `export default { fetch: () => Response.json({ offsetMs: ${offsetMs} }) }` },
    ],
  });
  let disposed = false;
  const dispose = async () => {
    if (!disposed) await miniflare.dispose();
    disposed = true;
  };
  onTestFinished(dispose);
  return {
    dispose,
    send: (mail: unknown) => miniflare.dispatchFetch("http://sender/", { method: "POST", body: JSON.stringify(mail) }),
    caught: async () => {
      const catcher = await miniflare.getWorker("catcher");
      return (await (await catcher.fetch("http://mail/")).json()) as Record<string, string>[];
    },
  };
}

const aFolder = () => mkdtempSync(join(tmpdir(), "mails-"));

test("lists mails newest first with the portal's time, also after a restart", async () => {
  const folder = aFolder();
  const year = 365 * 24 * 60 * 60 * 1000;
  const first = await aMailCatcher(folder, year);
  await first.send({ from: "portal@example.com", to: "a@example.com", subject: "One", text: "1" });
  const sent = await first.send({
    from: { email: "portal@example.com", name: "Portal" },
    to: ["b@example.com", { email: "c@example.com", name: "C" }],
    subject: "Two",
    text: "2",
    html: "<p>2</p>",
  });
  expect(await sent.json()).toEqual({ messageId: expect.any(String) });
  await first.dispose();

  const [two, one, ...others] = await (await aMailCatcher(folder)).caught();
  expect(others).toEqual([]);
  expect(two).toMatchObject({
    from: "portal@example.com",
    to: "b@example.com, c@example.com",
    subject: "Two",
    text: "2",
    html: "<p>2</p>",
  });
  expect(one).toMatchObject({ to: "a@example.com", subject: "One", text: "1", html: "" });
  expect(Date.parse(one!.sentAt!)).toBeGreaterThan(Date.now() + year - 60_000);
});

test.each([
  ["no recipient", { from: "portal@example.com", subject: "S", text: "T" }],
  ["no sender", { to: "a@example.com", subject: "S", text: "T" }],
  ["no body", { from: "portal@example.com", to: "a@example.com", subject: "S" }],
])("refuses a mail with %s and does not store it", async (_, mail) => {
  const catcher = await aMailCatcher(aFolder());
  expect((await catcher.send(mail)).status).toBe(422);
  expect(await catcher.caught()).toEqual([]);
});
