import { describe, expect, it } from 'vitest';
import { SHARE_TARGETS } from './share-targets.ts';

const URL_OF_RESULT = 'https://assay.example.org/riskcheck/7f3a91c2e4b87f3a91c2e4b87f3a91c2';
const TITLE = 'Risk score for BTC wallet address - Assay & Söhne';

describe('share windows', () => {
  it.each([
    ['Facebook', 'https://www.facebook.com/sharer/sharer.php', 'u', 'quote'],
    ['Telegram', 'https://t.me/share/url', 'url', 'text'],
    ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/', 'url', 'title'],
    ['Reddit', 'https://www.reddit.com/submit', 'url', 'title'],
    ['X', 'https://x.com/intent/post', 'url', 'text'],
  ])('[RISK-09] %s gets the address and the title of the page', (name, base, urlField, titleField) => {
    const href = new URL(hrefOf(name));
    expect(href.origin + href.pathname).toBe(base);
    expect(Object.fromEntries(href.searchParams)).toEqual({ [urlField]: URL_OF_RESULT, [titleField]: TITLE });
  });

  it('[RISK-09] WhatsApp gets both as one text', () => {
    const href = new URL(hrefOf('WhatsApp'));
    expect(href.origin + href.pathname).toBe('https://wa.me/');
    expect(Object.fromEntries(href.searchParams)).toEqual({ text: `${TITLE} ${URL_OF_RESULT}` });
  });

  it('[RISK-09] come in the order of the specification', () => {
    expect(SHARE_TARGETS.map(({ name }) => name)).toEqual([
      'Facebook',
      'Telegram',
      'WhatsApp',
      'LinkedIn',
      'Reddit',
      'X',
    ]);
  });

  function hrefOf(name: string): string {
    const target = SHARE_TARGETS.find((entry) => entry.name === name);
    if (target === undefined) throw new Error(`No ${name}`);
    return target.hrefOf(URL_OF_RESULT, TITLE);
  }
});
