/** What the Worker around the bare app gives its loader. */
export interface RowsContext {
  env: { DB: D1Database; ROWS: { sql: string; values: unknown[] } };
}

/** A row as the statement of the order list names its columns. */
export interface OrderRow {
  id: string;
  number: number;
  service_name: string;
  client_name: string | null;
  total: number;
  created_at: number;
  completed_at: number | null;
  assigned_to_name: string | null;
  status: string;
}
