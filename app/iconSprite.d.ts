/** The address of the icons' file. Drawn by scripts/iconSprite.ts. */
declare module "virtual:icon-sprite" {
  const href: string;
  export default href;
}
