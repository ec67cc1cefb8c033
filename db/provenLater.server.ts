import { AsyncLocalStorage } from "node:async_hooks";

/** A question whose answer is taken for granted until the next statement to the database carries it along. */
export interface Assumption {
  query: string;
  values: unknown[];
  /** Whether its row, as the database has it now, is what was taken for granted. */
  holds(row: Record<string, unknown> | undefined): boolean;
}

interface Attempt {
  /** Not asked yet. */
  assumption?: Assumption;
  /** Resolves once it held, and never when it did not: the attempt stands still and is given up. */
  proof?: Promise<void>;
  prove(): Promise<void>;
  giveUp(): void;
}

const attempts = new AsyncLocalStorage<Attempt | undefined>();

/**
 * Does work that may take one answer of the database for granted (see `takeForGranted`), asked for in the same round trip
 * as its first statement. Before it held, no row is handed out, no write is sent and nothing is answered; when it did
 * not, or could not be asked, the work starts again with nothing taken for granted. So everything that it does before its
 * first statement must bear being done twice.
 */
export async function provenLater<T>(work: () => Promise<T>): Promise<T> {
  const outcome = await new Promise<{ value: T } | { error: unknown } | "again">((resolve) => {
    const attempt: Attempt = { prove: async () => {}, giveUp: () => resolve("again") };
    const attempted = async () => {
      const result = await work().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      await (attempt.assumption ? attempt.prove() : attempt.proof);
      resolve(result);
    };
    attempts.run(attempt, attempted).catch(attempt.giveUp);
  });
  if (outcome === "again") return await attempts.run(undefined, work);
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

/**
 * Whether the answer may be taken for granted: on a proving binding, inside `provenLater`, its first attempt, and the only
 * one there.
 */
export function takeForGranted(client: D1Database, assumption: Assumption): boolean {
  const attempt = attempts.getStore();
  if (!provers.has(client) || !attempt || attempt.assumption || attempt.proof) return false;
  attempt.assumption = assumption;
  attempt.prove = async () => void (await client.batch([]));
  return true;
}

interface Proving extends D1PreparedStatement {
  inner: D1PreparedStatement;
  query: string;
}

const isRead = (query: string) =>
  /^\s*select\b/i.test(query) || (/^\s*with\b/i.test(query) && !/\b(insert|update|delete|replace)\b/i.test(query));

const bindings = new WeakMap<D1Database, D1Database>();
const provers = new WeakSet<D1Database>();

/** The same binding, keeping to the rules of `provenLater`; one for each, as whoever opens it keeps its statements. */
export function provingBinding(binding: D1Database): D1Database {
  const known = bindings.get(binding);
  if (known) return known;
  const made = proving(binding);
  bindings.set(binding, made);
  provers.add(made);
  return made;
}

function proving(binding: D1Database): D1Database {
  /** Asks what was taken for granted, beside `statements`; answers their results once it held. */
  const askTogether = (attempt: Attempt, { query, values, holds }: Assumption, statements: D1PreparedStatement[]) => {
    attempt.assumption = undefined;
    const asked = binding.batch<Record<string, unknown>>([binding.prepare(query).bind(...values), ...statements]);
    attempt.proof = new Promise((held) => {
      const judge = ([first]: D1Result<Record<string, unknown>>[]) =>
        holds(first?.results[0]) ? held() : attempt.giveUp();
      asked.then(judge).catch(attempt.giveUp);
    });
    return attempt.proof.then(async () => (await asked).slice(1));
  };
  /** Does `work`, which asks for `statements`, by the rules. */
  const ask = async <T>(statements: Proving[], work: () => Promise<T>, together: (results: D1Result[]) => T) => {
    const attempt = attempts.getStore();
    if (!attempt) return await work();
    const reads = statements.every(({ query }) => isRead(query));
    const { assumption } = attempt;
    if (assumption && reads)
      return together(
        await askTogether(
          attempt,
          assumption,
          statements.map(({ inner }) => inner),
        ),
      );
    if (assumption) await askTogether(attempt, assumption, []);
    if (!reads) await attempt.proof;
    const [result] = await Promise.all([work(), attempt.proof]);
    return result;
  };
  const wrap = (inner: D1PreparedStatement, query: string): D1PreparedStatement => {
    const statement = {
      inner,
      query,
      bind: (...values: unknown[]) => wrap(inner.bind(...values), query),
      all: () =>
        ask(
          [statement],
          () => inner.all(),
          ([result]) => result!,
        ),
      run: () =>
        ask(
          [statement],
          () => inner.run(),
          ([result]) => result!,
        ),
      first: (column?: string) =>
        ask(
          [statement],
          () => (column === undefined ? inner.first() : inner.first(column)),
          ([result]) => {
            const row = (result!.results[0] ?? null) as Record<string, unknown> | null;
            return row && column !== undefined ? row[column] : row;
          },
        ),
      raw: () =>
        ask(
          [statement],
          () => inner.raw(),
          ([result]) => (result!.results as object[]).map(Object.values),
        ),
    } as unknown as Proving;
    return statement;
  };
  // What operations ask through; nothing of theirs uses the binding's other calls.
  return {
    prepare: (query: string) => wrap(binding.prepare(query), query),
    batch: (statements: Proving[]) =>
      ask(
        statements,
        () => binding.batch(statements.map(({ inner }) => inner)),
        (results) => results,
      ),
  } as unknown as D1Database;
}
