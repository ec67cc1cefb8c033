/** Roles and privileges as stored (rules.md team/roles). Labels and aliases are derived. */
export const roles = ["ADMIN", "CUSTOMER"] as const;
export type Role = (typeof roles)[number];

export const privileges = ["SuperAdmin", "Manager", "Admin"] as const;
export type Privilege = (typeof privileges)[number];

/**
 * Client statuses: LEAD at sign-up, ACTIVE at the first paid order, INACTIVE set by staff (rules.md
 * clients/statuses).
 */
export const userStatuses = ["LEAD", "ACTIVE", "INACTIVE"] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Client types, set by staff (rules.md clients/types). */
export const clientTypes = ["BUSINESS", "AGENCY", "AFFILIATE", "BLOG"] as const;
export type ClientType = (typeof clientTypes)[number];

/** 'LEAD' becomes 'Lead'. */
const sentenceCase = (key: string) => key.charAt(0) + key.slice(1).toLowerCase();
export const userStatusLabel = (status: UserStatus) => sentenceCase(status);
export const clientTypeLabel = (type: ClientType) => sentenceCase(type);

export function roleLabel(role: Role, privilege: Privilege | null) {
  if (role === "CUSTOMER") return "Customer";
  return privilege === "SuperAdmin" ? "Super Admin" : (privilege ?? "N/A");
}
