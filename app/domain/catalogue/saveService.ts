import { and, eq, sql } from "drizzle-orm";
import { renderRichText } from "~/richtext/renderRichText";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { services } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { Invalid, staleRecord } from "../errors";
import { changedFields } from "../history/changedFields";
import { historyStatement } from "../history/historyStatement";
import { retryOnConflict } from "../retryOnConflict";
import { assigneeOptions } from "../team/assigneeOptions";
import { noAssignment } from "../team/assignment";
import { replaceUploads } from "../uploads/usableUploads";
import type { Service } from "./catalogueEntities";
import { serviceOf } from "./catalogueRows";
import { defaultLinkRules } from "./linkRules";
import { isDuration, newService, type ServiceInput } from "./serviceInput";
import { checkUploads, storedService } from "./storedService";
import { slugChange, usableSlug } from "./usableSlug";

type Row = typeof services.$inferSelect;

/**
 * Creates or changes a service (POST /service/serviceDetail). Throws NotFound,
 * Invalid for a file that may not be used, Conflict for a stale version (rules.md forms/version) or a taken slug.
 */
export async function saveService(ctx: Context, input: ServiceInput): Promise<Service> {
  authorize(ctx, "services.manage");
  const stored = input.id === undefined ? null : await storedService(ctx, input.id, input.version);
  const id = stored?.id ?? newId(ctx.now);
  const holder = `service:${id}`;
  const imageKey = input.imageKey === undefined ? (stored?.imageKey ?? null) : input.imageKey;
  const templateKey = input.templateKey === undefined ? (stored?.templateKey ?? null) : input.templateKey;
  await checkUploads(
    ctx,
    [
      ...(imageKey ? [{ field: "imageKey", key: imageKey, kind: "serviceImage" }] : []),
      ...(templateKey ? [{ field: "templateKey", key: templateKey, kind: "serviceTemplate" }] : []),
    ],
    holder,
  );

  const assignment = await assignmentOf(ctx, input, stored);

  const values = {
    name: input.name,
    nameFolded: foldText(input.name),
    ...richText("description", input.description, stored),
    ...richText("checkoutDescription", input.checkoutDescription, stored),
    serviceType: input.serviceType,
    paymentTypes: input.paymentTypes,
    orderDuration: isDuration(input.orderDuration)
      ? input.orderDuration
      : (stored?.orderDuration ?? newService.orderDuration),
    turnaroundDays: input.turnaroundDays === undefined ? (stored?.turnaroundDays ?? null) : input.turnaroundDays,
    showExpectedDate: input.showExpectedDate ?? stored?.showExpectedDate ?? newService.showExpectedDate,
    frequency: input.frequency ?? stored?.frequency ?? newService.frequency,
    subStatuses: input.subStatuses.map(({ name }, index) => ({ name, sequence: index })),
    assignment,
    visible: input.visible,
    listedInShop: input.listedInShop,
    imageKey,
    templateKey,
  };
  // Two services may take one name in the same moment.
  return await retryOnConflict(
    ctx,
    () => writeService(ctx, { stored, id, input, values, files: [imageKey, templateKey] }),
    {
      exhausted: staleRecord,
      orUnique: true,
    },
  );
}

interface Write {
  stored: Row | null;
  id: string;
  input: ServiceInput;
  values: Omit<
    Row,
    "id" | "slug" | "linkRules" | "lastAssignedId" | "sequence" | "createdAt" | "archivedAt" | "version"
  >;
  files: (string | null)[];
}

async function writeService(ctx: Context, { stored, id, input, values: fields, files }: Write): Promise<Service> {
  const values = { ...fields, slug: await usableSlug(ctx, { id, name: input.name, slug: input.slug, stored }) };
  const row: Row = stored
    ? { ...stored, ...values, version: stored.version + 1 }
    : {
        ...values,
        linkRules: defaultLinkRules,
        lastAssignedId: null,
        id,
        sequence: 0,
        createdAt: ctx.now,
        archivedAt: null,
        version: 1,
      };

  await atomicBatch(ctx.db, [
    stored
      ? ctx.db
          .update(services)
          .set({ ...values, version: sql`${services.version} + 1` })
          .where(and(eq(services.id, id), eq(services.version, stored.version)))
      : ctx.db.insert(services).values({ ...row, sequence: sql`(select coalesce(max(sequence), 0) from services)` }),
    assertRowsChanged(ctx.db),
    ...(stored ? slugChange(ctx, id, stored.slug, values.slug) : []),
    ...replaceUploads(
      ctx,
      files.filter((key) => key !== null),
      `service:${id}`,
    ),
    historyStatement(ctx, {
      entity: "service",
      entityId: id,
      action: stored ? "Service updated" : "Service created",
      changes: stored ? changedFields(recorded, stored, row) : [],
    }),
  ]).catch(conflictOnPreconditionFailed);
  return serviceOf(row);
}

/** Throws Invalid when someone has left the team. */
async function assignmentOf(ctx: Context, { assignmentRule, assignedPeople = [] }: ServiceInput, stored: Row | null) {
  if (assignmentRule === undefined) return stored?.assignment ?? noAssignment;
  if (assignmentRule === "nobody") return noAssignment;
  const team = await assigneeOptions(ctx);
  if (!assignedPeople.every((id) => team.some((one) => one.id === id)))
    throw new Invalid("Choose team members", "assignedPeople");
  return { rule: assignmentRule, people: assignedPeople };
}

/** The HTML and its source. HTML that comes back as the API gave it keeps the Markdown it was made of. */
function richText<Field extends "description" | "checkoutDescription">(field: Field, text: string, stored: Row | null) {
  const source = stored && text === stored[field] ? stored[`${field}Source`] : text;
  return { [field]: renderRichText(source), [`${field}Source`]: source } as Record<Field | `${Field}Source`, string>;
}

const recorded = [
  "name",
  "description",
  "checkoutDescription",
  "imageKey",
  "templateKey",
  "serviceType",
  "paymentTypes",
  "orderDuration",
  "frequency",
  "turnaroundDays",
  "showExpectedDate",
  "subStatuses",
  "assignment",
  "visible",
  "listedInShop",
  "slug",
] as const;
