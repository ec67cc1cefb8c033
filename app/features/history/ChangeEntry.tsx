import type { ReactNode } from "react";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";

interface ChangeEntryProps {
  title: string;
  by: string;
  /** ms UTC. */
  at: number;
  changes: readonly { label: string; before: ReactNode; after: ReactNode }[];
}

/** An entry of a record's history: who, when, from and to. */
export function ChangeEntry({ title, by, at, changes }: ChangeEntryProps) {
  const zone = useZone();
  return (
    <li>
      <h3>{title}</h3>
      <p className="small muted">
        {by}, <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, zone)}</time>
      </p>
      {changes.length > 0 ? (
        <table>
          <caption className="visually-hidden">What changed</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">What</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the changes of an entry are immutable.
              <tr key={index}>
                <th scope="row">{label}</th>
                <td className="order-history-before">{before}</td>
                <td className="order-history-after">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </li>
  );
}
