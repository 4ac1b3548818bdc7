import { describe, expect, it } from 'vitest';
import { replaceDerivedLabels } from '../derived-labels.store.ts';
import { BINANCE, importText, LAZARUS, LISTED, line, pool, prepareLabelImports } from '../test/import-fixture.ts';
import { labelledNetworks, labelSetVersion, labelsElsewhere, labelsEverywhere, labelsOf } from './labels.store.ts';

prepareLabelImports();

describe('the label set version', () => {
  it('follows from the facts alone, not from the order, the time or the number of imports', async () => {
    await importText(line(LAZARUS, 'ETH', 'a', 'scam'), 'one');
    await importText(line(BINANCE, 'BTC', 'b', 'exchange'), 'two');
    const version = await labelSetVersion(pool);
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    await pool.query('TRUNCATE label_set CASCADE');
    await importText(line(BINANCE, 'BTC', 'B', 'exchange'), 'two');
    await importText(line(BINANCE, 'BTC', 'b', 'exchange'), 'two');
    expect(await labelSetVersion(pool)).not.toBe(version);
    await importText(line(LAZARUS.toUpperCase().replace('0X', '0x'), 'ETH', 'a', 'scam').repeat(2), 'one');
    expect(await labelSetVersion(pool)).toBe(version);
  });

  it('changes with any field of any label', async () => {
    const versions = new Set<string>();
    for (const more of [
      {},
      { confidence: 51 },
      { source_date: '2020-01-01' },
      { valid_to: '2020-01-01' },
      { source: 'x' },
    ]) {
      await importText(line(LAZARUS, 'ETH', 'a', 'scam', more), 'one');
      versions.add(await labelSetVersion(pool));
    }
    expect(versions.size).toBe(5);
  });
});

