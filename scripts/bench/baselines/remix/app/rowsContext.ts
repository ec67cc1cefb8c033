/** Passed by the Worker around the bare app to its loader. */
export interface RowsContext {
  env: { DB: D1Database; ROWS: { sql: string; values: unknown[] } };
}

/** A row with the column names of the order list's statement. */
export interface OrderRow {
  id: string;
  number: number;
  serviceName: string;
  clientName: string | null;
  total: number;
  createdAt: number;
  completedAt: number | null;
  assignedToName: string | null;
  status: string;
}
