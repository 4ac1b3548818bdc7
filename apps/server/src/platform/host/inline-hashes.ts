import { createHash } from 'node:crypto';

export interface HashedPage {
  /** The page without nonces. */
  readonly html: string;
  /** CSP sources, `'sha256-…'`, of its inline scripts and styles. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Allows the inline scripts and styles of a page by their hashes instead of a nonce (CSP Level 3, section 8.4), so that
 * the same bytes can be sent to everybody. Only elements that carry the nonce of this rendering count: a script that
 * came into the page in another way stays forbidden, as it is with a nonce.
 */
export function hashInline(html: string, nonces: { readonly script: string; readonly style: string }): HashedPage {
  return {
    html: html.replaceAll(` nonce="${nonces.script}"`, '').replaceAll(` nonce="${nonces.style}"`, ''),
    scripts: hashesOf(html, 'script', nonces.script),
    styles: hashesOf(html, 'style', nonces.style),
  };
}

function hashesOf(html: string, tag: 'script' | 'style', nonce: string): readonly string[] {
  const element = new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g');
  const hashes = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(element)) {
    if (text === '' || !attributes.includes(`nonce="${nonce}"`)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return [...hashes];
}
