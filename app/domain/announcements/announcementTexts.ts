/** Fixed texts (rules.md texts/fixed). */
export const ANNOUNCEMENT_CREATED = "Announcement created successfully";
export const ANNOUNCEMENT_UPDATED = "Announcement updated successfully";
export const ANNOUNCEMENT_DELETED = "Announcement deleted successfully";
