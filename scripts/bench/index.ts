import { availableParallelism, loadavg } from "node:os";
import type { WorkerOptions } from "miniflare";
import { buildIfChanged } from "../buildIfChanged";
import { runSettings } from "../local/runSettings";
import type { LocalPart } from "../local/workerOptions";
import { type Figure, figureTable, verdictOf } from "./figure";
import type { LonePart, StackPart } from "./part";
import { booksPart } from "./parts/books";
import { dashboardPart } from "./parts/dashboard";
import { exportFilePart, exportMemoryPart } from "./parts/exportFile";
import { growthPart } from "./parts/growth";
import { heapPart } from "./parts/heap";
import { hub } from "./parts/hub";
import { lighthousePart } from "./parts/lighthouse";
import { linkChecksPart } from "./parts/linkChecks";
import { linkListPart } from "./parts/linkList";
import { linkVisitsPart } from "./parts/linkVisits";
import { orderApi } from "./parts/orderApi";
import { orderListPart } from "./parts/orderList";
import { ordersPage } from "./parts/ordersPage";
import { referral } from "./parts/referral";
import { server } from "./parts/server";
import { signInTime } from "./parts/signIn";
import { visitsPart } from "./parts/visits";
import { weight } from "./parts/weight";
import { wholeOrderPart } from "./parts/wholeOrder";
import { workingDayPart } from "./parts/workingDay";
import { type Size, startStack } from "./startStack";

const stackParts: StackPart[] = [
  referral,
  ordersPage,
  orderListPart,
  linkListPart,
  workingDayPart,
  linkChecksPart,
  orderApi,
  dashboardPart,
  exportFilePart,
  signInTime,
];
const growth = growthPart();
const loneParts: LonePart[] = [
  exportMemoryPart,
  visitsPart,
  weight,
  hub,
  server,
  heapPart,
  lighthousePart,
  wholeOrderPart,
  growth,
  booksPart,
  linkVisitsPart,
];
const known = new Set([...stackParts, ...loneParts].flatMap(({ ids }) => ids));

const words = process.argv.slice(2);
const strict = words.includes("--strict");
const asked = words.filter((word) => !word.startsWith("--")).map((word) => word.toUpperCase());
const wrong = [
  ...asked.filter((id) => !known.has(id)),
  ...words.filter((word) => word.startsWith("--") && word !== "--strict"),
];
if (wrong.length) {
  console.error(`Not measured here: ${wrong.join(", ")}. Known: ${[...known].join(" ")}, and --strict.`);
  process.exit(2);
}
const isAsked = ({ ids }: { ids: string[] }) => asked.length === 0 || ids.some((id) => asked.includes(id));

const figures: Figure[] = [];
async function measured(ids: string[], measure: () => Promise<Figure[]>) {
  const start = Date.now();
  for (const figure of await measure()) if (asked.length === 0 || asked.includes(figure.id)) figures.push(figure);
  console.log(`${ids.join(", ")} measured in ${Math.round((Date.now() - start) / 1000)} s`);
}

const settings = runSettings(process.env);
await buildIfChanged();
const onStack = stackParts.filter(isAsked);
if (onStack.length) {
  const sizes = [...new Set(onStack.flatMap((part) => part.sizes))].sort((a, b) => a - b) as Size[];
  const workers = async (production: LocalPart[]) => {
    const all: WorkerOptions[] = [];
    for (const part of onStack) all.push(...((await part.workers?.(production)) ?? []));
    return all;
  };
  const stack = await startStack(settings, sizes, workers);
  try {
    for (const part of onStack) await measured(part.ids, () => part.measure(stack));
  } finally {
    await stack.stop();
  }
}
for (const part of loneParts.filter(isAsked)) await measured(part.ids, () => part.measure(settings));

console.log(`\n${figureTable(figures)}`);
const missed = figures.filter((figure) => verdictOf(figure) === "MISS").length;
console.log(
  `\n${figures.length} figures, ${missed} missed. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}, Node ${process.version}.`,
);
// Asked for by name, its report is the last line, and a missed page an error.
const pages = asked.includes("GROWTH") ? growth.report() : null;
if (pages) console.log(JSON.stringify(pages));
process.exit((strict && missed) || pages?.missed.length ? 1 : 0);
