import { saveClientNote } from "~/domain/clients/saveClientNote";
import type { SeededAccounts } from "./accounts";
import { actingAs, DAY_MS, type Seed, seedContext } from "./seedContext";

/** Internal notes about clients. A customer must never see them. */
export const clientNoteTexts = [
  "Prefers a call before every delivery; reads mail once a week.",
  "Asked for a discount twice. We agreed on none before the third order.",
  "Runs three sites under other names; check with them before placing links.",
  "Pays late but always pays. Do not remind before day ten.",
] as const;

export async function seedClients(seed: Seed, { superAdmin, team, clients }: SeededAccounts) {
  const { now } = seed.env;
  const authors = [...team, superAdmin];
  for (const [index, body] of clientNoteTexts.entries()) {
    const { user } = clients[(index * 7) % clients.length]!;
    await saveClientNote(seedContext(seed, actingAs(authors[index % authors.length]!), now - (9 - index) * DAY_MS), {
      clientId: user.id,
      body,
    });
  }
}
