const labels: Record<string, string> = {
  "portal-outbox": "Emails and notifications",
  "portal-visits": "Referral visits",
  "portal-exports": "Exports",
};

export const queueLabel = (queue: string) => labels[queue] ?? queue;
