import { saveClientNote } from "~/domain/clients/saveClientNote";
import { updateClient } from "~/domain/clients/updateClient";
import type { SeededAccounts } from "./accounts";
import { actingAs, DAY_MS, type Seed, seedContext } from "./seedContext";

/** What the team wrote about clients for each other: never to be read by a customer. */
export const clientNoteTexts = [
  "Prefers a call before every delivery; reads mail once a week.",
  "Asked for a discount twice. We agreed on none before the third order.",
  "Runs three sites under other names; check with them before placing links.",
  "Pays late but always pays. Do not remind before day ten.",
] as const;

/** Notes about some clients, and what affiliate@ earns on the services. */
export async function seedClients(
  seed: Seed,
  { superAdmin, team, clients }: SeededAccounts,
  serviceIds: readonly string[],
) {
  const { now } = seed.env;
  const authors = [...team, superAdmin];
  for (const [index, body] of clientNoteTexts.entries()) {
    const { user } = clients[(index * 7) % clients.length]!;
    await saveClientNote(seedContext(seed, actingAs(authors[index % authors.length]!), now - (9 - index) * DAY_MS), {
      clientId: user.id,
      body,
    });
  }
  const affiliate = clients.find(({ user }) => user.affiliate)!.user;
  await updateClient(seedContext(seed, actingAs(superAdmin), now - 20 * DAY_MS), {
    id: affiliate.id,
    commissions: serviceIds.slice(0, 3).map((serviceId, index) => ({
      serviceId,
      percent: [1500, 1000, 1250][index] ?? 1000,
      firstTime: index === 1,
      perpetual: index !== 1,
    })),
  });
}
