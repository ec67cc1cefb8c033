/** Fixed texts (rules.md texts/fixed). */
export const SERVICE_CREATED = "Service created successfully";
export const SERVICE_UPDATED = "Service updated successfully";
export const SERVICE_DUPLICATED = "Service duplicated sucessfully";
export const SERVICE_DELETED = "Service deleted sucessfully";
export const IMAGE_UPDATED = "Image updated successfully";
export const URL_COPIED = "Checkout URL copied successfully";
export const URL_NOT_COPIED = "Unable to copy checkout URL";
/** Fixed texts (rules.md texts/fixed). */
export const IMAGE_LATER = "You will be able to add the image once the service has been created";
export const SERVICES_ARRANGED = "Services arranged";

/** What a deletion affects is counted up to this. */
export const MAX_COUNTED = 500;
export const countedText = (count: number) => (count > MAX_COUNTED ? `more than ${MAX_COUNTED}` : String(count));
