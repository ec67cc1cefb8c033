import { abba } from "../abba";
import { bareRedirect } from "../baselines/bareRedirect";
import { requestsPerProcessorSecond, warmUp } from "../load";
import type { StackPart } from "../part";

const TURN_MS = 1200;
/** The Referral Worker without a database: a statement on the redirect's path would fail. */
const WITHOUT_DATABASE = "referral-without-database";
const path = "/r/AFF2026?p=/services";

/** P1: the redirect with its click cookie and its queued visit, over a Worker that answers 302. */
export const referral: StackPart = {
  ids: ["P1"],
  sizes: [],
  workers: (production) => {
    const { options } = production.find(({ part }) => part === "referral")!;
    const { d1Databases: _, queueConsumers: __, ...rest } = options;
    return [bareRedirect, { ...rest, name: WITHOUT_DATABASE, queueProducers: { VISITS: "portal-visits-unread" } }];
  },
  async measure(stack) {
    const tracked = stack.to("portal-referral", { path, status: 302 });
    const bare = stack.to(bareRedirect.name!, { path, status: 302 });
    for (const asked of [tracked, bare]) await warmUp(stack.pool, asked);
    const { ratio, a, b } = await abba(
      async () => {
        const figure = await requestsPerProcessorSecond(stack.pool, tracked, TURN_MS);
        // Drains the queue, so that the bare Worker is not measured under its load.
        await stack.drain();
        return figure;
      },
      () => requestsPerProcessorSecond(stack.pool, bare, TURN_MS),
    );
    const answer = await stack.fetch(WITHOUT_DATABASE, path);
    const works = answer.status === 302 && answer.headers.has("Set-Cookie");
    await stack.forgetVisits();
    return [
      {
        id: "P1",
        what: "Referral redirects/s, tracked",
        against: "bare 302 Worker",
        value: ratio,
        unit: "x",
        atLeast: 0.65,
        note: `${Math.round(a)} over ${Math.round(b)} a processor second; aim 0.8`,
      },
      {
        id: "P1",
        what: "D1 statements on the path",
        against: "the Worker without a database",
        value: works ? 0 : null,
        unit: "",
        atMost: 0,
        note: works ? "302 and cookie without one" : `answered ${answer.status}`,
      },
    ];
  },
};
