import type { Miniflare } from "miniflare";
import { clockWorker } from "./portalClock";
import type { LocalPart } from "./workerOptions";

/** Hands past payments (JSON) to the card sandbox, if it runs, as if they had been made there. */
export async function tellSandbox(miniflare: Miniflare, parts: readonly LocalPart[], payments: string): Promise<void> {
  if (!parts.some(({ part }) => part === "card-sandbox")) return;
  const { SANDBOX_CONTROL } = await miniflare.getBindings<{ SANDBOX_CONTROL: Fetcher }>(clockWorker.name);
  const answer = await SANDBOX_CONTROL.fetch("http://sandbox/__control/adopt", {
    method: "POST",
    body: `{"payments":${payments}}`,
  });
  if (!answer.ok) throw new Error(`The card sandbox did not take over the seeded payments: ${await answer.text()}`);
}
