import { paths } from "~/paths";
import { authorize } from "../access";
import { type CheckoutService, checkoutService } from "../catalogue/checkoutService";
import { agencyZone, type Context, userOf } from "../context";
import { fromDay } from "../days";
import { Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { NOTHING_CHOSEN } from "../pricing/orderProblem";
import { orderTaxes } from "../pricing/orderTaxes";
import type { PackageCount } from "../pricing/packageCount";
import { priceSelection } from "../pricing/priceSelection";
import { letterhead } from "../settings/letterhead";
import { keepFile } from "../uploads/keepFile";
import { addressLines, invoiceFileName, PRINTED } from "./printedInvoice";
import type { ServiceInvoiceInput } from "./serviceInvoiceInput";

/**
 * Stores a service's invoice as a PDF with a link to the checkout (POST /service/invoice): the chosen quantities at
 * their price, else each package once, with the taxes of the client's country. Throws NotFound for an unknown service,
 * Invalid for one without packages and for an empty choice.
 */
export async function makeServiceInvoice(ctx: Context, input: ServiceInvoiceInput) {
  authorize(ctx, "services.manage");
  const service = await checkoutService(ctx, input.serviceId);
  if (service.packages.length === 0)
    throw new Invalid("This service has no packages yet, so there is nothing to invoice.");
  const { lines, subtotal, promotion, total } = input.packageCounts
    ? chosenLines(service, input.packageCounts)
    : eachOnce(service);
  const taxes = orderTaxes(ctx, input.country, total);
  const bytes = await ctx.printer.invoice({
    number: input.invoiceNo,
    letterhead: letterhead(ctx.settings),
    issuer: input.invoiceCountry,
    issuedBy: ctx.settings.company.issuers[input.invoiceCountry],
    footer: ctx.settings.company.invoiceFooter,
    issuedAt: ctx.now,
    zone: agencyZone(ctx),
    client: { name: input.name, email: input.email, addressLines: addressLines(input) },
    serviceName: service.name,
    lines,
    subtotal,
    promotion,
    ...(taxes.lines.length > 0 && { taxLines: taxes.lines }),
    total: total + taxes.added,
    payment: { dueAt: fromDay(input.dueDate, agencyZone(ctx)), payUrl: ctx.siteUrl + paths.checkout(service.id) },
  });
  const name = invoiceFileName(input.invoiceNo);
  const key = await keepFile(ctx, {
    kind: PRINTED,
    name,
    contentType: "application/pdf",
    bytes,
    ownerId: userOf(ctx.actor)?.id ?? null,
    attachTo: { what: `serviceInvoice:${service.id}` },
    also: [
      historyStatement(ctx, {
        entity: "service",
        entityId: service.id,
        action: `Invoice generated: ${input.invoiceNo}`,
        changes: [{ field: "total", before: null, after: total + taxes.added }],
      }),
    ],
  });
  return { key, name, bytes };
}

function eachOnce({ packages }: CheckoutService) {
  const lines = packages.map(({ name, price }) => ({ name, quantity: 1, price }));
  const total = lines.reduce((sum, line) => sum + line.price, 0);
  return { lines, subtotal: total, promotion: null, total };
}

function chosenLines(service: CheckoutService, packageCounts: readonly PackageCount[]) {
  const { lines, subtotal, total } = priceSelection(service, { packageCounts });
  if (lines.length === 0) throw new Invalid(NOTHING_CHOSEN, "packageCounts");
  return {
    lines: lines.map(({ package: { name }, addOn, quantity, unitPrice }) => ({
      name: addOn ? `${name}, ${addOn}` : name,
      quantity,
      price: unitPrice,
    })),
    subtotal,
    promotion: subtotal > total ? subtotal - total : null,
    total,
  };
}
