import { isbot } from "isbot";
import { affiliateCodeOf } from "~/domain/affiliates/clickCookie";

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

// Addresses and names of browsers are for people to read: what is longer is noise or an attack.
const LONGEST = { landingPath: 500, referrer: 500, userAgent: 300 };

/** The visit that a request makes. HEAD is asked by programs only. */
export function visitOf(request: Request, id: string, code: string, landingPath: string, at: number): Visit {
  const userAgent = request.headers.get("User-Agent") ?? "";
  return {
    id,
    code,
    landingPath: landingPath.slice(0, LONGEST.landingPath),
    referrer: (request.headers.get("Referer") ?? "").slice(0, LONGEST.referrer),
    userAgent: userAgent.slice(0, LONGEST.userAgent),
    bot: !userAgent || request.method === "HEAD" || isbot(userAgent),
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
