import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { iconNames } from "../app/ui/icon/iconNames";
import { cardSymbols } from "./cardMarks";

const virtual = "virtual:icon-sprite";

/** An element of a lucide icon: its tag and attributes. */
type Shape = [tag: string, attributes: Record<string, string>];

async function symbolOf(name: string) {
  const { __iconData } = (await import(`lucide-react/icons/${name}`)) as { __iconData?: { node: Shape[] } };
  if (!__iconData) throw new Error(`"${name}" is an old name of a lucide icon: use the one that it exports`);
  const shapes = __iconData.node.map(([tag, { key: _key, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
    return `<${tag}${written.join("")}/>`;
  });
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join("")}</symbol>`;
}

/** Draws the portal's icons into one file, which browsers keep, and gives its address as `virtual:icon-sprite`. */
export function iconSprite(): Plugin {
  let draws = false;
  return {
    name: "icon-sprite",
    configResolved(config) {
      // The browser's build alone: its file serves the pages of every other.
      draws = config.command === "build" && !config.build.ssr;
    },
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    async load(id) {
      if (id !== `\0${virtual}`) return;
      const symbols = await Promise.all(iconNames.map(symbolOf));
      const source = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}${cardSymbols.join("")}</svg>`;
      const hash = createHash("sha256").update(source).digest("base64url").slice(0, 5);
      // Short, because a page repeats it for each icon.
      const fileName = `assets/i-${hash}.svg`;
      if (draws) this.emitFile({ type: "asset", fileName, source });
      return `export default "/${fileName}";`;
    },
  };
}
