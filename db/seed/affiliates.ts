import { STORE_VISITS, type Visit, visitOf } from "~/domain/affiliates/visit";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { attributions } from "~db/schema";
import type { SeededAccounts, SeededClient } from "./accounts";
import { randomFrom } from "./random";
import { DAY_MS, type Seed } from "./seedContext";

const VISITS = 420;
const SPREAD_MS = 150 * DAY_MS;
const HOUR_MS = 60 * 60 * 1000;
const AT_A_TIME = 100;

const referrers = [
  "https://blog.example.com/ten-seo-tools",
  "https://news.example.com/agencies-we-like",
  "https://www.example.org/forum/thread/4821",
  "https://search.example.com/",
  "",
];
const landingPaths = ["/", "/signup", "/services", "/signin"];
const browsers = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
];
const bots = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
];

type AttributionRow = typeof attributions.$inferInsert;

/**
 * How the clients arrived: about a quarter through affiliate@'s link (one from what looks like the affiliate's own
 * browser), some with a click that did not count, the rest directly. Written next to the accounts as sign-up would
 * have done, together with the link's visits, bots included.
 */
export async function seedReferrals({ db, env }: Seed, { clients }: SeededAccounts): Promise<void> {
  const random = randomFrom(77);
  const affiliate = clients.find(({ user }) => user.email === "affiliate@example.com")!;
  const code = affiliate.user.affiliateCode!;
  const visits: Visit[] = [];
  const visit = (at: number, of = code, userAgent = random.pick(browsers)) => {
    const click = { code: of, landingPath: random.pick(landingPaths), referrer: random.pick(referrers), userAgent };
    const made = visitOf(click, newId(at), at);
    visits.push(made);
    return made;
  };
  const clicked = (one: SeededClient, of: string, daysBefore: number) => {
    const { id, at } = visit(Math.round(one.createdAt - daysBefore * DAY_MS), of);
    return { affiliateCode: of, visitId: id, clickedAt: at };
  };
  const after = clients.filter(
    (one) => one !== affiliate && one.user.email !== "customer@example.com" && one.createdAt > affiliate.createdAt,
  );
  const rowOf = (one: SeededClient): AttributionRow => {
    const row = { userId: one.user.id, decidedAt: one.createdAt };
    const place = after.indexOf(one);
    if (place < 0) return { ...row, reason: "noClick" };
    const credit = { ...row, affiliateId: affiliate.user.id, reason: "lastClick" as const };
    if (place === 6) return { ...credit, ...clicked(one, code, 0.1), selfReferral: "ownLink" };
    // Also among the newest accounts.
    if (place % 4 === 2 || (place % 2 === 1 && one.createdAt > env.now - 10 * DAY_MS))
      return { ...credit, ...clicked(one, code, random.next() * 20) };
    if (place === 9) return { ...row, ...clicked(one, code, 94), reason: "expiredClick" };
    if (place === 17) return { ...row, ...clicked(one, "SUMMER-SALE", 3), reason: "unknownCode" };
    return { ...row, reason: place % 13 === 5 ? "madeByStaff" : "noClick" };
  };
  const rows = clients.map(rowOf);
  for (let made = 0; made < VISITS; made++) {
    // More in recent days, and more by day than by night.
    const day = env.now - SPREAD_MS * random.next() ** 1.6;
    const at = Math.round(day - (day % DAY_MS) + random.between(6, 22) * HOUR_MS + random.next() * HOUR_MS);
    visit(Math.min(at, env.now - HOUR_MS), code, random.chance(0.15) ? random.pick(bots) : random.pick(browsers));
  }
  await atomicBatch(
    db,
    rows.map((row) => db.insert(attributions).values(row)),
  );
  for (let start = 0; start < visits.length; start += AT_A_TIME)
    await env.db
      .prepare(STORE_VISITS)
      .bind(JSON.stringify(visits.slice(start, start + AT_A_TIME)))
      .run();
}
