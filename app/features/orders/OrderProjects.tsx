import type { OrderProject } from "~/domain/orders/orderDetails";
import type { EntryItem } from "~/domain/orders/orderParts";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { LinkButton } from "~/ui/form/LinkButton";

interface OrderProjectsProps {
  projects: readonly OrderProject[];
  /** Address of a filled-in document. */
  uploadUrl: string | null;
  /** Where they can be added; null for who may not. */
  addHref: string | null;
  asked: boolean;
}

/** Project details by package, each entry with the side that wrote it (decision O8). */
export function OrderProjects({ projects, uploadUrl, addHref, asked }: OrderProjectsProps) {
  const filled = projects.filter((project) => project.values.length > 0);
  if (!asked && filled.length === 0 && !uploadUrl) return null;
  return (
    <Card
      title="Project details"
      action={
        addHref ? (
          <LinkButton to={addHref} size={1}>
            Add project details
          </LinkButton>
        ) : null
      }
    >
      <div className="stack">
        {filled.length === 0 && !uploadUrl ? <p className="muted">Nothing has been filled in yet.</p> : null}
        {uploadUrl ? (
          <p>
            <a href={uploadUrl}>Project file</a>
          </p>
        ) : null}
        {filled.map((project) => (
          <section key={project.packageId} className="stack-small">
            <h3>{project.packageName}</h3>
            {project.values.map((value) => (
              <div key={value.id} className="order-entry">
                <Facts
                  columns
                  facts={value.items.map((item) => ({ label: item.name, value: <Answer item={item} /> }))}
                />
                <p className="small muted">
                  {value.role === "CUSTOMER" ? "Filled in by the client" : "Filled in by the team"}
                </p>
              </div>
            ))}
          </section>
        ))}
      </div>
    </Card>
  );
}

function Answer({ item }: { item: EntryItem }) {
  const values = [item.value].flat().filter((value) => value !== "");
  if (values.length === 0) return <span className="muted">N/A</span>;
  if (item.itemType !== "FILE_UPLOAD") return <span className="order-answer">{values.join("\n")}</span>;
  return values.map((address, index) => (
    <a key={address} href={address}>
      {values.length > 1 ? `File ${index + 1} ` : "File"}
    </a>
  ));
}
