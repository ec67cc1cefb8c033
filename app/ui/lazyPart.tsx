import { type ComponentType, lazy } from "react";

const parts: { element: string; load(): Promise<unknown> }[] = [];

/**
 * A component in a script of its own. A loader that shows it awaits `load`, because the server renders in one go.
 * `element`: a selector of what it draws.
 */
export function lazyPart<Props>(element: string, read: () => Promise<ComponentType<Props>>) {
  let loaded: Module<Props> | undefined;
  const load = async () => {
    loaded = { default: await read() };
    return loaded;
  };
  parts.push({ element, load });
  return { load, Part: lazy(() => (loaded ? resolved(loaded) : load())) };
}

/**
 * Loads the parts that the server has drawn. React draws a part again, with an error and without what was typed in it,
 * that is still loading at the page's first update.
 */
export const loadDrawnParts = (): Promise<unknown>[] =>
  parts.filter(({ element }) => document.querySelector(element)).map(({ load }) => load());

type Module<Props> = { default: ComponentType<Props> };

/** React renders a module that is there already without waiting. */
const resolved = <Props,>(module: Module<Props>) =>
  // biome-ignore lint/suspicious/noThenProperty: a promise would resolve only after the server has rendered
  ({ then: (use: (module: Module<Props>) => void) => use(module) }) as unknown as Promise<Module<Props>>;
