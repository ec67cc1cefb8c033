import { parseDocument } from "htmlparser2";
import {
  ancestorsOf,
  classesOf,
  closedAround,
  type Element,
  elementsIn,
  indexOf,
  isElement,
  isHidden,
  type Node,
  namesOf,
  referredText,
  summaryOf,
  tagged,
  textOf,
} from "./accessibleName";
import {
  type ChosenFiles,
  chosenOptions,
  controlsOf,
  controlValue,
  formEntries,
  formOf,
  isBox,
  isDisabled,
  isSubmitButton,
  multipartBody,
  nativeProblem,
  optionText,
  optionValue,
  typeOf,
} from "./submittedForm";

/** A request that following a link or pressing a button makes. */
export interface PageRequest {
  method: "GET" | "POST";
  url: URL;
  body?: URLSearchParams | Blob;
  /** Ignores where the answer leads to. */
  leaves?: boolean;
}

export interface Answer {
  url: URL;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

type Name = string | RegExp;
type Send = (request: PageRequest) => Promise<ScriptFreePage>;
const matches = (name: Name, text: string) => (typeof name === "string" ? text === name : name.test(text));
const list = (names: readonly string[]) =>
  names.length ? [...new Set(names)].map((one) => `\n  ${one}`).join("") : " none";

/** A part of a page as a reader without script has it: what it says, and what its controls do. */
export class PagePart {
  constructor(
    protected readonly document: Node[],
    private readonly root: Element | null,
    private readonly files: ChosenFiles,
    private readonly request: (request: PageRequest) => Promise<ScriptFreePage>,
    protected readonly address: URL,
  ) {}

  protected get elements() {
    return (this.root ? elementsIn(this.root) : indexOf(this.document).elements).filter(
      (one) => !isHidden(one) && !this.isBehindDialog(one),
    );
  }

  /** Without script an open dialog takes the place of the page that it belongs to. */
  private isBehindDialog(element: Element) {
    const { dialog } = indexOf(this.document);
    if (!dialog) return false;
    const path = [element, ...ancestorsOf(element)];
    const isToast = path.some((one) => classesOf(one).includes("toasts"));
    return !isToast && !path.includes(dialog) && !ancestorsOf(dialog).includes(element);
  }

  private one<T extends { element: Element; names: string[] }>(what: string, name: Name, candidates: T[]): T {
    const found = candidates.filter(({ names }) => names.some((one) => matches(name, one)));
    if (found.length === 1) return found[0]!;
    const all = candidates.map(({ element, names }) => names.join(" / ") || `(without a name) <${element.name}>`);
    const count = found.length === 0 ? "No" : `${found.length} times a`;
    throw new Error(`${count} ${what} ${name} on ${this.address.pathname}. There are:${list(all)}`);
  }
  private named(accepts: (element: Element) => boolean) {
    return this.elements.filter(accepts).map((element) => ({ element, names: namesOf(this.document, element) }));
  }

  // What it says.

  get text() {
    return textOf(this.root ?? indexOf(this.document).dialog ?? this.document);
  }
  /** The texts of the elements with this class. */
  textsOf(className: string) {
    return this.elements
      .filter((one) => classesOf(one).includes(className) && !closedAround(one))
      .map((one) => textOf(one));
  }
  headings(level?: number) {
    const tags = level ? [`h${level}`] : ["h1", "h2", "h3", "h4"];
    return this.elements.filter((one) => tagged(one, ...tags)).map((one) => textOf(one, { naming: true }));
  }
  /** The messages next to fields, in page order. */
  get fieldErrors() {
    return this.textsOf("field-error");
  }
  get links() {
    return this.named((one) => tagged(one, "a") && one.attribs.href !== undefined).flatMap(({ names }) => names);
  }
  /** Where the rows of a list lead to, without the way back to it. */
  get rowPaths() {
    return this.elements
      .filter((one) => classesOf(one).includes("row-link"))
      .map((one) => one.attribs.href!.split("?")[0]!);
  }
  /** With the way back to the list. */
  hrefsOf(className: string) {
    return this.elements.filter((one) => classesOf(one).includes(className)).map((one) => one.attribs.href ?? "");
  }
  /** The addresses of all links of a name, in page order. */
  hrefs(link: Name) {
    return this.named((one) => tagged(one, "a") && one.attribs.href !== undefined)
      .filter(({ names }) => names.some((one) => matches(link, one)))
      .map(({ element }) => element.attribs.href!);
  }
  get buttons() {
    return this.named(isButton).flatMap(({ names }) => names);
  }
  get labels() {
    return this.named(isField).flatMap(({ names }) => names);
  }
  /** The rows of the table's body as their cells' texts. */
  rows(table?: Name) {
    const found = table === undefined ? this.elements : this.within(table, "table").elements;
    const isBodyRow = (one: Element) => tagged(one, "tr") && ancestorsOf(one).some((up) => tagged(up, "tbody"));
    return found.filter(isBodyRow).map((row) => row.children.filter(isElement).map((cell) => textOf(cell)));
  }
  items(name: Name) {
    return this.within(name, "ul", "ol")
      .elements.filter((one) => tagged(one, "li"))
      .map((one) => textOf(one));
  }

