/**
 * Zones of every offset and habit: half and quarter hours, changes at midnight, on both halves of the globe, or none.
 */
export const thirtyZones = [
  ...["UTC", "Europe/London", "Europe/Berlin", "Europe/Istanbul", "Atlantic/Azores", "Africa/Cairo", "Africa/Lagos"],
  ...["Africa/Casablanca", "Asia/Beirut", "Asia/Jerusalem", "Asia/Tehran", "Asia/Dubai", "Asia/Kabul", "Asia/Karachi"],
  ...["Asia/Kolkata", "Asia/Kathmandu", "Asia/Yangon", "Asia/Shanghai", "Asia/Tokyo", "Australia/Adelaide"],
  ...["Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Honolulu"],
  ...["America/Los_Angeles", "America/New_York", "America/St_Johns", "America/Havana", "America/Santiago"],
];
