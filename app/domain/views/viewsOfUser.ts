import { sql } from "drizzle-orm";

/** A saved view as the menu and the lists show it. */
export interface ShownView {
  name: string;
  list: string;
  search: string;
}

/** Far more than people keep. */
export const MAX_VIEWS = 200;

const shown = sql.raw("name, list, search, position, id");

/**
 * The saved views that the outer query's member of staff sees, in their order, as JSON; null for others and for the
 * API. Part of the session's statement, so that the menu needs none of its own. Far more than people keep are left out.
 */
export const viewsOfUser = sql<
  string | null
>`case when users.role = 'ADMIN' and sessions.kind = 'page' then (select json_group_array(json_object('name', name, 'list', list, 'search', search)) from (select * from (select ${shown} from saved_views where owner_id = users.id union all select ${shown} from saved_views indexed by saved_views_team where team = 1 and owner_id <> users.id) order by position, id limit ${sql.raw(String(MAX_VIEWS))})) end`;

export const readViews = (json: string | null | undefined): ShownView[] => (json ? JSON.parse(json) : []);
