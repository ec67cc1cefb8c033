import type { IntakeItemType } from "../catalogue/serviceTypes";
import type { Cents } from "../money";
import type { Role } from "../roles";

export interface BillingAddress {
  address: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
  phoneNo: string;
  /** Of a client that buys for a company; absent without one. */
  company?: string;
  taxId?: string;
}

export interface OrderSubStatus {
  name: string;
  sequence: number;
  completed: boolean;
}

/** The order's origin: utm_* and Form-Name of the checkout URL. */
export interface OrderSource {
  utmSource?: string;
  utmCampaign?: string;
  utmMedium?: string;
  utmContent?: string;
  utmTerm?: string;
  utmChannel?: string;
  formName?: string;
}

/** One answered intake item. FILE_UPLOAD values are `/files/` addresses, several only when the field allows it. */
export interface EntryItem {
  id: string;
  name: string;
  itemType: IntakeItemType;
  mandatory: boolean;
  placeHolder: string;
  helpText: string;
  sequence: number;
  value: string | string[];
}

export interface OrderItem {
  packageId: string;
  packageName: string;
  addOn: string | null;
  quantity: number;
  unitPrice: Cents;
  tierPercent: number;
  lineTotal: Cents;
}

/** Project details of one bought package ('projectPackageData' in the API). */
export interface OrderProject {
  packageId: string;
  packageName: string;
  values: { id: string; role: Role; version: number; items: EntryItem[] }[];
}
