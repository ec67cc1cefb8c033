import { formFields } from "~/features/placements/placementForms";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { formatCents } from "~/format/money";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { Field } from "~/ui/form/Field";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { SheetTable } from "./SheetTable";
import { countOf, type SheetAnswer, type ShownSheet } from "./sheetForm";

interface SheetDialogProps {
  checkout: string;
  /** Names of the packages that track links. */
  packages: readonly string[];
  /** The checkout's rows. */
  sheet: ShownSheet | null;
  posted?: SheetAnswer;
}

/** The rows of an order by list: checked first, then taken over to the checkout. */
export function SheetDialog({ checkout, packages, sheet, posted }: SheetDialogProps) {
  const field = formFields("sheet", posted);
  const [rows, file] = [field("rows", sheet?.text), field("sheet")];
  const checked = posted ? posted.sheet : (sheet ?? undefined);
  return (
    <RouteDialog title="Order by list" closeHref={checkout} wide>
      {checked ? <CheckedSheet sheet={checked} /> : null}
      <Form
        key={posted?.sheet ? rows.defaultValue : "new"}
        method="post"
        encType="multipart/form-data"
        className="form"
        id="sheet-form"
        noValidate
      >
        <FormErrors
          id="sheet-errors"
          errors={posted?.result?.error?.[""] ?? undefined}
          fields={[
            { label: "Rows", ...rows },
            { label: "Upload a sheet", ...file },
          ]}
        />
        <TextAreaField
          label={checked ? "Change the rows" : "Rows"}
          hint={`A link per line: package, target, anchor text, reference, notes, with tabs between. Copied cells of a sheet have this form. ${packagesText(packages)}`}
          placeholder={`${packages[0] ?? "Package"}\thttps://example.com/page\tyour anchor text`}
          rows={checked ? 6 : 10}
          wrap="off"
          {...rows}
        />
        <Field
          id={file.id}
          name={file.name}
          label="Upload a sheet"
          hint={`In place of the rows: ${uploadHint("placementSheet")}`}
          errors={file.errors}
        >
          {(tied) => <input type="file" className="input" accept={acceptAttribute("placementSheet")} {...tied} />}
        </Field>
        <div className="form-actions">
          <LinkButton to={checkout}>Cancel</LinkButton>
          {sheet ? (
            <SubmitButton variant="outline" name="use" value="none" formNoValidate>
              Remove the list
            </SubmitButton>
          ) : null}
          <SubmitButton variant={checked ? "outline" : "solid"} pendingText="Checking">
            Check rows
          </SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}

const packagesText = (names: readonly string[]) =>
  names.length === 1 ? `Without a package it is ${names[0]}.` : `Packages: ${names.join(", ")}.`;

function CheckedSheet({ sheet: { text, rows, refused, price } }: { sheet: ShownSheet }) {
  const warned = rows.filter(({ findings }) => findings.some(({ code }) => code.startsWith("W"))).length;
  return (
    <>
      {refused > 0 ? (
        <Alert tone="warning" title={countOf(refused, "row has an error", "rows have errors")}>
          Correct the rows below, then check again.
        </Alert>
      ) : null}
      <div className="row row-between">
        <p role="status">
          {countOf(rows.length - refused, "link", "links")} for {formatCents(price)}
          {warned > 0 ? `, ${countOf(warned, "row with a warning", "rows with warnings")}` : null}
        </p>
        {refused === 0 ? (
          <Form method="post" encType="multipart/form-data" id="use-rows" aria-label="Use these rows" unguarded>
            <input type="hidden" name="rows" value={text} />
            <SubmitButton name="use" value="yes" pendingText="Saving">
              {`Use ${countOf(rows.length, "row", "rows")}`}
            </SubmitButton>
          </Form>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className="sheet-table" tabIndex={0} aria-label="Checked rows">
        <SheetTable rows={rows} caption="Rows of your list" />
      </section>
    </>
  );
}
