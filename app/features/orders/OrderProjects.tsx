import { useLocation } from "@remix-run/react";
import type { CustomerOrder } from "~/domain/orders/orderDetails";
import type { EntryItem, OrderProject } from "~/domain/orders/orderParts";
import type { Role } from "~/domain/roles";
import { paths, samePlace } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { LinkButton } from "~/ui/form/LinkButton";
import { EarlierLinks } from "./EarlierLinks";
import type { OrderPlace } from "./orderHref";

interface OrderProjectsProps {
  place: OrderPlace;
  /**
   * The viewer's side, which can change only its own entries (rules.md orders/edit-entry); null when the order is
   * locked.
   */
  side: Role | null;
  /** True when this side may add entries (rules.md orders/add-entry). */
  adds: boolean;
  /** With the entries of this page. */
  projects: readonly OrderProject[];
  entries: CustomerOrder["entries"];
  /** URL of the completed document. */
  uploadUrl: string | null;
  /** Own names of the uploaded files, by address. */
  fileNames: Record<string, string>;
  /** Link to upload one completed document instead of entries; null without permission. */
  uploadHref: string | null;
  asked: boolean;
  /** Why the customer cannot change them any more; null when they can, or nobody needs to read it. */
  lock: string | null;
}

/** Project details by package. Each entry names the side that wrote it (rules.md orders/edit-entry). */
export function OrderProjects(props: OrderProjectsProps) {
  const { place, side, adds, projects, entries, uploadUrl, fileNames, uploadHref, asked, lock } = props;
  const { search } = useLocation();
  const { orderId } = place;
  const others = entries.earlier || entries.later;
  const filled = projects.filter((project) => project.values.length > 0);
  const shown = adds ? projects : filled;
  if (!asked && filled.length === 0 && !uploadUrl && !others) return null;
  return (
    <Card
      title="Project details"
      action={
        uploadHref ? (
          <LinkButton to={uploadHref} size={1} reloadDocument>
            Upload a file
          </LinkButton>
        ) : null
      }
    >
      <div className="stack" id="entries">
        <EarlierLinks place={place} part="entries" {...entries} />
        {filled.length === 0 && !uploadUrl && !others ? <p className="muted">No project details yet.</p> : null}
        {uploadUrl ? (
          <p>
            <a href={uploadUrl}>{fileNames[uploadUrl] ?? "Project file"}</a>
          </p>
        ) : null}
        {lock ? (
          <p className="muted no-print">
            {lock} <a href="#messages">Write a message</a>
          </p>
        ) : null}
        {shown.map((project) => (
          <section key={project.packageId} className="stack-small">
            <div className="card-head">
              <h3>{project.packageName}</h3>
              {adds ? (
                <LinkButton
                  to={samePlace(paths.orderEntryNew(orderId, project.packageId), search)}
                  size={1}
                  preventScrollReset
                >
                  Add entry<span className="visually-hidden"> to {project.packageName}</span>
                </LinkButton>
              ) : null}
            </div>
            {project.values.map((value) => (
              <div key={value.id} className="order-entry">
                <Facts
                  columns
                  facts={value.items.filter(isAnswered).map((item) => ({
                    label: item.name,
                    value: <Answer item={item} fileNames={fileNames} />,
                  }))}
                />
                <div className="card-head">
                  <p className="small muted">
                    Filled in by {value.role !== "CUSTOMER" ? "the team" : side === "CUSTOMER" ? "you" : "the client"}
                  </p>
                  {value.role === side ? (
                    <div className="row no-print">
                      <LinkButton
                        to={samePlace(paths.orderEntry(orderId, value.id), search)}
                        size={1}
                        preventScrollReset
                      >
                        Edit<span className="visually-hidden"> entry of {project.packageName}</span>
                      </LinkButton>
                      {project.values.length > 1 || others ? (
                        <LinkButton
                          to={samePlace(paths.orderEntryDelete(orderId, value.id), search)}
                          size={1}
                          preventScrollReset
                        >
                          Delete<span className="visually-hidden"> entry of {project.packageName}</span>
                        </LinkButton>
                      ) : null}
                    </div>
                  ) : null}
                </div>
              </div>
            ))}
          </section>
        ))}
      </div>
    </Card>
  );
}

const isAnswered = ({ value }: EntryItem) => [value].flat().some((text) => text !== "");

function Answer({ item, fileNames }: { item: EntryItem; fileNames: Record<string, string> }) {
  const values = [item.value].flat().filter((value) => value !== "");
  if (item.itemType !== "FILE_UPLOAD") return <span className="order-answer">{values.join("\n")}</span>;
  return values.map((address, index) => (
    <p key={address}>
      <a href={address}>{fileNames[address] ?? (values.length > 1 ? `File ${index + 1}` : "File")}</a>
    </p>
  ));
}
