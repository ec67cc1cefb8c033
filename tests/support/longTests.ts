/**
 * What `npm run check` leaves to `npm test`: whole portals and commands, the play of many seeds, kills and restores, real
 * queues that retry, the seed itself, and databases of many rows. Other files test the rules of the same nouns.
 */
export const longTests = [
  "tests/portal",
  "tests/run",
  "tests/simulation",
  "tests/domain/booksLarge.test.ts",
  "tests/domain/claimKills.test.ts",
  "tests/domain/exportLarge.test.ts",
  "tests/domain/oneChargePerCycle.test.ts",
  "tests/domain/orderBytes.test.ts",
  "tests/domain/outboxBursts.test.ts",
  "tests/domain/renewalKills.test.ts",
  "tests/domain/renewalRestore.test.ts",
  "tests/domain/reportsLarge.test.ts",
  "tests/domain/restoredCopies.test.ts",
  "tests/domain/seed.test.ts",
  "tests/workers/notificationsDelivery.test.ts",
  "tests/workers/notificationsLive.test.ts",
];
