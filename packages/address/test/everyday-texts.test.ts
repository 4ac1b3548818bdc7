import { readFileSync } from 'node:fs';
import { ASSETS, currencyOf } from '@assay/domain';
import { expect, it } from 'vitest';
import { matchAssets, readPasted, validateAddress } from '../src/index.ts';
import { recogniseTextNow } from '../src/secrets.ts';

interface EverydayTexts {
  /** `canonical` only where the text is another spelling. */
  readonly addresses: readonly { readonly text: string; readonly currency: string; readonly canonical?: string }[];
  readonly others: readonly { readonly text: string; readonly is: string }[];
}

const textOf = (file: string) => readFileSync(new URL(`./texts/${file}`, import.meta.url), 'utf8');
const LISTS = ['everyday.json', 'pasted.json'].map((file): EverydayTexts => JSON.parse(textOf(file)));
const TEXTS: EverydayTexts = {
  addresses: LISTS.flatMap(({ addresses }) => addresses),
  others: LISTS.flatMap(({ others }) => others),
};

it.each(['pasted-texts.txt', 'addresses.txt'])('every line of %s has what is expected of it', (file) => {
  const expected = new Set([...TEXTS.addresses, ...TEXTS.others].map(({ text }) => text));
  const lines = textOf(`cases/${file}`).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(30);
  expect(lines.filter((line) => !expected.has(line))).toEqual([]);
});

it.each(TEXTS.addresses)('$text is an address of $currency, under one spelling', ({ text, currency, canonical }) => {
  expect(recogniseTextNow(text).is).not.toBe('secret');
  const pasted = readPasted(text, ASSETS);
  const address = pasted.is === 'address' ? pasted.address : '';
  expect(matchAssets(address, ASSETS).map(currencyOf)).toContain(currency);
  expect(validateAddress(address, currency)).toMatchObject({ ok: true, canonical: canonical ?? text });
});

it.each(TEXTS.others)('$text is no address, and what it is gets said: $is', ({ text, is }) => {
  const pasted = readPasted(text, ASSETS);
  expect(pasted.is === 'not an address' ? pasted.what : pasted.is).toBe(is);
});
