import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { userOf } from "~/domain/context";
import { findTeam } from "~/domain/team/findTeam";
import { teamList } from "~/domain/team/teamList";
import { pageTitle } from "~/features/frame/pageTitle";
import { TeamList } from "~/features/team/TeamList";
import { listQuery } from "~/http/listQuery.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Pagination } from "~/ui/list/Pagination";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Team");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  const query = listQuery(args.context.portal, teamList);
  const page = await nullOnFault(findTeam(ctx, query));
  return withStatus({ page, query, ownId: userOf(ctx.actor)?.id ?? "" }, page ? 200 : 500);
}

/** Super admins only. Dialogs open over the list. */
export default function Team() {
  const { page, query, ownId } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader title="Team" help="Your team members and their permissions." />
      {page ? <TeamList accounts={page.content} ownId={ownId} /> : <FailedRead />}
      {page && page.totalElements > query.pageSize ? (
        <Pagination
          page={query.page}
          pageSize={query.pageSize}
          total={page.totalElements}
          sizes={teamList.pageSizes}
          sizeName="size"
          hrefFor={pageHref(paths.team(), search, teamList)}
        />
      ) : null}
      <Outlet />
    </>
  );
}
