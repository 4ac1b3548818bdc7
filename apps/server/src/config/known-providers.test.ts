import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KNOWN_PROVIDERS, SOURCE_FORMATS } from './known-providers.ts';

const fromRoot = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const DOCUMENT = fromRoot('docs/operations/chains.md');

describe('docs/operations/chains.md', () => {
  it.each(KNOWN_PROVIDERS)('lists the provider $name with its networks and its key', ({ name, urls, key }) => {
    const [, , networks, keyText] =
      DOCUMENT.split('\n')
        .find((line) => line.startsWith(`| \`${name}\` |`))
        ?.split('|')
        .map((cell) => cell.trim()) ?? [];
    expect(networks?.split(', ')).toEqual(Object.keys(urls));
    expect(keyText).toContain(key?.setting ?? 'none');
  });

  it('lists the formats of a host of the operator’s own', () => {
    expect(DOCUMENT).toContain(`formats are ${SOURCE_FORMATS.map((format) => `\`${format}\``).join(', ')}.`);
  });
});

it('.env.example lists the formats of a host of the operator’s own', () => {
  expect(fromRoot('.env.example')).toContain(`(${SOURCE_FORMATS.join(', ')})`);
});
