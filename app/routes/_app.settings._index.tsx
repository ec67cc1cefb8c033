import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageOpens } from "~/features/frame/menu.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { SettingsIndex } from "~/features/settings/SettingsIndex";
import { settingsGroups } from "~/features/settings/settingsPages";
import { pageContext } from "~/http/pageContext.server";

export const meta = pageTitle("Settings");

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await pageContext(args, "settings.manage");
  return {
    groups: settingsGroups.map((group) => ({
      ...group,
      pages: group.pages.filter(({ href }) => pageOpens(actor, href)),
    })),
  };
}

export default function Settings() {
  return <SettingsIndex groups={useLoaderData<typeof loader>().groups} />;
}
