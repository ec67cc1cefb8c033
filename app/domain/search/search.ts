import { type SQL, sql } from "drizzle-orm";
import { formatCents } from "~/format/money";
import { fullName } from "~/format/names";
import { withoutNumberWords } from "~/list/numberWords";
import { paths } from "~/paths";
import { batchRaw, type RawRow, rawSelect } from "~db/client.server";
import { foldText } from "~db/foldText";
import { emailTerm, hasWords } from "~db/searchWords";
import { MIN_EMAIL_TERM, usersByEmailSubstring } from "~db/usersByEmailSubstring";
import { isMisspelled, usersByMisspelledName } from "~db/usersByMisspelledName";
import { LAST_CHARACTER, usersByNameInTurns, usersByNamePart } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import { type Context, isStaff, userOf } from "../context";
import { couponCode } from "../coupons/couponCode";
import { type OrderStatus, orderStatusLabel } from "../orders/orderStates";
import { type PlacementState, placementStateLabel } from "../placements/placementStates";
import { registrableDomain } from "../placements/registrableDomain";
import { findPlaces } from "./places";
import { type SearchGroup, type SearchHit, searchKinds } from "./searchGroups";
import { isSearchable } from "./searchInput";

/** Of each kind. */
const MOST = 5;
/** Names that may be a misspelled one. */
const NEAR = 8;
/** Suffixes of names and of addresses, and companies, that are looked at: few of a text that many have. */
const NAMES = 6;
const ADDRESSES = 3;
const COMPANIES = 3;

interface Source {
  kind: SearchGroup["kind"];
  rows: SQL;
  /** False for a row that the text does not name after all. */
  isHit?(row: RawRow): boolean;
  toHit(row: RawRow): SearchHit;
  /** The orders that come with a row. */
  orders?(row: RawRow): SearchHit[];
}

/**
 * Records, pages and actions that a text names, at most five of a kind: orders, invoices and links by number; clients
 * by name, address or company; links by site or reference; services and coupons by their beginning. Customers find
 * their own. One round trip and at most 60 rows read at any size (rules.md search/bounded). Fewer than two characters
 * find nothing.
 */
export async function search(ctx: Context, { q }: { q: string }): Promise<SearchGroup[]> {
  authorize(ctx, "search");
  if (!isSearchable(q)) return [];
  const sources = isStaff(ctx.actor) ? staffSources(ctx, q) : ownSources(ctx, userOf(ctx.actor)!.id, q);
  const found = sources.length > 0 ? await batchRaw(ctx.db, ...sources.map(({ rows }) => rawSelect(rows))) : [];
  const hits = found.flatMap((rows, at) => {
    const { kind, isHit = () => true, toHit, orders: toOrders = () => [] } = sources[at]!;
    const named = rows.filter(isHit);
    return [
      { kind, hits: named.map(toHit) },
      { kind: "orders" as const, hits: named.flatMap(toOrders) },
    ];
  });
  const groups = [...hits, { kind: "pages" as const, hits: findPlaces(ctx.actor, q).slice(0, MOST) }];
  return searchKinds.flatMap((kind) => {
    const ofKind = groups.filter((group) => group.kind === kind).flatMap((group) => group.hits);
    const once = [...new Map(ofKind.map((hit) => [hit.href, hit])).values()];
    return once.length > 0 ? [{ kind, hits: once.slice(0, MOST) }] : [];
  });
}

/** '10436', '#10436', 'Order 10436' and, with the prefix of invoices, 'INV-1001'. */
function numberIn(text: string, prefix: string): number | null {
  const q = withoutNumberWords(text);
  const rest = prefix && q.toLowerCase().startsWith(prefix.toLowerCase()) ? q.slice(prefix.length) : q;
  const digits = /^#?(\d{1,9})$/.exec(rest.trim())?.[1];
  return digits ? Number(digits) : null;
}

const linkNumberIn = (q: string) => /^\d{1,9}-\d{1,4}$/.exec(withoutNumberWords(q))?.[0];

function staffSources({ settings }: Context, q: string): Source[] {
  const prefix = settings.company.invoicePrefix;
  const number = numberIn(q, prefix);
  const link = linkNumberIn(q);
  if (link) return [links(sql`p.number = ${link}`)];
  if (number !== null) return [orders(sql`o.number = ${number}`), invoices(prefix, number)];
  const site = registrableDomain(q) ?? foldText(q);
  return [
    clients(q),
    ...misspelledClients(q),
    links(sql`p.site_domain >= ${site} and p.site_domain < ${site + LAST_CHARACTER}`),
    links(sql`p.client_reference <> '' and p.client_reference >= ${q} and p.client_reference < ${q + LAST_CHARACTER}`),
    services(foldText(q), { all: true }),
    coupons(couponCode(q)),
  ];
}

function ownSources({ settings }: Context, clientId: string, q: string): Source[] {
  const prefix = settings.company.invoicePrefix;
  const number = numberIn(q, prefix);
  const link = linkNumberIn(q);
  if (link) return [links(sql`p.number = ${link} and +p.client_id = ${clientId}`)];
  if (number !== null)
    return [orders(sql`o.number = ${number} and +o.client_id = ${clientId}`), invoices(prefix, number, clientId)];
  return [
    links(
      sql`p.client_id = ${clientId} and p.client_reference <> '' and p.client_reference >= ${q} and p.client_reference < ${q + LAST_CHARACTER}`,
    ),
    services(foldText(q), { all: false }),
  ];
}

