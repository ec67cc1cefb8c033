import { and, eq, sql } from "drizzle-orm";
import { hasText, renderRichText } from "~/richtext/renderRichText";
import { isUniqueViolation, mustHaveChanged, writeTogether } from "~db/client.server";
import { customerInterfaces } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { type FieldErrors, Invalid, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { replaceUploads } from "../uploads/usableUploads";
import type { CustomerInterface } from "./catalogueEntities";
import { customerInterfaceOf } from "./catalogueRows";
import type { CustomerInterfaceInput } from "./customerInterfaceInput";
import { asStale, checkUploads, storedService } from "./storedService";

/**
 * Replaces the sample reports and FAQs of a service (POST /service/customerInterface). Throws Invalid for an answer that
 * has no words left when sanitised, Conflict for a stale version.
 */
export async function saveCustomerInterface(ctx: Context, input: CustomerInterfaceInput): Promise<CustomerInterface> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const service = await storedService(ctx, input.serviceId);
  const holder = `interface:${service.id}`;
  const stored = await db.select().from(customerInterfaces).where(eq(customerInterfaces.serviceId, service.id)).get();
  if (input.version !== undefined && input.version !== (stored?.version ?? 0)) throw staleRecord();

  // HTML that comes back as the API gave it keeps the Markdown it was made of.
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

  await writeTogether(db, [
    stored
      ? db
          .update(customerInterfaces)
          .set({ sampleReports, faqs, version: sql`${customerInterfaces.version} + 1` })
          .where(and(eq(customerInterfaces.serviceId, service.id), eq(customerInterfaces.version, stored.version)))
      : db.insert(customerInterfaces).values({ serviceId: service.id, sampleReports, faqs }),
    mustHaveChanged(db),
    ...replaceUploads(
      ctx,
      sampleReports.map(({ imageKey }) => imageKey),
      holder,
    ),
    historyStatement(ctx, {
      entity: "service",
      entityId: service.id,
      action: "Customer interface updated",
      changes: [],
    }),
  ]).catch((error) => {
    // Two first saves at once: the second one has seen nothing of the first.
    throw isUniqueViolation(error) ? staleRecord() : asStale(error);
  });
  return customerInterfaceOf(service.id, {
    serviceId: service.id,
    sampleReports,
    faqs,
    version: (stored?.version ?? 0) + 1,
  });
}
