import { paths } from "~/paths";
import { authorize } from "../access";
import { checkoutService } from "../catalogue/checkoutService";
import { type Context, userOf } from "../context";
import { Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { keepFile } from "../uploads/keepFile";
import { addressLines, invoiceFileName, PRINTED } from "./printedInvoice";
import type { ServiceInvoiceInput } from "./serviceInvoiceInput";

/**
 * Stores a service's invoice as a PDF: each package once at its price, tax $0, with a link to the checkout (POST
 * /service/invoice). Throws NotFound for an unknown service, Invalid for one without packages.
 */
export async function makeServiceInvoice(ctx: Context, input: ServiceInvoiceInput) {
  authorize(ctx, "services.manage");
  const service = await checkoutService(ctx, input.serviceId);
  if (service.packages.length === 0)
    throw new Invalid("This service has no packages yet, so there is nothing to invoice.");
  const lines = service.packages.map(({ name, price }) => ({ name, quantity: 1, price }));
  const total = lines.reduce((sum, line) => sum + line.price, 0);
  const bytes = await ctx.printer.invoice({
    number: input.invoiceNo,
    issuer: input.invoiceCountry,
    issuedAt: ctx.now,
    client: { name: input.name, email: input.email, addressLines: addressLines(input) },
    serviceName: service.name,
    lines,
    subtotal: total,
    promotion: null,
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
