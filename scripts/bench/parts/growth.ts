import type { Figure } from "../figure";
import { type GrowthReport, measurePages, pageTable } from "../growth/measurePages";
import { startAgencies } from "../growth/startAgencies";
import type { LonePart } from "../part";

/** GROWTH: every page of every role at an agency after 1,000 days. */
export function growthPart(): LonePart & { report(): GrowthReport | null } {
  let report: GrowthReport | null = null;
  return {
    ids: ["GROWTH"],
    report: () => report,
    async measure(settings) {
      const stack = await startAgencies(settings);
      try {
        report = await measurePages(stack);
      } finally {
        await stack.stop();
      }
      console.log(`\n${pageTable(report)}\n\n${report.missed.join("\n")}`);
      const most = (key: "html" | "statements" | "rows" | "ratio") =>
        Math.max(...report!.pages.map((page) => page[key]));
      const figures: Figure[] = [
        {
          id: "GROWTH",
          what: "Pages of all roles that miss a bound at 200k orders",
          against: "200 kB, 12 statements, 2,000 rows, 4 x the seeded portal's time",
          value: report.missed.length,
          unit: "",
          atMost: 0,
          note: `${report.pages.length} pages; at most ${Math.round(most("html") / 1000)} kB, ${most("statements")} statements, ${most("rows")} rows, ${most("ratio")} x`,
        },
      ];
      return figures;
    },
  };
}
