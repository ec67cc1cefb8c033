import type { WorkerOptions } from "miniflare";

/** P1: a Worker that answers 302 and does nothing else. */
export const bareRedirect: WorkerOptions = {
  name: "bare-redirect",
  modules: true,
  compatibilityDate: "2026-04-24",
  script: `const headers = { Location: "http://localhost/", "Cache-Control": "no-store" };
export default { fetch: () => new Response(null, { status: 302, headers }) };`,
};
