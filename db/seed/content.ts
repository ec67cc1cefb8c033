import { AnnouncementInput } from "~/domain/announcements/announcement";
import { saveAnnouncement } from "~/domain/announcements/manageAnnouncements";
import type { ActorUser } from "~/domain/context";
import { CreativeInput } from "~/domain/creatives/creative";
import { saveCreative } from "~/domain/creatives/manageCreatives";
import { dayOf } from "~/domain/days";
import { storeUpload } from "~/files/storeUpload";
import { disc, drawImage, panel, ring, stroke } from "./drawImage";
import { actingAs, DAY_MS, type Seed, seedContext } from "./seedContext";

type Colour = readonly [number, number, number];

interface SeedAnnouncement {
  name: string;
  description: string;
  path: string;
  colours: readonly [Colour, Colour];
  /** Days before the seed's now at which it was written. */
  age: number;
  visible?: false;
  /** Days from now; negative in the past. */
  from?: number;
  until?: number;
  audience?: "affiliates" | "holders";
}

const announcements: readonly SeedAnnouncement[] = [
  {
    name: "Ten links, one free",
    description: "Order ten placements of one kind before the end of the month and we add an eleventh at no charge.",
    path: "offers/ten-links",
    colours: [
      [62, 99, 221],
      [20, 40, 110],
    ],
    age: 3,
    until: 21,
  },
  {
    name: "Your monthly report has a new look",
    description: "Rankings, placements and what comes next on one page. The next delivery shows it for the first time.",
    path: "news/reports",
    colours: [
      [18, 165, 148],
      [10, 60, 70],
    ],
    age: 8,
    audience: "holders",
  },
  {
    name: "Fresh banners for affiliates",
    description: "Six new sizes with clearer words. You find them among your creatives, each with your own link.",
    path: "affiliates/banners",
    colours: [
      [247, 107, 21],
      [120, 40, 20],
    ],
    age: 5,
    audience: "affiliates",
  },
  {
    name: "Summer hours",
    description: "Answers may take a day longer in August.",
    path: "news/summer-hours",
    colours: [
      [255, 197, 61],
      [150, 90, 10],
    ],
    age: 100,
    until: -60,
  },
  {
    name: "Holiday deliveries",
    description: "Orders placed before the 15th are delivered before the holidays.",
    path: "news/holidays",
    colours: [
      [229, 72, 77],
      [90, 20, 40],
    ],
    age: 1,
    from: 14,
  },
  {
    name: "Draft: a guide to anchor texts",
    description: "Not ready to be read.",
    path: "guides/anchor-texts",
    colours: [
      [142, 78, 198],
      [50, 20, 80],
    ],
    age: 2,
    visible: false,
  },
];

const creatives = [
  {
    name: "Guest posts: leaderboard banner",
    description: "Real sites, real readers. 728 x 90, for the head or foot of a page.",
    path: "guest-posts",
    validity: 120,
    file: "banner",
  },
  {
    name: "E-mail to your readers",
    description:
      "Subject: Links that last\n\nI have worked with this team for a year. They write to site owners by hand, show every placement before it goes live, and replace what is lost. Have a look.",
    path: "how-it-works",
    validity: 200,
  },
  {
    name: "Square picture for social networks",
    description: "1080 x 1080. Goes well with a sentence about your own results.",
    path: "results",
    validity: 45,
    file: "square",
  },
  {
    name: "Spring campaign",
    description: "Last spring's offer, now expired.",
    path: "offers/spring",
    validity: -30,
    file: "spring",
  },
  {
    name: "Partner page, new words",
    description: "Waits for a last look.",
    path: "partners",
    validity: 90,
    inactive: true,
  },
];

/** Announcements and creatives, including hidden, expired and targeted ones. */
export async function seedContent(seed: Seed, superAdmin: ActorUser, serviceIds: readonly string[]): Promise<void> {
  const { now } = seed.env;
  const at = (age: number) => seedContext(seed, actingAs(superAdmin), now - age * DAY_MS);
  const day = (days: number | undefined) => (days === undefined ? undefined : dayOf(now + days * DAY_MS));
  for (const { path, colours, age, from, until, ...words } of announcements) {
    const ctx = at(age);
    const picture = drawImage(...colours, [
      disc(640, 120, 150, 0.22),
      ring(640, 120, 210, 14, 0.3),
      stroke(80, 300, 430, 300, 26, 0.85),
      stroke(80, 356, 330, 356, 18, 0.5),
    ]);
    const image = await storeUpload(ctx, "announcementImage", new File([picture], "announcement.png"));
    await saveAnnouncement(
      ctx,
      AnnouncementInput.parse({
        ...words,
        linkUrl: `https://example.com/${path}`,
        imageKey: image.key,
        fromAt: day(from),
        untilAt: day(until),
        serviceIds: words.audience === "holders" ? serviceIds.slice(0, 2) : [],
      }),
    );
  }
  for (const [index, { path, validity, file, inactive, ...words }] of creatives.entries()) {
    const ctx = at(40 - index * 5);
    const picture = drawImage(
      [62, 99, 221],
      [20, 40, 110],
      [panel(60, 60, 680, 330, 24, 0.12), stroke(120, 200, 560, 200, 34, 0.86), stroke(120, 270, 400, 270, 20, 0.52)],
    );
    const upload = file ? await storeUpload(ctx, "creativeFile", new File([picture], `${file}.png`)) : undefined;
    await saveCreative(
      ctx,
      CreativeInput.parse({
        ...words,
        url: `https://example.com/${path}`,
        creativeStatus: inactive ? "INACTIVE" : "ACTIVE",
        validUntil: day(validity),
        uploadKey: upload?.key,
      }),
    );
  }
}
