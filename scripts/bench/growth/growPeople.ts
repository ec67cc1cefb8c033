import type { Growth } from "./growth";
import { PACKAGES, PEOPLE, SERVICES, STAFF } from "./sizes";

const firstNames =
  "Anna Ben Clara David Ella Felix Grace Henry Iris Jonas Karla Leo Maria Nils Olga Paul Rosa Simon Tara Victor";
const lastStarts = "Ash Black Brook Clay Dun East Fair Green Hart Ketter Lang Mar Nor Oak Pem Red Stan Thorn West Win";
const lastEnds = "berg brook bury by dale field ford gate ham hill ley low man mont more ridge son ton well wood";

/** The place of a person's name in a list of words, as an SQL expression. */
const pick = (words: string, place: string) =>
  `(select value from json_each('${JSON.stringify(words.split(" "))}') where key = (${place}) % 20)`;

/** Affiliates besides the seeded one; their customers' numbers are 1 to this. */
export const AFFILIATES = 299;

/** Team, clients, affiliates with their referrals and rates, services with packages, coupons and content. */
export async function growPeople(growth: Growth, binding: D1Database): Promise<void> {
  const { run, count, now, startedAt, userId, staffId, serviceId, packageId, seeded } = growth;
  const number = async (sql: string) => (await binding.prepare(sql).first<{ count: number }>())!.count;
  const staff = STAFF - (await number("select count(*) as count from users where role = 'ADMIN'"));
  const customers = PEOPLE - STAFF - (await number("select count(*) as count from users where role = 'CUSTOMER'"));
  const services = SERVICES - (await number("select count(*) as count from services where archived_at is null"));
  const first = pick(firstNames, "i");
  const last = `${pick(lastStarts, "i / 20")} || ${pick(lastEnds, "i / 400")}`;
  const person = (id: string, mailbox: string, rest: string) => `
    select ${id} as id, '${mailbox}' || i || '@example.com' as email, ${first} as first_name, ${last} as last_name, ${rest} from n`;
  const insertUsers = (to: number, select: string, columns: string) =>
    run(`insert into users (id, email, first_name, last_name, first_name_folded, last_name_folded, email_folded,
        first_login, email_verified_at, ${columns})
      ${count(to)} select id, email, first_name, last_name, lower(first_name), lower(last_name), email, 0, created_at, ${columns}
      from (${select})`);
  await insertUsers(
    staff,
    person(
      staffId("i"),
      "staff",
      `'ADMIN' as role, iif(i % 10 = 0, 'Admin', 'Manager') as privileges, ${startedAt} + i as created_at`,
    ),
    "role, privileges, created_at",
  );
  await insertUsers(
    customers,
    person(
      userId("i"),
      "client",
      `'CUSTOMER' as role, 'BUSINESS' as client_type, iif(i % 5 = 0, 'INACTIVE', 'LEAD') as user_status,
       i <= ${AFFILIATES} as affiliate, iif(i <= ${AFFILIATES}, 'GROWN' || i, null) as affiliate_code,
       ${startedAt} + i * 4300000 as created_at`,
    ),
    "role, client_type, user_status, affiliate, affiliate_code, created_at",
  );
  const affiliate = (n: string) => `iif((${n}) % 300 = 0, ${seeded.affiliate}, ${userId(`(${n}) % 300`)})`;
  await run(`insert into attributions (user_id, affiliate_id, reason, decided_at)
    ${count(customers)} select ${userId("i")},
      case when i <= ${AFFILIATES} then null when i % 30 = 1 then ${seeded.affiliate} when i % 3 = 0 then ${affiliate("i / 3")} end,
      iif(i > ${AFFILIATES} and (i % 30 = 1 or i % 3 = 0), 'lastClick', 'noClick'), ${startedAt} + i * 4300000 from n`);
  await run(`insert into services (id, name, name_folded, description, service_type, payment_types, sub_statuses, created_at)
    ${count(services)} select ${serviceId("i")}, 'Link package ' || i, 'link package ' || i, '<p>Links from sites that your readers know.</p>',
      iif(i % 5 = 0, 'CUSTOM', 'REGULAR'), '["DIRECT","SUBSCRIPTION"]', '[]', ${startedAt} + i * 1000 from n`);
  await run(`insert into packages (id, service_id, name, description, price, add_ons, discounts, sequence, created_at)
    ${count(services * PACKAGES)} select ${packageId("1 + (i - 1) / 6", "(i - 1) % 6")}, ${serviceId("1 + (i - 1) / 6")},
      'DA ' || (20 + (i - 1) % 6 * 10) || '+', '', 5000 + (i % 40) * 500, '[]', '[]', (i - 1) % 6, ${startedAt} from n`);
  await run(`insert into commission_settings (user_id, service_id, percent, first_time, perpetual)
    ${count(AFFILIATES * 20)} select ${userId("1 + i / 20 % 299")}, ${serviceId("1 + i % 20 * 7 % 300")}, 1000, 0, 1 from n where true
    on conflict do nothing`);
  await run(`insert into commission_settings (user_id, service_id, percent, first_time, perpetual)
    ${count(150)} select ${seeded.affiliate}, ${serviceId("i")}, 1250, 0, 1 from n`);
  await run(`insert into client_notes (id, client_id, author_id, body, created_at)
    ${count(500)} select ${growth.idAt(`${now} - i * 3600000`, "i")}, ${seeded.customer}, ${seeded.manager},
      'Called about the links of last month. Wants a report with the anchor texts before the next order, number ' || i, ${now} - i * 3600000 from n`);
  await run(`insert into visits (id, affiliate_code, affiliate_id, landing_path, referrer, user_agent, bot, created_at)
    ${count(100_000)} select ${growth.idAt("at", "i")}, code, affiliate_id, '/services', 'https://blog.example.com/links', 'Mozilla/5.0', i % 7 = 0, at
    from (select i, ${now} - i * 315000 as at, iif(i % 5 = 0, ${seeded.affiliate}, ${userId("1 + i % 299")}) as affiliate_id,
      iif(i % 5 = 0, 'AFF2026', 'GROWN' || (1 + i % 299)) as code from n)`);
  await run(`insert into coupons (id, code, type, discount, affiliate_id, created_at)
    ${count(300)} select ${growth.idAt(`${startedAt} + i * 86400000`, "i")}, 'GROWN' || i, 'PERCENTAGE', 10, null, ${startedAt} + i * 86400000 from n`);
  await run(`insert into announcements (id, name, description, link_url, image_key, visible, from_at, until_at, created_at)
    ${count(200)} select ${growth.idAt(`${startedAt} + i * 86400000`, "i")}, 'News ' || i, 'What changed this week.', 'https://example.com/', 'grown', 1,
      ${startedAt} + i * 86400000, ${startedAt} + (i + 7) * 86400000, ${startedAt} + i * 86400000 from n`);
  await run(`insert into creatives (id, name, url, valid_until, creative_status, created_at)
    ${count(200)} select ${growth.idAt(`${startedAt} + i * 86400000`, "i")}, 'Banner ' || i, 'https://example.com/', ${now} + 31536000000,
      (select creative_status from creatives limit 1), ${startedAt} + i * 86400000 from n`);
  await run(`insert into security_events (id, kind, user_id, user_agent, detail, created_at)
    ${count(20_000)} select ${growth.idAt(`${now} - i * 300000`, "i")}, 'signedIn', ${userId("1 + i % 9000")}, 'Mozilla/5.0', '', ${now} - i * 300000 from n`);
}
