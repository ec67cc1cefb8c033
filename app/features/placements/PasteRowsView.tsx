import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { Field } from "~/ui/form/Field";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import type { PasteRowsAnswer, PreviewedLink } from "./pasteRows";
import { formFields } from "./placementForms";

interface PasteRowsViewProps {
  order: { id: string; number: number };
  posted?: PasteRowsAnswer;
}

/** Pasted rows or a sheet: compared with the order's links first, then applied. */
export function PasteRowsView({ order, posted }: PasteRowsViewProps) {
  const field = formFields("link-rows", posted);
  const [rows, sheet] = [field("rows"), field("sheet")];
  const compared = posted?.rows;
  return (
    <>
      <PageHeader
        title="Paste rows"
        back={{ href: paths.orderPlacements(order.id), label: `Order ${order.number}` }}
        action={
          <LinkButton to={paths.orderPlacementsTemplate(order.id)} reloadDocument>
            Download template
          </LinkButton>
        }
      />
      <div className="stack">
        {compared ? <Preview rows={compared} applies={posted.applies ?? 0} text={String(rows.defaultValue)} /> : null}
        <Card title={compared ? "Change the rows" : "Your rows"}>
          <Form
            key={compared ? rows.defaultValue : "new"}
            method="post"
            encType="multipart/form-data"
            className="form"
            id="link-rows"
            noValidate
          >
            <FormErrors
              id="link-rows-errors"
              errors={posted?.result?.error?.[""] ?? undefined}
              fields={[
                { label: "Rows", ...rows },
                { label: "Upload a sheet", ...sheet },
              ]}
            />
            <TextAreaField
              label="Rows"
              hint="A row per line: target, tab, anchor text, tab, reference. Copied cells of a sheet have this form."
              placeholder={"https://example.com/page\tyour anchor text\tyour reference"}
              rows={12}
              wrap="off"
              {...rows}
            />
            <Field
              id={sheet.id}
              name={sheet.name}
              label="Upload a sheet"
              hint={`In place of the rows: ${uploadHint("placementSheet")}`}
              errors={sheet.errors}
            >
              {(tied) => <input type="file" className="input" accept={acceptAttribute("placementSheet")} {...tied} />}
            </Field>
            <div className="form-actions">
              <LinkButton to={paths.orderPlacements(order.id)}>Cancel</LinkButton>
              <SubmitButton variant={compared ? "outline" : "solid"} pendingText="Checking">
                Preview
              </SubmitButton>
            </div>
          </Form>
        </Card>
      </div>
    </>
  );
}

function Preview({ rows, applies, text }: { rows: readonly PreviewedLink[]; applies: number; text: string }) {
  const refused = rows.filter(({ status }) => status === "refused").length;
  const same = rows.filter(({ status }) => status === "same").length;
  const count = (number: number, what: string) => `${number} ${number === 1 ? "row" : "rows"} ${what}`;
  return (
    <Card title="Preview">
      {refused > 0 ? (
        <Alert tone="warning" title={count(refused, refused === 1 ? "has a mistake" : "have mistakes")}>
          Correct them below, or apply the others now.
        </Alert>
      ) : null}
      <p role="status">
        {[
          count(applies, applies === 1 ? "changes a link" : "change links"),
          same > 0 && count(same, "stay as they are"),
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
      {applies > 0 ? (
        <Form method="post" className="form" id="apply" aria-label="Apply the rows" unguarded>
          <input type="hidden" name="rows" value={text} />
          <div className="form-actions">
            <SubmitButton name="apply" value="yes" pendingText="Applying">
              {`Apply ${applies} of ${rows.length}`}
            </SubmitButton>
          </div>
        </Form>
      ) : null}
      <DataTable
        caption="Rows"
        columns={[
          { key: "line", label: "Row", card: "fact" },
          { key: "number", label: "Link", literal: true },
          { key: "target", label: "Target", card: "title" },
          { key: "anchor", label: "Anchor" },
          { key: "reference", label: "Reference", literal: true },
          { key: "notes", label: "Result", card: "bare" },
        ]}
        rows={rows.map((row) => ({
          key: String(row.line),
          cells: {
            line: row.line,
            number: row.number ?? "–",
            target: row.targetUrl || "–",
            anchor: row.anchorText || "–",
            reference: row.clientReference || "–",
            notes: <Notes row={row} />,
          },
        }))}
      />
    </Card>
  );
}

const Notes = ({ row: { errors, warnings, status } }: { row: PreviewedLink }) => (
  <>
    {errors.map((error) => (
      <p key={error} className="line-error">
        {error}
      </p>
    ))}
    {warnings.map((warning) => (
      <p key={warning} className="small muted">
        {warning}
      </p>
    ))}
    {errors.length === 0 ? (status === "same" ? "No change" : "Will be applied") : null}
  </>
);
