import { agencyZone, type Context } from "~/domain/context";
import { readDay, throughDay } from "~/domain/days";
import { Invalid } from "~/domain/errors";
import { PAST_DAY, PAST_DAY_TICK, SHOWN_DAY } from "~/ui/form/pastDay";

/** Throws Invalid at `field` for a day that has passed, unless its tick is set or the page showed it. */
export function assertLaterDay(ctx: Context, form: FormData, field: string): void {
  const typed = String(form.get(field) ?? "");
  const day = readDay(typed);
  if (day === null || throughDay(day, agencyZone(ctx)) >= ctx.now) return;
  if (![PAST_DAY_TICK, SHOWN_DAY].some((name) => form.get(name) === typed)) throw new Invalid(PAST_DAY, field);
}
