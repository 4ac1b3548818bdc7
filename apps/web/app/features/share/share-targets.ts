import type { Brand } from '@assay/ui';

/** A network a result can be shared on. */
export interface ShareTarget {
  readonly name: string;
  readonly mark: Brand;
  /** Address of the network's share window, with the page's address and title (row RISK-09). */
  readonly hrefOf: (url: string, title: string) => string;
}

/** The networks' own share windows, as each documents it. */
export const SHARE_TARGETS: readonly ShareTarget[] = [
  {
    name: 'Facebook',
    mark: 'facebook',
    hrefOf: (url, title) => withQuery('https://www.facebook.com/sharer/sharer.php', { u: url, quote: title }),
  },
  {
    name: 'Telegram',
    mark: 'telegram',
    hrefOf: (url, title) => withQuery('https://t.me/share/url', { url, text: title }),
  },
  {
    name: 'WhatsApp',
    mark: 'whatsapp',
    // One text: the address in it becomes the link.
    hrefOf: (url, title) => withQuery('https://wa.me/', { text: `${title} ${url}` }),
  },
  {
    name: 'LinkedIn',
    mark: 'linkedin',
    hrefOf: (url, title) => withQuery('https://www.linkedin.com/sharing/share-offsite/', { url, title }),
  },
  {
    name: 'Reddit',
    mark: 'reddit',
    hrefOf: (url, title) => withQuery('https://www.reddit.com/submit', { url, title }),
  },
  {
    name: 'X',
    mark: 'x',
    hrefOf: (url, title) => withQuery('https://x.com/intent/post', { url, text: title }),
  },
];

function withQuery(base: string, fields: Readonly<Record<string, string>>): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${query.join('&')}`;
}
