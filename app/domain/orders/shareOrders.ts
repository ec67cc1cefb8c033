import type { Assignment } from "../team/assignment";

interface SharedOrder {
  id: string;
  serviceId: string;
}

interface Team {
  /** Who can get orders now: on the team and not away. */
  present: ReadonlySet<string>;
  /** Open orders by person. */
  open: ReadonlyMap<string, number>;
}

export interface ServiceRule {
  assignment: Assignment;
  lastAssignedId: string | null;
}

/**
 * Picks an assignee for each order by its service's rule, or null. Also returns, per service, the person whose turn was
 * last (rules.md orders/assignment).
 */
export function shareOrders(orders: readonly SharedOrder[], rules: ReadonlyMap<string, ServiceRule>, team: Team) {
  const open = new Map(team.open);
  const last = new Map([...rules].map(([id, { lastAssignedId }]) => [id, lastAssignedId]));
  const assignees = orders.map(({ id, serviceId }) => {
    const { rule, people } = rules.get(serviceId)?.assignment ?? { rule: "nobody", people: [] };
    const present = rule === "nobody" ? [] : people.filter((person) => team.present.has(person));
    const assignee = pick(rule, people, present, { last: last.get(serviceId) ?? null, open });
    if (assignee) {
      open.set(assignee, (open.get(assignee) ?? 0) + 1);
      if (rule === "roundRobin") last.set(serviceId, assignee);
    }
    return { id, assignee };
  });
  return { assignees, last };
}

function pick(
  rule: Assignment["rule"],
  people: readonly string[],
  present: readonly string[],
  { last, open }: { last: string | null; open: ReadonlyMap<string, number> },
): string | null {
  if (rule === "roundRobin") {
    const turn = last === null ? -1 : people.indexOf(last);
    return present.find((person) => people.indexOf(person) > turn) ?? present[0] ?? null;
  }
  if (rule === "fewestOpen") {
    const count = (person: string) => open.get(person) ?? 0;
    return present.reduce<string | null>((best, one) => (best === null || count(one) < count(best) ? one : best), null);
  }
  return present[0] ?? null;
}
