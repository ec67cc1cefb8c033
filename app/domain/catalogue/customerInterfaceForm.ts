import { and, eq } from "drizzle-orm";
import { customerInterfaces, services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { CustomerInterface, ServiceHeading } from "./catalogueEntities";
import { customerInterfaceOf } from "./catalogueRows";
import { readableServices } from "./readableServices";
import { filesHeldBy, type HeldFile } from "./storedService";

export interface CustomerInterfaceForm {
  service: ServiceHeading;
  /** As customers see it. */
  shown: CustomerInterface;
  /** The sources: image keys, and answers in Markdown. */
  sampleReports: { title: string; reportUrl: string; imageKey: string }[];
  faqs: { question: string; answer: string }[];
  /** The images with their file names. */
  files: HeldFile[];
}

/**
 * Returns a service's sample reports and FAQs for editing (GET /service/customerInterface). Staff only. Throws
 * NotFound.
 */
export async function customerInterfaceForm(ctx: Context, serviceId: string): Promise<CustomerInterfaceForm> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const [[service], [row], files] = await db.batch([
    db
      .select({ id: services.id, name: services.name, visible: services.visible })
      .from(services)
      .where(and(readableServices(ctx.actor), eq(services.id, serviceId))),
    db.select().from(customerInterfaces).where(eq(customerInterfaces.serviceId, serviceId)),
    filesHeldBy(ctx, interfaceHolder(serviceId)),
  ]);
  if (!service) throw new NotFound();
  return {
    service,
    shown: customerInterfaceOf(service.id, row),
    sampleReports: row?.sampleReports ?? [],
    faqs: (row?.faqs ?? []).map(({ question, answerSource }) => ({ question, answer: answerSource })),
    files,
  };
}

export const interfaceHolder = (serviceId: string) => `interface:${serviceId}`;
