import { ancestorsOf, type Element, elementsIn, indexOf, isElement, type Node, tagged, textOf } from "./accessibleName";

/** Files of a control, which HTML cannot hold. */
export type ChosenFiles = Map<Element, File[]>;

export const typeOf = (element: Element) =>
  tagged(element, "input") ? (element.attribs.type ?? "text") : element.name;
export const isSubmitButton = (element: Element) =>
  (tagged(element, "button") && /^(submit|)$/i.test(element.attribs.type ?? "")) ||
  (tagged(element, "input") && /^(submit|image)$/i.test(element.attribs.type ?? ""));

/** The form that a control belongs to: named by its `form`, or around it. */
export function formOf(document: Node[], element: Element): Element | undefined {
  const { form } = element.attribs;
  if (form !== undefined) return indexOf(document).byId.get(form);
  return ancestorsOf(element).find((one) => tagged(one, "form"));
}

export const isDisabled = (element: Element) =>
  "disabled" in element.attribs ||
  ancestorsOf(element).some((one) => {
    if (!tagged(one, "fieldset") || !("disabled" in one.attribs)) return false;
    const legend = one.children.find((child) => isElement(child) && tagged(child, "legend"));
    return !ancestorsOf(element).includes(legend as Element);
  });

const optionsOf = (select: Element) => elementsIn(select).filter((one) => tagged(one, "option"));
export const optionText = (option: Element) => textOf(option.children as Node[]);
export const optionValue = (option: Element) => option.attribs.value ?? optionText(option);

/** The chosen options: of a drop-down without a choice the first that can be chosen. */
export function chosenOptions(select: Element): Element[] {
  const options = optionsOf(select);
  const chosen = options.filter((one) => "selected" in one.attribs);
  if ("multiple" in select.attribs) return chosen;
  return [chosen.at(-1) ?? options.find((one) => !("disabled" in one.attribs))].filter((one) => one !== undefined);
}

export function controlValue(element: Element): string {
  if (tagged(element, "select")) return chosenOptions(element).map(optionValue)[0] ?? "";
  if (!tagged(element, "textarea")) return element.attribs.value ?? (isBox(element) ? "on" : "");
  // A parser drops the first line break of a textarea, and a browser shows each as a line feed.
  const text = element.children.map((one) => (one as { data?: string }).data ?? "").join("");
  return text.replaceAll(/\r\n?/g, "\n").replace(/^\n/, "");
}

export const isBox = (element: Element) => /^(checkbox|radio)$/.test(element.attribs.type ?? "");

/** The controls of a form in page order. */
export const controlsOf = (document: Node[], form: Element) =>
  indexOf(document).elements.filter(
    (one) => tagged(one, "input", "select", "textarea", "button") && formOf(document, one) === form,
  );

/** What a browser would send, in the order in which it would. */
export function formEntries(document: Node[], form: Element, submitter: Element, files: ChosenFiles) {
  const entries: [string, string | File][] = [];
  for (const control of controlsOf(document, form)) {
    const { name, type } = control.attribs;
    const isButton = tagged(control, "button") || /^(submit|image|button|reset)$/.test(type ?? "");
    if (!name || isDisabled(control) || (isButton && control !== submitter)) continue;
    if (ancestorsOf(control).some((one) => tagged(one, "datalist"))) continue;
    if (isBox(control) && !("checked" in control.attribs)) continue;
    if (type === "file") {
      const chosen = files.get(control) ?? [];
      for (const file of chosen.length > 0 ? chosen : [new File([], "")]) entries.push([name, file]);
    } else if (tagged(control, "select"))
      for (const option of chosenOptions(control)) {
        if (!("disabled" in option.attribs)) entries.push([name, optionValue(option)]);
      }
    else entries.push([name, controlValue(control).replaceAll(/\r\n|\r|\n/g, "\r\n")]);
  }
  return entries;
}

/** A multipart body. undici's FormData leaves out the file name of an empty file field, which browsers send. */
export function multipartBody(entries: [string, string | File][]) {
  const boundary = `----browser-${crypto.randomUUID()}`;
  const quoted = (text: string) => text.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
  const parts = entries.flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === "string") return [`${head}\r\n\r\n${value}\r\n`];
    const type = value.type || "application/octet-stream";
    return [`${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, value, "\r\n"];
  });
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

// The specification's own expression: https://html.spec.whatwg.org/#valid-e-mail-address
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Why a browser refuses to send a form with this control, or null. */
export function nativeProblem(document: Node[], control: Element, files: ChosenFiles): string | null {
  const { attribs } = control;
  const type = typeOf(control);
  if (isDisabled(control) || "readonly" in attribs || /^(hidden|button|submit|reset|image)$/.test(type)) return null;
  const value = controlValue(control);
  if ("required" in attribs) {
    const form = formOf(document, control);
    const isFilled =
      type === "radio"
        ? controlsOf(document, form!).some((one) => one.attribs.name === attribs.name && "checked" in one.attribs)
        : type === "checkbox"
          ? "checked" in attribs
          : type === "file"
            ? (files.get(control) ?? []).length > 0
            : value !== "";
    if (!isFilled) return "required";
  }
  if (value === "" || isBox(control) || tagged(control, "select")) return null;
  if (type === "email" && !EMAIL.test(value)) return "not an email address";
  if (type === "url" && !URL.canParse(value)) return "not an address";
  if (attribs.pattern && tagged(control, "input") && !new RegExp(`^(?:${attribs.pattern})$`, "v").test(value))
    return `not of the pattern ${attribs.pattern}`;
  if (/^(number|date|range)$/.test(type)) {
    const size = (text: string) => (type === "date" ? Date.parse(text) / 86_400_000 : Number(text));
    if (attribs.min && size(value) < size(attribs.min)) return `below ${attribs.min}`;
    if (attribs.max && size(value) > size(attribs.max)) return `above ${attribs.max}`;
    const step = attribs.step === "any" ? 0 : Number(attribs.step ?? 1);
    const steps = (size(value) - size(attribs.min || "0")) / step;
    if (step && type === "number" && Math.abs(steps - Math.round(steps)) > 1e-6) return `no multiple of ${step}`;
  }
  if (attribs.maxlength && value.length > Number(attribs.maxlength)) return `longer than ${attribs.maxlength}`;
  if (attribs.minlength && value.length < Number(attribs.minlength)) return `shorter than ${attribs.minlength}`;
  return null;
}
