import { createContext, type ReactNode, use } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router';
import type { InlineStyles } from '../../context/load-context.ts';

const NONE: InlineStyles = { texts: new Map(), nonce: '' };

const InlineStylesContext = createContext<InlineStyles | null>(null);

/** Passes the style sheets that may be part of the page, on the server. */
export function InlineStylesProvider({ styles, children }: { styles: InlineStyles; children: ReactNode }) {
  return <InlineStylesContext value={styles}>{children}</InlineStylesContext>;
}

/** What the server put into this page, so that the browser draws the same and fetches none of it again. */
const inPage = typeof document === 'undefined' ? NONE : readInlineStyles(document);

/**
 * The styles of the pages shown, in place of the router's own `Links`. The first page brings its styles with it: a
 * sheet that has to be asked for is a round trip before anything can be seen. Pages that follow link theirs.
 */
export function SiteStyles() {
  const framework = use(FrameworkContext);
  const { texts, nonce } = use(InlineStylesContext) ?? inPage;
  const matches = useMatches();
  const ofMatches = matches.flatMap(({ id }) => framework?.manifest.routes[id]?.css ?? []);
  // What came with the page stays in it: taking a sheet out and in again would have to pass the policy again.
  const hrefs = new Set([...inPage.texts.keys(), ...ofMatches.map(withoutFragment)]);
  return [...hrefs].map((href) => {
    const text = texts.get(href);
    return text === undefined ? (
      <link key={href} rel="stylesheet" href={href} />
    ) : (
      <style
        key={href}
        data-href={href}
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a style sheet of the build.
        dangerouslySetInnerHTML={{ __html: text }}
      />
    );
  });
}

/** The build marks a style sheet that represents several with a `#`. */
function withoutFragment(href: string): string {
  return href.split('#', 1)[0] ?? href;
}

function readInlineStyles(page: Document): InlineStyles {
  const styles = [...page.querySelectorAll<HTMLStyleElement>('style[data-href]')];
  return {
    texts: new Map(styles.map((style) => [style.dataset['href'] ?? '', style.textContent])),
    nonce: styles[0]?.nonce ?? '',
  };
}
