/** How a service's paid orders find their assignee (rules.md orders/assignment). */
export const assignmentRules = ["nobody", "person", "roundRobin", "fewestOpen"] as const;
export type AssignmentRule = (typeof assignmentRules)[number];

export interface Assignment {
  rule: AssignmentRule;
  /** Ids of staff, in the order of the round. */
  people: string[];
}

export const noAssignment: Assignment = { rule: "nobody", people: [] };

export const assignmentRuleLabels: Record<AssignmentRule, string> = {
  nobody: "Nobody",
  person: "One person",
  roundRobin: "In turn",
  fewestOpen: "Fewest open orders",
};
