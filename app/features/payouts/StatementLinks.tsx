import { paths } from "~/paths";

/** Links to an affiliate's statement in both formats. `of` is read out to name whose statement it is. */
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
