import { clock } from "../engine/clock";
import { command } from "../engine/command";
import { DAY, HOUR, MINUTE } from "../engine/world";

const advance = (ms: number) => {
  clock.now += ms;
};

export const timeCommands = [
  command(
    "tick",
    async (world, { a, fault }) => {
      await world.allCrons(fault);
      if (a % 2 === 0) await world.deliver();
    },
    8,
  ),
  command("deliver mail", (world, { fault }) => world.deliver(fault)),
  command("a minute", async () => advance(MINUTE)),
  command("eleven minutes", async () => advance(11 * MINUTE), 4),
  command("some hours", async (_, { a }) => advance((1 + (a % 20)) * HOUR)),
  command("a day", async () => advance(DAY)),
  command("forty days", async () => advance(40 * DAY)),
];
