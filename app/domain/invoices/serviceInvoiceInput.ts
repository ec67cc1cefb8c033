import { z } from "zod";
import { addressLine } from "../addressFields";
import { systemId } from "../catalogue/serviceInput";
import { momentField } from "../days";
import { invoiceCountries } from "../ports/printer";
import { PackageCount } from "../pricing/packageCount";
import { requiredLine } from "../textFields";

/** The 'Invoice details' dialog. The email is only checked for presence. */
export const ServiceInvoiceInput = z.object({
  serviceId: systemId,
  invoiceNo: requiredLine("Invoice Number is required", 50),
  dueDate: momentField("Due Date is required", "Due Date is not valid"),
  name: requiredLine("Name is required", 200),
  email: requiredLine("Email is required", 254),
  address: addressLine("address").default(""),
  city: addressLine("city").default(""),
  state: addressLine("state").default(""),
  zipCode: addressLine("zipCode").default(""),
  country: addressLine("country").default(""),
  /** Absent: each package once at its price. */
  packageCounts: z.array(PackageCount).max(100).optional(),
  invoiceCountry: z.enum(invoiceCountries, { error: "Invoice Country is required" }),
});
export type ServiceInvoiceInput = z.output<typeof ServiceInvoiceInput>;
