import { isbot } from "isbot";
import { affiliateCodeOf } from "../attribution/clickCookie";
import type { LinkClick } from "../ports/referrals";

/** A visit as the redirect queues it. */
export interface Visit {
  id: string;
  code: string;
  landingPath: string;
  referrer: string;
  userAgent: string;
  bot: boolean;
  /** ms UTC. */
  at: number;
}

// Limits in characters. Longer values are noise or an attack.
const LONGEST = { landingPath: 500, referrer: 500, userAgent: 300 };

/** Builds the visit for a click. */
export function visitOf(
  { code, landingPath, referrer, userAgent, program }: Omit<LinkClick, "cookies">,
  id: string,
  at: number,
): Visit {
  return {
    id,
    code,
    landingPath: landingPath.slice(0, LONGEST.landingPath),
    referrer: referrer.slice(0, LONGEST.referrer),
    userAgent: userAgent.slice(0, LONGEST.userAgent),
    bot: !userAgent || program === true || isbot(userAgent),
    at,
  };
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === "string" && value.length <= longest;

/**
 * Validates a queued visit. Written by hand, because a schema library would slow the redirect that imports this file.
 */
export function isVisit(message: unknown): message is Visit {
  if (typeof message !== "object" || message === null) return false;
  const visit = message as Record<keyof Visit, unknown>;
  return (
    typeof visit.id === "string" &&
    /^[0-9A-Z]{26}$/.test(visit.id) &&
    typeof visit.code === "string" &&
    affiliateCodeOf(visit.code) === visit.code &&
    isText(visit.landingPath, LONGEST.landingPath) &&
    isText(visit.referrer, LONGEST.referrer) &&
    isText(visit.userAgent, LONGEST.userAgent) &&
    typeof visit.bot === "boolean" &&
    Number.isSafeInteger(visit.at)
  );
}

/**
 * Inserts visits from one bound JSON array; known ids are ignored. Each visit belongs to the current owner of its
 * code. A trigger counts the inserted rows in the same transaction (rules.md affiliates/statistics).
 */
export const STORE_VISITS = `insert into visits (id, affiliate_code, affiliate_id, landing_path, referrer, user_agent, bot, created_at)
  select value ->> 'id', value ->> 'code',
    (select users.id from users where users.affiliate_code = value ->> 'code' and users.deleted_at is null),
    value ->> 'landingPath', value ->> 'referrer', value ->> 'userAgent', value ->> 'bot', value ->> 'at'
  from json_each(?) where true
  on conflict (id) do nothing`;
