import { type FormMetadata, type SubmissionResult, useForm } from "@conform-to/react";
import { useRef } from "react";
import type { z } from "zod";
import type { CustomerInterfaceForm } from "~/domain/catalogue/customerInterfaceForm";
import { CustomerInterfaceInput, MAX_SAMPLE_REPORTS } from "~/domain/catalogue/customerInterfaceInput";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import type { FormattedTexts } from "~/richtext/renderRichText";
import { AddRow } from "~/ui/form/AddRow";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { choiceProps, fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import { RichTextField } from "~/ui/form/RichTextField";
import { RowButtons } from "~/ui/form/RowButtons";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import { uploadFormProps } from "~/ui/form/uploadFormProps";
import { landingRow, useRows } from "~/ui/form/useRows";
import { Icon } from "~/ui/icon/Icon";
import "./services.css";

/** What the tab posts; the service comes from its address. */
export const CustomerInterfacePost = CustomerInterfaceInput.omit({ serviceId: true });
type Shape = z.input<typeof CustomerInterfacePost>;
type EditorForm = FormMetadata<Shape>;

interface CustomerInterfaceEditorProps {
  form: Pick<CustomerInterfaceForm, "service" | "sampleReports" | "faqs" | "files"> & { version: number };
  formatted: FormattedTexts;
  /** Files that came with a post that did not go through. */
  files?: readonly ReceivedFile[];
  lastResult?: SubmissionResult;
}

/** The Customer Interface tab: sample reports and FAQs of the service's detail page. */
export function CustomerInterfaceEditor({
  form: stored,
  formatted,
  files = [],
  lastResult,
}: CustomerInterfaceEditorProps) {
  const [form, fields] = useForm<Shape>({
    id: "interface",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: { version: stored.version, sampleReports: stored.sampleReports, faqs: stored.faqs },
    onValidate: ({ formData }) => parseForm(formData, CustomerInterfacePost),
  });
  const reports = fields.sampleReports.getFieldList();
  const faqs = fields.faqs.getFieldList();
  return (
    <Form
      action={paths.serviceCustomerInterface(stored.service.id)}
      className="form"
      preventScrollReset
      {...uploadFormProps(form)}
    >
      <DefaultSubmit />
      <FormErrors
        errors={[...(form.errors ?? []), ...(fields.sampleReports.errors ?? []), ...(fields.faqs.errors ?? [])]}
        fields={[
          ...reports.flatMap((row, index) => {
            const { title, imageKey, reportUrl } = row.getFieldset();
            return [
              toErrorSummaryItem(`Title of report ${index + 1}`, title),
              toErrorSummaryItem(`URL of report ${index + 1}`, reportUrl),
              toErrorSummaryItem(`Image of report ${index + 1}`, imageKey),
            ];
          }),
          ...faqs.flatMap((row, index) => {
            const { question, answer } = row.getFieldset();
            return [
              toErrorSummaryItem(`Question ${index + 1}`, question),
              toErrorSummaryItem(`Answer ${index + 1}`, answer),
            ];
          }),
        ]}
      />
      <StaleFields
        lastResult={lastResult}
        stored={{ sampleReports: stored.sampleReports, faqs: stored.faqs }}
        version={stored.version}
        fields={[toErrorSummaryItem("Sample Reports", fields.sampleReports), toErrorSummaryItem("FAQs", fields.faqs)]}
      />
      <input type="hidden" name="version" value={fields.version.initialValue ?? ""} />
      <Reports form={form} rows={reports} files={[...stored.files, ...files]} lastResult={lastResult} />
      <Faqs formatted={formatted} form={form} rows={faqs} lastResult={lastResult} />
      <div className="builder-save">
        <SubmitButton pendingText="Saving">Save</SubmitButton>
        <LinkButton to={paths.serviceDetails(stored.service.id)} variant="ghost" icon={<Icon name="external-link" />}>
          What customers see
        </LinkButton>
      </div>
    </Form>
  );
}

type Fields = ReturnType<EditorForm["getFieldset"]>;

interface ReportsProps {
  form: EditorForm;
  rows: ReturnType<Fields["sampleReports"]["getFieldList"]>;
  files: readonly ReceivedFile[];
  lastResult?: SubmissionResult;
}

function Reports({ form, rows, files, lastResult }: ReportsProps) {
  const box = useRef<HTMLElement>(null);
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  const landing = landingRow(lastResult, "sampleReports", rows.length);
  const added = (lastResult?.intent as { type?: string } | undefined)?.type === "insert";
  const full = rows.length >= MAX_SAMPLE_REPORTS;
  return (
    <section className="card" ref={box}>
      <div className="card-head">
        <h2>Sample Reports</h2>
        <span className="muted small number">
          {rows.length} of {MAX_SAMPLE_REPORTS}
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="muted">A sample report shows customers what they get: an image and a link.</p>
      ) : null}
      {rows.map((row, index) => {
        const { title, imageKey, reportUrl } = row.getFieldset();
        return (
          <fieldset key={row.key} className="part-row part-row-report" data-row>
            <legend className="visually-hidden">Report {index + 1}</legend>
            <div className="stack-small">
              <TextField
                label="Title"
                {...fieldProps(title)}
                required
                autoComplete="off"
                autoFocus={landing === index && added}
              />
              <TextField label="URL" {...fieldProps(reportUrl)} required type="url" placeholder="https://" />
            </div>
            <UploadField
              label="Image"
              {...choiceProps(imageKey)}
              required
              hint={uploadHint("sampleReportImage")}
              accept={acceptAttribute("sampleReportImage")}
              upload={{ action: paths.uploads(), kind: "sampleReportImage" }}
              received={files.find((file) => file.key === imageKey.initialValue)}
              picture={paths.file}
            />
            <RowButtons
              form={form}
              list="sampleReports"
              index={index}
              count={rows.length}
              label={`report ${index + 1}`}
              movable
              landing={landing === index && !added}
            />
          </fieldset>
        );
      })}
      <AddRow
        form={form}
        list="sampleReports"
        row={{ title: "" }}
        label="Add Report"
        full={full && `At most ${MAX_SAMPLE_REPORTS} sample reports`}
        said={said}
      />
    </section>
  );
}

