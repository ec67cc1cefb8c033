/** Fixed texts (rules.md texts/fixed). */
export const CREATIVE_CREATED = "Creative created successfully";
export const CREATIVE_UPDATED = "Creative updated successfully";
export const CREATIVE_DELETED = "Creative deleted successfully";
