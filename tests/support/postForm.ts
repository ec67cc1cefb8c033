import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import type { ActorUser, Context } from "~/domain/context";
import type { Db } from "~db/client.server";
import { aPortal, SITE } from "./portal";
import { actingAs, testContext } from "./testContext";

type Route = { action: (args: ActionFunctionArgs) => Promise<Response> };

export interface PostedRoute {
  /** Imports the route's module. */
  route: () => Promise<unknown>;
  path?: string;
  params?: Record<string, string>;
}

/** Posts a form to a route's action without a server, and returns what the person would see next. */
export async function postForm(
  db: Db,
  user: ActorUser,
  { route, path = "/", params = {} }: PostedRoute,
  fields: Record<string, string | File>,
  overrides: Partial<Context> = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const request = new Request(SITE + path, { method: "POST", body });
  const portal = aPortal(testContext(db, actingAs(user), overrides), request);
  const { action } = (await route()) as Route;
  const response = await action({ request, params, context: { portal } });
  const json = response.headers.get("Content-Type")?.includes("json")
    ? ((await response.json()) as {
        result?: { error?: Record<string, string[]>; initialValue?: Record<string, unknown> };
        saved?: boolean;
        done?: string;
      })
    : null;
  return {
    status: response.status,
    location: response.headers.get("Location"),
    toast: portal.toast,
    errors: Object.values(json?.result?.error ?? {}).flat(),
    json,
  };
}
