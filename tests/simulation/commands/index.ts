import { affiliateCommands } from "./affiliates";
import { catalogueCommands } from "./catalogue";
import { checkoutCommands } from "./checkout";
import { couponCommands } from "./coupons";
import { orderCommands } from "./orders";
import { peopleCommands } from "./people";
import { providerCommands } from "./provider";
import { raceCommands } from "./races";
import { recoveryCommands } from "./recovery";
import { refundCommands } from "./refunds";
import { subscriptionCommands } from "./subscriptions";
import { timeCommands } from "./time";

export const allCommands = [
  ...checkoutCommands,
  ...orderCommands,
  ...refundCommands,
  ...couponCommands,
  ...subscriptionCommands,
  ...catalogueCommands,
  ...peopleCommands,
  ...affiliateCommands,
  ...providerCommands,
  ...recoveryCommands,
  ...raceCommands,
  ...timeCommands,
];
