import { isbot } from "isbot";
import { affiliateCodeOf } from "./clickCookie";

/** A visit on its way from the redirect to the database. */
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

/** What is known of a click on a referral link, whoever tells it: the redirect, or POST /affiliate/track. */
export interface LinkClick {
  code: string;
  landingPath: string;
  referrer: string;
  userAgent: string;
  /** Asked by a program, whatever its name. */
  program?: boolean;
}

// Addresses and names of browsers are for people to read: what is longer is noise or an attack.
const LONGEST = { landingPath: 500, referrer: 500, userAgent: 300 };

/** The visit that a click makes. */
export function visitOf({ code, landingPath, referrer, userAgent, program }: LinkClick, id: string, at: number): Visit {
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

/** Whether a queue message is a visit. By hand, as this file is on the redirect's path, which a schema library would slow. */
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
 * Stores visits, one bound value: a JSON array of them. One that is known is left alone. Each is the visit of whoever
 * has the code at this moment; a trigger counts what is really inserted, in the same transaction
 * (rules.md affiliates/statistics).
 */
export const STORE_VISITS = `insert into visits (id, affiliate_code, affiliate_id, landing_path, referrer, user_agent, bot, created_at)
  select value ->> 'id', value ->> 'code',
    (select users.id from users where users.affiliate_code = value ->> 'code' and users.deleted_at is null),
    value ->> 'landingPath', value ->> 'referrer', value ->> 'userAgent', value ->> 'bot', value ->> 'at'
  from json_each(?) where true
  on conflict (id) do nothing`;
