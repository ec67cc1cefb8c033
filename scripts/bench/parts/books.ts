import { sql } from "drizzle-orm";
import { bookSubjects } from "~/domain/books/check";
import { checkBooks } from "~/domain/books/checkBooks";
import { DAY_MS } from "~/domain/days";
import { bookCursors } from "~db/schema";
import { bookedOrders, statementCosts } from "../../../tests/support/bookedOrders";
import { actingSystem, noPayments, TEST_NOW, testContext } from "../../../tests/support/testContext";
import type { LonePart } from "../part";

const ORDERS = 1_000_000;
const CLIENTS = 100_000;
/** Orders that changed since the last night. */
const CHANGED = 1_000;
const RUNS_A_DAY = 24;
const HOUR_MS = DAY_MS / RUNS_A_DAY;
const TODAY = Math.floor(TEST_NOW / DAY_MS);

/** BOOKS: a night's check at a million orders, run by run as the cron does. */
export const booksPart: LonePart = {
  ids: ["BOOKS"],
  async measure() {
    const database = await bookedOrders(ORDERS);
    const { db, binding } = database;
    try {
      // Every record was read once before, in the week that ended yesterday.
      const before = { day: TODAY - 1, passRows: 0, newFrom: "P" };
      for (const subject of bookSubjects)
        await db.insert(bookCursors).values({
          ...before,
          subject,
          after: "",
          rowsToday: 0,
          doneToday: true,
          passTotal: subject === "orders" ? ORDERS : subject === "clients" ? CLIENTS : 0,
        });
      await db.run(sql`update orders set notes = 'Changed' where number % ${ORDERS / CHANGED} = 0`);
      const payments = { ...noPayments, listBalanceTransactions: async () => [] };
      const isDone = async () => {
        const left = await db.all(sql`select subject from book_cursors where day < ${TODAY} or done_today = 0`);
        return left.length === 0;
      };
      const runs: { most: number; statements: number; rows: number; ms: number; records: number }[] = [];
      for (let hour = 0; hour < RUNS_A_DAY && !(await isDone()); hour++) {
        const start = performance.now();
        let records = 0;
        const cost = await statementCosts(binding, async (counted) => {
          const ctx = testContext(counted, actingSystem, { payments, now: TODAY * DAY_MS + hour * HOUR_MS });
          const { done } = await checkBooks(ctx, (error) => {
            throw error;
          });
          records = done;
        });
        runs.push({ ...cost, records, ms: performance.now() - start });
      }
      if (!(await isDone())) throw new Error("The night's share was not read in a day");
      const differences = await db.all(sql`select * from book_differences`);
      if (differences.length > 0) throw new Error(`${differences.length} differences in books that agree`);
      const sum = (name: "statements" | "rows" | "records" | "ms") => runs.reduce((all, run) => all + run[name], 0);
      const most = (name: "most" | "statements") => Math.max(...runs.map((run) => run[name]));
      const against = "1,000,000 orders of 100,000 clients, 1,000 changed";
      return [
        {
          id: "BOOKS",
          what: "rows_read of one statement of the nightly check, at most",
          against,
          unit: "rows",
          value: most("most"),
          atMost: 10_000,
        },
        {
          id: "BOOKS",
          what: "Statements of one run, at most",
          against: "a Worker may send 1,000",
          unit: "",
          value: most("statements"),
          atMost: 1_000,
        },
        {
          id: "BOOKS",
          what: "Hourly runs of a night",
          against,
          unit: "runs",
          value: runs.length,
          atMost: RUNS_A_DAY,
          note: `${sum("records")} records, ${sum("statements")} statements, ${sum("rows")} rows, ${(sum("ms") / 1000).toFixed(0)} s`,
        },
      ];
    } finally {
      await database.dispose();
    }
  },
};
