/** Written by scripts/buildStripeJs.ts before the Worker is bundled. */
declare module "*/stripe.js.json" {
  const script: string;
  export default script;
}
