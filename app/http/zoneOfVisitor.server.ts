import { isTimeZone } from "~/domain/timeZone";

/**
 * The zone of a new account (rules.md pages/dates): the browser's from the form, or its network's, which the edge
 * names when the zone adds location headers. Null when neither is known.
 */
export const zoneOfVisitor = (request: Request, browserZone: FormDataEntryValue | null): string | null =>
  [browserZone, request.headers.get("CF-Timezone")].find(
    (name): name is string => typeof name === "string" && isTimeZone(name),
  ) ?? null;
