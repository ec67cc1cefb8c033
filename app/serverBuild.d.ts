/** Built by Remix and changed by scripts/laterRoutes.ts. */
declare module "virtual:remix/server-build" {
  const build: import("./lazyRoutes").LazyBuild;
  export = build;
}
