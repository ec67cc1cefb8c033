import type { AddOn, DiscountTier } from "../catalogue/catalogueParts";
import type {
  Frequency,
  IntakeItemType,
  PaymentAccount,
  ServicePaymentType,
  ServiceType,
} from "../catalogue/serviceTypes";
import type { Cents } from "../money";
import type { BillingAddress, EntryItem } from "../orders/orderParts";
import type { OrderPaymentType, OrderStatus, PayState } from "../orders/orderStates";

/** A service as the checkout shows it (document 2 section 3, 'Checkout service'). Prices in cents, HTML sanitised. */
export interface CheckoutService {
  id: string;
  name: string;
  description: string;
  checkoutDescription: string;
  imageKey: string | null;
  serviceType: ServiceType;
  account: PaymentAccount;
  paymentTypes: ServicePaymentType[];
  orderDuration: number;
  frequency: Frequency;
  templateKey: string | null;
  packages: CheckoutPackage[];
  intake: CheckoutIntakeField[];
}

export interface CheckoutPackage {
  id: string;
  name: string;
  description: string;
  price: Cents;
  addOns: AddOn[];
  discounts: DiscountTier[];
}

export interface CheckoutIntakeField {
  id: string;
  name: string;
  itemType: IntakeItemType;
  mandatory: boolean;
  multiple: boolean;
  placeHolder: string;
  helpText: string;
  imageKey: string | null;
  sequence: number;
}

/**
 * An order and what the browser needs to pay it. `mode`: payment or setup = confirm `clientSecret` with the card;
 * settled = nothing left to pay and `clientSecret` is null (decision C21).
 */
export interface PayableOrder {
  mode: "payment" | "setup" | "settled";
  clientSecret: string | null;
  publishableKey: string;
  account: PaymentAccount;
  /** The number for people. */
  orderId: number;
  orderSystemId: string;
  status: OrderStatus;
  amount: Cents;
}

export interface CompletedOrder {
  orderId: number;
  orderSystemId: string;
  status: OrderStatus;
  paid: boolean;
  /** The provider's words when the card was declined. */
  declined: string | null;
  /** Not decided yet: the bank is at work on it, or what was paid does not fit the order and staff look at it. */
  pending: boolean;
}

/** The read-only summary of the success page. Cents and ms. */
export interface CheckoutOrder {
  id: string;
  number: number;
  serviceId: string;
  serviceName: string;
  status: OrderStatus;
  payState: PayState;
  account: PaymentAccount;
  paymentType: OrderPaymentType;
  orderDuration: number;
  frequency: Frequency;
  billing: BillingAddress;
  subtotal: Cents;
  tieredTotal: Cents;
  total: Cents;
  couponCode: string | null;
  createdAt: number;
  paidAt: number | null;
  /** What is charged next, and when (ms): of a first recurring order until its subscription is cancelled. */
  renewal: { amount: Cents; at: number } | null;
  items: {
    packageId: string;
    packageName: string;
    addOn: string | null;
    quantity: number;
    unitPrice: Cents;
    tierPercent: number;
    lineTotal: Cents;
  }[];
}

/** What was filled in so far, and the form to fill in, by bought package. */
export interface ProjectDetails {
  orderId: string;
  orderNumber: number;
  status: OrderStatus;
  fileUploadUrl: string | null;
  templateUrl: string | null;
  intake: CheckoutIntakeField[];
  packages: {
    packageId: string;
    packageName: string;
    values: { id: string; role: "ADMIN" | "CUSTOMER"; version: number; items: EntryItem[] }[];
  }[];
  /** All mandatory intake of all bought packages is there. */
  complete: boolean;
}
