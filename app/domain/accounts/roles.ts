/** Roles and privileges as they are stored (rules.md team/roles); labels and aliases are derived. */
export const roles = ["ADMIN", "CUSTOMER"] as const;
export type Role = (typeof roles)[number];

export const privileges = ["SuperAdmin", "Manager", "Admin"] as const;
export type Privilege = (typeof privileges)[number];

/** Client statuses: LEAD at sign-up, ACTIVE at the first paid order, INACTIVE by hand (rules.md clients/statuses). */
export const userStatuses = ["LEAD", "ACTIVE", "INACTIVE"] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Client types (rules.md clients/types). */
export const clientTypes = ["BUSINESS", "AGENCY", "AFFILIATE", "BLOG"] as const;
export type ClientType = (typeof clientTypes)[number];

/** 'LEAD' is read as 'Lead'. */
const inWords = (key: string) => key.charAt(0) + key.slice(1).toLowerCase();
export const userStatusLabel = (status: UserStatus) => inWords(status);
export const clientTypeLabel = (type: ClientType) => inWords(type);

/** The labels of the roles (rules.md team/roles). */
export function roleLabel(role: Role, privilege: Privilege | null) {
  if (role === "CUSTOMER") return "Customer";
  return privilege === "SuperAdmin" ? "Super Admin" : (privilege ?? "N/A");
}
