import type { WebSettings } from '../../context/load-context.ts';
import type { PublishedPage } from '../../shell/layout/published-page.ts';
import { fillText } from './fill-text.ts';
import { textFactsOf } from './text-facts.ts';
import { TextPage } from './text-page.tsx';

/** Of both legal texts. The lists of the privacy policy, which follow the service, have a date of their own in its section 16. */
export const LEGAL_DATE = { iso: '2024-01-09', words: '9 January 2024' } as const;

/** A legal text with this installation's operator in it. */
export function legalPage(text: PublishedPage, settings: WebSettings): PublishedPage {
  return { ...text, html: fillText(text.html, textFactsOf(settings)) };
}

export function LegalPage({ page }: { readonly page: PublishedPage }) {
  return (
    <TextPage
      page={page}
      lead={
        <p>
          Last updated: <time dateTime={LEGAL_DATE.iso}>{LEGAL_DATE.words}</time>
        </p>
      }
    />
  );
}
