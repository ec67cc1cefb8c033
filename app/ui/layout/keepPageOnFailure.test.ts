import { createMemoryHistory, createRouter } from "@remix-run/router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { interceptRouteRequests } from "~/remixInternals";
import { onToast } from "../feedback/showToast";
import { keepPageOnFailure, readOrKeepPage, STAYED_HASH, Unreachable } from "./keepPageOnFailure";

type Answer = () => Response;
type Router = ReturnType<typeof createRouter>;

const refused: Answer = () => {
  throw new TypeError("Failed to fetch");
};
const data: Answer = () =>
  new Response("{}", { headers: { "X-Remix-Response": "yes", "Content-Type": "application/json" } });
const aModule: Answer = () => new Response("", { headers: { "Content-Type": "text/javascript" } });
/** A module that the runtime can import. */
const MODULE = "data:text/javascript,export default 1";

/** What the network answers to data, to modules and to anything else. */
let network: { data: Answer; module: Answer; other: Answer };
let address: { pathname: string; search: string; hash: string; href: string };
let left: string[];
let toasts: string[];
let requests: string[];
let stopToasts: () => void;

beforeEach(() => {
  network = { data, module: aModule, other: () => new Response("") };
  [left, toasts, requests] = [[], [], []];
  address = { pathname: "/", search: "", hash: "", href: "http://localhost/" };
  const location = Object.assign(address, {
    assign: (href: string) => left.push(href),
    reload: () => left.push("reload"),
  });
  const fetch = async (input: string) => {
    requests.push(input);
    return input.includes("_data=") ? network.data() : input.startsWith("data:") ? network.module() : network.other();
  };
  const window = {
    location,
    fetch,
    history: { state: null, replaceState: () => {} },
    __remixManifest: { routes: { next: { module: MODULE } } },
  };
  vi.stubGlobal("window", window);
  vi.stubGlobal("fetch", (...given: [string]) => window.fetch(...given));
  vi.stubGlobal("location", location);
  vi.stubGlobal("navigator", { onLine: true });
  interceptRouteRequests(window as never, readOrKeepPage);
  stopToasts = onToast(
    ({ text }) => toasts.push(text),
    () => {},
  );
});
afterEach(() => {
  stopToasts();
  vi.unstubAllGlobals();
});

/** Remix's router on a page with a link to the lazy page /next, both with data. */
function aRouter(): Router {
  const loader =
    (id: string) =>
    ({ request }: { request: Request }) =>
      window.fetch(`${request.url}?_data=${id}`, { signal: request.signal });
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: ["/"] }),
    routes: [
      { id: "home", path: "/", loader: loader("home"), hasErrorBoundary: true },
      { id: "next", path: "/next", loader: loader("next"), lazy: async () => ({ hasErrorBoundary: true }) },
    ],
    hydrationData: { loaderData: { home: { first: true } } },
  }).initialize();
  keepPageOnFailure(router as never);
  return router;
}

/** Follows the link and waits until the page has settled, or is left. */
async function follow(router: Router) {
  void router.navigate("/next");
  await vi.waitFor(() => expect(left.length > 0 || router.state.navigation.state === "idle").toBe(true));
  return router.state.location.pathname;
}

test.each<[string, Answer, RegExp]>([
  ["no answer", refused, /Try again in a minute/],
  ["503", () => new Response("", { status: 503, headers: { "Retry-After": "30" } }), /Try again in 30 seconds/],
  ["429", () => new Response("", { status: 429 }), /Try again in a minute/],
  ["a foreign page", () => new Response("<h1>Sign in</h1>"), /this page stays open/],
])("a link stays on its page after %s and works later", async (_, answer, says) => {
  const router = aRouter();
  network.data = answer;
  expect(await follow(router)).toBe("/");
  expect(router.state).toMatchObject({
    errors: null,
    loaderData: { home: { first: true } },
    location: { hash: STAYED_HASH },
  });
  expect(toasts).toEqual([expect.stringMatching(says)]);
  expect(requests.filter((url) => url.includes("_data=home"))).toEqual([]);
  network.data = data;
  expect(await follow(router)).toBe("/next");
});

test("a page that fails on our side shows its error", async () => {
  const router = aRouter();
  network.data = () => new Response("{}", { status: 500, headers: { "X-Remix-Error": "yes" } });
  await follow(router);
  expect([router.state.location.pathname, toasts]).toEqual(["/next", []]);
});

test("a missing module opens the next page as a document", async () => {
  const router = aRouter();
  network.module = () => new Response("", { status: 404 });
  await follow(router);
  expect([left, toasts]).toEqual([["/next"], []]);
});

test("a missing module keeps the page while the server is away", async () => {
  const router = aRouter();
  Object.assign(network, { module: refused, other: refused });
  expect(await follow(router)).toBe("/");
  expect([left, toasts]).toEqual([[], [expect.stringMatching(/^We cannot show the next page/)]]);
  Object.assign(network, { module: aModule, other: () => new Response("") });
  expect(await follow(router)).toBe("/next");
});

test("keeps the data of a page that cannot be read again", async () => {
  const router = aRouter();
  network.data = refused;
  router.revalidate();
  await vi.waitFor(() => expect(router.state.revalidation).toBe("idle"));
  expect(router.state).toMatchObject({ errors: null, loaderData: { home: { first: true } } });
  expect(toasts).toEqual([]);
});

test("Back to a page that cannot be read is an error of its own", async () => {
  const router = aRouter();
  await follow(router);
  address.pathname = "/next";
  network.data = refused;
  void router.navigate(-1);
  // The browser changes the address of a page that it goes back to first.
  address.pathname = "/";
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/"));
  expect(router.state.errors).toEqual({ home: expect.any(Unreachable) });
  expect(toasts).toEqual([]);
});