interface FaqsProps {
  form: EditorForm;
  rows: ReturnType<Fields["faqs"]["getFieldList"]>;
  formatted: FormattedTexts;
  lastResult?: SubmissionResult;
}

function Faqs({ form, rows, formatted, lastResult }: FaqsProps) {
  const box = useRef<HTMLElement>(null);
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  const landing = landingRow(lastResult, "faqs", rows.length);
  const added = (lastResult?.intent as { type?: string } | undefined)?.type === "insert";
  return (
    <section className="card" ref={box}>
      <div className="card-head">
        <h2>FAQs</h2>
        <span className="muted small number">{rows.length}</span>
      </div>
      {rows.length === 0 ? <p className="muted">Questions customers ask before they buy, with your answers.</p> : null}
      {rows.map((row, index) => {
        const { question, answer } = row.getFieldset();
        return (
          <fieldset key={row.key} className="part-row part-row-faq" data-row>
            <legend className="visually-hidden">FAQ {index + 1}</legend>
            <div className="stack-small">
              <TextField
                label="Question"
                {...fieldProps(question)}
                required
                autoComplete="off"
                autoFocus={landing === index && added}
              />
              <RichTextField label="Answer" {...fieldProps(answer)} required rows={3} formatted={formatted} />
            </div>
            <RowButtons
              form={form}
              list="faqs"
              index={index}
              count={rows.length}
              label={`FAQ ${index + 1}`}
              movable
              landing={landing === index && !added}
            />
          </fieldset>
        );
      })}
      <AddRow form={form} list="faqs" row={{ question: "" }} label="Add FAQ" said={said} />
    </section>
  );
}
