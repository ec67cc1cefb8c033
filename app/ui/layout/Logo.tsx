import type { BrandLinks } from "./shellProps";

/** The agency's logo, or a mark with its name. The style sheet shows the logo that suits the mode. */
export function Logo({ name, logo, logoDark }: Pick<BrandLinks, "name" | "logo" | "logoDark">) {
  if (!logo) return <span className="logo-mark">{name}</span>;
  return (
    <>
      <img className={logoDark ? "logo-light" : "logo-only"} src={logo.url} {...sizeOf(logo)} alt={name} />
      {logoDark ? (
        // Lazy, so that only dark pages load it.
        <img className="logo-dark" src={logoDark.url} {...sizeOf(logoDark)} alt={name} loading="lazy" />
      ) : null}
    </>
  );
}

/** Pixels. Also the height in the style sheet. */
const HEIGHT = 28;
const sizeOf = ({ width, height }: { width: number; height: number }) => ({
  width: Math.round((HEIGHT * width) / height),
  height: HEIGHT,
});
