import type { CommandKind } from "../engine/command";
import { type Focus, focusOf } from "../focus";
import { affiliateCommands } from "./affiliates";
import { bulkCommands } from "./bulk";
import { cardCommands } from "./cards";
import { catalogueCommands } from "./catalogue";
import { checkoutCommands } from "./checkout";
import { claimCommands } from "./claims";
import { couponCommands } from "./coupons";
import { disputeCommands } from "./disputes";
import { linkWatchCommands } from "./linkWatch";
import { messageCommands } from "./messages";
import { orderCommands } from "./orders";
import { peopleCommands } from "./people";
import { placementCommands } from "./placements";
import { providerCommands } from "./provider";
import { raceCommands } from "./races";
import { recoveryCommands } from "./recovery";
import { refundCommands } from "./refunds";
import { subscriptionCommands } from "./subscriptions";
import { teamworkCommands } from "./teamwork";
import { timeCommands } from "./time";

const groups: Record<Focus, CommandKind[]> = {
  checkout: checkoutCommands,
  orders: orderCommands,
  placements: placementCommands,
  linkWatch: linkWatchCommands,
  claims: claimCommands,
  disputes: disputeCommands,
  refunds: refundCommands,
  coupons: couponCommands,
  subscriptions: [...subscriptionCommands, ...cardCommands],
  catalogue: catalogueCommands,
  people: peopleCommands,
  affiliates: affiliateCommands,
  provider: providerCommands,
  recovery: recoveryCommands,
  races: raceCommands,
  teamwork: teamworkCommands,
  bulk: bulkCommands,
  messages: messageCommands,
  time: timeCommands,
};

export const allCommands: CommandKind[] = Object.values(groups).flat();

/** How much more often the commands of a run's focus are played. */
const FOCUS = 6;

/** The commands of a run: one group more often than the others, so that runs go deep as well as wide. */
export const commandsOf = (seed: number): CommandKind[] => {
  const focus = groups[focusOf(seed)];
  return allCommands.map((one) => (focus.includes(one) ? { ...one, weight: one.weight * FOCUS } : one));
};