  // Its parts.

  /** A dialog, group, region, table, list or card by its name; `tags` tell equal names apart. */
  within(name: Name, ...tags: string[]): PagePart {
    const sections = this.elements.flatMap((element) => {
      if (closedAround(element) || (tags.length > 0 && !tagged(element, ...tags))) return [];
      if (isField(element) || isButton(element) || tagged(element, "a", "img", "summary", "label")) return [];
      const heading = tagged(element, "section", "article")
        ? elementsIn(element).find((one) => /^h[1-6]$/.test(one.name))
        : undefined;
      const names = [...namesOf(this.document, element), ...(heading ? [textOf(heading, { naming: true })] : [])];
      return names.some(Boolean) ? [{ element, names }] : [];
    });
    const isMatch = ({ names }: { names: string[] }) => names.some((one) => matches(name, one));
    const outer = sections.filter(isMatch).map(({ element }) => element);
    const isInner = (element: Element) => ancestorsOf(element).some((one) => outer.includes(one));
    return this.part(
      this.one(
        "part",
        name,
        sections.filter(({ element }) => !isInner(element)),
      ).element,
    );
  }
  /** The table rows and list items that contain this text; of nested ones the inner. */
  rowsWith(text: Name): PagePart[] {
    const contains = (one: Element) => (typeof text === "string" ? textOf(one).includes(text) : text.test(textOf(one)));
    const found = this.elements.filter((one) => tagged(one, "tr", "li") && contains(one));
    return found
      .filter((one) => !found.some((other) => ancestorsOf(other).includes(one)))
      .map((element) => this.part(element));
  }
  /** The only table row or list item that contains this text. */
  row(text: Name): PagePart {
    const rows = this.rowsWith(text);
    if (rows.length !== 1) throw new Error(`${rows.length} rows with ${text} on ${this.address.pathname}`);
    return rows[0]!;
  }
  /** The form of a field, to press its own button where others have the same name. */
  formWith(label: Name): PagePart {
    const form = formOf(this.document, this.field(label));
    if (!form) throw new Error(`The field ${label} belongs to no form`);
    return this.part(form);
  }
  has(text: Name) {
    return typeof text === "string" ? this.text.includes(text) : text.test(this.text);
  }
  private part(element: Element) {
    return new PagePart(this.document, element, this.files, this.request, this.address);
  }

  // Its fields.

  private field(label: Name, accepts: (element: Element) => boolean = () => true) {
    return this.one(
      "field",
      label,
      this.named((one) => isField(one) && accepts(one)),
    ).element;
  }
  private editable(label: Name, accepts?: (element: Element) => boolean) {
    const field = this.field(label, accepts);
    if (isDisabled(field)) throw new Error(`The field ${label} is disabled`);
    if ("readonly" in field.attribs) throw new Error(`The field ${label} is read-only`);
    const closed = closedAround(field);
    if (closed) throw new Error(`The field ${label} is inside "${textOf(summaryOf(closed)!)}", which is closed`);
    return field;
  }

