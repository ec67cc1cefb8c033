import { DurableObject } from "cloudflare:workers";
import { type Deed, lastsFor, pageAfter, type WebPage } from "./webPage";

/** Only the newest are kept, to bound the answer of a local run that watches for years. */
const KEPT = 5_000;

export interface WebRequest {
  /** ISO 8601, by the portal's clock. */
  at: string;
  method: string;
  url: string;
  headers: Record<string, string>;
}

export interface ListedPage {
  url: string;
  status: number;
  deed: Deed;
}

/** Pages and requests of the outside web, in the object's SQLite so that they survive a restart. */
export class OutsideWeb extends DurableObject {
  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    const { sql } = state.storage;
    sql.exec(
      "create table if not exists pages (url text primary key, page text not null, deed text not null, until integer)",
    );
    sql.exec("create table if not exists requests (serial integer primary key, request text not null)");
  }

  put(page: WebPage) {
    this.ctx.storage.sql.exec(
      "insert or replace into pages (url, page, deed, until) values (?, ?, 'restore', null)",
      keyOf(page.url),
      JSON.stringify(page),
    );
  }

  /** False for an address that was never set. */
  act(url: string, deed: Deed, now: number): boolean {
    const lasts = lastsFor(deed);
    const { rowsWritten } = this.ctx.storage.sql.exec(
      "update pages set deed = ?, until = ? where url = ?",
      deed,
      lasts === null ? null : now + lasts,
      keyOf(url),
    );
    return rowsWritten > 0;
  }

  /** What an address answers at `now`; null for one that was never set. Keeps the request. */
  answer(request: WebRequest, now: number): WebPage | null {
    const { sql } = this.ctx.storage;
    sql.exec("insert into requests (request) values (?)", JSON.stringify(request));
    sql.exec("delete from requests where serial <= (select max(serial) from requests) - ?", KEPT);
    const [row] = sql
      .exec<{ page: string; deed: Deed; until: number | null }>(
        "select page, deed, until from pages where url = ?",
        keyOf(request.url),
      )
      .toArray();
    if (!row) return null;
    const deed = row.until !== null && row.until <= now ? "restore" : row.deed;
    return pageAfter(JSON.parse(row.page) as WebPage, deed);
  }

  /** A JSON array, oldest first. */
  requests(): string {
    const rows = this.ctx.storage.sql
      .exec<{ request: string }>("select request from requests order by serial")
      .toArray();
    return `[${rows.map(({ request }) => request).join(",")}]`;
  }

  pages(): ListedPage[] {
    return this.ctx.storage.sql
      .exec<{ url: string; page: string; deed: Deed }>("select url, page, deed from pages order by url limit 500")
      .toArray()
      .map(({ page, deed }) => {
        const { url, status } = JSON.parse(page) as WebPage;
        return { url, status, deed };
      });
  }
}

/** A server never sees the fragment. */
function keyOf(address: string): string {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}
