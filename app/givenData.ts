import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/cloudflare";

type RouteModule = ServerBuild["routes"][string]["module"];

/** Remix takes it for an answer with JSON, and reads the data as it was given. */
class GivenData {
  readonly status = 200;
  readonly statusText = "";
  readonly headers = json;
  /** There is one. */
  readonly body = "";
  constructor(private readonly data: unknown) {}
  json() {
    return this.data;
  }
}
const json = new Headers({ "Content-Type": "application/json; charset=utf-8" });

/**
 * A page's module whose loader's data reaches the page as it is. Remix writes it into a Response and reads that again
 * before it draws the page, which took a tenth of the order list's answer. An answer that a loader makes itself, and what
 * a route without a page answers, stay as they are.
 *
 * The browser is told the data as JSON, so a page drawn here must find nothing that JSON would change: outside production
 * such data is a fault.
 */
export function givenData(module: RouteModule): RouteModule {
  const { loader } = module;
  if (!loader || !module.default) return module;
  const given = async (args: LoaderFunctionArgs) => {
    const data = await loader(args);
    if (data instanceof Response || data === undefined) return data;
    if (args.context.portal.env.APP_ENV !== "production") mustBePlain(data);
    return new GivenData(data);
  };
  return { ...module, loader: given as typeof loader };
}

function mustBePlain(value: unknown, path = "data") {
  if (value === null || ["string", "boolean", "undefined"].includes(typeof value) || Number.isFinite(value)) return;
  const plain =
    Array.isArray(value) || (typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype);
  if (!plain) throw new Error(`A loader gives what JSON does not hold: ${path}`);
  for (const [key, inner] of Object.entries(value as object)) mustBePlain(inner, `${path}.${key}`);
}
