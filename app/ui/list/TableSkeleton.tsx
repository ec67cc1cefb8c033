/** Holds the place of a table of the same height while it loads. */
export function TableSkeleton({
  columns,
  rows = 10,
  label = "Loading",
}: {
  columns: number;
  rows?: number;
  label?: string;
}) {
  const line = (_: unknown, row: number) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_cell, column) => column).map((column) => (
        <td key={column}>
          <span className={column === 0 ? "skeleton" : "skeleton skeleton-short"} />
        </td>
      ))}
    </tr>
  );
  return (
    <div role="status" aria-label={label}>
      <table className="table" aria-hidden="true">
        <tbody>{Array.from({ length: rows }, line)}</tbody>
      </table>
    </div>
  );
}
