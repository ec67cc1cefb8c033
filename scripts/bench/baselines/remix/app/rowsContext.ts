/** What the Worker around the bare app gives its loader. */
export interface RowsContext {
  env: { DB: D1Database; ROWS: { sql: string; values: unknown[] } };
}

/** A row as the statement of the order list names its columns. */
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
