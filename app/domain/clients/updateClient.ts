import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, type BatchStatement, isUniqueViolation } from "~db/client.server";
import { foldText } from "~db/foldText";
import { insertMany } from "~db/insertRows";
import { commissionSettings, services, users } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import { countryNames } from "../accounts/countries";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import { proposedAffiliateCode } from "./affiliateCode";
import { CODE_TAKEN, type CommissionInput, type UpdateClientInput } from "./clientInputs";
import { isClientWithId, type StoredClient, storedClient } from "./storedClient";

const plainFields = [
  "firstName",
  "lastName",
  "company",
  "taxId",
  "phoneNo",
  "address",
  "city",
  "state",
  "zipCode",
  "country",
  "userStatus",
  "clientType",
  "affiliate",
  "affiliateCode",
] as const;
type PlainField = (typeof plainFields)[number];

/**
 * Changes a client's contact, address, status, type and affiliate settings (PUT /user/detail/{id}; rules.md
 * clients/statuses, clients/types, commissions/agreements). A new affiliate without a code gets one. All changes are
 * recorded in the history. Throws NotFound, Conflict for a stale version or a taken code, and Invalid for an unknown
 * country or service.
 */
export async function updateClient(ctx: Context, input: UpdateClientInput): Promise<void> {
  authorize(ctx, "clients.edit");
  const client = await storedClient(ctx, input);
  const after = await valuesAfter(ctx, client, input);
  if (after.country && after.country !== client.country && !countryNames.includes(after.country))
    throw new Invalid("Choose a country from the list", "country");
  const settings = input.commissions ? await settingsAfter(ctx, client.id, input.commissions, input.shown) : null;
  const changes: HistoryChange[] = [
    ...plainFields.flatMap((field) =>
      client[field] === after[field] ? [] : [{ field, before: client[field], after: after[field] }],
    ),
    ...(settings && settings.before !== settings.after
      ? [{ field: "commissions", before: settings.before, after: settings.after }]
      : []),
  ];
  if (changes.length === 0) return;
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(users)
        .set({
          ...after,
          firstNameFolded: foldText(after.firstName),
          lastNameFolded: foldText(after.lastName),
          companyFolded: foldText(after.company ?? "") || null,
          version: sql`${users.version} + 1`,
        })
        .where(and(isClientWithId(client.id), eq(users.version, client.version))),
      assertRowsChanged(ctx.db),
      ...(settings?.statements ?? []),
      historyStatement(ctx, { entity: "user", entityId: client.id, action: "Client updated", changes }),
      ...(after.affiliate && !client.affiliate ? joinedNotice(ctx, client) : []),
    ]).catch(conflictOnPreconditionFailed);
  } catch (error) {
    if (isUniqueViolation(error)) throw new Conflict(CODE_TAKEN, "affiliateCode");
    throw error;
  }
  if (after.affiliate && !client.affiliate) ctx.after(() => ctx.publish.outboxWaiting());
}

const joinedNotice = (ctx: Context, { id, version }: StoredClient) =>
  notifyStatements(ctx, {
    recipients: { users: [id] },
    description: "You are now in the affiliate program. Share your link to earn commissions.",
    kind: "affiliateEnabled",
    type: "AFFILIATE",
    typeSystemId: id,
    dedupeKey: `affiliate.enabled:${id}:${version}`,
  });

type After = Pick<StoredClient, PlainField>;

async function valuesAfter(ctx: Context, client: StoredClient, input: UpdateClientInput): Promise<After> {
  const contact = (field: "company" | "taxId" | "phoneNo" | "address" | "city" | "state" | "zipCode" | "country") =>
    input[field] === undefined ? client[field] : input[field] || null;
  const firstName = input.firstName ?? client.firstName;
  const lastName = input.lastName ?? client.lastName;
  const affiliate = input.affiliate ?? client.affiliate;
  const code = input.affiliateCode ?? client.affiliateCode;
  return {
    firstName,
    lastName,
    company: contact("company"),
    taxId: contact("taxId"),
    phoneNo: contact("phoneNo"),
    address: contact("address"),
    city: contact("city"),
    state: contact("state"),
    zipCode: contact("zipCode"),
    country: contact("country"),
    userStatus: input.userStatus ?? client.userStatus,
    clientType: input.clientType === undefined ? client.clientType : input.clientType,
    affiliate,
    affiliateCode: affiliate && !code ? await proposedAffiliateCode(ctx, { firstName, lastName }) : code,
  };
}

/**
 * Statements that replace the commission settings of the `shown` services, by default of all, and the old and new
 * settings as text for the history.
 */
async function settingsAfter(ctx: Context, userId: string, rows: CommissionInput[], shown?: readonly string[]) {
  const { db } = ctx;
  const [allServices, stored] = await db.batch([
    db.select({ id: services.id, name: services.name }).from(services),
    db.select().from(commissionSettings).where(eq(commissionSettings.userId, userId)),
  ]);
  const nameOf = (id: string) => allServices.find((service) => service.id === id)?.name;
  for (const [index, { serviceId }] of rows.entries())
    if (!nameOf(serviceId)) throw new Invalid("Choose a service", `commissions[${index}].serviceId`);
  const settingsText = (settings: readonly CommissionInput[]) =>
    settings
      .map(
        ({ serviceId, percent, firstTime, perpetual }) =>
          `${nameOf(serviceId)}: ${percent / 100}%${firstTime ? ", first time" : ""}${perpetual ? ", perpetual" : ""}`,
      )
      .sort()
      .join("; ");
  const changed = new Set([
    ...(shown ?? stored.map(({ serviceId }) => serviceId)),
    ...rows.map((row) => row.serviceId),
  ]);
  const after = [...stored.filter(({ serviceId }) => !changed.has(serviceId)), ...rows];
  const ids = JSON.stringify(after.map(({ serviceId }) => serviceId));
  const statements: BatchStatement[] = [
    db
      .delete(commissionSettings)
      .where(
        and(
          eq(commissionSettings.userId, userId),
          sql`${commissionSettings.serviceId} not in (select value from json_each(${ids}))`,
        ),
      ),
    insertMany(
      db,
      commissionSettings,
      rows.map((row) => ({ ...row, userId })),
    ).onConflictDoUpdate({
      target: [commissionSettings.userId, commissionSettings.serviceId],
      set: {
        percent: sql`excluded.percent`,
        firstTime: sql`excluded.first_time`,
        perpetual: sql`excluded.perpetual`,
      },
    }),
  ];
  return { statements, before: settingsText(stored), after: settingsText(after) };
}
