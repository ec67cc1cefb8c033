import type { ImportPreview } from "~/domain/clients/importClients";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { formatNumber } from "~/format/numbers";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Field } from "~/ui/form/Field";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { DataTable } from "~/ui/list/DataTable";

/** What the page shows of a list: its numbers, the first rows with errors and the first that are left out. */
interface ShownImport extends Omit<ImportPreview, "rows" | "known"> {
  known: number;
  faults: { line: number; email: string; text: string }[];
  leftOut: { line: number; email: string }[];
}
export type ImportAnswer = FormAnswer<{ list: string; invite?: string }, { preview: ShownImport }>;

const clients = (count: number) => (count === 1 ? "1 client" : `${formatNumber(count)} clients`);

/** A pasted or uploaded list of clients, compared with the accounts before anything is written. */
export function ImportView({ posted }: { posted?: ImportAnswer }) {
  const errors = posted?.result?.error ?? {};
  const preview = posted?.preview;
  const list = {
    id: "import-list",
    name: "list",
    errors: errors.list ?? undefined,
    defaultValue: String(posted?.result?.initialValue?.list ?? ""),
  };
  const invite = posted?.result?.initialValue?.invite === "on";
  const file = { id: "import-file", name: "file", errors: errors.file ?? undefined };
  return (
    <Form
      // The list of an uploaded file replaces what the field holds.
      key={preview ? list.defaultValue : "new"}
      method="post"
      encType="multipart/form-data"
      action={paths.importClients()}
      className="stack"
      id="import"
      noValidate
    >
      <FormErrors
        errors={errors[""] ?? undefined}
        fields={[
          { label: "List", ...list },
          { label: "Upload a CSV file", ...file },
        ]}
      />
      {preview ? <Preview {...preview} invite={invite} /> : null}
      {/* The tick is part of the preview, and outlives a refused list. */}
      {invite && !preview ? <input type="hidden" name="invite" value="on" /> : null}
      <Card title={preview ? "Change the list" : "The list"}>
        <div className="form">
          <TextAreaField
            label="List"
            hint="Paste the rows of a spreadsheet or the text of a CSV file, at most 5,000 clients. The first line names the columns: Email, and First name and Last name, or Name. Company, Phone, Address, City, State, Zip code, Country and Id are optional."
            placeholder={"Email,First name,Last name,Company,Country\nada@example.com,Ada,Example,Example Ltd,Germany"}
            rows={12}
            wrap="off"
            {...list}
          />
          <Field {...file} label="Upload a CSV file" hint={`In place of the list: ${uploadHint("clientSheet")}`}>
            {(tied) => <input type="file" className="input" accept={acceptAttribute("clientSheet")} {...tied} />}
          </Field>
          <div className="form-actions">
            <SubmitButton variant={preview ? "outline" : "solid"} pendingText="Comparing">
              Preview
            </SubmitButton>
          </div>
        </div>
      </Card>
    </Form>
  );
}

function Preview({ importable, known, wrong, faults, leftOut, invite }: ShownImport & { invite: boolean }) {
  return (
    <Card title="Preview">
      <div className="stack">
        {wrong > 0 ? (
          <Alert
            tone="warning"
            title={wrong === 1 ? "1 row cannot be used" : `${formatNumber(wrong)} rows cannot be used`}
          >
            Change the list below, or continue with the others.
          </Alert>
        ) : null}
        <p role="status">
          {clients(importable)} to import. {clients(known)} known and left out.
        </p>
        {importable > 0 ? (
          <div className="form">
            <CheckboxField
              label="Send an invitation"
              name="invite"
              id="import-invite"
              hint="Each new client gets an email with a link to choose a password, which works for 7 days. If you do not select this, no email is sent."
              defaultChecked={invite}
            />
            <div className="form-actions">
              <input type="hidden" name="shown" value={importable} />
              <SubmitButton
                name="apply"
                value="yes"
                pendingText="Importing"
              >{`Import ${clients(importable)}`}</SubmitButton>
            </div>
          </div>
        ) : null}
        {faults.length > 0 ? (
          <DataTable
            caption={
              faults.length < wrong ? `The first ${faults.length} rows that cannot be used` : "Rows that cannot be used"
            }
            columns={[
              { key: "line", label: "Line", card: "fact" },
              { key: "email", label: "Email", card: "title" },
              { key: "problem", label: "Problem", card: "bare" },
            ]}
            rows={faults.map(({ line, email, text }) => ({
              key: String(line),
              cells: { line, email: email || "–", problem: <span className="line-error">{text}</span> },
            }))}
          />
        ) : null}
        {leftOut.length > 0 ? (
          <DataTable
            caption={leftOut.length < known ? `The first ${leftOut.length} known clients` : "Known clients, left out"}
            columns={[
              { key: "line", label: "Line", card: "fact" },
              { key: "email", label: "Email", card: "title" },
              { key: "reason", label: "Left out", card: "bare" },
            ]}
            rows={leftOut.map(({ line, email }) => ({
              key: String(line),
              cells: { line, email, reason: "An account or an earlier row has this address" },
            }))}
          />
        ) : null}
      </div>
    </Card>
  );
}
