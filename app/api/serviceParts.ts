import { z } from "zod";
import { FaqInput, SampleReportInput, sampleReports } from "~/domain/catalogue/customerInterfaceInput";
import { IntakeItem, intakeItems, isTemporaryId } from "~/domain/catalogue/intakeFormInput";
import { PackageInDollars } from "~/domain/catalogue/packageInput";
import { systemId, versionNumber } from "~/domain/catalogue/serviceInput";
import { trackingFields } from "~/domain/catalogue/trackingInput";
import { DomainError, Invalid } from "~/domain/errors";
import { fileKeyOf } from "~/domain/intake/readAnswers";

const whole = PackageInDollars.shape;

/** POST /service/serviceOption: a package with amounts in dollars. */
export const packageFromWire = z
  .object({
    serviceOptionId: systemId.optional(),
    serviceId: whole.serviceId,
    version: whole.version,
    name: whole.name,
    description: whole.description,
    price: whole.price,
    addOnItems: whole.addOns,
    discountItems: whole.discounts,
    ...trackingFields,
  })
  .transform(({ serviceOptionId: id, addOnItems: addOns, discountItems: discounts, ...input }) => ({
    ...input,
    id,
    addOns,
    discounts,
  }));

/** POST /service/intakeDetail. */
export const intakeFromWire = z.object({
  serviceId: systemId,
  version: versionNumber.optional(),
  intakeItems: intakeItems(
    IntakeItem.omit({ id: true, imageKey: true }).extend({
      serviceIntakeId: z.string().max(64).nullish(),
      /** A `/files/` address. Absent keeps the help image; null or empty removes it. */
      imageUrl: z.string().nullish(),
      /** Defaults to the position in the array. */
      sequence: z.number().int().optional(),
    }),
  ),
});

/** Sorts the items by `sequence` and drops temporary ids (rules.md catalogue/intake-ids). */
export const intakeItemsFrom = (sent: z.output<typeof intakeFromWire>["intakeItems"], siteUrl: string) =>
  sent
    .map((item, index) => ({ ...item, place: item.sequence ?? index, index }))
    .sort((a, b) => a.place - b.place || a.index - b.index)
    .map(({ serviceIntakeId, imageUrl, sequence: _sequence, place: _place, index, ...item }) => ({
      ...item,
      id: serviceIntakeId && !isTemporaryId(serviceIntakeId) ? serviceIntakeId : undefined,
      imageKey: imageUrl
        ? fileKeyOf(imageUrl, siteUrl, `intakeItems.${index}.imageUrl`)
        : imageUrl === ""
          ? null
          : imageUrl,
    }));

/** POST /service/customerInterface. */
export const customerInterfaceFromWire = z.object({
  serviceId: systemId,
  version: versionNumber.optional(),
  sampleReportDetails: sampleReports(
    SampleReportInput.omit({ imageKey: true }).extend({ imageUrl: SampleReportInput.shape.imageKey }),
  ),
  faqs: z.array(FaqInput).default([]),
});

export const sampleReportsFrom = (
  sent: z.output<typeof customerInterfaceFromWire>["sampleReportDetails"],
  siteUrl: string,
) =>
  sent.map(({ imageUrl, ...report }, index) => ({
    ...report,
    imageKey: fileKeyOf(imageUrl, siteUrl, `sampleReportDetails.${index}.imageUrl`),
  }));

const wireNames: Record<string, string> = {
  items: "intakeItems",
  sampleReports: "sampleReportDetails",
  imageKey: "imageUrl",
};

/** Rethrows field errors under the API's names: `items[0].imageKey` becomes `intakeItems.0.imageUrl`. */
export function rethrowWithApiNames(error: unknown): never {
  if (!(error instanceof DomainError) || !error.fieldErrors) throw error;
  const named = Object.entries(error.fieldErrors).map(([field, messages]) => [
    field
      .split(/[[\].]+/)
      .filter(Boolean)
      .map((part) => wireNames[part] ?? part)
      .join("."),
    messages,
  ]);
  throw new Invalid(error.message, Object.fromEntries(named));
}
