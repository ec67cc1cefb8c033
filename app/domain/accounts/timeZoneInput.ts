import { z } from "zod";
import { timeZoneField } from "../timeZone";

/** The profile's select. Its empty choice follows the agency's zone. */
export const TimeZoneInput = z.object({ timeZone: timeZoneField.optional() });
export type TimeZoneInput = z.infer<typeof TimeZoneInput>;
