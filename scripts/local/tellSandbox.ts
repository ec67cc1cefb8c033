import type { Miniflare } from "miniflare";
import { clockWorker } from "./portalClock";
import type { LocalPart } from "./workerOptions";

/** Has the card sandbox, where it runs, take over payments of the past (JSON), as if they had been made at it. */
export async function tellSandbox(miniflare: Miniflare, parts: readonly LocalPart[], payments: string): Promise<void> {
  if (!parts.some(({ part }) => part === "card-sandbox")) return;
  const { SANDBOX_CONTROL } = await miniflare.getBindings<{ SANDBOX_CONTROL: Fetcher }>(clockWorker.name);
  const answer = await SANDBOX_CONTROL.fetch("http://sandbox/__control/adopt", {
    method: "POST",
    body: `{"payments":${payments}}`,
  });
  if (!answer.ok) throw new Error(`The card sandbox did not take over the seeded payments: ${await answer.text()}`);
}
