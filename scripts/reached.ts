import { importsOf } from "./imports";

/**
 * Prints the files that a file needs at run time, each with the one that imports it:
 * `npx tsx scripts/reached.ts app/domain/checkout/placeOrder.ts`.
 */
const [start] = process.argv.slice(2);
if (!start) throw new Error("Name a file, e.g. app/domain/checkout/placeOrder.ts");
const importers = new Map([[start, ""]]);
for (const file of importers.keys())
  for (const { to, ours, typeOnly } of importsOf(file))
    if (ours && !typeOnly && !importers.has(to)) importers.set(to, file);
for (const [file, importer] of importers) console.log(importer ? `${file} (by ${importer})` : file);
console.log(`${importers.size} files`);