  fill(label: Name, value: string) {
    const field = this.editable(label);
    const type = typeOf(field);
    if (tagged(field, "select") || /^(checkbox|radio|file)$/.test(type)) throw new Error(`${label} is a ${type}`);
    if (type === "number" && value && !/^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value))
      throw new Error(`A browser takes no "${value}" in the number field ${label}`);
    if (type === "date" && value && !/^\d{4,}-\d\d-\d\d$/.test(value))
      throw new Error(`A browser takes no "${value}" in the date field ${label}`);
    if (tagged(field, "textarea")) field.children = parseText(value);
    else field.attribs.value = value;
    return this;
  }
  /** Chooses an option by its text or value. */
  select(label: Name, choice: string) {
    const field = this.editable(label, (one) => tagged(one, "select"));
    const options = elementsIn(field).filter((one) => tagged(one, "option"));
    const option =
      options.find((one) => optionText(one) === choice) ?? options.find((one) => optionValue(one) === choice);
    if (!option) throw new Error(`${label} has no option ${choice}. There are:${list(options.map(optionText))}`);
    if ("disabled" in option.attribs) throw new Error(`The option ${choice} of ${label} is disabled`);
    for (const one of options) delete one.attribs.selected;
    option.attribs.selected = "";
    return this;
  }
  /** Ticks a box or chooses a radio button. */
  check(label: Name) {
    const box = this.editable(label, isBox);
    const form = formOf(this.document, box);
    if (box.attribs.type === "radio" && form)
      for (const one of controlsOf(this.document, form))
        if (one.attribs.type === "radio" && one.attribs.name === box.attribs.name) delete one.attribs.checked;
    box.attribs.checked = "";
    return this;
  }
  uncheck(label: Name) {
    const box = this.editable(label, (one) => one.attribs.type === "checkbox");
    delete box.attribs.checked;
    return this;
  }
  attach(label: Name, ...files: File[]) {
    const field = this.editable(label, (one) => one.attribs.type === "file");
    if (files.length > 1 && !("multiple" in field.attribs)) throw new Error(`${label} takes one file`);
    this.files.set(field, files);
    return this;
  }

  value(label: Name) {
    return controlValue(this.field(label, (one) => !isBox(one)));
  }
  /** The text of a drop-down's choice. */
  choice(label: Name) {
    return chosenOptions(this.field(label, (one) => tagged(one, "select"))).map(optionText)[0];
  }
  options(label: Name) {
    const field = this.field(label, (one) => tagged(one, "select"));
    return elementsIn(field)
      .filter((one) => tagged(one, "option"))
      .map(optionText);
  }
  isChecked(label: Name) {
    return "checked" in this.field(label, isBox).attribs;
  }
  isDisabled(name: Name) {
    const { element } = this.one(
      "field or button",
      name,
      this.named((one) => isField(one) || isButton(one)),
    );
    return isDisabled(element) || "readonly" in element.attribs;
  }
  attribute(label: Name, name: string) {
    return this.field(label).attribs[name];
  }
  /** The hint and the error of a field, as they are read out with it. */
  description(name: Name) {
    const { element } = this.one(
      "field, button or group",
      name,
      this.named((one) => isField(one) || isButton(one) || tagged(one, "fieldset")),
    );
    return referredText(this.document, element.attribs["aria-describedby"]);
  }
  /** The description of a field that is marked as invalid; empty when it is not. */
  error(label: Name) {
    return this.field(label).attribs["aria-invalid"] === "true" ? this.description(label) : "";
  }

  // Its links and buttons.

