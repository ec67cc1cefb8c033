import type { WorkerOptions } from "miniflare";

/** P1: a Worker that only answers 302. */
export const bareRedirect: WorkerOptions = {
  name: "bare-redirect",
  modules: true,
  compatibilityDate: "2026-04-24",
  script: `const headers = { Location: "http://localhost/", "Cache-Control": "no-store" };
export default { fetch: () => new Response(null, { status: 302, headers }) };`,
};
