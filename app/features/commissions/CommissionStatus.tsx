import { StatusWithNotes } from "~/ui/feedback/StatusWithNotes";
import { commissionStatusView, type StatusOfCommission } from "./commissionStatusView";

interface CommissionStatusProps {
  commission: StatusOfCommission;
  /** ms UTC. When given, a commission inside the holding period says so. */
  now?: number;
}

/** The status of a commission, with notes such as the holding period. */
export const CommissionStatus = ({ commission, now }: CommissionStatusProps) => (
  <StatusWithNotes {...commissionStatusView(commission, now)} />
);
