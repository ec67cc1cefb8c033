import type { ReactNode } from "react";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import type { PastedListAnswer, PreviewedLine } from "./pastedLists";
import { formFields } from "./placementForms";
import { shortAddress } from "./placementTexts";

interface PastedListViewProps {
  title: string;
  /** The order's tab. */
  back: { href: string; label: string };
  /** What a line holds. */
  hint: string;
  placeholder: string;
  /** 'Propose', completed by the count. */
  verb: string;
  /** Links that the list can reach, by id; empty for all that fit. */
  ticked: readonly string[];
  posted?: PastedListAnswer;
  /** Fields besides the list. */
  children?: ReactNode;
  /** Names of these fields, which the preview's form carries. */
  carried?: readonly string[];
}

/** A pasted list, compared with the order's links before anything is written. */
export function PastedListView(props: PastedListViewProps) {
  const { title, back, hint, placeholder, verb, ticked, posted, children, carried = [] } = props;
  const field = formFields("list", posted);
  const list = field("list");
  const lines = posted?.lines;
  const typed = posted?.result?.initialValue;
  const hiddenTicks = ticked.map((id) => <input key={id} type="hidden" name="placement" value={id} />);
  return (
    <>
      <PageHeader title={title} back={back} />
      <div className="stack">
        {lines ? (
          <Card title="What goes where">
            <Summary lines={lines} />
            {lines.some(({ link }) => link) ? (
              <Form method="post" className="form" id="apply" aria-label="Apply the list" unguarded>
                <input type="hidden" name="list" value={String(typed?.list ?? "")} />
                {carried.map((name) => (
                  <input key={name} type="hidden" name={name} value={String(typed?.[name] ?? "")} />
                ))}
                {lines.map(({ link }) =>
                  link ? <input key={link.id} type="hidden" name="placement" value={link.id} /> : null,
                )}
                <div className="form-actions">
                  <SubmitButton name="apply" value="yes" pendingText="Saving">
                    {`${verb} ${lines.filter(({ link }) => link).length} of ${lines.length}`}
                  </SubmitButton>
                </div>
              </Form>
            ) : null}
            <DataTable
              caption="Lines"
              columns={[
                { key: "line", label: "Line", card: "fact" },
                { key: "text", label: "Pasted", card: "title" },
                { key: "link", label: "Link", literal: true },
                { key: "target", label: "Target", literal: true },
                { key: "problem", label: "Problem", card: "bare" },
              ]}
              rows={lines.map(({ line, text, link, errors }) => ({
                key: String(line),
                cells: {
                  line,
                  text: text || "–",
                  link: link?.number ?? "–",
                  target: link ? shortAddress(link.targetUrl) || "Chosen by us" : "–",
                  problem: errors.length > 0 ? <span className="line-error">{errors.join(". ")}</span> : "",
                },
              }))}
            />
          </Card>
        ) : null}
        <Card title={lines ? "Change the list" : "The list"}>
          <Form method="post" className="form" id="list" noValidate>
            <FormErrors
              id="list-errors"
              errors={posted?.result?.error?.[""] ?? undefined}
              fields={[{ label: "List", ...list }]}
            />
            {hiddenTicks}
            <p className="muted">
              {ticked.length > 0
                ? `For the ${ticked.length === 1 ? "ticked link" : `${ticked.length} ticked links`}.`
                : "For the next links of this order that fit."}
            </p>
            <TextAreaField label="List" hint={hint} placeholder={placeholder} rows={12} wrap="off" required {...list} />
            {children}
            <div className="form-actions">
              <LinkButton to={back.href}>Cancel</LinkButton>
              <SubmitButton variant={lines ? "outline" : "solid"} pendingText="Comparing">
                Preview
              </SubmitButton>
            </div>
          </Form>
        </Card>
      </div>
    </>
  );
}

function Summary({ lines }: { lines: readonly PreviewedLine[] }) {
  const wrong = lines.filter(({ errors }) => errors.length > 0).length;
  if (lines.length === 0) return <Alert tone="warning">The list has no lines.</Alert>;
  return wrong === 0 ? (
    <p role="status">Every line fits a link.</p>
  ) : (
    <Alert tone="warning" title={wrong === 1 ? "1 line cannot be used" : `${wrong} lines cannot be used`}>
      Change them below, or continue with the others.
    </Alert>
  );
}