  /** Opens a closed `<details>` by its summary. */
  expand(summary: Name) {
    const { element } = this.one(
      "summary",
      summary,
      this.named((one) => tagged(one, "summary") && !closedAround(one)),
    );
    (element.parent as Element).attribs.open = "";
    return this;
  }
  href(link: Name) {
    const candidates = this.named((one) => tagged(one, "a") && one.attribs.href !== undefined && !closedAround(one));
    const found = candidates.filter(({ names }) => names.some((one) => matches(link, one)));
    // Two links to one place are one to the reader.
    if (new Set(found.map(({ element }) => element.attribs.href)).size === 1) return found[0]!.element.attribs.href!;
    return this.one("link", link, candidates).element.attribs.href!;
  }
  async follow(link: Name) {
    return await this.request({ method: "GET", url: new URL(this.href(link), this.address) });
  }
  /** Sends the form of a button as a browser without script does. */
  async press(name: Name) {
    return await this.request(this.pressed(name));
  }
  /** The same by someone who closes the browser before the next page is there. */
  async pressAndLeave(name: Name) {
    await this.request({ ...this.pressed(name), leaves: true });
  }
  private pressed(name: Name): PageRequest {
    const button = this.one(
      "button",
      name,
      this.named((one) => isButton(one) && !closedAround(one)),
    ).element;
    if (isDisabled(button)) throw new Error(`The button ${name} is disabled`);
    const form = formOf(this.document, button);
    if (!isSubmitButton(button)) throw new Error(`The button ${name} does nothing without script: it submits no form`);
    if (!form) throw new Error(`The button ${name} does nothing without script: it belongs to no form`);
    if (!("novalidate" in form.attribs || "formnovalidate" in button.attribs)) this.assertValid(form, name);
    return this.requestOf(form, button);
  }
  private assertValid(form: Element, button: Name) {
    const problems = controlsOf(this.document, form).flatMap((control) => {
      const problem = nativeProblem(this.document, control, this.files);
      return problem ? [`${namesOf(this.document, control)[0] ?? control.attribs.name}: ${problem}`] : [];
    });
    if (problems.length > 0) throw new Error(`A browser does not send the form of ${button}:${list(problems)}`);
  }
  private requestOf(form: Element, button: Element): PageRequest {
    const entries = formEntries(this.document, form, button, this.files);
    const of = (name: string) => button.attribs[`form${name}`] ?? form.attribs[name];
    const url = new URL(of("action") || this.address.href, this.address);
    const texts = () =>
      new URLSearchParams(entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name]));
    const method = (of("method") ?? "get").toLowerCase();
    if (method === "dialog") throw new Error("A form of method=dialog sends nothing");
    if (method !== "post") {
      url.search = texts().toString();
      return { method: "GET", url };
    }
    if (of("enctype") !== "multipart/form-data") return { method: "POST", url, body: texts() };
    return { method: "POST", url, body: multipartBody(entries) };
  }
}

const isField = (element: Element) =>
  tagged(element, "select", "textarea") ||
  (tagged(element, "input") && !/^(hidden|submit|image|button|reset)$/.test(element.attribs.type ?? ""));
const isButton = (element: Element) =>
  tagged(element, "button") ||
  (tagged(element, "input") && /^(submit|image|button|reset)$/.test(element.attribs.type ?? ""));
const parseText = (text: string) => {
  const parsed = parseDocument("x").children as Node[];
  (parsed[0] as { data: string }).data = `\n${text}`;
  return parsed;
};

/** The answer to a request: a document to read and to act on, or a file. */
export class ScriptFreePage extends PagePart {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;

  constructor(
    readonly answer: Answer,
    private readonly send: Send,
  ) {
    const isHtml = (answer.headers.get("Content-Type") ?? "").includes("html");
    const html = isHtml ? new TextDecoder().decode(answer.bytes) : "";
    super(parseDocument(html).children as Node[], null, new Map(), send, answer.url);
    this.status = answer.status;
    this.headers = answer.headers;
    this.html = html;
  }

  get path() {
    return this.address.pathname;
  }
  /** Path and query, as in the address bar. */
  get location() {
    return this.address.pathname + this.address.search;
  }
  get title() {
    return textOf(elementsIn(this.document).find((one) => tagged(one, "title"))?.children as Node[]);
  }
  get heading() {
    return this.headings(1)[0] ?? "";
  }
  get toasts() {
    return this.elements
      .filter((one) => classesOf(one).includes("toast"))
      .map((one) => textOf(elementsIn(one).filter((part) => tagged(part, "p"))));
  }
  /** The error summary above a form. */
  get errorSummary() {
    return this.textsOf("form-errors").join(" ");
  }
  /** The text of the element that a browser focuses when the page opens. */
  get focused() {
    return textOf(this.elements.filter((one) => one.attribs.autofocus !== undefined).slice(0, 1));
  }
  get bytes() {
    return this.answer.bytes;
  }
  /** The name under which a browser would save the answer. */
  get fileName() {
    const header = this.headers.get("Content-Disposition") ?? "";
    const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
    return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)/.exec(header)?.[1];
  }
  async reload() {
    return await this.send({ method: "GET", url: this.address });
  }
  /** Follows the page's own refresh without its delay. */
  async refresh() {
    const meta = elementsIn(this.document).find((one) => one.attribs["http-equiv"]?.toLowerCase() === "refresh");
    if (!meta) throw new Error(`${this.path} does not refresh itself`);
    const to = /url=(.+)$/i.exec(meta.attribs.content ?? "")?.[1];
    return await this.send({ method: "GET", url: new URL(to ?? this.address.href, this.address) });
  }
}
