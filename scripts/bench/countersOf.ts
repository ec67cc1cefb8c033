/** The database cost of an answer, as a portal outside production reports it. */
export function countersOf(answer: Response) {
  const [, statements, rowsRead, rowsWritten, roundTrips] =
    /statements=(\d+) rows_read=(\d+) rows_written=(\d+) round_trips=(\d+)/.exec(
      answer.headers.get("Server-Timing") ?? "",
    ) ?? [];
  if (!roundTrips) throw new Error(`No Server-Timing on ${answer.status} of ${answer.url}`);
  return {
    statements: Number(statements),
    rowsRead: Number(rowsRead),
    rowsWritten: Number(rowsWritten),
    roundTrips: Number(roundTrips),
  };
}
