/** The database cost of an answer, as a portal outside production reports it. */
export const countersOf = (answer: Response) =>
  readCounters(answer.headers.get("Server-Timing"), `${answer.status} of ${answer.url}`);

/** Reads a Server-Timing header. `what` names the answer in the error. */
export function readCounters(serverTiming: string | null | undefined, what: string) {
  const [, statements, rowsRead, rowsWritten, roundTrips] =
    /statements=(\d+) rows_read=(\d+) rows_written=(\d+) round_trips=(\d+)/.exec(serverTiming ?? "") ?? [];
  if (!roundTrips) throw new Error(`No Server-Timing on ${what}`);
  return {
    statements: Number(statements),
    rowsRead: Number(rowsRead),
    rowsWritten: Number(rowsWritten),
    roundTrips: Number(roundTrips),
  };
}
