import { ASSETS } from '@assay/domain';
import { expect, it } from 'vitest';
import { type BodyFacts, readRows } from './read-rows.ts';

const ROWS = 10;
const COLUMNS = 3;

it('lets others have their turn between the cells of a row', async () => {
  const cells = Object.fromEntries(Array.from({ length: COLUMNS }, (_, index) => [`note_${index}`, 'z'.repeat(4_000)]));
  const body = `${JSON.stringify({ address: 'x', asset: 'BTC', ...cells })}\n`.repeat(ROWS);
  async function* bytes() {
    yield Buffer.from(body);
  }
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const facts: BodyFacts = { columns: [] };
  const defaults = { catalogue: ASSETS, asset: null, network: null, assertKnown: () => undefined };
  let read = 0;
  for await (const page of readRows({ format: 'jsonl', bytes: bytes() }, defaults, facts)) read += page.length;
  isOver = true;
  expect(read).toBe(ROWS);
  // Each cell, and all of a row at once: words of a phrase may be divided between them.
  expect(turns).toBeGreaterThanOrEqual(ROWS * (COLUMNS + 1));
});

it.each(['csv', 'jsonl'] as const)('reads %s whose lines end with a bare CR', async (format) => {
  const text = format === 'csv' ? 'address,note\rx,1\ry,2\r' : '{"address":"x"}\r{"address":"y"}';
  async function* bytes() {
    yield Buffer.from(text.slice(0, 13));
    yield Buffer.from(text.slice(13));
  }
  const facts: BodyFacts = { columns: [] };
  const defaults = { catalogue: ASSETS, asset: 'BTC', network: null, assertKnown: () => undefined };
  const read = [];
  for await (const page of readRows({ format, bytes: bytes() }, defaults, facts)) read.push(...page);
  expect(read).toMatchObject([{ address: 'x' }, { address: 'y' }]);
});

it('reads CSV by the separator that shows its columns, whatever else the header says', async () => {
  async function* bytes() {
    yield Buffer.from('Address;amount (EUR, net, gross)\nx;"1,50"\n');
  }
  const facts: BodyFacts = { columns: [] };
  const defaults = { catalogue: ASSETS, asset: 'BTC', network: null, assertKnown: () => undefined };
  const read = [];
  for await (const page of readRows({ format: 'csv', bytes: bytes() }, defaults, facts)) read.push(...page);
  expect(read).toMatchObject([{ address: 'x', problem: null }]);
  expect(facts.columns).toEqual(['amount (EUR, net, gross)']);
});

it.each([
  ['a header', 'address,reference\nx,one\ny,two, and more\nz,three,,\n', ['one', null, 'three'], '3 cells', '2'],
  ['one address a line', 'x1\ny,two\nz,\n', [null, null, null], '2 cells', '1'],
])('refuses a row with more cells than the first line, of CSV with %s', async (_what, text, references, has, may) => {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const facts: BodyFacts = { columns: [] };
  const defaults = { catalogue: ASSETS, asset: 'BTC', network: null, assertKnown: () => undefined };
  const read = [];
  for await (const page of readRows({ format: 'csv', bytes: bytes() }, defaults, facts)) read.push(...page);
  expect(read.map(({ reference }) => reference)).toEqual(references);
  const detail = `The row has ${has}, and the first line has ${may}: quote a text that holds the separator.`;
  expect(read.map(({ problem }) => problem)).toEqual([null, { code: 'malformed_request', detail }, null]);
});
