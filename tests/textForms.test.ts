import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { deepForms, textForms, textlessForms } from "./support/textForms";

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.startsWith("dev."))
    .map((file) => [file.replace(/\.tsx$/, ""), readFileSync(`${folder}/${file}`, "utf8")] as const);

/** The form around the fields of every record. */
const RECORD_FORM = "records/RecordForm";

const posts = (text: string) =>
  text.includes("<RecordForm") ||
  (/<(Form|form|fetcher\.Form)\b/.test(text)
    ? /method="post"|uploadFormProps/.test(text)
    : text.includes("<ConfirmForm"));

test("lists every form, with text or without", () => {
  const listed = [...textForms.map(({ file }) => file), ...Object.keys(deepForms), ...textlessForms];
  const forms = sources("app/features").filter(([file, text]) => posts(text) && file !== RECORD_FORM);
  expect(forms.map(([file]) => file).sort()).toEqual(listed.sort());
});

test("no route has a guarded form of its own with text", () => {
  const typed = sources("app/routes").filter(
    ([, text]) => posts(text) && /<(Text|TextArea|RichText|Code|Password)Field/.test(text),
  );
  expect(typed.filter(([, text]) => !text.includes("unguarded")).map(([file]) => file)).toEqual([]);
});

test("forms listed without text have no text field, or are not guarded", () => {
  const typed = sources("app/features").filter(
    ([file, text]) =>
      textlessForms.includes(file) && /<(Text|TextArea|RichText|Code)Field/.test(text) && !text.includes("unguarded"),
  );
  expect(typed.map(([file]) => file)).toEqual([]);
});

/** Its text is kept as a draft on the server. */
const DRAFTED = "orders/MessageComposer";

test("forms that only a journey opens ask before they are left", () => {
  const unasked = sources("app/features").filter(([file, text]) => {
    const posted =
      text.match(/<(Form|fetcher\.Form)\b(?:(?!<(?:Form|fetcher\.Form)\b)[\s\S])*?method="post"[\s\S]*?>/g) ?? [];
    return (
      file in deepForms &&
      file !== DRAFTED &&
      !text.includes("<ConfirmForm") &&
      posted.every((form) => form.includes("unguarded"))
    );
  });
  expect(unasked.map(([file]) => file)).toEqual([]);
});