describe('labels of addresses', () => {
  it('come in the order asked, in one answer, for their own network only', async () => {
    const others = Array.from({ length: 500 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`);
    await importText(line(LAZARUS, 'ETH', 'on ETH', 'scam') + line(LAZARUS, 'BSC', 'on BSC', 'scam'), 'mine');
    const labels = await labelsOf(pool, 'ETH', [...others, LAZARUS, others[3] ?? '', LAZARUS]);
    expect(labels).toHaveLength(503);
    expect(labels.flatMap((own, index) => own.map(({ entity }) => [index, entity]))).toEqual([
      [500, 'on ETH'],
      [502, 'on ETH'],
    ]);
    expect(await labelsOf(pool, 'ETH', [])).toEqual([]);
    expect(await labelledNetworks(pool, [LAZARUS, BINANCE])).toEqual(new Map([[LAZARUS, ['BSC', 'ETH']]]));
  });

  it('carry their validity as seconds, and end with a delisting', async () => {
    await importText(
      line(LAZARUS, 'ETH', 'list', 'sanctions', { confidence: 60, source_date: '2024-09-27' }),
      'ofac-list',
    );
    const delisted = { confidence: 100, valid_from: '2022-08-08', valid_to: '2025-03-21' };
    await importText(line(LAZARUS, 'ETH', 'delisted', 'sanctions', delisted), 'ofac-delisted');
    const [labels] = await labelsOf(pool, 'ETH', [LAZARUS]);
    expect(labels?.map(({ entity, validFrom, validTo }) => [entity, validFrom, validTo])).toEqual([
      ['delisted', Date.UTC(2022, 7, 8) / 1000, Date.UTC(2025, 2, 22) / 1000 - 1],
      ['list', null, Date.UTC(2025, 2, 22) / 1000 - 1],
    ]);
    const [former] = await labelsOf(pool, 'ETH', [LAZARUS], null, 1);
    expect(former?.map(({ validTo }) => validTo)).toEqual([Date.UTC(2025, 2, 21) / 1000, Date.UTC(2025, 2, 21) / 1000]);
  });

  it('stay open where another authority ended its own listing, and end at an instant where one is given', async () => {
    await importText(line(LAZARUS, 'ETH', 'sdn', 'sanctions', { confidence: 60 }), 'ofac-sdn');
    const ended = { confidence: 100, valid_to: '2026-06-30T00:00:00Z' };
    await importText(line(LAZARUS, 'ETH', 'former', 'sanctions', ended), 'uk-ofsi');
    const [labels] = await labelsOf(pool, 'ETH', [LAZARUS]);
    expect(labels?.map(({ entity, validTo }) => [entity, validTo])).toEqual([
      ['former', Date.UTC(2026, 5, 30) / 1000],
      ['sdn', null],
    ]);
    const before = await labelSetVersion(pool);
    await importText(line(LAZARUS, 'ETH', 'former', 'sanctions', { ...ended, valid_to: '2026-06-30' }), 'uk-ofsi');
    const [day] = await labelsOf(pool, 'ETH', [LAZARUS]);
    expect(day?.[0]?.validTo).toBe(Date.UTC(2026, 6, 1) / 1000 - 1);
    expect(await labelSetVersion(pool)).not.toBe(before);
  });

  it('of the same address are found on its other networks', async () => {
    await importText(line(LAZARUS, 'ETH', 'on ETH', 'scam') + line(LAZARUS, 'BSC', 'on BSC', 'mixer'), 'mine');
    expect(await labelsElsewhere(pool, 'BSC', LAZARUS)).toMatchObject([
      { network: 'ETH', labels: [{ entity: 'on ETH' }] },
    ]);
    expect(await labelsElsewhere(pool, 'BTC', BINANCE)).toEqual([]);
  });

  it.each([1, 2] as const)('are the same from one statement for every network, in revision %i', async (revision) => {
    const delisted = { confidence: 100, valid_from: '2022-08-08', valid_to: '2025-03-21' };
    await importText(
      line(LAZARUS, 'ETH', 'list', 'sanctions', { confidence: 60, source_date: '2024-09-27' }) +
        line(LAZARUS, 'BSC', 'on BSC', 'mixer') +
        line(LAZARUS, 'BSC', 'list', 'sanctions', { confidence: 60 }) +
        line(LAZARUS, 'POL', 'on POL', 'scam'),
      'ofac-list',
    );
    await importText(line(LAZARUS, 'ETH', 'delisted', 'sanctions', delisted), 'ofac-delisted');
    const derived = {
      entity: 'Derived',
      category: 'exchange_licensed',
      confidence: 40,
      source: 'derived-cluster',
    } as const;
    await replaceDerivedLabels(pool, 'ETH', 'USDT', [{ address: LAZARUS, ...derived }], 'basis');
    for (const [network, ticker] of [
      ['ETH', 'USDT'],
      ['ETH', 'USDC'],
      ['ETH', null],
      ['BSC', 'USDT'],
      ['BTC', 'BTC'],
    ] as const) {
      const [own] = await labelsOf(pool, network, [LAZARUS], ticker, revision);
      const elsewhere = await labelsElsewhere(pool, network, LAZARUS, revision);
      expect(await labelsEverywhere(pool, network, LAZARUS, ticker, revision)).toEqual({ own, elsewhere });
    }
    expect((await labelsEverywhere(pool, 'ETH', LAZARUS, 'USDT', revision)).own).toHaveLength(3);
    expect(await labelsEverywhere(pool, 'ETH', BINANCE, 'USDT', revision)).toEqual({ own: [], elsewhere: [] });
  });

  it('take the name of their actor, and its category where they state none, whichever came first', async () => {
    const pack = `currency: BTC\nactor: binance\ntags:\n- {address: ${BINANCE}, label: binance cold}\n- {address: ${LISTED}, label: other, category: user}\n`;
    const actors = 'actors:\n- {id: binance, label: Binance, categories: [organization, exchange]}\n';
    const seen = [];
    for (const order of [
      ['tagpack', 'actorpack'],
      ['actorpack', 'tagpack'],
    ] as const) {
      await pool.query('TRUNCATE label_set CASCADE');
      for (const format of order) await importText(format === 'tagpack' ? pack : actors, format, format);
      seen.push([await labelSetVersion(pool), await labelsOf(pool, 'BTC', [BINANCE, LISTED])]);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.[1]).toMatchObject([
      [{ entity: 'Binance', category: 'exchange_licence_unknown', source: 'tagpack' }],
      [{ entity: 'Binance', category: 'other_entities' }],
    ]);
  });
});
