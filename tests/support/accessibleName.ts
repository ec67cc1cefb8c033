import { DomUtils } from "htmlparser2";

export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
export type Node = Element["children"][number];

export const isElement = (node: unknown): node is Element =>
  typeof node === "object" && node !== null && "attribs" in node;
export const tagged = (element: Element, ...names: string[]) => names.includes(element.name);
export const classesOf = (element: Element) => (element.attribs.class ?? "").split(/\s+/);
export const ancestorsOf = (element: Element) => {
  const ancestors: Element[] = [];
  for (let one = element.parent; isElement(one); one = one.parent) ancestors.push(one);
  return ancestors;
};
export const elementsIn = (within: Element | Node[]) =>
  DomUtils.findAll(() => true, (Array.isArray(within) ? within : within.children) as Node[]) as Element[];

interface PageIndex {
  elements: Element[];
  byId: Map<string, Element>;
  labels: Element[];
  /** The dialog that takes the place of the page. */
  dialog: Element | undefined;
}
const indexes = new WeakMap<Node[], PageIndex>();

/** Walked once for each document, whose elements stay the same: a field is looked for among all labels. */
export function indexOf(document: Node[]): PageIndex {
  const known = indexes.get(document);
  if (known) return known;
  const elements = elementsIn(document);
  const byId = new Map<string, Element>();
  for (const one of elements) if (one.attribs.id && !byId.has(one.attribs.id)) byId.set(one.attribs.id, one);
  const shown = elements.filter((one) => tagged(one, "label", "dialog") && !isHidden(one));
  const index = {
    elements,
    byId,
    labels: shown.filter((one) => tagged(one, "label")),
    dialog: shown.find((one) => tagged(one, "dialog")),
  };
  indexes.set(document, index);
  return index;
}

const CONTROLS = ["input", "select", "textarea", "button"];
const UNSEEN = ["script", "style", "template", "head", "svg", "option", "datalist"];
const INLINE = ["a", "abbr", "b", "bdi", "code", "em", "i", "mark", "q", "small", "span", "strong", "time", "u"];

/** Hidden by itself, whatever contains it. Of the portal's styles only the one for pages with script counts. */
const hidesItself = (element: Element) =>
  "hidden" in element.attribs ||
  classesOf(element).includes("script-only") ||
  /display:\s*none/.test(element.attribs.style ?? "") ||
  (tagged(element, "dialog") && !("open" in element.attribs));

/** The closed `<details>` that an element is inside of. */
export const closedAround = (element: Element) => {
  const path = [element, ...ancestorsOf(element)];
  return path.find((one, at) => {
    const inside = path[at - 1];
    return tagged(one, "details") && !("open" in one.attribs) && inside && inside !== summaryOf(one);
  });
};
export const summaryOf = (details: Element) =>
  details.children.find((one) => isElement(one) && tagged(one, "summary")) as Element | undefined;

/** What a browser without script does not draw, except the content of closed `<details>`. */
export const isHidden = (element: Element) =>
  [element, ...ancestorsOf(element)].some((one) => hidesItself(one) || tagged(one, ...UNSEEN));

/** The text that a reader sees, or that names something: then without controls and without `aria-hidden` parts. */
export function textOf(node: Node | Node[], { naming = false } = {}): string {
  const read = (one: Node): string => {
    if (one.type === "text") return (one as { data: string }).data;
    if (!isElement(one)) return "";
    if (hidesItself(one) || tagged(one, ...UNSEEN)) return "";
    if (naming && (tagged(one, ...CONTROLS) || one.attribs["aria-hidden"] === "true")) return "";
    if (naming && one.attribs.alt) return ` ${one.attribs.alt} `;
    if (naming && one.attribs["aria-label"]) return ` ${one.attribs["aria-label"]} `;
    const shown =
      tagged(one, "details") && !("open" in one.attribs)
        ? one.children.filter((child) => child === summaryOf(one))
        : one.children;
    const words = shown.map(read).join("");
    return tagged(one, ...INLINE) ? words : ` ${words} `;
  };
  return [node].flat().map(read).join("").replaceAll(/\s+/g, " ").trim();
}

const ownText = (element: Element) => textOf(element.children as Node[], { naming: true });

/** The texts of the elements that an attribute of ids points to. */
export function referredText(document: Node[], ids: string | undefined) {
  return (ids ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .map((id) => {
      const element = indexOf(document).byId.get(id);
      if (!element) throw new Error(`The page has no element with the id "${id}", which another one refers to`);
      return ownText(element);
    })
    .join(" ");
}

/** The names by which a reader knows an element: each of its labels is one. */
export function namesOf(document: Node[], element: Element): string[] {
  const { attribs } = element;
  if (attribs["aria-labelledby"]) return [referredText(document, attribs["aria-labelledby"])];
  if (attribs["aria-label"]) return [attribs["aria-label"]];
  if (tagged(element, "a", "button", "summary") || /^(button|link|tab)$/.test(attribs.role ?? ""))
    return [ownText(element) || attribs.title || ""];
  if (tagged(element, "input") && /^(submit|reset|button|image)$/.test(attribs.type ?? ""))
    return [attribs.value ?? attribs.alt ?? "Submit"];
  if (tagged(element, "fieldset", "table", "figure")) {
    const title = element.children.find((one) => isElement(one) && tagged(one, "legend", "caption", "figcaption"));
    return title ? [ownText(title as Element)] : [];
  }
  if (!tagged(element, ...CONTROLS)) return [];
  const labels = indexOf(document).labels.filter((one) =>
    one.attribs.for === undefined ? ancestorsOf(element).includes(one) : one.attribs.for === attribs.id,
  );
  if (labels.length > 0) return labels.map(ownText);
  return [attribs.title ?? attribs.placeholder ?? ""].filter(Boolean);
}
