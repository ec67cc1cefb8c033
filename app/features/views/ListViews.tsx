import { useRouteLoaderData, useSearchParams } from "@remix-run/react";
import { viewHref, viewOf } from "~/domain/views/viewAddress";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { type Tab, Tabs } from "~/ui/layout/Tabs";
import type { FrameView } from "./frameViews.server";

interface ListViewsProps {
  /** The path of the list. */
  list: string;
  /** The list's own views, which come first. */
  before?: readonly Tab[];
  /** Numbers of rows by the query of a view, where they are cheap. */
  counts?: Readonly<Record<string, string>>;
}

/** The saved views of a list as tabs, and for staff what keeps the shown address as another one. */
export function ListViews({ list, before = [], counts = {} }: ListViewsProps) {
  const frame = useRouteLoaderData("routes/_app") as { views?: readonly FrameView[] } | undefined;
  const [search] = useSearchParams();
  const views = frame?.views?.filter((view) => view.list === list);
  const shown = viewOf(`${list}?${search}`);
  const tabs: Tab[] = [
    ...before,
    ...(views ?? []).map((view) => ({
      label: counts[view.search] ? (
        <>
          {view.name} <Badge>{counts[view.search]}</Badge>
        </>
      ) : (
        view.name
      ),
      href: view.href,
      active: shown?.search === view.search,
    })),
  ];
  if (views && shown?.search && !tabs.some(({ active }) => active))
    tabs.push({ label: "Save view", href: paths.viewNew(viewHref(shown)) });
  if (views && views.length > 0) tabs.push({ label: "Edit views", href: paths.views() });
  return tabs.length > 0 ? <Tabs label="Views" tabs={tabs} /> : null;
}
