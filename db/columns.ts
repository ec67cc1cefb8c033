import { integer, text } from "drizzle-orm/sqlite-core";

/** Column types shared by all tables: ids sort by time, times are ms UTC, money is integer cents. */
export const id = () => text().primaryKey();
export const time = () => integer();
export const cents = () => integer();
export const flag = () => integer({ mode: "boolean" });
export const json = <T>() => text({ mode: "json" }).$type<T>();
/** The optimistic lock of every editable row (rules.md forms/version). */
export const version = () => integer().notNull().default(1);
