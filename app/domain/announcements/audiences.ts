/** The audience of an announcement. */
export const announcementAudiences = ["customers", "holders", "affiliates"] as const;
export type AnnouncementAudience = (typeof announcementAudiences)[number];

const labels: Record<AnnouncementAudience, string> = {
  customers: "All customers",
  holders: "Holders of a service",
  affiliates: "Affiliates",
};
export const audienceLabel = (audience: AnnouncementAudience) => labels[audience];
