import { invalidRequest, noSuch } from "./errors";

/** An object of the API: it has an id, a kind and a time (seconds). */
export interface Stored {
  id: string;
  object: string;
  created: number;
}

export interface ListParams {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number };
}

/** The objects of one account as JSON rows, newest last, with private data that no answer shows. */
export class Store {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(`create table if not exists object (
      seq integer primary key autoincrement, id text not null unique, kind text not null, created integer not null,
      body text not null, remarks text not null default '{}')`);
    sql.exec("create index if not exists object_kind on object (kind, created, seq)");
  }

  insert<T extends Stored>(object: T, remarks: object = {}): T {
    const kind = object.object;
    this.sql.exec(
      "insert into object (id, kind, created, body, remarks) values (?, ?, ?, ?, ?)",
      object.id,
      kind,
      object.created,
      JSON.stringify(object),
      JSON.stringify(remarks),
    );
    return object;
  }

  /** The object of that kind and id, or undefined. */
  find<T>(kind: string, id: string): T | undefined {
    const [row] = this.sql
      .exec<{ body: string }>("select body from object where id = ? and kind = ?", id, kind)
      .toArray();
    return row && (JSON.parse(row.body) as T);
  }

  /** The object with that id, of any kind. */
  findAny(id: string): Stored | undefined {
    const [row] = this.sql.exec<{ body: string }>("select body from object where id = ?", id).toArray();
    return row && (JSON.parse(row.body) as Stored);
  }

  /** The object of that kind and id. Throws 404 resource_missing naming `param`. */
  get<T>(kind: string, id: string, param?: string): T {
    const object = this.find<T>(kind, id);
    if (!object) throw noSuch(kind, id, param);
    return object;
  }

  save<T extends { id: string }>(object: T): T {
    this.sql.exec("update object set body = ? where id = ?", JSON.stringify(object), object.id);
    return object;
  }

  remarks<T>(id: string): Partial<T> {
    const [row] = this.sql.exec<{ remarks: string }>("select remarks from object where id = ?", id).toArray();
    return row ? (JSON.parse(row.remarks) as Partial<T>) : {};
  }

  remark(id: string, remarks: object): void {
    this.sql.exec("update object set remarks = json_patch(remarks, ?) where id = ?", JSON.stringify(remarks), id);
  }

  /** Changes ids of objects, including their references to each other. */
  rename(ids: ReadonlyMap<string, string>): void {
    for (const [from, to] of ids) {
      const object = this.findAny(from);
      if (!object) continue;
      let body = JSON.stringify(object);
      for (const [one, other] of ids) body = body.replaceAll(one, other);
      this.sql.exec("update object set id = ?, body = ? where id = ?", to, body, from);
    }
  }

  remove(id: string): void {
    this.sql.exec("delete from object where id = ?", id);
  }

  /** Objects of a kind whose given top-level fields match, newest first. */
  all<T>(kind: string, fields: Record<string, string | undefined> = {}): T[] {
    const wanted = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const conditions = wanted.map(() => " and json_extract(body, ?) = ?").join("");
    const values = wanted.flatMap(([name, value]) => [`$.${name}`, value]);
    const rows = this.sql.exec<{ body: string }>(
      `select body from object where kind = ?${conditions} order by seq desc`,
      kind,
      ...values,
    );
    return rows.toArray().map((row) => JSON.parse(row.body) as T);
  }
}

/** One page of a list, newest first; 10 rows by default, at most 100. */
export function pageOf<T extends Stored>(
  rows: T[],
  params: ListParams,
  url: string,
): { object: "list"; data: T[]; has_more: boolean; url: string } {
  const limit = params.limit ?? 10;
  if (limit < 1 || limit > 100)
    throw invalidRequest("Invalid integer: limit must be between 1 and 100", {
      param: "limit",
      code: "parameter_invalid_integer",
    });
  const { created } = params;
  const range = typeof created === "number" ? { gte: created, lte: created } : (created ?? {});
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range;
  const inRange = rows.filter(
    (row) => row.created > gt && row.created >= gte && row.created < lt && row.created <= lte,
  );
  const positionOf = (id: string, param: string) => {
    const position = inRange.findIndex((row) => row.id === id);
    if (position < 0) throw noSuch("object", id, param);
    return position;
  };
  if (params.ending_before) {
    const end = positionOf(params.ending_before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", data: inRange.slice(start, end), has_more: start > 0, url };
  }
  const start = params.starting_after ? positionOf(params.starting_after, "starting_after") + 1 : 0;
  return { object: "list", data: inRange.slice(start, start + limit), has_more: inRange.length > start + limit, url };
}
