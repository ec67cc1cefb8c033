/** Messages for empty billing address fields. */
export const requiredBilling = {
  address: "Address is required",
  city: "City is required",
  country: "Country is required",
  zipCode: "Zip Code is required",
};
