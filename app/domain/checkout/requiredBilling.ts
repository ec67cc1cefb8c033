/** What an empty field of the billing address is told (document 2 section 5). */
export const requiredBilling = {
  address: "Address is required",
  city: "City is required",
  country: "Country is required",
  zipCode: "Zip Code is required",
};
