import { index, sqliteTable } from "drizzle-orm/sqlite-core";
import { id, json, time } from "../columns";

/** Where a saved form led and what the next page said; no path when the answer was JSON for script. */
export interface StoredFormAnswer {
  path: string | null;
  document?: boolean;
  toast?: { tone: "success" | "info" | "error"; text: string };
}

/** The answer of each saved form, kept for the same form sent again. The id is the act's (`FormAct`). */
export const formAnswers = sqliteTable(
  "form_answers",
  {
    id: id(),
    answer: json<StoredFormAnswer>().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [index("form_answers_created").on(t.createdAt)],
);
