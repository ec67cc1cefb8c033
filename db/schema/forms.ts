import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, json, time } from "../columns";

/** What a saved form was answered with: where it led and what the next page said, or JSON for script. */
export type FormAnswer =
  | { path: string; document?: boolean; toast?: { tone: "success" | "info" | "error"; text: string } }
  | { body: unknown };

/** The answer of each saved form, kept for the same form sent again. */
export const formAnswers = sqliteTable(
  "form_answers",
  {
    id: id(),
    /** Hash of everything the form said. */
    digest: text().notNull(),
    answer: json<FormAnswer>().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [index("form_answers_created").on(t.createdAt)],
);
