/** Roles and privileges as they are stored (decision R1); labels and aliases are derived. */
export const roles = ["ADMIN", "CUSTOMER"] as const;
export type Role = (typeof roles)[number];

export const privileges = ["SuperAdmin", "Manager", "Admin"] as const;
export type Privilege = (typeof privileges)[number];

/** Client statuses: LEAD at sign-up, ACTIVE at the first paid order, INACTIVE by hand (decision R10). */
export const userStatuses = ["LEAD", "ACTIVE", "INACTIVE"] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Client types (decision R11). */
export const clientTypes = ["BUSINESS", "AGENCY", "AFFILIATE", "BLOG"] as const;
export type ClientType = (typeof clientTypes)[number];

/** 'LEAD' is read as 'Lead'. */
const inWords = (key: string) => key.charAt(0) + key.slice(1).toLowerCase();
export const userStatusLabel = (status: UserStatus) => inWords(status);
export const clientTypeLabel = (type: ClientType) => inWords(type);

/** The words people read for a role (document 1 section 4: Super Admin, Admin, Manager, Customer). */
export function roleLabel(role: Role, privilege: Privilege | null) {
  if (role === "CUSTOMER") return "Customer";
  return privilege === "SuperAdmin" ? "Super Admin" : (privilege ?? "N/A");
}
