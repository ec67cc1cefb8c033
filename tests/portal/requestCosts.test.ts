import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiBuyer, aBuyer, BUYER_PASSWORD, place, serviceNamed } from "../support/apiBuyer";
import { aFile, lyingXlsxBytes, repeatingXlsxBytes, xlsxBytes } from "../support/fileBytes";
import { canMeasure, workersOf } from "../support/processCost";
import { type RunningPortal, startPortal } from "../support/runningPortal";

/** Times the processor time of a harmless request of the same kind and size (S21). */
const MOST = 20;
/** MiB above rest. */
const MAX_MEMORY = 100;
const HARMLESS_ROUNDS = 15;
const HOSTILE_ROUNDS = 3;
const KB = 1024;
const MB = 1024 * KB;

let portal: RunningPortal;
let workers: ReturnType<typeof workersOf>;
let buyer: ApiBuyer;
let cookie: string;
let orderId: string;
beforeAll(async () => {
  if (!canMeasure) return;
  portal = await startPortal();
  workers = workersOf(portal.pid());
  buyer = await aBuyer(portal);
  cookie = await portal.cookie(buyer.email, BUYER_PASSWORD);
  const service = await serviceNamed(portal, buyer.bearer, "SEO Content Writing");
  orderId = (await place(portal, buyer.bearer, service)).orderSystemId;
}, 240_000);
afterAll(() => portal?.remove());

type Answer = Promise<{ status: number; text: string }>;

const get = (path: string): Answer => portal.get(path);
const postForm = (path: string, body: string, type = "application/x-www-form-urlencoded"): Answer =>
  portal.ask("POST", path, {
    body,
    headers: { "Content-Type": type, "Sec-Fetch-Site": "same-origin", Cookie: path === "/signin" ? "" : cookie },
  });
const postParts = (count: number, size: number): Answer =>
  postForm(
    "/uploads",
    `${`--abc\r\nContent-Disposition: form-data; name="a"\r\n\r\n${"x".repeat(size)}\r\n`.repeat(count)}--abc--\r\n`,
    "multipart/form-data; boundary=abc",
  );
const upload = (bytes: Uint8Array<ArrayBuffer>): Answer => {
  const body = new FormData();
  body.set("kind", "projectFile");
  body.set("file", aFile(bytes, "a.xlsx"));
  return portal.api("POST", "/upload", { bearer: buyer.bearer, body });
};
const find = (body: string): Answer => portal.api("POST", "/order/find", { bearer: buyer.bearer, body });
const say = (pattern: string): Answer =>
  portal.api("POST", "/order/messages", {
    bearer: buyer.bearer,
    body: { orderId, messageType: "Customer", body: pattern.repeat(20_000 / pattern.length + 1).slice(0, 20_000) },
  });
