import { type IntakeState, intakeComplete } from "../orders/intakeComplete";
import type { NewPlacement, SoldLine } from "../placements/soldPlacements";

interface Bought extends Omit<IntakeState, "packageIds"> {
  lines: readonly Pick<SoldLine, "packageId" | "tracking">[];
  placements: readonly Pick<NewPlacement, "state">[];
}

/**
 * The status of a paid order: Active when nothing is missing. Links of tracked packages need their pages, all other
 * packages the answers of the intake form (rules.md orders/states, placements/input).
 */
export const statusWhenPaid = ({ lines, placements, ...intake }: Bought): "Active" | "Inputs_Required" => {
  const packageIds = lines.filter(({ tracking }) => !tracking.tracked).map(({ packageId }) => packageId);
  const missing = placements.some(({ state }) => state === "needs_input");
  return !missing && intakeComplete({ ...intake, packageIds }) ? "Active" : "Inputs_Required";
};
