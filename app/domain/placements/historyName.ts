import { BY_LINK } from "./answerProposal";
import { SILENT_ANSWER } from "./silentAnswer";

/** The history's name for people who are not signed in: they came by a mailed link. */
const VISITOR = "visitor";
const BY_CLIENT = "Client, by the mailed link";

interface HistoryActor {
  actorId: string;
  actorName: string | null;
  action: string;
}

/** Who did something with a link. Clients read their own name and no names of the team. */
export function historyName(
  { actorId, actorName, action }: HistoryActor,
  reader: { staff: boolean; clientId: string },
) {
  if (actorId === VISITOR) return BY_CLIENT;
  if (reader.staff || actorId === reader.clientId) return actorName ?? actorId;
  if (action.endsWith(BY_LINK)) return BY_CLIENT;
  return action.toLowerCase().startsWith(SILENT_ANSWER) ? "No answer" : "Our team";
}
