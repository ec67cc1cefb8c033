import type { Actor, ActorUser, Context } from "~/domain/context";
import type { Files } from "~/domain/ports/files";
import type { Payments } from "~/domain/ports/payments";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { secretSigner } from "~/integrations/signer.server";
import type { Db } from "~db/client.server";

/** The time of tests by default. */
export const TEST_NOW = Date.parse("2026-11-21T12:00:00.000Z");

export interface TestContext extends Context {
  /** The number of outbox announcements. */
  announced(): number;
  /** Ids of users notified of order changes. */
  readers(): string[];
  /** Closed sockets as 'userId sessionId' (or 'userId all'), sorted. Complete once settled. */
  disconnected(): string[];
  /** Resolves when all work passed to `after` has run. */
  settled(): Promise<void>;
}

/** Payments that throw when used, for rules that must not call the provider. */
export const noPayments = new Proxy({} as Payments, {
  get(_, name) {
    throw new Error(`This test does not expect payments.${String(name)}`);
  },
});

/** Files in memory. Rules about R2 itself are tested on R2. */
export function memoryFiles(): Files & { objects: Map<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  const scannedKeys = new Set<string>();
  return {
    objects,
    put: async (key, body, _, scanned) => {
      objects.set(key, new Uint8Array(body as ArrayBuffer));
      if (scanned) scannedKeys.add(key);
    },
    putStream: async (key, body) => {
      const bytes = new Uint8Array(await new Response(body as never).arrayBuffer());
      objects.set(key, bytes);
      return bytes.byteLength;
    },
    get: async (key) => {
      const bytes = objects.get(key);
      const body = () => new Blob([bytes as BlobPart]).stream() as never;
      return bytes ? { body: body(), size: bytes.byteLength, scanned: scannedKeys.has(key) } : null;
    },
    sizeOf: async (key) => objects.get(key)?.byteLength ?? null,
    list: async () => ({
      files: objects.size,
      bytes: [...objects.values()].reduce((sum, { byteLength }) => sum + byteLength, 0),
      last: null,
    }),
    delete: async (keys) => keys.forEach((key) => void objects.delete(key)),
  };
}

export const actingAs = (user: ActorUser, sessionId = "session"): Actor => ({ kind: "user", user, sessionId });
export const anonymous: Actor = { kind: "anonymous" };
export const actingSystem: Actor = { kind: "system", name: "test" };

export function testContext(db: Db, actor: Actor = anonymous, overrides: Partial<Context> = {}): TestContext {
  let announced = 0;
  const readers: string[] = [];
  const disconnected: string[] = [];
  const pending: Promise<unknown>[] = [];
  return {
    db,
    actor,
    now: TEST_NOW,
    settings: defaultSettings,
    files: memoryFiles(),
    payments: noPayments,
    printer: {
      invoice: async ({ number }) => new TextEncoder().encode(`%PDF-1.7 ${number}`),
      payoutStatement: async ({ total }) => new TextEncoder().encode(`%PDF-1.7 ${total}`),
      record: async (record) => new TextEncoder().encode(`%PDF-1.7 ${JSON.stringify(record)}`),
    },
    referrals: { click: async ({ code }) => `click=of-${code}; Path=/; HttpOnly`, sendAgain: async () => {} },
    publish: {
      outboxWaiting: async () => void announced++,
      exportsWaiting: async () => {},
      sessionEnded: async (userId, sessionId = "all") => void disconnected.push(`${userId} ${sessionId}`),
      sendAgain: async () => true,
      orderChanged: async (_, userIds) => void readers.push(...userIds),
    },
    signer: secretSigner({
      SESSION_SECRET: "a secret that only tests know, long enough",
      CLICK_SECRET: "a click secret that only tests know, long enough",
    }),
    siteUrl: "http://localhost:8788",
    address: null,
    userAgent: "test",
    requestId: "test",
    after: (work) => {
      const running = work();
      // Only `settled` reports a failure: a test that does not wait may close its database meanwhile.
      running.catch(() => {});
      pending.push(running);
    },
    announced: () => announced,
    readers: () => readers,
    disconnected: () => [...new Set(disconnected)].toSorted(),
    settled: async () => void (await Promise.all(pending)),
    ...overrides,
  };
}
