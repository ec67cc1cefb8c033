import type { SafeHtml } from "~/richtext/renderRichText";
import type { Cents } from "../money";
import type { AddOn, DiscountTier, SubStatus } from "./catalogueParts";
import type { Frequency, IntakeItemType, ServicePaymentType, ServiceType } from "./serviceTypes";
import type { Tracking } from "./tracking";

/** A card of the customer catalogue. */
export interface CatalogueCard {
  id: string;
  name: string;
  description: SafeHtml;
  imageUrl: string | null;
}

/** The heading above a service's tabs. */
export interface ServiceHeading {
  id: string;
  name: string;
  visible: boolean;
}

/** Times in ms UTC. */
export interface Service extends CatalogueCard {
  checkoutDescription: SafeHtml;
  serviceType: ServiceType;
  paymentTypes: ServicePaymentType[];
  orderDuration: number;
  frequency: Frequency;
  /** Working days until the delivery; null without a deadline. */
  turnaroundDays: number | null;
  showExpectedDate: boolean;
  subStatuses: SubStatus[];
  templateUrl: string | null;
  visible: boolean;
  listedInShop: boolean;
  slug: string;
  createdAt: number;
  version: number;
}

export interface ServicePackage {
  id: string;
  serviceId: string;
  name: string;
  /** Plain text. */
  description: string;
  price: Cents;
  addOns: AddOn[];
  discounts: DiscountTier[];
  tracking: Tracking;
  version: number;
}

export interface IntakeField {
  id: string;
  name: string;
  itemType: IntakeItemType;
  mandatory: boolean;
  multiple: boolean;
  placeHolder: string;
  helpText: string;
  imageUrl: string | null;
  sequence: number;
}

export interface CustomerInterface {
  serviceId: string;
  sampleReports: { title: string; reportUrl: string; imageUrl: string }[];
  faqs: { question: string; answer: SafeHtml }[];
  version: number;
}

/** A service as its details page shows it. */
export interface ServiceDetails extends Service {
  customerInterface: CustomerInterface;
}

/** A service with everything a buyer may see. */
export interface ServiceInFull extends ServiceDetails {
  packages: ServicePackage[];
  intakeForm: IntakeField[];
}
