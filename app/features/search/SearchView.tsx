import { Form } from "@remix-run/react";
import type { SearchGroup } from "~/domain/search/searchGroups";
import { isSearchable, MAX_SEARCH } from "~/domain/search/searchInput";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { Button } from "~/ui/form/Button";
import { TextField } from "~/ui/form/TextField";
import { PageHeader } from "~/ui/layout/PageHeader";
import { SearchResults } from "./SearchResults";

interface SearchViewProps {
  q: string;
  staff: boolean;
  /** Null when they could not be read. */
  groups: readonly SearchGroup[] | null;
  tooLong: boolean;
}

export function SearchView({ q, staff, groups, tooLong }: SearchViewProps) {
  return (
    <>
      <PageHeader title="Search" />
      <Form key={q} className="catalogue-search" method="get" action="/search" role="search" aria-label="The portal">
        <TextField
          label="Search"
          hideLabel
          name="q"
          type="search"
          autoComplete="off"
          maxLength={MAX_SEARCH}
          placeholder={searchHint(staff)}
          defaultValue={q}
          errors={tooLong ? ["Search for fewer words"] : undefined}
        />
        <Button type="submit" variant="outline">
          Search
        </Button>
      </Form>
      {groups === null ? (
        <FailedRead />
      ) : groups.length > 0 ? (
        <div className="card">
          <SearchResults groups={groups} />
        </div>
      ) : isSearchable(q) ? (
        <p className="muted">{nothingFound(q)}</p>
      ) : null}
    </>
  );
}

/** What can be searched for. */
export const searchHint = (staff: boolean) =>
  staff ? "Order, client, site, coupon or page" : "Order, invoice, service or page";

export const nothingFound = (q: string) =>
  `Nothing found for “${q}”. Names and sites are found by their beginning too.`;
