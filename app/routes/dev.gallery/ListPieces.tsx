import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { Pagination } from "~/ui/list/Pagination";
import { columns, rows } from "./rows";

const hrefFor = (page: number, pageSize: number) => `/dev/gallery?view=list&page=${page}&pageSize=${pageSize}`;

export function ListPieces() {
  return (
    <>
      <h2>Table with totals</h2>
      <DataTable
        columns={columns}
        rows={rows.slice(0, 4).map(({ actions: _, ...row }) => row)}
        caption="Orders with their total"
        footer={{ id: "Total", total: "$8,730.00" }}
      />
      <Pagination page={0} pageSize={10} total={0} hrefFor={hrefFor} />
      <Pagination page={6} pageSize={25} total={1234} label="More pages" hrefFor={hrefFor} />
      <h2>Loading</h2>
      <div aria-busy>
        <DataTable columns={columns} rows={rows.slice(0, 4)} caption="Orders that are loading" />
      </div>
      <h2>Empty</h2>
      <EmptyState
        title="No coupons yet"
        text="A coupon takes an amount or a percentage off at checkout."
        action={
          <LinkButton to="?view=list" variant="solid" icon={<Icon name="plus" />}>
            Add Coupon
          </LinkButton>
        }
      />
    </>
  );
}
