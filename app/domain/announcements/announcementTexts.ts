/** Document 3 section 4, letter by letter. */
export const ANNOUNCEMENT_CREATED = "Announcement created successfully";
export const ANNOUNCEMENT_UPDATED = "Announcement updated successfully";
export const ANNOUNCEMENT_DELETED = "Announcement deleted successfully";
