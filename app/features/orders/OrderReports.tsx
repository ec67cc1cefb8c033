import { useLocation, useRevalidator } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useState } from "react";
import type { CursorPage } from "~/domain/cursorPage";
import type { OrderReport } from "~/domain/orderReports/orderReport";
import { useZone } from "~/features/frame/useZone";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { formatDateTime } from "~/format/dates";
import { formatFileSize } from "~/format/fileSize";
import { paths, samePlace } from "~/paths";
import { Card } from "~/ui/card/Card";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { showToast } from "~/ui/feedback/showToast";
import { buttonClass } from "~/ui/form/buttonClass";
import { FormErrors } from "~/ui/form/FormErrors";
import { FormIdentity } from "~/ui/form/FormIdentity";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { UploadField } from "~/ui/form/UploadField";
import { waitsForUpload } from "~/ui/form/waitsForUpload";
import { Icon } from "~/ui/icon/Icon";
import { EmptyState } from "~/ui/list/EmptyState";
import { EarlierLinks } from "./EarlierLinks";
import type { OrderFormAnswer } from "./orderForms";
import { deliverHref, type OrderPlace, orderHref, placeSearch } from "./orderHref";
import { postOrderForm } from "./postOrderForm";

interface OrderReportsProps {
  place: OrderPlace;
  staff: boolean;
  /** Null when they could not be loaded. */
  reports: CursorPage<OrderReport> | null;
  /** The answer to an upload without script. */
  answer?: OrderFormAnswer;
}

/** Delivered reports: staff add and delete them, both sides view and download them. */
export function OrderReports({ place, staff, reports, answer }: OrderReportsProps) {
  return (
    <Card title="Reports">
      {reports === null ? (
        <FailedRead />
      ) : reports.rows.length === 0 && !reports.later ? (
        <EmptyState
          title="No reports yet"
          text={
            staff
              ? "Send a report. We notify the client immediately."
              : "Reports appear here. We notify you when one is ready."
          }
          action={staff ? null : <LinkButton to={`${orderHref(place)}#messages`}>Write a message</LinkButton>}
        />
      ) : (
        <div className="stack" id="reports">
          <EarlierLinks place={place} part="reports" firstId={reports.rows[0]?.id ?? null} {...reports} />
          <ul className="reports">
            {reports.rows.map((report) => (
              <ReportRow key={report.id} orderId={place.orderId} report={report} staff={staff} />
            ))}
          </ul>
        </div>
      )}
      {staff ? <ReportUpload place={place} answer={answer} /> : null}
    </Card>
  );
}

function ReportRow({ orderId, report, staff }: { orderId: string; report: OrderReport; staff: boolean }) {
  const zone = useZone();
  const { search } = useLocation();
  return (
    <li className="report">
      <Icon name={report.size === null ? "link" : "file-text"} size={20} />
      <div className="report-words">
        <a href={report.url} target="_blank" rel="noreferrer">
          {report.fileName}
        </a>
        <p className="small muted">
          {report.size === null ? "Link" : formatFileSize(report.size)} · {formatDateTime(report.createdAt, zone)}
        </p>
      </div>
      <div className="row no-print">
        {report.size === null ? null : (
          <a
            href={report.url}
            download={report.fileName}
            className={buttonClass({ size: 1 })}
            onClick={(event) => void download(event, report)}
          >
            <Icon name="download" size={14} />
            Download<span className="visually-hidden"> {report.fileName}</span>
          </a>
        )}
        {staff ? (
          <LinkButton
            to={samePlace(paths.orderReportDelete(orderId, report.id), search)}
            size={1}
            variant="ghost"
            icon={<Icon name="trash" size={14} />}
            preventScrollReset
          >
            Delete<span className="visually-hidden"> {report.fileName}</span>
          </LinkButton>
        ) : null}
      </div>
    </li>
  );
}

/** Fetches the file before saving it, so that a download is reported only when it has arrived. */
async function download(event: MouseEvent<HTMLAnchorElement>, { url, fileName }: OrderReport) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const response = await fetch(url);
    if (!response.ok || response.redirected) throw new Error("The file could not be downloaded");
    const address = URL.createObjectURL(await response.blob());
    const link = Object.assign(document.createElement("a"), { href: address, download: fileName });
    link.click();
    URL.revokeObjectURL(address);
    showToast("success", "File has been downloaded", { subject: "download" });
  } catch {
    showToast("danger", "An error occurred. Please try again.", { subject: "download" });
  }
}

/** Adds several reports together. */
function ReportUpload({ place, answer: posted }: { place: OrderPlace; answer?: OrderFormAnswer }) {
  const [answer, setAnswer] = useState(posted);
  const [sending, setSending] = useState(false);
  const [round, setRound] = useState(0);
  const revalidator = useRevalidator();

  async function upload(event: FormEvent<HTMLFormElement>) {
    if (waitsForUpload(event)) return;
    event.preventDefault();
    if (sending) return;
    setSending(true);
    const result = await postOrderForm(place.orderId, "report", new FormData(event.currentTarget));
    setSending(false);
    setAnswer(result);
    if (!result.done) return;
    showToast("success", result.done);
    setRound((before) => before + 1);
    revalidator.revalidate();
  }

  const errors = fieldErrorsOf(answer);
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={orderHref(place, "report")}
      className="form no-print report-upload"
      onSubmit={upload}
    >
      <FormErrors
        id="report-errors"
        errors={errors[""]}
        fields={[{ id: "files", label: "Upload reports", errors: errors.files }]}
      />
      <UploadField
        key={round}
        name="files"
        label="Upload reports"
        required
        multiple
        accept={acceptAttribute("report")}
        upload={{ action: paths.uploads(), kind: "report" }}
        hint={`${uploadHint("report")} each`}
        received={answer?.files}
        errors={errors.files}
      />
      <div className="form-actions">
        <SubmitButton pending={sending} pendingText="Sending">
          Send to client
        </SubmitButton>
        <LinkButton to={deliverHref(place.orderId, placeSearch(place))} preventScrollReset>
          Send a link with a note
        </LinkButton>
      </div>
      <FormIdentity key={`form-${round}`} />
    </form>
  );
}
