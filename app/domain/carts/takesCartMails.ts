import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * True for a client who may get mails about unpaid checkouts: their account is open, they have not asked for its
 * deletion, and they have not unsubscribed (rules.md carts/mails).
 */
export const takesCartMails = (clientId: AnyColumn): SQL => sql`(
  exists (select 1 from users reader where reader.id = ${clientId} and reader.role = 'CUSTOMER' and reader.deleted_at is null)
  and not exists (select 1 from deletion_requests request where request.client_id = ${clientId} and request.undone_at is null)
  and not exists (select 1 from notification_choices choice
    where choice.user_id = ${clientId} and choice.kind = 'cart' and choice.email = 0))`;
