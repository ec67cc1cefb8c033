import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

const parts: { element: string; load(): Promise<unknown> }[] = [];

/**
 * A component in a script of its own. A loader that shows it awaits `load`, because the server renders in one go.
 * `element`: a selector of what it draws. `fallback` shows while the script loads.
 */
export function lazyPart<Props extends object>(
  element: string,
  fallback: ReactNode,
  read: () => Promise<ComponentType<Props>>,
) {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    loaded = await read();
    return { default: loaded };
  };
  parts.push({ element, load });
  const Late = lazy(load) as unknown as ComponentType<Props>;

  function Part(props: Props) {
    // A loaded part has no boundary, which an update before it has hydrated makes React draw again, without its input.
    const [Loaded] = useState(() => loaded);
    if (Loaded) return <Loaded {...props} />;
    return (
      <Suspense fallback={fallback}>
        <Late {...props} />
      </Suspense>
    );
  }
  return { load, Part };
}

/** Loads the parts that the server has drawn, so that they hydrate with the page. */
export const loadDrawnParts = (): Promise<unknown>[] =>
  parts.filter(({ element }) => document.querySelector(element)).map(({ load }) => load());