const orders = (where: SQL): Source => ({
  kind: "orders",
  rows: sql`select o.id, o.number, o.service_name, o.status, u.first_name, u.last_name
    from orders o join users u on u.id = o.client_id where ${where} limit ${MOST}`,
  toHit: orderHit,
});

const nameOf = (row: RawRow) => fullName({ firstName: String(row.first_name), lastName: String(row.last_name) });

function orderHit(row: RawRow): SearchHit {
  return {
    title: `Order ${row.number}`,
    detail: [row.service_name, nameOf(row), orderStatusLabel(row.status as OrderStatus)].join(" · "),
    href: paths.order(String(row.id)),
  };
}

/** Each payment account counts its own invoices. They stay with the client that they were issued to. */
const invoices = (prefix: string, number: number, clientId?: string): Source => ({
  kind: "invoices",
  rows: sql`select i.order_id, i.number, i.client_name, i.charged from invoices i
    where i.account in ('regular', 'custom') and i.number = ${number}
      ${clientId === undefined ? sql`` : sql`and +i.client_id = ${clientId}`} limit ${MOST}`,
  toHit: (row) => ({
    title: `Invoice ${prefix}${row.number}`,
    detail: `${row.client_name} · ${formatCents(Number(row.charged))}`,
    href: paths.orderInvoice(String(row.order_id)),
  }),
});

const FULL_NAME = sql`first_name_folded || ' ' || last_name_folded`;

/** Newest first among those looked at, the first with their newest orders. */
function clients(text: string): Source {
  const [term, email] = [foldText(text), emailTerm(text)];
  const isCompany = sql`company_folded >= ${term} and company_folded < ${term + LAST_CHARACTER}`;
  return clientsAmong(
    sql`(select * from (select id from ${usersByNamePart(text)} limit ${NAMES})
      union all select * from (select id from users where ${isCompany} limit ${COMPANIES})
      ${email.length >= MIN_EMAIL_TERM ? sql`union all select * from (select id from ${usersByEmailSubstring(text)} limit ${ADDRESSES})` : sql``})`,
    {
      where: sql`(${hasWords(FULL_NAME, text)} or instr(email_folded, ${email}) > 0 or (${isCompany}))`,
      detail: sql`iif(${isCompany}, company, email)`,
      most: MOST,
      withOrders: 1,
      orders: 2,
    },
  );
}

/** Those whose name differs from the text by a typing mistake, if no name has the text. */
function misspelledClients(term: string): Source[] {
  const near = usersByMisspelledName(term, sql`not exists ${usersByNameInTurns(term)}`);
  if (!near) return [];
  const all = { where: sql`true`, detail: sql`email` };
  return [
    {
      ...clientsAmong(near, { ...all, most: NEAR, withOrders: NEAR, orders: 1 }),
      isHit: (row) => isMisspelled(term, nameOf(row)),
    },
  ];
}

interface ShownClients {
  where: SQL;
  detail: SQL;
  most: number;
  withOrders: number;
  orders: number;
}

/** `distinct` and the join read each candidate and each user once, where `union` and `in` read a list of them again. */
const clientsAmong = (candidates: SQL, { where, detail, most, withOrders, orders }: ShownClients): Source => ({
  kind: "clients",
  rows: sql`select *, (
      select json_group_array(json_array(o.id, o.number, o.service_name, o.status)) from (
        select * from orders where client_id = listed.id and row_number <= ${withOrders} order by created_at desc, id desc limit ${orders}) o) as latest_orders
    from (select *, row_number() over () as row_number from (
      select id, first_name, last_name, ${detail} as detail
      from (select distinct id from ${candidates}) cross join users using (id)
      where ${where} and role = 'CUSTOMER' and deleted_at is null
      order by created_at desc, id desc limit ${most})) listed`,
  toHit: (row) => ({ title: nameOf(row), detail: String(row.detail), href: paths.client(String(row.id)) }),
  orders: (row) =>
    (JSON.parse(String(row.latest_orders ?? "[]")) as string[][]).map(([id, number, service_name, status]) =>
      orderHit({ ...row, id, number, service_name, status }),
    ),
});

const links = (where: SQL): Source => ({
  kind: "links",
  rows: sql`select p.id, p.number, p.site_domain, p.client_reference, p.state from placements p where ${where} limit ${MOST}`,
  toHit: (row) => ({
    title: `Link ${row.number}`,
    detail: [row.site_domain, row.client_reference, placementStateLabel(row.state as PlacementState)]
      .filter(Boolean)
      .join(" · "),
    href: paths.placement(String(row.id)),
  }),
});

/** `all`: also those that customers do not see, for staff, who edit them. */
const services = (term: string, { all }: { all: boolean }): Source => ({
  kind: "services",
  rows: sql`select id, name from (select id, name, visible, archived_at from services
      where name_folded >= ${term} and name_folded < ${term + LAST_CHARACTER} order by name_folded, id limit ${MOST})
    where archived_at is null ${all ? sql`` : sql`and visible = 1`}`,
  toHit: ({ id, name }) => ({
    title: String(name),
    detail: "",
    href: all ? paths.serviceEdit(String(id)) : paths.serviceDetails(String(id)),
  }),
});

const coupons = (code: string): Source => ({
  kind: "coupons",
  rows: sql`select id, code, description from coupons
    where deleted_at is null and code >= ${code} and code < ${code + LAST_CHARACTER} limit ${MOST}`,
  toHit: ({ id, code: found, description }) => ({
    title: String(found),
    detail: String(description),
    href: paths.coupon(String(id)),
  }),
});
