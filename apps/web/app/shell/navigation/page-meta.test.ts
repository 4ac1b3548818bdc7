import { describe, expect, it } from 'vitest';
import { pageMeta } from './page-meta.ts';
import { breadcrumbs } from './structured-data.ts';

const MATCHES = [
  { id: 'root', pathname: '/', loaderData: { productName: 'Assay', publicUrl: 'https://assay.example.org' } },
  { id: 'routes/page', pathname: '/privacy-policy/' },
];

describe('the metadata of a page', () => {
  it('carries the name of the product in its title', () => {
    expect(pageMeta('Privacy policy', MATCHES)).toContainEqual({ title: 'Privacy policy - Assay' });
    expect(pageMeta('Privacy policy', MATCHES)).toContainEqual({ property: 'og:locale', content: 'en_US' });
  });

  it('is not listed by search engines by default', () => {
    const meta = pageMeta('Result', MATCHES);
    expect(meta).toContainEqual({ name: 'robots', content: 'noindex' });
    expect(JSON.stringify(meta)).not.toContain('canonical');
  });

  it('has one address, under which it is listed', () => {
    const meta = pageMeta('Privacy policy', MATCHES, { isListed: true });
    const href = 'https://assay.example.org/privacy-policy';
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href });
    expect(meta).toContainEqual({ property: 'og:url', content: href });
    expect(meta).not.toContainEqual({ name: 'robots', content: 'noindex' });
  });

  it('shows its own picture in previews, or the product’s', () => {
    const image = { path: '/api/x.png', width: 1200, height: 630, alt: 'x' };
    const own = pageMeta('Result', MATCHES, { image });
    expect(own).toContainEqual({ property: 'og:image', content: 'https://assay.example.org/api/x.png' });
    const plain = pageMeta('Result', MATCHES);
    expect(plain).toContainEqual({ name: 'twitter:image', content: 'https://assay.example.org/share.png' });
  });

  it('gives its breadcrumbs as full URLs', () => {
    const meta = pageMeta('Check your BTC', MATCHES, {
      structuredData: (site) => [breadcrumbs(site, [{ name: 'BTC', path: '/check/BTC' }])],
    });
    expect(JSON.stringify(meta.at(-1))).toContain('"item":"https://assay.example.org/check/BTC"');
  });

  it('works without the data of the root, as on error pages', () => {
    expect(pageMeta('Page Not Found', [])).toContainEqual({ title: 'Page Not Found' });
  });
});
