/** Fixed texts (rules.md texts/fixed). */
export const PACKAGE_ADDED = "Package added successfully";
export const PACKAGE_EDITED = "Package edited successfully";
export const PACKAGE_DELETED = "Package deleted successfully";
export const INTAKE_SAVED = "Intake form updated successfully";
export const INTERFACE_SAVED = "Customer interface data updated successfully";
export const PACKAGES_ARRANGED = "Packages arranged";
/** Also used for the customer interface. */
export const PART_NOT_SAVED = "An error occurred while updating intake form. Please try again.";
