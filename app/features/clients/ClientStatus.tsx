import type { UserStatus } from "~/domain/roles";
import { userStatusLabel } from "~/domain/roles";
import { StatusDot } from "~/ui/feedback/StatusDot";

const tones = { LEAD: "info", ACTIVE: "success", INACTIVE: "neutral" } as const;

export const ClientStatus = ({ status }: { status: UserStatus }) => (
  <StatusDot tone={tones[status]}>{userStatusLabel(status)}</StatusDot>
);
