import { inArray } from "drizzle-orm";
import { editableSource } from "~/richtext/renderRichText";
import { uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Assignment } from "../team/assignment";
import { fileAddress } from "../uploads/fileAddress";
import { lowestPrices } from "./lowestPrices";
import type { Frequency, ServicePaymentType, ServiceType } from "./serviceTypes";
import { storedService } from "./storedService";

/** `size` in bytes. */
interface ServiceFile {
  key: string;
  url: string;
  name: string;
  size: number;
}

/** A service as staff edit it. Texts are Markdown sources. */
export interface EditableService {
  id: string;
  version: number;
  name: string;
  description: string;
  checkoutDescription: string;
  serviceType: ServiceType;
  paymentTypes: ServicePaymentType[];
  orderDuration: number;
  frequency: Frequency;
  /** Working days until the delivery; null without a deadline. */
  turnaroundDays: number | null;
  showExpectedDate: boolean;
  subStatuses: { name: string }[];
  assignment: Assignment;
  visible: boolean;
  listedInShop: boolean;
  slug: string;
  /** False when customers have nothing to choose at checkout. */
  hasPackages: boolean;
  image: ServiceFile | null;
  template: ServiceFile | null;
}

/** Returns a service for the Service tab. Throws NotFound. */
export async function serviceForEdit(ctx: Context, id: string): Promise<EditableService> {
  authorize(ctx, "services.manage");
  const row = await storedService(ctx, id);
  const keys = [row.imageKey, row.templateKey].filter((key) => key !== null);
  const files = keys.length
    ? await ctx.db
        .select({ key: uploads.key, name: uploads.fileName, size: uploads.size })
        .from(uploads)
        .where(inArray(uploads.key, keys))
    : [];
  const fileOf = (key: string | null): ServiceFile | null => {
    const file = files.find((one) => one.key === key);
    return file ? { ...file, url: fileAddress(file.key) } : null;
  };
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    description: editableSource(row.descriptionSource),
    checkoutDescription: editableSource(row.checkoutDescriptionSource),
    serviceType: row.serviceType,
    paymentTypes: row.paymentTypes,
    orderDuration: row.orderDuration,
    frequency: row.frequency,
    turnaroundDays: row.turnaroundDays,
    showExpectedDate: row.showExpectedDate,
    subStatuses: row.subStatuses.map(({ name }) => ({ name })),
    assignment: row.assignment,
    visible: row.visible,
    listedInShop: row.listedInShop,
    slug: row.slug,
    hasPackages: (await lowestPrices(ctx, [id])).has(id),
    image: fileOf(row.imageKey),
    template: fileOf(row.templateKey),
  };
}
