import { paths } from "~/paths";
import { authorize } from "../access";
import { type CheckoutService, checkoutService } from "../catalogue/checkoutService";
import { type Context, userOf } from "../context";
import { Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { NOTHING_CHOSEN } from "../pricing/orderProblem";
import type { PackageCount } from "../pricing/packageCount";
import { priceSelection } from "../pricing/priceSelection";
import { keepFile } from "../uploads/keepFile";
import { addressLines, invoiceFileName, PRINTED } from "./printedInvoice";
import type { ServiceInvoiceInput } from "./serviceInvoiceInput";

/**
 * Stores a service's invoice as a PDF, tax $0, with a link to the checkout (POST /service/invoice): the chosen
 * quantities at their price, else each package once. Throws NotFound for an unknown service, Invalid for one without
 * packages and for an empty choice.
 */
export async function makeServiceInvoice(ctx: Context, input: ServiceInvoiceInput) {
  authorize(ctx, "services.manage");
  const service = await checkoutService(ctx, input.serviceId);
  if (service.packages.length === 0)
    throw new Invalid("This service has no packages yet, so there is nothing to invoice.");
  const { lines, subtotal, promotion, total } = input.packageCounts
    ? chosenLines(service, input.packageCounts)
    : eachOnce(service);
  const bytes = await ctx.printer.invoice({
    number: input.invoiceNo,
    issuer: input.invoiceCountry,
    issuedAt: ctx.now,
    client: { name: input.name, email: input.email, addressLines: addressLines(input) },
    serviceName: service.name,
    lines,
    subtotal,
    promotion,
    total,
    payment: { dueAt: input.dueDate, payUrl: ctx.siteUrl + paths.checkout(service.id) },
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
        changes: [{ field: "total", before: null, after: total }],
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
