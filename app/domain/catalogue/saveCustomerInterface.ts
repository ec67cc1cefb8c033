import { and, eq, isNull, sql } from "drizzle-orm";
import { hasText, renderRichText } from "~/richtext/renderRichText";
import { assertRowsChanged, atomicBatch, isUniqueViolation } from "~db/client.server";
import { customerInterfaces, services } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { Conflict, type FieldErrors, Invalid, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { replaceUploads } from "../uploads/usableUploads";
import type { CustomerInterface } from "./catalogueEntities";
import { customerInterfaceOf } from "./catalogueRows";
import { interfaceHolder } from "./customerInterfaceForm";
import { type CustomerInterfaceInput, HIDDEN_SERVICE } from "./customerInterfaceInput";
import { checkUploads, storedService } from "./storedService";

/**
 * Replaces a service's sample reports and FAQs (POST /service/customerInterface). Throws Invalid for an answer that
 * is empty after sanitising, Conflict for a stale version or a hidden service.
 */
export async function saveCustomerInterface(ctx: Context, input: CustomerInterfaceInput): Promise<CustomerInterface> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const service = await storedService(ctx, input.serviceId);
  if (!service.visible) throw new Conflict(HIDDEN_SERVICE);
  const holder = interfaceHolder(service.id);
  const stored = await db.select().from(customerInterfaces).where(eq(customerInterfaces.serviceId, service.id)).get();
  if (input.version !== undefined && input.version !== (stored?.version ?? 0)) throw staleRecord();

  // Keeps the stored Markdown when a client sends back the HTML that the API returned.
  const sourceOf = (answer: string) => stored?.faqs.find((faq) => faq.answer === answer)?.answerSource ?? answer;
  const faqs = input.faqs.map(({ question, answer }) => ({
    question,
    answer: renderRichText(sourceOf(answer)),
    answerSource: sourceOf(answer),
  }));
  const wordless: FieldErrors = {};
  faqs.forEach(({ answer }, index) => {
    if (!hasText(answer)) wordless[`faqs[${index}].answer`] = ["Answer is required"];
  });
  if (Object.keys(wordless).length) throw new Invalid("Answer is required", wordless);

  const { sampleReports } = input;
  await checkUploads(
    ctx,
    sampleReports.map(({ imageKey }, index) => ({
      field: `sampleReports[${index}].imageKey`,
      key: imageKey,
      kind: "sampleReportImage",
    })),
    holder,
  );

  await atomicBatch(db, [
    // A no-op that rejects the save if the service was hidden or deleted since the check.
    db
      .update(services)
      .set({ visible: true })
      .where(and(eq(services.id, service.id), eq(services.visible, true), isNull(services.archivedAt))),
    assertRowsChanged(db),
    stored
      ? db
          .update(customerInterfaces)
          .set({ sampleReports, faqs, version: sql`${customerInterfaces.version} + 1` })
          .where(and(eq(customerInterfaces.serviceId, service.id), eq(customerInterfaces.version, stored.version)))
      : db.insert(customerInterfaces).values({ serviceId: service.id, sampleReports, faqs }),
    assertRowsChanged(db),
    ...replaceUploads(
      ctx,
      sampleReports.map(({ imageKey }) => imageKey),
      holder,
    ),
    historyStatement(ctx, {
      entity: "service",
      entityId: service.id,
      action: "Customer interface updated",
      changes: changesOf(stored, { sampleReports, faqs }),
    }),
  ]).catch((error) => {
    // Another first save won the race, so this one is stale.
    throw isUniqueViolation(error) ? staleRecord() : conflictOnPreconditionFailed(error);
  });
  return customerInterfaceOf(service.id, {
    serviceId: service.id,
    sampleReports,
    faqs,
    version: (stored?.version ?? 0) + 1,
  });
}

type Parts = Pick<typeof customerInterfaces.$inferSelect, "sampleReports" | "faqs">;

/** History shows titles and questions only. */
function changesOf(before: Parts | undefined, after: Parts): HistoryChange[] {
  const named = (parts: Parts | undefined) => ({
    sampleReports: (parts?.sampleReports ?? []).map(({ title }) => title).join(", "),
    faqs: (parts?.faqs ?? []).map(({ question }) => question).join(", "),
  });
  const [was, is] = [named(before), named(after)];
  return (["sampleReports", "faqs"] as const).flatMap((field) =>
    was[field] === is[field] ? [] : [{ field, before: was[field], after: is[field] }],
  );
}
