import { line, requiredLine, tooLong } from "./textFields";

const limits = { address: 300, city: 200, state: 200, country: 200, zipCode: 40, phoneNo: 40 } as const;
const labels = {
  address: "Address",
  city: "City",
  state: "State",
  country: "Country",
  zipCode: "Postal/Zip Code",
  phoneNo: "Phone",
} as const;
type AddressField = keyof typeof limits;

/** Every input of an address has these limits, so what one form stored can be saved again by each other. */
export const addressLine = (field: AddressField) => line(limits[field], tooLong(limits[field], labels[field]));

export const requiredAddressLine = (field: AddressField, missing = `${labels[field]} is required`) =>
  requiredLine(missing, limits[field], tooLong(limits[field], labels[field]));

/** Of a client that buys for a company. Optional in every form. */
export const companyFields = { company: line(200), taxId: line(60) };
