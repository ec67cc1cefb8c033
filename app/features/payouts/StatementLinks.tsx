import { paths } from "~/paths";

/** The statement of one affiliate, in both formats; `of` says whose or which to who cannot see the row. */
export function StatementLinks({ payoutId, affiliateId, of }: { payoutId: string; affiliateId: string; of: string }) {
  return (
    <span className="row">
      <a href={paths.payoutStatement(payoutId, affiliateId, "pdf")} aria-label={`Statement of ${of} as a PDF`}>
        PDF
      </a>
      <a href={paths.payoutStatement(payoutId, affiliateId, "xlsx")} aria-label={`Statement of ${of} as a spreadsheet`}>
        Spreadsheet
      </a>
    </span>
  );
}
