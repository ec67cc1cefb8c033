import type { ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { givenData } from "~/givenData";

type RouteModule = ServerBuild["routes"][string]["module"];

const aRoute = (data: unknown, page = true) =>
  givenData({ default: page ? () => null : undefined, loader: async () => data } as unknown as RouteModule);
const asked = (module: RouteModule, APP_ENV = "test") =>
  module.loader!({ context: { portal: { env: { APP_ENV } } } } as never) as Promise<Response>;

test("a page's data arrives as it is, in what Remix takes for an answer with JSON", async () => {
  const data = { rows: [{ id: "1", amount: 5, note: null, left: undefined }] };
  const answer = await asked(aRoute(data));
  expect(await answer.json()).toBe(data);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/json; charset=utf-8"]);
});

test("an answer that a loader makes itself, and what a route without a page gives, stay as they are", async () => {
  const response = new Response("gone", { status: 410 });
  expect(await asked(aRoute(response))).toBe(response);
  expect(await asked(aRoute({ plain: true }, false))).toEqual({ plain: true });
});

test.each([
  ["a date", { at: [new Date(0)] }, "data.at.0"],
  ["a map", { of: new Map() }, "data.of"],
  ["no number", { share: Number.NaN }, "data.share"],
  ["a function", { href: () => "" }, "data.href"],
])("%s, which a browser would be told otherwise, is a fault outside production", async (_what, data, place) => {
  await expect(asked(aRoute(data))).rejects.toThrow(`A loader gives what JSON does not hold: ${place}`);
  expect(await (await asked(aRoute(data), "production")).json()).toBe(data);
});
