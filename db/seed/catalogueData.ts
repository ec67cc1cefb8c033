import type { IntakeItemType, ServicePaymentType, ServiceType } from "~/domain/catalogue/serviceTypes";
import { disc, panel, ring, type Shape, stroke } from "./drawImage";

interface SeedField {
  name: string;
  itemType: IntakeItemType;
  mandatory?: boolean;
  multiple?: boolean;
  placeHolder?: string;
  helpText?: string;
}

export interface SeedService {
  name: string;
  serviceType: ServiceType;
  paymentTypes: ServicePaymentType[];
  /** How often a recurring one recurs; monthly by default. */
  every?: { orderDuration: number; frequency: "DAY" | "WEEK" | "MONTH" };
  visible?: boolean;
  /** Working days; clients see when their orders are due. Absent: no deadline. */
  turnaroundDays?: number;
  description: string;
  checkoutDescription: string;
  subStatuses: string[];
  /** Dollars. The first add-on of a package is preselected. */
  packages: {
    name: string;
    price: number;
    description: string;
    addOns?: [string, number][];
    tiers?: [number, number][];
  }[];
  intake: SeedField[];
  /** Headings of the file that customers fill in instead of the form. */
  template?: string[];
  faqs: [string, string][];
  sampleReports: string[];
  picture: { top: [number, number, number]; bottom: [number, number, number]; shapes: Shape[] };
}

const words: [string, number][] = [
  ["500 Words", 0],
  ["1000 Words", 40],
  ["1500 Words", 75],
];
const bulk: [number, number][] = [
  [5, 5],
  [10, 10],
  [25, 15],
];

const targetUrl: SeedField = {
  name: "Target URL",
  itemType: "TEXT",
  mandatory: true,
  placeHolder: "https://example.com/page",
  helpText: "The page the link should point to.",
};
const anchorText: SeedField = {
  name: "Anchor text",
  itemType: "TEXT",
  mandatory: true,
  placeHolder: "best running shoes",
  helpText: "The words that carry the link. Leave variations to us by writing 'any'.",
};
const notes: SeedField = {
  name: "Notes",
  itemType: "TEXT_AREA",
  placeHolder: "Topics to avoid, tone of voice, competitors",
};
const brief: SeedField = {
  name: "Brief",
  itemType: "FILE_UPLOAD",
  multiple: true,
  helpText: "A brief or brand guide, if you have one.",
};

/** Rising bars, like a chart. */
const bars = (left: number, base: number, heights: number[], light: number) =>
  heights.map((height, i) => panel(left + i * 62, base - height, 40, height, 8, light));
const textLines = (left: number, top: number, widths: number[], light: number) =>
  widths.map((width, i) => stroke(left, top + i * 34, left + width, top + i * 34, 12, light));
const pin = (x: number, y: number, size: number, light: number) => [
  ring(x, y, size * 0.62, size * 0.5, light),
  stroke(x - size * 0.35, y + size * 0.75, x, y + size * 1.5, size * 0.32, light),
  stroke(x + size * 0.35, y + size * 0.75, x, y + size * 1.5, size * 0.32, light),
];
const link = (x: number, y: number, light: number) => [
  ring(x - 62, y, 70, 26, light),
  ring(x + 62, y, 70, 26, light),
  stroke(x - 40, y, x + 40, y, 26, light),
];

