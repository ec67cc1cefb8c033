/**
 * What `npm run check` leaves out besides the deep tests: whole portals and commands, the play of many seeds, kills and
 * restores, real queues that retry, the seed itself, and databases of many rows. Other files test the rules of the same
 * nouns.
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

/** What only `npm run test:deep` plays: each has a test of the same rule in the gate, named behind it. */
export const deepTests = [
  // simulation/simulation
  "tests/simulation/simulationDeep.test.ts",
  // run/backup and portal/restoredOrders
  "tests/portal/backup.test.ts",
  "tests/portal/localBackup.test.ts",
  // domain/renewalRestore, and portal/restoredOrders for a running portal
  "tests/portal/restoredRenewals.test.ts",
  // domain/renewalKills
  "tests/portal/renewalCrashes.test.ts",
  // run/migrateWithData
  "tests/run/upgradeManyOrders.test.ts",
];
