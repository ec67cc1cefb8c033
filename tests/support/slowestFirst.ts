import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take more than half a minute. Started last, one of them would run alone at the end. Of the first four, one
 * makes the portals' seed and one that of the domain's tests; the others need none.
 */
const SLOW = [
  "portal/faults",
  "domain/reports.test",
  "run/localRun",
  "domain/renewalKills",
  "portal/sessionsOverHttp",
  "run/books",
  "portal/",
  "run/",
  "domain/reports",
  "domain/renewal",
  "domain/refunds",
  "domain/claimKills",
  "domain/oneChargePerCycle",
  "workers/notifications",
  "http/formSentAgain",
  "simulation/",
  "domain/",
];

const placeOf = ({ moduleId }: TestSpecification) => {
  const place = SLOW.findIndex((part) => moduleId.includes(`tests/${part}`));
  return place < 0 ? SLOW.length : place;
};

/** Runs the longest test files first, so that the workers end together. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((one, other) => placeOf(one) - placeOf(other) || one.moduleId.localeCompare(other.moduleId));
  }
}
