import { CustomerInterfaceInput } from "~/domain/catalogue/customerInterfaceInput";
import { IntakeFormInput } from "~/domain/catalogue/intakeFormInput";
import { PackageInput } from "~/domain/catalogue/packageInput";
import { saveCustomerInterface } from "~/domain/catalogue/saveCustomerInterface";
import { saveIntakeForm } from "~/domain/catalogue/saveIntakeForm";
import { savePackage } from "~/domain/catalogue/savePackage";
import { saveService } from "~/domain/catalogue/saveService";
import { ServiceInput } from "~/domain/catalogue/serviceInput";
import type { ActorUser, Context } from "~/domain/context";
import { storeUpload } from "~/files/storeUpload";
import type { UploadKind } from "~/files/uploadKinds";
import { type SeedService, seedServices } from "./catalogueData";
import { drawImage, panel, stroke } from "./drawImage";
import { actingAs, DAY_MS, type Seed, seedContext } from "./seedContext";
import { templateSpreadsheet } from "./templateSpreadsheet";

/** Writes the services in time order, the oldest 380 days ago. Returns their ids. */
export async function seedCatalogue(seed: Seed, superAdmin: ActorUser): Promise<string[]> {
  return await Promise.all(
    seedServices.map((service, index) =>
      writeService(seedContext(seed, actingAs(superAdmin), seed.env.now - (380 - index * 20) * DAY_MS), service),
    ),
  );
}

async function writeService(ctx: Context, service: SeedService): Promise<string> {
  const { top, bottom, shapes } = service.picture;
  const keep = async (kind: UploadKind, bytes: Uint8Array<ArrayBuffer>, name: string) =>
    (await storeUpload(ctx, kind, new File([bytes], name))).key;
  const slug = service.name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const [imageKey, templateKey] = await Promise.all([
    keep("serviceImage", drawImage(top, bottom, shapes), `${slug}.png`),
    service.template ? keep("serviceTemplate", templateSpreadsheet(service.template), `${slug}.xlsx`) : undefined,
  ]);
  const every = service.every ?? { orderDuration: 1, frequency: "MONTH" };
  const input = ServiceInput.parse({
    name: service.name,
    description: service.description,
    checkoutDescription: service.checkoutDescription,
    imageKey,
    templateKey,
    serviceType: service.serviceType,
    paymentTypes: service.paymentTypes,
    ...every,
    turnaroundDays: service.turnaroundDays,
    showExpectedDate: service.turnaroundDays !== undefined,
    subStatuses: service.subStatuses.map((name) => ({ name })),
  });
  const { id: serviceId } = await saveService(ctx, input);
  for (const { addOns = [], tiers = [], price, ...part } of service.packages) {
    await savePackage(
      ctx,
      PackageInput.parse({
        ...part,
        serviceId,
        price: price * 100,
        addOns: addOns.map(([value, dollars], index) => ({
          value,
          price: dollars * 100,
          // The free add-on is preselected.
          defaultOption: index === 0 && dollars === 0,
        })),
        discounts: tiers.map(([count, percent]) => ({ count, percent })),
      }),
    );
  }
  await saveIntakeForm(ctx, IntakeFormInput.parse({ serviceId, items: service.intake }));
  const pages = await Promise.all(
    service.sampleReports.map((_title, page) =>
      keep("sampleReportImage", drawImage(bottom, top, reportPage(page)), `${slug}-report-${page + 1}.png`),
    ),
  );
  await saveCustomerInterface(
    ctx,
    CustomerInterfaceInput.parse({
      serviceId,
      sampleReports: service.sampleReports.map((title, page) => ({
        title,
        imageKey: pages[page],
        reportUrl: `https://example.com/reports/${slug}-${page + 1}`,
      })),
      faqs: service.faqs.map(([question, answer]) => ({ question, answer })),
    }),
  );
  // Hidden last: a hidden service has no customer interface to write.
  if (service.visible === false) await saveService(ctx, { ...input, id: serviceId, visible: false });
  return serviceId;
}

/**
 * A page with a heading, a chart and lines; the chart differs per page. Shapes only add light, so the page is dim
 * enough to show them.
 */
const reportPage = (page: number) => [
  panel(220, 40, 360, 370, 14, 0.22),
  ...[0, 1, 2, 3, 4].map((bar) => {
    const height = 40 + ((bar * 37 + page * 53) % 90);
    return panel(270 + bar * 54, 260 - height, 34, height, 5, 0.55);
  }),
  stroke(270, 90, 430, 90, 14, 0.8),
  stroke(270, 310, 520, 310, 8, 0.4),
  stroke(270, 338, 480, 338, 8, 0.4),
  stroke(270, 366, 500, 366, 8, 0.4),
];
