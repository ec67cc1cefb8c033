import { type RedirectEnv, redirect } from "./redirect";
import { storeVisits } from "./storeVisits";

interface Env extends RedirectEnv {
  DB: D1Database;
  DEAD_VISITS: Queue<unknown>;
}

export default {
  fetch: (request, env, ctx) => redirect(request, env, ctx),
  queue: (batch, env) => storeVisits(batch, env.DB, env.DEAD_VISITS),
} satisfies ExportedHandler<Env>;
