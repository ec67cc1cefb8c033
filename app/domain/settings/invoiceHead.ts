import type { InvoiceCountry, InvoiceHead } from "../ports/printer";
import type { Settings } from "../settings";
import { letterhead } from "./letterhead";

/** What an invoice that is issued now shows of the agency. */
export const invoiceHead = (settings: Settings, issuer: InvoiceCountry): InvoiceHead => ({
  letterhead: letterhead(settings),
  issuedBy: settings.company.issuers[issuer],
  prefix: settings.company.invoicePrefix,
  footer: settings.company.invoiceFooter,
  zone: settings.company.timeZone,
});
