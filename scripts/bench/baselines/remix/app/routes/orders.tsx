import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { OrderRow, RowsContext } from "../rowsContext";

/** The rows of the order list, read with the list's own statement. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { DB, ROWS } = (context as unknown as RowsContext).env;
  const { results } = await DB.prepare(ROWS.sql)
    .bind(...ROWS.values)
    .all<OrderRow>();
  return json({ rows: results });
}

const day = (time: number | null) => (time === null ? "" : new Date(time).toISOString());

export default function Orders() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <table>
      <thead>
        <tr>
          <th>Service Details</th>
          <th>Order ID</th>
          <th>Client Name</th>
          <th>Amount</th>
          <th>Created Date</th>
          <th>Completed Date</th>
          <th>Assigned</th>
          <th>Status</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{row.serviceName}</td>
            <td>{row.number}</td>
            <td>{row.clientName}</td>
            <td>{(row.total / 100).toFixed(2)}</td>
            <td>{day(row.createdAt)}</td>
            <td>{day(row.completedAt)}</td>
            <td>{row.assignedToName ?? "Unassigned"}</td>
            <td>{row.status}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
