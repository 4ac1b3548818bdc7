import type { ReactNode } from 'react';
import type { PublishedPage } from '../../shell/layout/published-page.ts';

export interface TextPageProps {
  readonly page: PublishedPage;
  /** Under the title: of when it is, and what it is about. */
  readonly lead: ReactNode;
  /** Behind the text. */
  readonly children?: ReactNode;
}

/** A long text to read or to print: title, table of contents, and the text itself. */
export function TextPage({ page, lead, children }: TextPageProps) {
  return (
    <main className="page page-text" id="main">
      <div className="wrap">
        <h1>{page.title}</h1>
        <div className="text-lead">{lead}</div>
        <div className="text-in">
          <nav className="text-contents" aria-label="Contents">
            <h2>Contents</h2>
            <ol>
              {page.sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ol>
          </nav>
          <div>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made at build time from this repository's texts. */}
            <div className="text-body" dangerouslySetInnerHTML={{ __html: page.html }} />
            {children}
          </div>
        </div>
      </div>
    </main>
  );
}
