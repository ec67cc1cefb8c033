/** Conversations between clients and the team about an order, alternating; the client begins. */
export const conversations: readonly (readonly [from: "client" | "team", text: string])[][] = [
  [
    ["client", "Hi, could you tell me when the first drafts are due? Our editor is away from Thursday."],
    ["team", "Good morning. You get the first two drafts on **Wednesday**, so there is time to read them."],
    ["client", "Perfect, thank you."],
  ],
  [
    [
      "client",
      "Two things before you start:\n\n- please use the short brand name\n- the pricing page moved, the old address redirects",
    ],
    ["team", "Noted, both. We link to the new address directly, so that nothing is lost on the way."],
  ],
  [
    ["team", "We have found 14 sites that fit your niche. May we include one that asks for a longer article?"],
    ["client", "Yes, as long as it stays factual."],
    ["team", "It will. You see the outline before we write."],
  ],
  [
    ["client", "Which keywords did you choose in the end?"],
    [
      "team",
      "These three:\n\n1. the main term of the landing page\n2. its question form\n3. the brand with the city\n\nThe sheet in Reports has the volumes.",
    ],
  ],
];

/** Internal messages. A client must never see them. */
export const internalMessages = [
  ["Writer booked until Friday. If the brief changes again we need a second one.", "I can take over the last article."],
  ["The outreach list overlaps with another project, please check before sending.", "Checked, three removed."],
  ["They were unhappy with the tone last time. Let me read it before it goes out."],
] as const;

export const changeRequests = [
  "The second article names an old product. Could you **replace it** with the new range?",
  "Two of the links point to the home page instead of the category. Please correct them.",
] as const;

export const importedConversations: readonly (readonly [from: "client" | "team", text: string])[][] = [
  [
    ["client", "<p>Hello, we would like to start with the <strong>spring</strong> pages.</p>"],
    [
      "team",
      "<p>Great choice. Here is what we need:</p><ul><li>the list of pages</li><li>access to the analytics</li></ul>",
    ],
    ["client", "<p>Sent by mail just now.</p>"],
    ["team", "<p>Received, thank you. We begin on Monday.</p>"],
  ],
  [
    ["team", "<p>The first month is done. The report is attached to this order.</p>"],
    ["client", "<p>Thank you, that reads well. Please go on.</p>"],
  ],
  [
    ["client", "<p>Can the texts be in British English?</p>"],
    ["team", "<p>Yes, from the next one on.</p>"],
    ["client", "<p>Lovely.</p>"],
  ],
];
