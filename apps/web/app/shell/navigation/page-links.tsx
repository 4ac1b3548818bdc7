import { SiteLink } from './site-link.tsx';

export interface PageLinksProps {
  /** Names the group: 'Pages of sources'. */
  readonly label: string;
  readonly page: number;
  readonly totalPages: number;
  /** Path and query of a page of the list. */
  readonly pathOf: (page: number) => string;
}

/** The page before and the page after, as links that work without a script. Nothing where there is one page. */
export function PageLinks({ label, page, totalPages, pathOf }: PageLinksProps) {
  if (totalPages <= 1) return null;
  return (
    <nav className="text-pages" aria-label={label}>
      {page > 1 && (
        <SiteLink className="link" prefetch="hover" to={pathOf(page - 1)} rel="prev">
          Previous
        </SiteLink>
      )}
      <span>
        Page {page} of {totalPages}
      </span>
      {page < totalPages && (
        <SiteLink className="link" prefetch="hover" to={pathOf(page + 1)} rel="next">
          Next
        </SiteLink>
      )}
    </nav>
  );
}