export const seedServices: readonly SeedService[] = [
  {
    name: "Guest Posts by Domain Authority",
    turnaroundDays: 20,
    serviceType: "REGULAR",
    paymentTypes: ["DIRECT", "SUBSCRIPTION"],
    description:
      "Articles on real, edited sites in your niche, each with one contextual link to your page.\n\n- Sites with organic traffic, checked by hand\n- Written by native editors\n- **Permanent** placement, with a guarantee on tracked packages",
    checkoutDescription:
      "Choose how many posts you need at each **domain authority**. Larger orders are cheaper per post.\n\n1. We propose topics\n2. You may comment within two days\n3. We write, publish and report",
    subStatuses: ["Prospecting", "Writing", "Published", "Reported"],
    packages: [
      {
        name: "DA 20+",
        price: 90,
        description: "Young, growing sites with at least 500 visits a month.",
        addOns: words,
        tiers: bulk,
      },
      {
        name: "DA 30+",
        price: 140,
        description: "Established blogs with at least 1,500 visits a month.",
        addOns: words,
        tiers: bulk,
      },
      {
        name: "DA 40+",
        price: 210,
        description: "Strong sites with at least 5,000 visits a month.",
        addOns: words,
        tiers: bulk,
      },
      { name: "DA 50+", price: 320, description: "Trade magazines and large blogs.", addOns: words, tiers: [[5, 8]] },
      {
        name: "DA 60+",
        price: 480,
        description: "Well-known publications. Topics need their editors' approval.",
        addOns: words,
        tiers: [[5, 10]],
      },
    ],
    intake: [targetUrl, anchorText, { ...notes, name: "Topic ideas" }, brief],
    template: ["Target URL", "Anchor text", "Topic ideas"],
    faqs: [
      ["How long does a placement take?", "Most posts are live within **three to four weeks**."],
      [
        "Can I approve the sites?",
        "Yes, with a tracked package. We propose a site for each post, and you accept or decline it before we write.",
      ],
      [
        "What happens when a post disappears?",
        "A tracked post has a guarantee of 12 months. Tell us, and we replace it:\n\n- same authority or higher\n- same anchor text",
      ],
    ],
    sampleReports: ["Ten placements for a running shop", "Quarterly link report"],
    picture: {
      top: [62, 99, 221],
      bottom: [30, 42, 120],
      shapes: [
        panel(150, 90, 300, 270, 22, 0.16),
        ...textLines(190, 150, [200, 220, 160, 190], 0.3),
        ...link(560, 225, 0.5),
      ],
    },
  },
  {
    name: "Niche Edits",
    turnaroundDays: 15,
    serviceType: "REGULAR",
    paymentTypes: ["DIRECT"],
    description:
      "Your link placed in an article that already ranks and is already read. Quicker than a new article, and it starts to count immediately.",
    checkoutDescription: "Pick the authority of the pages. We send the proposed pages within **five working days**.",
    subStatuses: ["Prospecting", "Placed", "Reported"],
    packages: [
      { name: "DA 20+", price: 70, description: "Pages with at least 100 visits a month.", tiers: bulk },
      { name: "DA 30+", price: 110, description: "Pages with at least 300 visits a month.", tiers: bulk },
      { name: "DA 40+", price: 165, description: "Pages with at least 1,000 visits a month.", tiers: bulk },
    ],
    intake: [targetUrl, anchorText, notes],
    template: ["Target URL", "Anchor text"],
    faqs: [
      ["Are the links marked as sponsored?", "No. We only work with editors who place links because they fit."],
      ["How many may I order a month?", "For a young site we advise against more than ten."],
    ],
    sampleReports: ["Placements of one month"],
    picture: {
      top: [16, 148, 136],
      bottom: [8, 70, 84],
      shapes: [
        ...textLines(170, 130, [420, 460, 300], 0.2),
        stroke(170, 232, 400, 232, 22, 0.6),
        ...textLines(170, 266, [440, 380], 0.2),
        disc(610, 300, 46, 0.45),
      ],
    },
  },
  {
    name: "Local Citation Building",
    turnaroundDays: 10,
    serviceType: "REGULAR",
    paymentTypes: ["DIRECT"],
    description:
      "Your name, address and phone number, the same everywhere: on the directories that search engines trust for your country and trade.",
    checkoutDescription: "Order one package for each location. All logins are handed over to you.",
    subStatuses: ["Data check", "Submission", "Verification", "Reported"],
    packages: [
      { name: "25 Citations", price: 85, description: "The general directories of your country.", tiers: [[3, 10]] },
      { name: "50 Citations", price: 150, description: "General and local directories.", tiers: [[3, 10]] },
      { name: "100 Citations", price: 260, description: "General, local and trade directories.", tiers: [[3, 12]] },
    ],
    intake: [
      { name: "Business name", itemType: "TEXT", mandatory: true },
      {
        name: "Full address",
        itemType: "TEXT_AREA",
        mandatory: true,
        helpText: "Exactly as it stands on your website.",
      },
      { name: "Phone", itemType: "TEXT", mandatory: true },
      { name: "Year founded", itemType: "NUMBER", placeHolder: "2015" },
      { ...brief, name: "Opening hours and photos", helpText: "One document with all of it." },
    ],
    template: ["Business name", "Address", "City", "Zip code", "Phone", "Website"],
    faqs: [
      [
        "Which countries do you cover?",
        "The United States, Canada, the United Kingdom, Ireland, Australia and New Zealand.",
      ],
      ["Do you remove wrong entries?", "Duplicates that we meet on the way are reported and, where possible, merged."],
    ],
    sampleReports: ["Fifty citations for a dental practice"],
    picture: {
      top: [217, 119, 46],
      bottom: [124, 45, 60],
      shapes: [...pin(400, 175, 84, 0.55), ring(400, 330, 150, 6, 0.25), ring(400, 330, 90, 6, 0.3)],
    },
  },
  {
    name: "Digital PR Campaign",
    turnaroundDays: 30,
    serviceType: "CUSTOM",
    paymentTypes: ["DIRECT"],
    description:
      "A story about your brand that journalists want: data, a survey or an expert view. We plan it, produce it and pitch it.\n\n- Coverage in national and trade press\n- Links that cannot be bought",
    checkoutDescription: "A campaign runs for **eight to ten weeks** and starts with a call.",
    subStatuses: ["Ideas", "Research", "Design", "Outreach", "Coverage report"],
    packages: [
      {
        name: "Regional campaign",
        price: 2400,
        description: "One story, regional press, at least 5 pieces of coverage.",
      },
      {
        name: "National campaign",
        price: 4800,
        description: "One story, national press, at least 12 pieces of coverage.",
        addOns: [
          ["Survey of 1,000 people", 900],
          ["Interactive chart", 650],
        ],
      },
      {
        name: "International campaign",
        price: 8900,
        description: "One story in three countries.",
        addOns: [
          ["Survey of 1,000 people", 900],
          ["Translation into two languages", 1200],
        ],
      },
    ],
    intake: [
      { name: "Website", itemType: "TEXT", mandatory: true, placeHolder: "https://example.com" },
      { name: "Story ideas", itemType: "TEXT_AREA", helpText: "Anything your company knows that nobody else does." },
      { name: "Spokesperson", itemType: "TEXT", mandatory: true, helpText: "Whom journalists may quote." },
      { ...brief, name: "Press kit" },
    ],
    faqs: [
      [
        "Is coverage guaranteed?",
        "The number of pieces in your package is. What falls short is pitched again at no cost.",
      ],
      ["Who owns the research?", "You do, with all raw data."],
    ],
    sampleReports: ["Coverage of a travel survey", "Outreach log"],
    picture: {
      top: [190, 60, 120],
      bottom: [70, 26, 92],
      shapes: [
        stroke(270, 225, 470, 130, 30, 0.5),
        stroke(270, 225, 470, 320, 30, 0.5),
        stroke(470, 130, 470, 320, 30, 0.5),
        ring(470, 225, 150, 12, 0.22),
        ring(470, 225, 210, 12, 0.16),
        disc(250, 225, 44, 0.6),
      ],
    },
  },
  {
    name: "Local SEO Management",
    turnaroundDays: 20,
    serviceType: "CUSTOM",
    paymentTypes: ["SUBSCRIPTION"],
    description:
      "Be found by the people around the corner. We look after your business profile, reviews and local rankings, month after month.",
    checkoutDescription: "Billed monthly for each location. You can **cancel at any time**.",
    subStatuses: ["Profile", "Content", "Reviews", "Monthly report"],
    packages: [
      {
        name: "One location",
        price: 390,
        description: "Profile, four posts, review replies, rank tracking of 15 terms.",
        tiers: [
          [3, 10],
          [10, 20],
        ],
      },
      {
        name: "One location, competitive market",
        price: 690,
        description: "As above with eight posts, local links and 30 terms.",
        tiers: [[3, 10]],
      },
    ],
    intake: [
      { name: "Business profile link", itemType: "TEXT", mandatory: true },
      {
        name: "Services and area",
        itemType: "TEXT_AREA",
        mandatory: true,
        placeHolder: "What you do, and how far you travel",
      },
      { name: "Average customer value in dollars", itemType: "NUMBER" },
      brief,
    ],
    faqs: [
      ["When will I see results?", "Profile work shows within weeks; rankings usually within **three months**."],
      ["Do you write reviews?", "Never. We help you to ask your customers for them."],
    ],
    sampleReports: ["Monthly report of a dental practice"],
    picture: {
      top: [34, 139, 90],
      bottom: [12, 64, 74],
      shapes: [
        ...pin(270, 150, 60, 0.5),
        ...pin(520, 120, 46, 0.32),
        ...bars(330, 370, [70, 110, 150, 200, 240], 0.28),
      ],
    },
  },
  {
    name: "Technical SEO Audit",
    turnaroundDays: 10,
    serviceType: "CUSTOM",
    paymentTypes: ["DIRECT"],
    description:
      "Everything that keeps search engines from reading your site, in order of what it costs you: crawling, speed, structure, markup, migration risks.",
    checkoutDescription: "You receive a document of findings, a task list and a one-hour walkthrough.",
    subStatuses: ["Crawl", "Analysis", "Report", "Walkthrough"],
    packages: [
      { name: "Up to 500 pages", price: 650, description: "For company sites and small shops." },
      {
        name: "Up to 10,000 pages",
        price: 1450,
        description: "For shops and publishers.",
        addOns: [["Log file analysis", 400]],
      },
      {
        name: "Up to 250,000 pages",
        price: 3200,
        description: "For marketplaces and large publishers.",
        addOns: [
          ["Log file analysis", 800],
          ["Migration plan", 1500],
        ],
      },
    ],
    intake: [
      { name: "Website", itemType: "TEXT", mandatory: true, placeHolder: "https://example.com" },
      { name: "Known problems", itemType: "TEXT_AREA" },
      { name: "Pages, roughly", itemType: "NUMBER", mandatory: true },
      { ...brief, name: "Earlier audits" },
    ],
    faqs: [
      ["Do you need access to our server?", "No. Read access to your search console is enough."],
      ["Will you fix what you find?", "We can. Most teams prefer to use the task list."],
    ],
    sampleReports: ["Findings for an outdoor shop", "Task list"],
    picture: {
      top: [71, 85, 105],
      bottom: [22, 28, 45],
      shapes: [
        ring(360, 200, 110, 28, 0.5),
        stroke(440, 282, 540, 372, 34, 0.5),
        ...textLines(300, 180, [120, 90], 0.35),
      ],
    },
  },
  {
    name: "SEO Content Writing",
    turnaroundDays: 7,
    serviceType: "REGULAR",
    paymentTypes: ["DIRECT", "SUBSCRIPTION"],
    description:
      "Articles, product texts and landing pages that answer what people search for. Planned with data, written by people.",
    checkoutDescription: "Prices are for one text with keyword research, headings, meta data and one round of changes.",
    subStatuses: ["Outline", "Draft", "Review", "Delivered"],
    packages: [
      {
        name: "Blog article",
        price: 75,
        description: "An article on one topic.",
        addOns: [
          ["500 Words", 0],
          ["1000 Words", 60],
          ["2000 Words", 160],
        ],
        tiers: bulk,
      },
      {
        name: "Landing page",
        price: 180,
        description: "A page that sells one service.",
        addOns: [
          ["500 Words", 0],
          ["1000 Words", 60],
        ],
        tiers: [[5, 10]],
      },
      {
        name: "Product text",
        price: 35,
        description: "About 200 words for one product.",
        tiers: [
          [10, 10],
          [50, 20],
        ],
      },
    ],
    intake: [
      { name: "Topic or keyword", itemType: "TEXT", mandatory: true },
      {
        name: "Audience",
        itemType: "TEXT_AREA",
        mandatory: true,
        placeHolder: "Who reads it, and what should they do next?",
      },
      { name: "Number of internal links", itemType: "NUMBER", placeHolder: "3" },
      { ...brief, name: "Style guide" },
    ],
    template: ["Topic", "Keyword", "Audience", "Internal links"],
    faqs: [
      ["Who writes the texts?", "Writers with at least three years in your field. You keep the same one."],
      ["Who owns them?", "You, entirely, once the order is complete."],
    ],
    sampleReports: ["Article about trail running"],
    picture: {
      top: [124, 88, 214],
      bottom: [48, 32, 104],
      shapes: [
        panel(230, 70, 340, 310, 20, 0.18),
        ...textLines(280, 140, [240, 200, 250, 160, 220], 0.34),
        stroke(560, 350, 650, 210, 26, 0.55),
      ],
    },
  },
  {
    name: "Monthly SEO Partnership",
    turnaroundDays: 20,
    serviceType: "CUSTOM",
    paymentTypes: ["SUBSCRIPTION"],
    description:
      "Strategy, content, links and technical care from one team, every month.\n\n- A named consultant\n- A plan for each quarter\n- One report that a board can read",
    checkoutDescription: "Billed monthly. The first month begins with an audit and a **90-day plan**.",
    subStatuses: ["Plan", "Content", "Links", "Technical", "Report"],
    packages: [
      { name: "Starter", price: 950, description: "Two articles, two links, 20 hours." },
      {
        name: "Growth",
        price: 1900,
        description: "Four articles, five links, 40 hours.",
        addOns: [["Conversion review", 350]],
      },
      {
        name: "Scale",
        price: 3800,
        description: "Eight articles, ten links, 80 hours.",
        addOns: [
          ["Conversion review", 350],
          ["Second language", 900],
        ],
      },
    ],
    intake: [
      { name: "Website", itemType: "TEXT", mandatory: true, placeHolder: "https://example.com" },
      { name: "Goals for the next 12 months", itemType: "TEXT_AREA", mandatory: true },
      { name: "Monthly visits today", itemType: "NUMBER" },
      brief,
    ],
    faqs: [
      ["Is there a minimum term?", "No. Most results need **six months**, so we plan in quarters."],
      ["Can we change the package?", "From one month to the next."],
    ],
    sampleReports: ["Quarterly plan", "Monthly report", "Board summary"],
    picture: {
      top: [37, 99, 235],
      bottom: [14, 52, 120],
      shapes: [
        ...bars(210, 360, [60, 90, 130, 150, 210, 260], 0.28),
        stroke(225, 270, 330, 225, 10, 0.6),
        stroke(330, 225, 440, 175, 10, 0.6),
        stroke(440, 175, 560, 80, 10, 0.6),
        disc(560, 80, 20, 0.75),
      ],
    },
  },
  {
    name: "Broken Link Building",
    turnaroundDays: 20,
    serviceType: "REGULAR",
    paymentTypes: ["SUBSCRIPTION"],
    every: { orderDuration: 2, frequency: "WEEK" },
    description: "We find dead links on good sites in your field and offer the editors your page in their place.",
    checkoutDescription:
      "A fixed number of outreach contacts **every two weeks**; links as they come, typically one in twelve.",
    subStatuses: ["Search", "Outreach", "Reported"],
    packages: [
      { name: "60 contacts", price: 240, description: "About five links a fortnight." },
      { name: "120 contacts", price: 430, description: "About ten links a fortnight." },
    ],
    intake: [
      { ...targetUrl, name: "Page to offer" },
      { name: "Topics", itemType: "TEXT_AREA", mandatory: true },
      brief,
    ],
    faqs: [["Why do editors agree?", "A dead link annoys their readers, and we hand them a working one."]],
    sampleReports: ["Outreach of two weeks"],
    picture: {
      top: [180, 83, 9],
      bottom: [90, 30, 20],
      shapes: [
        ring(300, 225, 80, 28, 0.45),
        ring(510, 225, 80, 28, 0.45),
        stroke(392, 165, 380, 120, 10, 0.5),
        stroke(405, 285, 405, 335, 10, 0.5),
        stroke(420, 165, 436, 122, 10, 0.5),
      ],
    },
  },
  {
    name: "Keyword Research and Content Plan",
    turnaroundDays: 5,
    serviceType: "REGULAR",
    paymentTypes: ["DIRECT"],
    description:
      "What your customers search for, grouped by intent, with a plan of which page answers which search and in what order to write them.",
    checkoutDescription: "Delivered as a spreadsheet with a short video that explains it.",
    subStatuses: ["Research", "Grouping", "Plan"],
    packages: [
      { name: "Up to 100 keywords", price: 190, description: "For one service or product line.", tiers: [[3, 10]] },
      { name: "Up to 500 keywords", price: 480, description: "For a whole site.", addOns: [["Competitor gap", 120]] },
    ],
    intake: [
      { name: "Website", itemType: "TEXT", mandatory: true, placeHolder: "https://example.com" },
      { name: "Competitors", itemType: "TEXT_AREA", placeHolder: "One address a line" },
      { name: "Countries", itemType: "TEXT", mandatory: true },
      { ...brief, name: "Existing keyword lists" },
    ],
    faqs: [["Which languages can you do?", "English, German, French and Spanish, by people who grew up with them."]],
    sampleReports: ["Content plan for a garden shop"],
    picture: {
      top: [8, 131, 149],
      bottom: [12, 58, 96],
      shapes: [
        disc(300, 180, 92, 0.25),
        disc(450, 250, 120, 0.22),
        disc(560, 140, 62, 0.35),
        disc(390, 130, 34, 0.5),
        disc(250, 310, 44, 0.4),
      ],
    },
  },
  {
    name: "White-Label Retainer",
    serviceType: "CUSTOM",
    paymentTypes: ["SUBSCRIPTION", "DIRECT"],
    visible: false,
    description: "Our team under your name, for agencies with clients of their own.",
    checkoutDescription: "By invitation. Hours that are not used are carried over for one month.",
    subStatuses: ["Planning", "Delivery", "Report"],
    packages: [
      { name: "40 hours", price: 2600, description: "One named specialist." },
      { name: "80 hours", price: 4900, description: "Two named specialists." },
    ],
    intake: [{ name: "End client", itemType: "TEXT", mandatory: true }, { ...notes, mandatory: true }, brief],
    faqs: [["Do you contact our clients?", "Never, unless you ask us to."]],
    sampleReports: ["Neutral monthly report"],
    picture: {
      top: [100, 116, 139],
      bottom: [40, 50, 70],
      shapes: [panel(230, 120, 200, 210, 18, 0.25), panel(370, 150, 200, 210, 18, 0.35)],
    },
  },
];
