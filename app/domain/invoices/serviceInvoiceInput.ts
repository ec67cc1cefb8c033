import { z } from "zod";
import { systemId } from "../catalogue/serviceInput";
import { momentField } from "../days";
import { isOneLine, ONE_LINE } from "../oneLine";
import { invoiceCountries } from "../ports/printer";
import { PackageCount } from "../pricing/packageCount";

const required = (message: string, max: number) =>
  z.string({ error: message }).trim().min(1, message).max(max, `At most ${max} characters`).refine(isOneLine, ONE_LINE);
const optional = (max: number) =>
  z.string().trim().max(max, `At most ${max} characters`).refine(isOneLine, ONE_LINE).default("");

/** The 'Invoice details' dialog. The email is only checked for presence. */
export const ServiceInvoiceInput = z.object({
  serviceId: systemId,
  invoiceNo: required("Invoice Number is required", 50),
  dueDate: momentField("Due Date is required", "Due Date is not valid"),
  name: required("Name is required", 200),
  email: required("Email is required", 254),
  address: optional(500),
  city: optional(200),
  state: optional(200),
  zipCode: optional(50),
  country: optional(200),
  /** Absent: each package once at its price. */
  packageCounts: z.array(PackageCount).max(100).optional(),
  invoiceCountry: z.enum(invoiceCountries, { error: "Invoice Country is required" }),
});
export type ServiceInvoiceInput = z.output<typeof ServiceInvoiceInput>;
