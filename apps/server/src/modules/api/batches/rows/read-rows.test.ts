import { ASSETS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { type BodyFacts, readRows, rowReader } from './read-rows.ts';

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

describe('names of columns', () => {
  const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const defaults = { catalogue: ASSETS, asset: 'BTC', network: null, assertKnown: () => undefined };

  async function rowsOf(format: 'csv' | 'jsonl', text: string) {
    async function* bytes() {
      yield Buffer.from(text);
    }
    const read = [];
    for await (const page of readRows({ format, bytes: bytes() }, defaults, { columns: [] })) read.push(...page);
    return read;
  }

  it('are no longer looked at for a secret where they are longer than any phrase', async () => {
    const row = (name: string) => JSON.stringify({ address: 'x', [name]: '' });
    const read = await rowsOf('jsonl', `${row(PHRASE)}\n${row(`${PHRASE} ${'z'.repeat(1_000)}`)}\n`);
    expect(read.map(({ problem }) => problem?.code)).toEqual(['secret_not_address', 'invalid_request']);
    await expect(rowsOf('csv', `address,${PHRASE} ${'z'.repeat(1_000)}\nx,\n`)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('are looked at once for all rows of a CSV, also of rows that are not kept', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `${'z'.repeat(90)}${index}`);
    let turns = 0;
    let isOver = false;
    const others = () => {
      turns += 1;
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    const read = await rowsOf('csv', `address,asset,${names.join(',')}\n${`x,${'a'.repeat(40)}\n`.repeat(100)}`);
    isOver = true;
    expect(read).toHaveLength(100);
    expect(turns).toBeGreaterThanOrEqual(4);
    expect(turns).toBeLessThan(20);
  });

  it('are not looked at for a secret while the rows are only counted', async () => {
    const text = `address,${PHRASE}\nx,1\n`;
    expect([...rowReader('csv').push(text)]).toHaveLength(1);
    await expect(rowsOf('csv', text)).rejects.toMatchObject({ code: 'secret_not_address' });
  });

  it.each([
    ['are too many', Array.from({ length: 101 }, (_, index) => `n${index}`)],
    ['are no text', ['a\0b']],
    ['are too long', ['n'.repeat(101)]],
  ])('refuse a CSV as a whole that %s', async (_what, names) => {
    await expect(rowsOf('csv', `address,${names.join(',')}\nx\ny\n`)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('are repeated in an answer where they are few, and counted where they are many', async () => {
    await expect(rowsOf('csv', 'wallet,amount\nx,1\n')).rejects.toMatchObject({
      detail: expect.stringContaining('Found: wallet, amount'),
    });
    const many = Array.from({ length: 1_000 }, (_, index) => `n${index}`).join(',');
    await expect(rowsOf('csv', `${many}\nx\n`)).rejects.toMatchObject({
      detail: expect.stringContaining('Its first line has 1,000 cells'),
    });
  });

  it('of a CSV are read behind a first row that is too long', async () => {
    const read = await rowsOf('csv', `${'a'.repeat(17_000)}\naddress,note\nx,1\n`);
    expect(read.map(({ address, problem }) => [address, problem?.code])).toEqual([
      ['', 'malformed_request'],
      ['x', undefined],
    ]);
  });
});

it('changes no number of a row: what JavaScript cannot hold is text in other columns, and refused as a reference', async () => {
  const kept =
    '{"n":12345678901234567890,"d":[0.1234567890123456789,{"e":1e400,"s":-1e-400}],"__proto__":9007199254740993}';
  const same = '{"n":9007199254740991,"d":[0.30000000000000004,1.50,1e21,-0.0,2E3]}';
  const texts = [
    ...[kept, same].map((extra) => `{"address":"x","asset":"BTC",${extra.slice(1)}`),
    ...[
      '12345678901234567890',
      '12345678901234567000',
      '1e400',
      '-9007199254740993',
      '0.1234567890123456789',
      '42',
    ].map((reference) => `{"address":"x","asset":"BTC","reference":${reference}}`),
    `{"address":"x","asset":"BTC","reference":"12345678901234567890"}`,
    `{"address":"x","asset":"BTC","n":12345678901234567890,"d":${'['.repeat(8_000)}${']'.repeat(8_000)}}`,
  ];
  async function* bytes() {
    yield Buffer.from(texts.join('\n'));
  }
  const facts: BodyFacts = { columns: [] };
  const defaults = { catalogue: ASSETS, asset: null, network: null, assertKnown: () => undefined };
  const read = [];
  for await (const page of readRows({ format: 'jsonl', bytes: bytes() }, defaults, facts)) read.push(...page);
  expect(read.slice(0, 2).map(({ extra }) => extra)).toEqual([
    '{"n":"12345678901234567890","d":["0.1234567890123456789",{"e":"1e400","s":"-1e-400"}],"__proto__":"9007199254740993"}',
    '{"n":9007199254740991,"d":[0.30000000000000004,1.5,1e+21,0,2000]}',
  ]);
  const detail = 'reference is a number with more digits than numbers of JSON keep: send it as a text.';
  expect(read.slice(2, 7).map(({ problem }) => problem)).toEqual(Array(5).fill({ code: 'invalid_request', detail }));
  expect(read.slice(7).map(({ reference, problem }) => [reference, problem?.detail])).toEqual([
    ['42', undefined],
    ['12345678901234567890', undefined],
    [null, 'The row is nested too deep.'],
  ]);
});
