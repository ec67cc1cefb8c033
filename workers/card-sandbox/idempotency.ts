import { ApiFailure } from "./errors";

/** An answer stored under its idempotency key. */
export interface Answer {
  status: number;
  body: string;
}

const dayMs = 24 * 3600 * 1000;

/** Answers stored by idempotency key for 24 hours of the portal's clock: success, 402 and 500. */
export class Idempotency {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(
      "create table if not exists idempotency (key text primary key, request text not null, status integer not null, body text not null, created_ms integer not null)",
    );
  }

  /** The stored answer, or undefined. Throws idempotency_error (400) when the key came with a different request. */
  find(key: string, request: string, nowMs: number): Answer | undefined {
    this.sql.exec("delete from idempotency where created_ms <= ?", nowMs - dayMs);
    const [row] = this.sql
      .exec<{ request: string; status: number; body: string }>(
        "select request, status, body from idempotency where key = ?",
        key,
      )
      .toArray();
    if (row && row.request !== request) {
      throw new ApiFailure(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    return row && { status: row.status, body: row.body };
  }

  keep(key: string, request: string, answer: Answer, nowMs: number): void {
    this.sql.exec(
      "insert or replace into idempotency values (?, ?, ?, ?, ?)",
      key,
      request,
      answer.status,
      answer.body,
      nowMs,
    );
  }
}

/** 409 for a key whose first request is still running. */
export function keyInUse(): ApiFailure {
  return new ApiFailure(409, {
    type: "invalid_request_error",
    code: "idempotency_key_in_use",
    message:
      "There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through). Please try again later.",
  });
}
