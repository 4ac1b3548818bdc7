import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashInline } from './inline-hashes.ts';

const nonces = { script: 'a'.repeat(32), style: 'b'.repeat(32) };
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the inline scripts and styles of a shared page', () => {
  it('are allowed by the hash of their text, and the page has no nonce any more', () => {
    const html = `<style data-href="/a.css" nonce="${nonces.style}">h1{margin:0}</style><script nonce="${nonces.script}">f()</script>\n<script nonce="${nonces.script}" src="/a.js"></script>`;
    expect(hashInline(html, nonces)).toEqual({
      html: '<style data-href="/a.css">h1{margin:0}</style><script>f()</script>\n<script src="/a.js"></script>',
      scripts: [hashOf('f()')],
      styles: [hashOf('h1{margin:0}')],
    });
  });

  it('are not allowed where they came into the page without its nonce', () => {
    const html = `<script>stolen()</script><script nonce="${'c'.repeat(32)}">stolen()</script><style>x{}</style>`;
    expect(hashInline(html, nonces)).toMatchObject({ scripts: [], styles: [] });
  });
});
