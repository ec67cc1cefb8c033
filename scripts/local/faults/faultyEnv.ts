import { wrapD1 } from "../../../db/wrapD1";
import type { FaultKind, FaultTarget } from "./faultKinds";

const SLOW_MS = 60_000;
const wait = (ms: number, signal?: AbortSignal | null) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Null when nothing is planned for this call. */
export type Take = (target: FaultTarget, call: string) => Promise<FaultKind | null>;

/** What a target's own failures look like. */
interface Shape<T> {
  /** An error of the target's client with these words. */
  error(words: string): Error;
  /** The answer with a status, for targets that answer with one. */
  status?(code: number): T;
  broken?(answer: T): T | Promise<T>;
}

async function faulty<T>(
  take: Take,
  target: FaultTarget,
  call: string,
  shape: Shape<T>,
  work: () => Promise<T>,
  signal?: AbortSignal | null,
): Promise<T> {
  const kind = await take(target, call);
  if (kind === null) return await work();
  if (kind === "refuse") throw shape.error("Network connection lost.");
  if (kind === "401" || kind === "429" || kind === "500") {
    const words = { "401": "Unauthorized (401)", "429": "Too many requests (429)", "500": "Internal error (500)" }[
      kind
    ];
    if (shape.status) return shape.status(Number(kind));
    throw shape.error(words);
  }
  const answer = await work();
  if (kind === "lost") throw shape.error("Network connection lost.");
  if (kind === "slow") {
    await wait(SLOW_MS, signal);
    return answer;
  }
  if (shape.broken) return await shape.broken(answer);
  throw shape.error("The answer could not be read");
}

const errorOf = (prefix: string) => (words: string) => new Error(`${prefix}: ${words}`);

/** Wraps the bindings of a Worker so that planned faults hit its calls. Everything else passes untouched. */
export function faultyEnv(env: Record<string, unknown>, take: Take): Record<string, unknown> {
  return Object.fromEntries(Object.entries(env).map(([name, binding]) => [name, wrapped(name, binding, take)]));
}

function wrapped(name: string, binding: unknown, take: Take): unknown {
  switch (name) {
    case "CARD_SANDBOX":
      return fetcher(binding as Fetcher, take, "provider");
    case "DB":
      return database(binding as D1Database, take);
    case "FILES":
      return files(binding as R2Bucket, take);
    case "OUTBOX":
    case "EXPORTS":
    case "LINKCHECKS":
    case "VISITS":
    case "DEAD_VISITS":
      return queue(binding as Queue, name, take);
    case "HUB":
      return hub(binding as DurableObjectNamespace, take);
    case "EMAIL":
      return mail(binding as SendEmail, take);
    default:
      return binding;
  }
}

const statusAnswer = (code: number) =>
  Response.json(
    { error: { type: "api_error", message: `The local run answers ${code}` } },
    { status: code, headers: code === 429 ? { "Retry-After": "1" } : {} },
  );

function fetcher(binding: Fetcher, take: Take, target: "provider" | "hub"): Fetcher {
  const shape: Shape<Response> = {
    error: (words) => new TypeError(words),
    status: statusAnswer,
    broken: ({ status }) => new Response("<html>Bad gateway", { status, headers: { "Content-Type": "text/html" } }),
  };
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : null;
    const { pathname } = new URL(request ? request.url : String(input));
    const send = () => binding.fetch(input as RequestInfo, init as RequestInit) as Promise<Response>;
    // Pages and scripts of the stand-in are no calls of the provider.
    if (target === "provider" && !/^(\/__stripe)?\/v1\//.test(pathname)) return send();
    const call = `${init?.method ?? request?.method ?? "GET"} ${pathname.replace(/^\/__stripe/, "")}`;
    return faulty(take, target, call, shape, send, init?.signal ?? request?.signal);
  };
  return through(binding, { fetch });
}

function database(binding: D1Database, take: Take): D1Database {
  const error = errorOf("D1_ERROR");
  return wrapD1(binding, {
    onStatement: ({ sql }, run) => faulty(take, "database", sql, { error }, run),
    onBatch: (statements, run) =>
      faulty(take, "database", `batch ${statements.map(({ sql }) => sql).join("; ")}`, { error }, () => run()),
  });
}

function files(binding: R2Bucket, take: Take): R2Bucket {
  const call = (name: "put" | "get" | "head" | "delete" | "list" | "createMultipartUpload") =>
    ((...given: unknown[]) =>
      faulty(
        take,
        "files",
        `${name} ${typeof given[0] === "string" ? given[0] : ""}`,
        { error: errorOf(name), ...(name === "get" ? { broken: cutOff } : {}) },
        () => callOf(binding, name, given),
      )) as never;
  return through(binding, {
    put: call("put"),
    get: call("get"),
    head: call("head"),
    delete: call("delete"),
    list: call("list"),
    createMultipartUpload: call("createMultipartUpload"),
  });
}

/** An object whose body breaks off. */
function cutOff(object: unknown) {
  if (!object) return object;
  const { size } = object as R2ObjectBody;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array([0]));
      controller.error(new Error("get: the body broke off"));
    },
  });
  return { size, body };
}

function queue(binding: Queue, name: string, take: Take): Queue {
  const shape = { error: errorOf("Queue") };
  const call = (method: "send" | "sendBatch") =>
    ((...given: unknown[]) =>
      faulty(take, "queue", `${name} ${method}`, shape, () => callOf(binding, method, given))) as never;
  return through(binding, { send: call("send"), sendBatch: call("sendBatch") });
}

function hub(binding: DurableObjectNamespace, take: Take): DurableObjectNamespace {
  return through(binding, {
    get: (id: DurableObjectId) =>
      fetcher(binding.get(id) as unknown as Fetcher, take, "hub") as unknown as DurableObjectStub,
  });
}

function mail(binding: SendEmail, take: Take): SendEmail {
  return through(binding, {
    send: ((message: { subject?: string }) =>
      faulty(take, "mail", `send ${message.subject ?? ""}`, { error: errorOf("Email") }, () =>
        callOf(binding, "send", [message]),
      )) as never,
  });
}

/** A native method needs its own object. */
const callOf = (binding: object, name: string, given: unknown[]) =>
  (binding as Record<string, (...given: unknown[]) => Promise<unknown>>)[name]!(...given);

/** The binding with some methods replaced. Its other methods keep their own `this`. */
function through<T extends object>(binding: T, replaced: Partial<T>): T {
  return new Proxy(binding, {
    get(target, name) {
      if (name in replaced) return replaced[name as keyof T];
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
