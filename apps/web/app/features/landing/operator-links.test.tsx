import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { OperatorPages, SocialLinks } from './operator-links.tsx';

const NONE = { telegram: null, x: null, facebook: null, instagram: null, linkedin: null, youtube: null };

describe('the links of the operator', () => {
  it('leave out a blog and social networks that are not set', () => {
    const operator = { supportEmail: 'help@firm.example', blogUrl: null };
    expect(renderToStaticMarkup(<OperatorPages operator={operator} />)).toBe(
      '<a href="mailto:help@firm.example">Support</a>',
    );
    expect(renderToStaticMarkup(<SocialLinks urls={NONE} />)).toBe('');
  });

  it('are those that are set, in the order of the footer', () => {
    const operator = { supportEmail: 'help@firm.example', blogUrl: 'https://firm.example/blog' };
    expect(renderToStaticMarkup(<OperatorPages operator={operator} />)).toContain('href="https://firm.example/blog"');
    const urls = { ...NONE, youtube: 'https://y.example/firm', x: 'https://x.example/firm' };
    const html = renderToStaticMarkup(<SocialLinks urls={urls} />);
    expect([...html.matchAll(/href="([^"]*)"[^>]*aria-label="([^"]*)"/g)].map(([, url, name]) => [name, url])).toEqual([
      ['X', 'https://x.example/firm'],
      ['YouTube', 'https://y.example/firm'],
    ]);
  });
});