const fields = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${name(index)}=x`).join("&");

const archives = {
  harmless: xlsxBytes({ "xl/media/image1.png": new Uint8Array(randomBytes(54_000)) }),
  repeating: repeatingXlsxBytes(700, 8 * MB),
  of100MB: lyingXlsxBytes(100 * MB),
  of8MB: lyingXlsxBytes(8 * MB),
};

/** Kinds of requests: a harmless one, and hostile ones of about its size. */
const kinds: {
  kind: string;
  limited?: true;
  rounds?: number;
  harmless: () => Answer;
  hostile: Record<string, () => Answer>;
}[] = [
  {
    kind: "path",
    harmless: () => get("/a".repeat(10)),
    hostile: {
      "of 7,500 segments": () => get("/a".repeat(7500)),
      "of 1,000 characters": () => get(`/${"a".repeat(999)}`),
      "of encoded characters": () => get(`/${"%61".repeat(330)}`),
      "of 20 segments of a page": () => get(`/services${"/a".repeat(19)}`),
      "of the API": () => get(`/api${"/a".repeat(19)}`),
      "of a referral": () => get(`/r${"/a".repeat(7000)}`),
    },
  },
  {
    kind: "query",
    harmless: () => get(`/signin?a=${"a".repeat(12_000)}`),
    hostile: {
      "of 6,000 names": () => get(`/signin?${"a&".repeat(6000)}`),
      "of 6,000 names for the API": () => get(`/api/user/countries?${"a&".repeat(6000)}`),
      "with a long path": () => get(`/signin?redirectUrl=${"/a".repeat(6000)}`),
    },
  },
  {
    kind: "form of 2 MB",
    harmless: () => postForm("/signin", `a=${"x".repeat(2 * MB - 10)}`),
    hostile: {
      "of empty fields": () => postForm("/signin", "a&".repeat(MB - 1)),
      "of one long address": () => postForm("/signin", `password=x&email=${"a".repeat(2 * MB - 100)}`),
      "of encoded characters": () => postForm("/signin", `email=${"%41".repeat(MB / 2)}`),
      "of deep names": () =>
        postForm(
          "/signin",
          fields(4900, (index) => `a${".b".repeat(90)}${index}`),
        ),
    },
  },
  {
    kind: "form of 40 kB",
    harmless: () => postForm("/signin", `a=${"x".repeat(40 * KB)}`),
    hostile: {
      "of one name": () =>
        postForm(
          "/signin",
          fields(2500, () => "email"),
        ),
      "of 4,900 names": () =>
        postForm(
          "/signin",
          fields(4900, (index) => `a${index}`),
        ),
      "of rows": () =>
        postForm(
          "/signin",
          fields(4900, (index) => `a[${index % 1000}]`),
        ),
    },
  },
  {
    kind: "form of 44 MB with a file",
    rounds: 3,
    harmless: () => postParts(1, 44 * MB),
    hostile: {
      "of small parts": () => postParts(700_000, 1),
      "of empty fields": () => postForm("/uploads", "a&".repeat(22 * MB)),
    },
  },
  {
    kind: "form of 300 kB with a file",
    rounds: 40,
    harmless: () => postParts(1, 300 * KB),
    hostile: { "of 3,000 parts": () => postParts(3000, 1), "of 4,900 parts": () => postParts(4900, 1) },
  },
  {
    kind: "archive",
    harmless: () => upload(archives.harmless),
    hostile: {
      "that names a part 700 times": () => upload(archives.repeating),
      "that unpacks to 100 MB": () => upload(archives.of100MB),
      "that unpacks to 8 MB": () => upload(archives.of8MB),
    },
  },
  {
    kind: "JSON",
    harmless: () => find(JSON.stringify({ page: 0, pageSize: 10, filterFields: [], a: "x".repeat(MB - 100) })),
    hostile: {
      "of nested lists": () => find(`{"filterFields":${"[".repeat(500_000)}${"]".repeat(500_000)}}`),
      "of 200,000 filters": () => find(JSON.stringify({ page: 0, pageSize: 10, filterFields: Array(200_000).fill(1) })),
      "of 80,000 names": () => find(`{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join(",")}}`),
    },
  },
  {
    kind: "message",
    limited: true,
    harmless: () => say("Plain words of a message.\n"),
    hostile: Object.fromEntries(
      ["*a_", "**a_", "*a_*", "*_*a", "[", "![", "`", "<", "<a\n", "> - ", "- a\n\n", "www.a."].map((pattern) => [
        `of ${JSON.stringify(pattern)}`,
        () => say(pattern),
      ]),
    ),
  },
];

const repeat = async (times: number, ask: () => Answer) => {
  for (let round = 0; round < times; round++) {
    const { status, text } = await ask();
    // Refused for another reason, a request would prove nothing.
    if ([401, 403, 429].includes(status) || status >= 500) throw new Error(`Answered ${status}: ${text.slice(0, 200)}`);
  }
};

test.skipIf(!canMeasure).each(kinds)(
  "a hostile $kind costs little more than a harmless one",
  async (one) => {
    const { limited, rounds = HARMLESS_ROUNDS, harmless, hostile } = one;
    buyer.bearer = (await portal.tokens(buyer.email, BUYER_PASSWORD)).jwtToken;
    const costOf = async (times: number, ask: () => Answer) => {
      // A minute later the limit of messages counts from 0.
      if (limited) await portal.control.moveClock({ advanceMs: 61_000 });
      await ask();
      const rest = workers.memory();
      let peak = rest;
      const time = await workers.processorTime(async () => {
        peak = await workers.peakMemory(() => repeat(times, ask));
      });
      return { time: Math.max(time, 10) / times, memory: peak - rest };
    };
    const { time: usual } = await costOf(rounds, harmless);
    const costs: Record<string, { times: number; memory: number }> = {};
    for (const [name, ask] of Object.entries(hostile)) {
      const { time, memory } = await costOf(HOSTILE_ROUNDS, ask);
      costs[name] = { times: Math.round(time / usual), memory: Math.round(memory) };
    }
    if (process.env.COSTS) console.log(one.kind, usual, costs);
    expect(Object.entries(costs).filter(([, { times, memory }]) => times > MOST || memory > MAX_MEMORY)).toEqual([]);
  },
  240_000,
);
