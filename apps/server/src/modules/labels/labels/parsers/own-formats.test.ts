import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allOf, inputOf } from '../../../../../test/support/input-of.ts';
import { labelsIn } from '../test/labels-in.ts';
import { parseLabelCsv, parseLabelJsonLines } from './own-formats.ts';
import { parseDarklist, parseMiningPools } from './publisher-json.ts';

describe('labels as CSV', () => {
  it('are read by their header, quotes and empty cells included', async () => {
    const text =
      '\ufeffaddress,network,entity,category,confidence,valid_from\r\n1A,BTC,"Smith, ""Sons""",exchange,50,\r\n1B,BTC,B,scam,,2020-01-01\r\n';
    expect(await labelsIn(parseLabelCsv, inputOf(text))).toMatchObject([
      {
        line: 2,
        address: '1A',
        chain: 'BTC',
        entity: 'Smith, "Sons"',
        words: ['exchange'],
        confidence: '50',
        validFrom: undefined,
      },
      { line: 3, address: '1B', confidence: undefined, validFrom: '2020-01-01' },
    ]);
  });

  it('are read as spreadsheets write them, and lose only the row that cannot be read', async () => {
    const text = 'sep=;\r\n"address";"network";"entity"\r\n"1A" x;"BTC";"A"\r\n"1B";"BTC";"X; Y"\r\n';
    expect(await labelsIn(parseLabelCsv, inputOf(text))).toMatchObject([
      { line: 3, reason: expect.stringContaining('quotes') },
      { line: 4, address: '1B', chain: 'BTC', entity: 'X; Y' },
    ]);
  });

  it('are read where the list that is imported is separated by semicolons', async () => {
    const text = readFileSync(new URL('../test/cases/labels-semicolons.csv', import.meta.url), 'utf8');
    expect(await labelsIn(parseLabelCsv, inputOf(text))).toMatchObject([
      { line: 2, address: '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo', chain: 'BTC', entity: 'X', words: ['exchange'] },
    ]);
  });

  it('stop at a column nobody knows: a misspelt one would be lost silently', async () => {
    await expect(allOf(parseLabelCsv(inputOf('address,network,valid_until\n')))).rejects.toThrow('"valid_until"');
    await expect(allOf(parseLabelCsv(inputOf('network,entity\n')))).rejects.toThrow('"address"');
    await expect(allOf(parseLabelCsv(inputOf('')))).rejects.toThrow('empty');
  });

  it('lose only the rows with too many cells', async () => {
    const items = await labelsIn(parseLabelCsv, inputOf('address,network\n1A,BTC,oops\n1B,BTC\n'));
    expect(items).toMatchObject([
      { line: 2, reason: '3 cells under 2 columns' },
      { line: 3, address: '1B' },
    ]);
  });
});

describe('labels as JSON Lines', () => {
  it('take what a line does not say from the defaults before it', async () => {
    const text = `{"defaults":{"network":"BTC","category":"exchange","source":"a"}}
{"address":"1A","entity":"A"}
{"defaults":{"network":"ETH"}}
{"address":"0xB","label":"B","category":"mixer","source_category":"coinjoin","date":"2020-01-01","confidence":70}
`;
    expect(await labelsIn(parseLabelJsonLines, inputOf(text))).toMatchObject([
      { line: 2, address: '1A', chain: 'BTC', entity: 'A', words: ['exchange'], source: 'a' },
      {
        line: 4,
        chain: 'ETH',
        entity: 'B',
        words: ['mixer'],
        hints: ['coinjoin'],
        source: undefined,
        confidence: '70',
      },
    ]);
  });

  it('lose only the lines that are no such object', async () => {
    const text = '{"address":"1A"}\nnonsense\n[1]\n{"adress":"1B"}\n{"address":{}}\n\n{"address":"1C"}';
    const items = await labelsIn(parseLabelJsonLines, inputOf(text));
    expect(items.map((item) => [item.line, 'reason' in item ? item.reason : 'ok'])).toEqual([
      [1, 'ok'],
      [2, 'no JSON object'],
      [3, 'no JSON object'],
      [4, 'unknown field "adress"'],
      [5, '"address" is neither text nor number'],
      [7, 'ok'],
    ]);
  });

  it('stop at defaults that cannot be read: the lines below would be read wrongly', async () => {
    await expect(allOf(parseLabelJsonLines(inputOf('{"defaults":{"netwrok":"BTC"}}\n')))).rejects.toThrow('netwrok');
  });
});

it('mining pools give one label an address', async () => {
  const text = '[{"id":2,"name":"ULTIMUSPOOL","addresses":["1A","3C"],"tags":["/x/"],"link":"https://u.com"},{"id":3}]';
  expect(await labelsIn(parseMiningPools, inputOf(text))).toMatchObject([
    { address: '1A', chain: 'BTC', entity: 'ULTIMUSPOOL', words: ['mining_pool'], sourceUrl: 'https://u.com' },
    { address: '3C' },
    { reason: expect.stringContaining('addresses') },
  ]);
});

it('the darklist gives scam addresses with their day', async () => {
  const text = '[{"address":"0xF1","comment":"Fake token","date":"2018-11-06"},{"comment":"none"}]';
  expect(await labelsIn(parseDarklist, inputOf(text))).toMatchObject([
    { address: '0xF1', chain: 'ETH', entity: 'Fake token', words: ['darklist'], sourceDate: '2018-11-06' },
    { line: 1, reason: 'expected an object with "address"' },
  ]);
});
