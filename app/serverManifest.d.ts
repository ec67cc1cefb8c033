/** The manifest of all routes, written by Remix's build. */
declare module "virtual:remix/server-manifest" {
  const manifest: import("@remix-run/cloudflare").ServerBuild["assets"];
  export default manifest;
}
