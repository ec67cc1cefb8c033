import type { Actor, ActorUser, Context } from "~/domain/context";
import type { Files, Payments } from "~/domain/ports";
import { secretSigner } from "~/integrations/signer.server";
import type { Db } from "~db/client.server";

/** The moment that tests live in unless they say otherwise. */
export const TEST_NOW = Date.parse("2026-11-21T12:00:00.000Z");

export interface TestContext extends Context {
  /** How often waiting outbox rows were announced. */
  announced(): number;
  /** Who was told that an order has news. */
  readers(): string[];
  /** Whose sockets were closed, as 'person session', sorted; without a session all of them. Known once settled. */
  disconnected(): string[];
  /** Resolves when everything given to `after` has run. */
  settled(): Promise<void>;
}

/** Payments that refuse to be used: for rules that must not touch the provider. */
export const noPayments = new Proxy({} as Payments, {
  get(_, name) {
    throw new Error(`This test does not expect payments.${String(name)}`);
  },
});

/** Files kept in memory: the object store's contract without the store. Rules about R2 itself are tested on R2. */
export function memoryFiles(): Files & { objects: Map<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    put: async (key, body) => void objects.set(key, new Uint8Array(body as ArrayBuffer)),
    putStream: async (key, body) => {
      const bytes = new Uint8Array(await new Response(body as never).arrayBuffer());
      objects.set(key, bytes);
      return bytes.byteLength;
    },
    get: async (key) => {
      const bytes = objects.get(key);
      return bytes ? { body: new Blob([bytes as BlobPart]).stream() as never, size: bytes.byteLength } : null;
    },
    delete: async (keys) => keys.forEach((key) => void objects.delete(key)),
  };
}

export const actingAs = (user: ActorUser, sessionId = "session"): Actor => ({ kind: "user", user, sessionId });
export const anonymous: Actor = { kind: "anonymous" };
export const actingSystem: Actor = { kind: "system", name: "test" };

/** A context on a real database. */
export function testContext(db: Db, actor: Actor = anonymous, overrides: Partial<Context> = {}): TestContext {
  let announced = 0;
  const readers: string[] = [];
  const disconnected: string[] = [];
  const pending: Promise<unknown>[] = [];
  return {
    db,
    actor,
    now: TEST_NOW,
    files: memoryFiles(),
    payments: noPayments,
    printer: {
      invoice: async ({ number }) => new TextEncoder().encode(`%PDF-1.7 ${number}`),
      payoutStatement: async ({ total }) => new TextEncoder().encode(`%PDF-1.7 ${total}`),
    },
    referrals: { click: async ({ code }) => `click=of-${code}; Path=/; HttpOnly` },
    publish: {
      outboxWaiting: async () => void announced++,
      exportsWaiting: async () => {},
      sessionEnded: async (userId, sessionId = "all") => void disconnected.push(`${userId} ${sessionId}`),
      orderChanged: async (_, userIds) => void readers.push(...userIds),
    },
    signer: secretSigner("a secret that only tests know, long enough"),
    siteUrl: "http://localhost:8788",
    address: null,
    userAgent: "test",
    requestId: "test",
    after: (work) => void pending.push(work()),
    announced: () => announced,
    readers: () => readers,
    disconnected: () => [...new Set(disconnected)].toSorted(),
    settled: async () => void (await Promise.all(pending)),
    ...overrides,
  };
}
