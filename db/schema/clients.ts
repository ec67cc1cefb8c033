import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, time, version } from "../columns";
import { services } from "./services";
import { users } from "./users";

/** Notes that staff share about a client. Clients never see them. */
export const clientNotes = sqliteTable(
  "client_notes",
  {
    id: id(),
    clientId: text()
      .notNull()
      .references(() => users.id),
    authorId: text()
      .notNull()
      .references(() => users.id),
    body: text().notNull(),
    createdAt: time().notNull(),
    version: version(),
  },
  (t) => [index("client_notes_client").on(t.clientId, t.createdAt, t.id)],
);

/** What an affiliate earns on a service ('commissionMetaDataList' in the API; rules.md commissions/agreements). */
export const commissionSettings = sqliteTable(
  "commission_settings",
  {
    userId: text()
      .notNull()
      .references(() => users.id),
    serviceId: text()
      .notNull()
      .references(() => services.id),
    /** Hundredths of a percent: 12.5 % is 1250. */
    percent: integer().notNull(),
    firstTime: flag().notNull(),
    perpetual: flag().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serviceId] })],
);
