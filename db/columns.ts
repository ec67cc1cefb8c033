import { integer, text } from "drizzle-orm/sqlite-core";

/** Column kinds used by every table: ids sort by time, time is ms UTC, money is integer cents. */
export const id = () => text().primaryKey();
export const time = () => integer();
export const cents = () => integer();
export const flag = () => integer({ mode: "boolean" });
export const json = <T>() => text({ mode: "json" }).$type<T>();
/** The optimistic lock that every editable row carries (rules.md forms/version). */
export const version = () => integer().notNull().default(1);
