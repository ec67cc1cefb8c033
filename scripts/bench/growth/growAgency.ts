import { encodeTime } from "ulid";
import { growPeople } from "./growPeople";
import { growRecords } from "./growRecords";
import type { Growth, Seeded } from "./growth";
import type { PersonRecords } from "./records";
import { DAYS, PEOPLE } from "./sizes";

const DAY_MS = 86_400_000;
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const padded = (n: string) => `printf('%016d', ${n})`;

/** The seeded people, and the order that grows most: the one whose page is measured. */
async function findSeeded(binding: D1Database, order: string): Promise<Seeded> {
  const userOf = async (mailbox: string) => {
    const found = await binding
      .prepare("select id from users where email = ?")
      .bind(`${mailbox}@example.com`)
      .first<{ id: string }>();
    if (!found) throw new Error(`The seed has no ${mailbox}@example.com`);
    return `'${found.id}'`;
  };
  return {
    superAdmin: await userOf("superadmin"),
    manager: await userOf("manager"),
    customer: await userOf("customer"),
    affiliate: await userOf("affiliate"),
    order: `'${order}'`,
  };
}

/**
 * Makes a seeded database that of an agency after 1,000 days: docs/benchmarks.md names the figures. The same rows on
 * each run but for the seed's own, in less than a minute. `now` in ms UTC; `orderId` is the order with the most text.
 */
export async function growAgency(binding: D1Database, now: number, { orderId }: PersonRecords): Promise<void> {
  const startedAt = now - DAYS * DAY_MS;
  const prefixed = (place: number) => (n: string) => `'${encodeTime(startedAt + place, 10)}' || ${padded(n)}`;
  const [userId, serviceId, package_, subscriptionId, payoutId] = [0, 1, 2, 3, 4].map(prefixed) as [
    (n: string) => string,
    (n: string) => string,
    (n: string) => string,
    (n: string) => string,
    (n: string) => string,
  ];
  const growth: Growth = {
    run: (sql) => binding.prepare(sql).run(),
    now,
    startedAt,
    count: (to) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to})`,
    userId,
    staffId: (n) => userId(`${PEOPLE} + (${n})`),
    serviceId,
    packageId: (service, place) => package_(`(${service}) * 10 + (${place})`),
    subscriptionId,
    payoutId,
    idAt: (at, n) =>
      [
        ...Array.from(
          { length: 10 },
          (_, place) => `substr('${CROCKFORD}', ((${at}) >> ${45 - 5 * place} & 31) + 1, 1)`,
        ),
        padded(n),
      ].join(" || "),
    seeded: await findSeeded(binding, orderId![0]!),
  };
  await growPeople(growth, binding);
  await growRecords(growth, binding);
}
