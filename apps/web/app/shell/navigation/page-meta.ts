import type { MetaDescriptor } from 'react-router';
import type { SiteFacts, StructuredData } from './structured-data.ts';

type Matches = readonly (
  | { readonly id: string; readonly pathname?: string; readonly loaderData?: unknown }
  | undefined
)[];

/** What a page says of itself beside its title. */
export interface PageFacts {
  /** One or two sentences for search results and link previews. */
  readonly description?: string;
  /** Canonical path and query of the page, where other paths show it too. */
  readonly canonicalPath?: string;
  /** Search engines may list it. Nothing is listed that does not say so. */
  readonly isListed?: boolean;
  /** Favicon instead of the product's own. */
  readonly icon?: string;
  /** Picture of link previews, as a path of this site; the product's own by default. */
  readonly image?: PreviewImage;
  /** Built from the address under which the site is reached, and its name. */
  readonly structuredData?: (site: SiteFacts) => readonly StructuredData[];
}

export interface PreviewImage {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

const DEFAULT_IMAGE: PreviewImage = {
  path: '/share.png',
  width: 1200,
  height: 630,
  alt: 'Five hallmark stars beside an engraved rosette: test a wallet before you trust it.',
};

const DEFAULT_DESCRIPTION =
  'Paste a wallet address, pick the asset and get one to five stars, with the evidence behind every star.';

/**
 * What every page says of itself, to browsers, search engines and link previews. `matches` are those of the route's
 * meta function.
 */
export function pageMeta(title: string, matches: Matches, facts: PageFacts = {}): MetaDescriptor[] {
  const site = siteOf(matches);
  const fullTitle = site.productName === '' ? title : `${title} - ${site.productName}`;
  const path = facts.canonicalPath ?? matches.at(-1)?.pathname ?? '/';
  const url = `${site.publicUrl}${path === '/' ? '/' : path.replace(/\/$/, '')}`;
  const description = facts.description ?? DEFAULT_DESCRIPTION;
  const image = facts.image ?? DEFAULT_IMAGE;
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'icon', href: facts.icon ?? '/favicon.svg', type: 'image/svg+xml' },
    ...(facts.isListed === true
      ? [{ tagName: 'link', rel: 'canonical', href: url }]
      : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.productName },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: site.publicUrl + image.path },
    { property: 'og:image:width', content: `${image.width}` },
    { property: 'og:image:height', content: `${image.height}` },
    { property: 'og:image:alt', content: image.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: fullTitle },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: site.publicUrl + image.path },
    ...(facts.structuredData?.(site) ?? []).map((data) => ({ 'script:ld+json': data })),
  ];
}

/** What a page that is not there says of itself. */
export function missingPageMeta(matches: Matches): MetaDescriptor[] {
  return pageMeta('Page Not Found', matches, { description: 'There is no page at this address.' });
}

function siteOf(matches: Matches): SiteFacts {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  return isSiteFacts(root) ? root : { productName: '', publicUrl: '' };
}

function isSiteFacts(value: unknown): value is SiteFacts {
  return (
    typeof value === 'object' &&
    value !== null &&
    'productName' in value &&
    typeof value.productName === 'string' &&
    'publicUrl' in value &&
    typeof value.publicUrl === 'string'
  );
}
