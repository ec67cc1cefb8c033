import { DAY_MS } from "../days";

/** When the guarantee of a link ends; null before it is live and without one. ms UTC. */
export const guaranteeEnd = ({ liveAt, terms }: { liveAt: number | null; terms: { guaranteeDays: number } }) =>
  liveAt === null || terms.guaranteeDays === 0 ? null : liveAt + terms.guaranteeDays * DAY_MS;
