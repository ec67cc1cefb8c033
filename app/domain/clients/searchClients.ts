import { type SQL, sql } from "drizzle-orm";
import { fullName } from "~/format/names";
import type { Page } from "~/list/defineList";
import { batchRaw, rawSelect } from "~db/client.server";
import { foldText } from "~db/foldText";
import { emailTerm, includesWords } from "~db/searchWords";
import { MIN_EMAIL_TERM, usersByEmailSubstring } from "~db/usersByEmailSubstring";
import { usersByNamePart } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { Context } from "../context";
import type { ClientFilterKey, ClientQuery } from "./clientList";
import { type ClientListRow, findClients, findClientsAmong } from "./findClients";

/** Suffixes read for one text. */
const MAX_MATCHES = 200;
/** Clients at the top of the list that are looked through for texts that many have. */
const MAX_SEARCHED = 500;

/** A page of clients. `cut`: more clients may match. */
type FoundClients = Page<ClientListRow> & { cut?: true };

type TextKey = Exclude<ClientFilterKey, "referrerClientId">;
const usersWith: Record<TextKey, (text: string) => SQL> = {
  nameOrEmail: (text) =>
    emailTerm(text).length < MIN_EMAIL_TERM
      ? usersByNamePart(text)
      : sql`(select id from ${usersByNamePart(text)} union all select id from ${usersByEmailSubstring(text)})`,
  firstName: usersByNamePart,
  lastName: usersByNamePart,
  email: usersByEmailSubstring,
};

function isMatch(client: ClientListRow, key: TextKey, term: string): boolean {
  if (key === "email") return foldText(client.email).includes(emailTerm(term));
  if (key !== "nameOrEmail") return includesWords(client[key], term);
  const mailed = emailTerm(term).length >= MIN_EMAIL_TERM && isMatch(client, "email", term);
  return mailed || includesWords(fullName(client), term);
}

/**
 * findClients for a screen, which bounds searches at any size (rules.md speed/name-filter): few matches are found by
 * their suffixes. Of texts that many clients have it finds some matches, and those at the top of the list.
 */
export async function searchClients(ctx: Context, query: ClientQuery): Promise<FoundClients> {
  authorize(ctx, "clients.read");
  const texts = query.filters.flatMap((filter) =>
    filter.operation === "like" ? [{ key: filter.key as TextKey, term: String(filter.value) }] : [],
  );
  if (texts.length === 0) return await findClients(ctx, query);
  const { ids, more } = await fewestMatches(ctx, texts);
  const pageOf = (rows: ClientListRow[]) => ({
    content: rows.slice(query.page * query.pageSize, (query.page + 1) * query.pageSize),
    totalElements: rows.length,
  });
  if (!more) return pageOf(await findClientsAmong(ctx, query, ids));

  const others = query.filters.filter(({ operation }) => operation !== "like");
  const [some, top] = await Promise.all([
    findClientsAmong(ctx, query, ids),
    findClients(ctx, { ...query, filters: others, page: 0, pageSize: MAX_SEARCHED }),
  ]);
  const matchesAll = (client: ClientListRow) => texts.every(({ key, term }) => isMatch(client, key, term));
  const matching = [...new Map([...some, ...top.content.filter(matchesAll)].map((row) => [row.id, row])).values()];
  const direction = query.sort.direction === "asc" ? 1 : -1;
  matching.sort((a, b) => direction * (a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)));
  return { ...pageOf(matching), ...(top.totalElements > MAX_SEARCHED ? { cut: true } : {}) };
}

/** Ids of the users that match the rarest of the texts. `more`: not all of them. */
async function fewestMatches({ db }: Context, texts: { key: TextKey; term: string }[]) {
  const limit = sql.raw(String(MAX_MATCHES + 1));
  // The suffixes of addresses do not answer a single letter.
  const searched = texts.filter(({ key, term }) => key !== "email" || emailTerm(term).length >= MIN_EMAIL_TERM);
  if (searched.length === 0) return { ids: [], more: true };
  const found = await batchRaw(
    db,
    ...searched.map(({ key, term }) =>
      rawSelect<{ id: string }>(sql`select id from ${usersWith[key](term)} limit ${limit}`),
    ),
  );
  const [fewest] = found.toSorted((a, b) => a.length - b.length);
  const ids = [...new Set(fewest!.slice(0, MAX_MATCHES).map(({ id }) => id))];
  return { ids, more: fewest!.length > MAX_MATCHES };
}
