/** The sandbox's two accounts, one per payment account of the product. */
export const accounts = ["regular", "custom"] as const;
export type Account = (typeof accounts)[number];

/** Replacements for real keys. They are public and protect nothing. */
export const sandboxKeys: Record<Account, { secretKey: string; publishableKey: string; webhookSecret: string }> = {
  regular: {
    secretKey: "sk_test_sandbox_regular",
    publishableKey: "pk_test_sandbox_regular",
    webhookSecret: "whsec_sandbox_regular",
  },
  custom: {
    secretKey: "sk_test_sandbox_custom",
    publishableKey: "pk_test_sandbox_custom",
    webhookSecret: "whsec_sandbox_custom",
  },
};
