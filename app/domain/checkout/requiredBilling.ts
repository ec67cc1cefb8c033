/** What an empty field of the billing address is told. */
export const requiredBilling = {
  address: "Address is required",
  city: "City is required",
  country: "Country is required",
  zipCode: "Zip Code is required",
};
