import type { UserStatus } from "~/domain/accounts/roles";
import { userStatusLabel } from "~/domain/accounts/roles";
import { StatusDot } from "~/ui/feedback/StatusDot";

const tones = { LEAD: "info", ACTIVE: "success", INACTIVE: "neutral" } as const;

export const ClientStatus = ({ status }: { status: UserStatus }) => (
  <StatusDot tone={tones[status]}>{userStatusLabel(status)}</StatusDot>
);
