import { sql } from "drizzle-orm";
import { batchRaw, rawSelect } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { type FirstStep, firstStepNames } from "./firstStepNames";
import { TEST_MAIL } from "./sendTestMail";

/** Which steps are done. */
export async function firstSteps(ctx: Context): Promise<Record<FirstStep, boolean>> {
  authorize(ctx, "settings.manage");
  const saved = (page: string) => sql`exists (select 1 from settings where key = ${page})`;
  const [[row]] = await batchRaw(
    ctx.db,
    rawSelect<Record<FirstStep, number>>(sql`select
      ${saved("brand")} as brand,
      ${saved("contact")} as contact,
      ${saved("company")} as company,
      exists (select 1 from webhook_events) as payments,
      exists (select 1 from history where entity = ${TEST_MAIL.entity} and entity_id = ${TEST_MAIL.entityId}) as mail,
      exists (select 1 from packages where archived_at is null) as service,
      ${saved("shop")} as shop,
      exists (select 1 from users where role = 'ADMIN' and deleted_at is null limit 1 offset 1) as team`),
  );
  return Object.fromEntries(firstStepNames.map((step) => [step, row?.[step] === 1])) as Record<FirstStep, boolean>;
}
