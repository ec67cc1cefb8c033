import type { Figure } from "../figure";
import { ownerEmail } from "../loadOrders";
import type { StackPart } from "../part";
import { databaseOf, portalOf, type Size } from "../startStack";

const SIZE: Size = 10_000;
const WITH_COPIES = "portal-with-copies";
const PAGES = ["/orders", "/profile", "/notifications", "/services", "/subscriptions/mine"];
const POST = "/notifications";

/** The round trips of an answer that did not go to a copy. */
function primaryTrips(answer: Response) {
  const [, all, copy] = /round_trips=(\d+) copy_trips=(\d+)/.exec(answer.headers.get("Server-Timing") ?? "") ?? [];
  if (!copy) throw new Error(`No Server-Timing on ${answer.status} of ${answer.url}`);
  return Number(all) - Number(copy);
}

/** REPL: what a customer's requests ask of the primary database, with read replicas and without. */
export const replicasPart: StackPart = {
  ids: ["REPL"],
  sizes: [SIZE],
  workers: (production) => {
    const portal = production.find(({ part }) => part === "portal")!.options;
    const bindings = { ...portal.bindings, APP_ENV: "test", READ_REPLICAS: "on" };
    return [{ ...portal, name: WITH_COPIES, d1Databases: { DB: databaseOf(SIZE) }, bindings } as never];
  },
  async measure(stack) {
    const tripsOn = async (worker: string) => {
      const Cookie = await stack.signInToPages(worker, ownerEmail);
      const trips = new Map<string, number>();
      for (const path of PAGES) {
        const answer = await stack.fetch(worker, path, { headers: { Cookie } });
        await answer.text();
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
        trips.set(path, primaryTrips(answer));
      }
      const post = await stack.fetch(worker, POST, {
        method: "POST",
        headers: { Cookie, Origin: stack.siteUrl, "Content-Type": "application/x-www-form-urlencoded" },
        body: "intent=readAll",
      });
      await post.text();
      if (post.status !== 303) throw new Error(`${POST} answered ${post.status}`);
      return { pages: trips, post: primaryTrips(post) };
    };
    const [on, off] = [await tripsOn(WITH_COPIES), await tripsOn(portalOf(SIZE, true))];
    const most = ({ pages }: typeof on) => Math.max(...pages.values());
    const listed = ({ pages }: typeof on) => [...pages].map(([path, trips]) => `${path} ${trips}`).join(", ");
    const row = (what: string, value: number, note: string): Figure => ({
      id: "REPL",
      what,
      against: "counted",
      value,
      unit: "",
      note,
    });
    return [
      { ...row("Round trips to the primary for a customer's page, replicas on", most(on), listed(on)), atMost: 0 },
      row("the same, replicas off", most(off), listed(off)),
      row("Round trips to the primary for a post, replicas on", on.post, "session and write"),
      row("the same, replicas off", off.post, "session and write"),
    ];
  },
};
