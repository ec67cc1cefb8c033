import fc, { type Arbitrary, type AsyncCommand } from "fast-check";
import { type Fault, faultKinds, ports } from "./faults";
import type { World } from "./world";

/** A command gets, apart from the world, three numbers to choose with, and a fault for its process. */
export interface Choice {
  a: number;
  b: number;
  c: number;
  fault: Fault | null;
}

type Play = (world: World, choice: Choice) => Promise<unknown>;

export interface CommandKind {
  name: string;
  /** How often it is played, against the others. */
  weight: number;
  play: Play;
}

export const command = (name: string, play: Play, weight = 2): CommandKind => ({ name, weight, play });

const fault: Arbitrary<Fault> = fc.record({
  port: fc.constantFrom("database", "database", "provider", "provider", "provider", ...ports),
  // Most requests make a few calls; a fault that comes later never happens in them.
  at: fc.oneof({ weight: 2, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.integer({ min: 1, max: 24 })),
  kind: fc.constantFrom(...faultKinds),
  times: fc.constantFrom(1, 1, 3, 9),
});

const number = fc.nat({ max: 9999 });
const choiceWith = (faults: Arbitrary<Fault | null>) => fc.record({ a: number, b: number, c: number, fault: faults });

class Played implements AsyncCommand<object, World> {
  constructor(
    private readonly kind: CommandKind,
    private readonly chosen: Choice,
  ) {}
  check = () => true;
  async run(_: object, world: World) {
    world.counts.commands++;
    world.trace.add(this.toString());
    world.report(this.toString());
    await this.kind.play(world, this.chosen);
    await world.provider.readEvents();
    await world.watchClocks();
  }
  toString() {
    const { a, b, c, fault } = this.chosen;
    const wrong = fault ? ` with call ${fault.at} of ${fault.port} ${fault.kind} ${fault.times}x` : "";
    return `${this.kind.name}(${a}, ${b}, ${c})${wrong}`;
  }
}

/** Any of these commands, chosen by weight; with `faults` one in three of them is played with a fault. */
export const anyCommand = (
  kinds: readonly CommandKind[],
  { faults = true } = {},
): Arbitrary<AsyncCommand<object, World>> => {
  const choice = choiceWith(faults ? fc.option(fault, { freq: 3 }) : fc.constant(null));
  return fc.oneof(
    ...kinds.map((kind) => ({ weight: kind.weight, arbitrary: choice.map((one) => new Played(kind, one)) })),
  );
};
