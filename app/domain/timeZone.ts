import { z } from "zod";
import { UTC } from "~/format/zones";

/** 'Asia/Tokyo', 'UTC'. No offsets such as '+09:00', which know no daylight saving. */
const ZONE = /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/;

/** True for an IANA name that this runtime knows. */
export function isTimeZone(name: string): boolean {
  if (name.length > 64 || !ZONE.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Every zone that a select offers, UTC first. */
export const timeZones = (): string[] => [UTC, ...Intl.supportedValuesOf("timeZone").filter((name) => name !== UTC)];

const CHOOSE = "Choose a time zone from the list";

/** A select of IANA names. */
export const timeZoneField = z.string({ error: CHOOSE }).trim().refine(isTimeZone, CHOOSE);
