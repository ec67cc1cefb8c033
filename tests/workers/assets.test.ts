import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare, type WorkerOptions } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assetOptions } from "../../scripts/local/assetOptions";
import { bundleWorker } from "../support/bundleWorker";

const SITE = "https://portal.example.com";
const folder = mkdtempSync(join(tmpdir(), "assets-"));
let miniflare: Miniflare;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets/app-Dx81.js"), "export {};");
  for (const file of ["_headers", "_routes.json"]) cpSync(`public/${file}`, join(folder, file));
  miniflare = new Miniflare({
    workers: [
      {
        name: "portal",
        modules: true,
        script: await bundleWorker(`
          import { answerAsset, isAsset } from "./app/http/answerAsset";
          export default {
            fetch: (request, env) => isAsset(request.url) ? answerAsset(request, env) : new Response("a page"),
          };`),
        compatibilityDate: "2026-04-24",
        compatibilityFlags: ["nodejs_compat"],
        bindings: { SITE_URL: SITE },
        assets: assetOptions(folder),
      } as WorkerOptions,
    ],
  });
});
afterAll(async () => {
  await miniflare.dispose();
  rmSync(folder, { recursive: true });
});
const ask = (path: string, init = {}) => miniflare.dispatchFetch(SITE + path, { redirect: "manual", ...init });

test("a built file may be kept for a year", async () => {
  const answer = await ask("/assets/app-Dx81.js");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toContain("javascript");
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(await answer.text()).toBe("export {};");
  const unchanged = await ask("/assets/app-Dx81.js", { headers: { "If-None-Match": answer.headers.get("ETag")! } });
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const head = await ask("/assets/app-Dx81.js", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test.each([
  "/assets/app-Old1.js",
  "/assets/",
  "/assets/app-Dx81",
  "/assets/app-Dx81.js/",
  "/assets/%2e%2e%2f_headers",
  "/assets/../_worker.js",
  "/assets/app-Dx81.js%00",
  "/assets//app-Dx81.js",
])("a miss is never kept: %s", async (path) => {
  const answer = await ask(path);
  expect(answer.headers.get("Cache-Control") ?? "").not.toContain("immutable");
  if (answer.status !== 200) expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
});
