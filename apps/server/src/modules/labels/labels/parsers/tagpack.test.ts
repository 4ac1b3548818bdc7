import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { allOf, inputOf } from '../../../../../test/support/input-of.ts';
import { labelsIn } from '../test/labels-in.ts';
import { parseActorPack } from './actorpack.ts';
import { parseTagPack } from './tagpack.ts';
import { readYamlSequence } from './yaml-sequence.ts';

// Written in the format of github.com/graphsense/graphsense-tagpacks (MIT); the addresses are from its packs.
const PACK = `%YAML 1.1
---
# reserves
title: Binance reserve wallets
creator: GraphSense Core Team
confidence: service_data
category: exchange
source: https://www.binance.com/en/blog/community/our-commitment-to-transparency-2895840147147652626
lastmod: 2022-11-16
actor: binance
tags:
- address: '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo'
  currency: BTC
  label: binance reserve wallets BTC
# the next one is unquoted hexadecimal: an address, never a number
- address: 0xbe0eb53f46cd790cd13851d5eff43d12404d33e8
  currency: ETH
  label: "binance: \\"cold\\" # 1"
  context: '{"description": "it''s cold"}'

- address: TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi
  network: TRX
  currency: USDT
  label: >-
    folded over
    two lines
  abuse: service_hack
  confidence: manual_transaction
  lastmod: 2023-01-01
`;

describe('a TagPack', () => {
  it('gives its tags, each with what it inherits from the header and overrides', async () => {
    const header = {
      actor: 'binance',
      sourceUrl: 'https://www.binance.com/en/blog/community/our-commitment-to-transparency-2895840147147652626',
    };
    expect(await labelsIn(parseTagPack, inputOf(PACK))).toEqual([
      {
        ...header,
        line: 12,
        address: '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo',
        chain: 'BTC',
        entity: 'binance reserve wallets BTC',
        words: ['exchange'],
        confidence: 'service_data',
        sourceDate: '2022-11-16',
      },
      {
        ...header,
        line: 16,
        address: '0xbe0eb53f46cd790cd13851d5eff43d12404d33e8',
        chain: 'ETH',
        entity: 'binance: "cold" # 1',
        words: ['exchange'],
        confidence: 'service_data',
        sourceDate: '2022-11-16',
      },
      {
        ...header,
        line: 21,
        address: 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi',
        chain: 'TRX',
        entity: 'folded over two lines',
        words: ['service_hack', 'exchange'],
        confidence: 'manual_transaction',
        sourceDate: '2023-01-01',
      },
    ]);
  });

  it('made from the Treasury’s list gives sanctions labels, although it does not contain that word', async () => {
    const text = `label: Asset listed
category: user
source: https://www.treasury.gov/ofac/downloads/sdnlist.txt
tags:
  - {address: 12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h, currency: BTC}
`;
    expect(await labelsIn(parseTagPack, inputOf(text))).toMatchObject([
      { words: ['sanction', 'user'], confidence: 'authority_data' },
    ]);
  });

  it('loses only the tags that cannot be read, and reports their lines', async () => {
    const text = `currency: BTC
tags:
- label: nobody
- tx_hash: ab
- address: *elsewhere
- address: "unclosed
- just text
- address: 12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h
`;
    const items = await labelsIn(parseTagPack, inputOf(text));
    expect(items.map((item) => item.line)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(items.map((item) => 'reason' in item)).toEqual([true, true, true, true, true, false]);
  });

  it.each([
    ['title: x\n', 'no "tags:"'],
    ['tags:\n- address: a\ncurrency: BTC\n', 'header key'],
    ['tags: {a: b}\n', 'block sequence'],
    ['- a\n- b\ntags:\n- address: a\n', 'header cannot be read'],
    ['tags:\nfoo\n', 'header key'],
    ['<!doctype html><title>404</title>', 'no "tags:"'],
  ])('that is none is refused as a whole: %j', async (text, message) => {
    await expect(allOf(parseTagPack(inputOf(text)))).rejects.toThrow(message);
  });

  it('without tags has none', async () => {
    expect(await allOf(parseTagPack(inputOf('title: x\ntags: []\n')))).toEqual([]);
  });
});

describe('splitting a YAML sequence', () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.constantFrom('0x10', 'no', '~', '- a', 'a: b', "it's", ' padded ', 'tags:', '---', '12', 'https://a.b/c?d=e#f'),
    fc.string({ unit: fc.constantFrom('a', ' ', '\n', '-', ':', '#', "'", '"', '\\') }),
  );
  const key = fc.constantFrom('address', 'label', 'context', 'lastmod');
  const entry = fc.dictionary(key, fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), {
    minKeys: 1,
    noNullPrototype: true,
  });

  it('gives what the library reads from the whole text, for any content of the entries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE') as fc.Arbitrary<'PLAIN'>,
        async (entries, indentSeq, defaultStringType) => {
          const text = `title: x\n${stringify({ tags: entries }, { indentSeq, defaultStringType, version: '1.1' })}`;
          const items = await allOf(readYamlSequence(inputOf(text).bytes, 'tags'));
          const whole = parse(text, { schema: 'failsafe', version: '1.2' });
          expect(items.map((item) => (item.kind === 'item' ? item.value : item))).toEqual(whole.tags);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('an ActorPack gives entities, with their words', async () => {
  const text = `title: Actors
actors:
- id: hydramarket
  uri: hydra.onion
  label: Hydra Market
  jurisdictions:
  - RU
  categories:
  - dark_web
  - market
  context:
    refs:
    - a
- label: no id
`;
  expect(await labelsIn(parseActorPack, inputOf(text))).toEqual([
    { line: 3, actor: 'hydramarket', name: 'Hydra Market', words: ['dark_web', 'market'] },
    expect.objectContaining({ line: 14, reason: 'no actor id' }),
  ]);
});

describe('YAML made to cost memory', () => {
  const pack = (entry: string) =>
    `title: x\ntags:\n- address: ${entry}\n- address: 1BoatSLRHtKNngkdXEeobR76b53LETtpyT\n`;

  it.each([
    ['brackets', '['.repeat(900_000), 'longer than 100,000 characters'],
    ['brackets within the length', '['.repeat(90_000), 'nested deeper than 64'],
    ['maps', '{a: '.repeat(20_000), 'nested deeper than 64'],
    ['dashes', `\n    ${'- '.repeat(40_000)}`, 'nested deeper than 64'],
    ['questions', `\n    ${'? '.repeat(40_000)}`, 'nested deeper than 64'],
  ])('is one refused row, without the library: %s', async (_kind, entry, reason) => {
    const items = await allOf(readYamlSequence(inputOf(pack(entry)).bytes, 'tags'));
    expect(items).toMatchObject([
      { kind: 'broken', line: 3, reason: `YAML: ${reason}` },
      { kind: 'item', value: { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' } },
    ]);
  });

  it('is refused as a header', async () => {
    const reading = allOf(readYamlSequence(inputOf(`title: ${'['.repeat(90_000)}\ntags:\n- a: b\n`).bytes, 'tags'));
    await expect(reading).rejects.toThrow('the header cannot be read: YAML: nested deeper than 64');
  });

  it('is not assumed where many brackets open and close', async () => {
    const text = '[x] '.repeat(5_000).trim();
    const [item] = await allOf(readYamlSequence(inputOf(pack(`"${text}"`)).bytes, 'tags'));
    expect(item).toMatchObject({ kind: 'item', value: { address: text } });
  });
});
