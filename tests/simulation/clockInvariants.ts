import { type Invariant, none, watched } from "./engine/invariant";

/** What must hold of the deadlines of orders (rules.md orders/due). */
export const clockInvariants: Invariant[] = [
  none(
    "clock-follows-status",
    "The clock of a paid order runs exactly while the team works on it, and has counted no negative time.",
    `select id, status, running_since, awaiting_since, worked_ms from orders where pay_state <> 'unpaid' and (
       (running_since is not null) <> (status in ('Active', 'Working') and awaiting_since is null)
       or worked_ms < 0 or running_since is not null and worked_ms is null)`,
  ),
  watched(
    "clock-never-back",
    "The working time of an order never gets less, and its clock never started in the future.",
  ),
  none(
    "due-follows-clock",
    "An order with tracked links is due with the latest of them, any other one only while its clock runs.",
    `select id, due_at, running_since, clock_left_ms from orders where pay_state <> 'unpaid' and case
       when exists (select 1 from placements where placements.order_id = orders.id)
         then due_at is not (select max(placements.due_at) from placements where placements.order_id = orders.id)
       else (due_at is not null) <> (running_since is not null and clock_left_ms is not null) end`,
  ),
];
