import { DomUtils, parseDocument } from "htmlparser2";

type Node = Parameters<typeof DomUtils.textContent>[0];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const all = (name: string, within: Node | Node[]) => DomUtils.getElementsByTagName(name, within as never, true);
const words = (node: Node) => DomUtils.textContent(node).replaceAll(/\s+/g, " ").trim();
const within = (element: Element, ancestor: Element) => {
  for (let one = element.parent; one; one = one.parent) if ((one as unknown) === ancestor) return true;
  return false;
};

export interface PageForm {
  action: string;
  /** What a browser would send. */
  fields: [string, string][];
  /** The choices of each select and group of boxes, by name. */
  choices: Record<string, string[]>;
  /** The names of its date fields. */
  dates: string[];
  /** The names of its text fields. */
  texts: string[];
}

/** A page as a reader without script has it: the form of its Export button, its table and its links. */
export function readPage(html: string) {
  const page = parseDocument(html).children as Node[];
  const button = all("button", page).find(({ attribs }) => attribs.formaction?.includes("/export"));
  const forms = all("form", page);
  const form = forms.find(
    (one) => button && (button.attribs.form ? one.attribs.id === button.attribs.form : within(button, one)),
  );
  const table = all("table", page)[0];
  const cells = (row: Element) => row.children.filter((one) => "attribs" in one).map((cell) => words(cell as Node));
  const rowsOf = (part: string) => (table ? all(part, table).flatMap((one) => all("tr", one)) : []);
  return {
    exportTo: button?.attribs.formaction ?? "",
    form: form ? readForm(form) : null,
    heads: rowsOf("thead").flatMap(cells),
    rows: rowsOf("tbody").map(cells),
    totals: rowsOf("tfoot").map(cells)[0] ?? null,
    sorts: table ? all("a", all("thead", table)).map(({ attribs }) => attribs.href!) : [],
    presets: all("nav", page)
      .filter(({ attribs }) => attribs["aria-label"] === "Often used ranges")
      .flatMap((nav) => all("a", nav).map(({ attribs }) => attribs.href!)),
    /** Of the list; null where the page does not say it. */
    total: Number(/(\d[\d,]*) results?\b/.exec(words(page as never))?.[1]?.replaceAll(",", "") ?? Number.NaN),
  };
}

function readForm(form: Element): PageForm {
  const read: PageForm = { action: form.attribs.action ?? "", fields: [], choices: {}, dates: [], texts: [] };
  for (const { attribs } of all("input", form)) {
    const { name, type = "text", value = "" } = attribs;
    if (!name) continue;
    if (type === "checkbox" || type === "radio") read.choices[name] = [...(read.choices[name] ?? []), value || "on"];
    if (type === "date") read.dates.push(name);
    if (type === "text" || type === "search") read.texts.push(name);
    if (!["checkbox", "radio"].includes(type) || "checked" in attribs) read.fields.push([name, value]);
  }
  for (const select of all("select", form)) {
    const options = all("option", select);
    const chosen = options.find(({ attribs }) => "selected" in attribs) ?? options[0];
    const { name } = select.attribs;
    if (!name || !chosen) continue;
    read.choices[name] = options.map(({ attribs }) => attribs.value ?? "");
    read.fields.push([name, chosen.attribs.value ?? words(chosen)]);
  }
  return read;
}
