import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { importLabels } from './import-labels.ts';
import type { LabelRejection } from './import-request.ts';
import type { LabelFormatId } from './label-formats.ts';
import { listLabelSets } from './label-sets.store.ts';
import { labelledNetworks, labelSetVersion, labelsOf } from './labels.store.ts';

const database = await testDatabase();
const { pool } = database;
const dir = await mkdtemp(path.join(tmpdir(), 'labels-'));
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});
beforeEach(() => pool.query('TRUNCATE label_set, derived_label_set, label_import CASCADE'));

// Public facts: addresses of the OFAC SDN list and of Binance's published reserves.
const LAZARUS = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
const BINANCE = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo';
const LISTED = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';

let fileNumber = 0;
async function fileOf(text: string | Uint8Array, extension = 'txt'): Promise<string> {
  fileNumber += 1;
  const file = path.join(dir, `file-${fileNumber}.${extension}`);
  await writeFile(file, text);
  return file;
}

async function importText(text: string, setName: string, format: LabelFormatId = 'jsonl') {
  return importLabels(pool, { format, locations: [await fileOf(text)], setName, origin: 'import' });
}

function line(address: string, network: string, entity: string, category: string, more: object = {}): string {
  return `${JSON.stringify({ address, network, entity, category, confidence: 50, ...more })}\n`;
}

describe('an import', () => {
  it('makes labels of rows, counts equal ones once and keeps those that disagree', async () => {
    const text =
      line(BINANCE, 'BTC', 'Binance', 'exchange') +
      line(BINANCE, 'BTC', 'Binance', 'exchange') +
      line(BINANCE, 'BTC', 'Somebody', 'scam', { confidence: 'web_crawl' });
    const report = await importText(text, 'mine');
    expect(report).toMatchObject({ accepted: 3, rejected: 0, labels: 2, changed: true });
    expect(await labelsOf(pool, 'BTC', [BINANCE])).toEqual([
      [
        {
          entity: 'Binance',
          category: 'exchange_licence_unknown',
          confidence: 50,
          source: 'mine',
          sourceUrl: null,
          sourceDate: null,
          validFrom: null,
          validTo: null,
          origin: 'given',
        },
        expect.objectContaining({ entity: 'Somebody', category: 'scam', confidence: 20 }),
      ],
    ]);
  });

  it('counts and lists every rejected row and takes the others', async () => {
    const rejections: LabelRejection[] = [];
    const text = `${line(LAZARUS, 'ETH', 'Lazarus', 'sanctions')}${line('1A', 'BTC', 'x', 'scam')}oops\n${line(LAZARUS, 'MARS', 'x', 'scam')}`;
    const locations = [await fileOf(text)];
    const report = await importLabels(
      pool,
      { format: 'jsonl', locations, setName: 'mine', origin: 'import' },
      { rejected: (rejection) => void rejections.push(rejection) },
    );
    expect(report).toMatchObject({ accepted: 1, rejected: 3, labels: 1 });
    expect(Object.keys(report.reasons).sort()).toEqual([
      'no JSON object',
      expect.stringContaining('not a BTC address'),
      'unknown network "MARS"',
    ]);
    expect(rejections.map((rejection) => [rejection.location, rejection.line])).toEqual([
      [locations[0], 2],
      [locations[0], 3],
      [locations[0], 4],
    ]);
  });

  it('stores text as it is: separators, quotes and backslashes of COPY included', async () => {
    const entity = 'A\\.\\N "x", \\t 𝛼';
    await importText(line(LAZARUS, 'ETH', entity, 'scam', { source_url: 'https://x.org/?a=\\b' }), 'mine');
    expect((await labelsOf(pool, 'ETH', [LAZARUS]))[0]).toMatchObject([{ entity, sourceUrl: 'https://x.org/?a=\\b' }]);
  });

  it('replaces what its set held, and leaves other sets alone', async () => {
    await importText(line(LAZARUS, 'ETH', 'Old', 'scam'), 'mine');
    await importText(line(LAZARUS, 'ETH', 'Other', 'mixer'), 'other');
    await importText(line(LAZARUS, 'ETH', 'New', 'scam'), 'mine');
    const [labels] = await labelsOf(pool, 'ETH', [LAZARUS]);
    expect(labels?.map(({ entity }) => entity)).toEqual(['New', 'Other']);
  });

  it('of the same facts changes nothing, in whatever order they come', async () => {
    const [first, second] = [line(LAZARUS, 'ETH', 'a', 'scam'), line(BINANCE, 'BTC', 'b', 'exchange')];
    const before = await importText(first + second, 'mine');
    const sets = await listLabelSets(pool);
    const again = await importText(second + first, 'mine');
    expect(again).toMatchObject({ changed: false, contentHash: before.contentHash });
    expect(await listLabelSets(pool)).toEqual(sets);
  });

  it.each([
    ['every row is bad', 'jsonl', line('1A', 'BTC', 'x', 'scam'), 'All 1 rows were rejected'],
    ['there is no row', 'csv', 'address,network\n', 'No row found'],
    ['the file is of another kind', 'ofac-xml', '<html></html>', 'expected <Sanctions>'],
    ['the file ends too early', 'darklist', `[{"address":"${LAZARUS}"}, {`, 'does not end'],
  ] as const)('changes nothing when %s', async (_name, format, text, message) => {
    await importText(line(LAZARUS, 'ETH', 'Old', 'scam'), 'mine');
    const version = await labelSetVersion(pool);
    await expect(importText(text, 'mine', format)).rejects.toThrow(message);
    expect(await labelSetVersion(pool)).toBe(version);
    expect((await labelsOf(pool, 'ETH', [LAZARUS]))[0]).toHaveLength(1);
  });

  it('takes several files as one set', async () => {
    const locations = [await fileOf(`${LISTED}\n`), await fileOf(gzipSync(`["${LAZARUS}"]`), 'json.gz')];
    const report = await importLabels(pool, {
      format: 'ofac-list',
      locations,
      setName: 'ofac-list',
      origin: 'import',
      currency: 'XBT',
    });
    expect(report).toMatchObject({ accepted: 1, rejected: 1, labels: 1 });
  });

  it('of one set excludes another of the same', async () => {
    const server = await slowServer();
    const waiting = importLabels(pool, { format: 'jsonl', locations: [server.url], setName: 'mine', origin: 'import' });
    const answer = await server.opened;
    await expect(importText(line(LAZARUS, 'ETH', 'x', 'scam'), 'mine')).rejects.toThrow('is running');
    answer.end(line(BINANCE, 'BTC', 'Binance', 'exchange'));
    expect(await waiting).toMatchObject({ labels: 1 });
    await server.close();
  });
});

describe('an import that is interrupted', () => {
  it('by a broken connection leaves the former set', async () => {
    await importText(line(LAZARUS, 'ETH', 'Old', 'scam'), 'mine');
    const server = await slowServer();
    const waiting = importLabels(pool, { format: 'jsonl', locations: [server.url], setName: 'mine', origin: 'import' });
    const answer = await server.opened;
    answer.write(line(BINANCE, 'BTC', 'Binance', 'exchange').repeat(3000));
    setTimeout(() => answer.destroy(), 50);
    await expect(waiting).rejects.toThrow(/broke off/);
    expect((await labelsOf(pool, 'ETH', [LAZARUS]))[0]).toMatchObject([{ entity: 'Old' }]);
    await server.close();
  });

  it('by its caller leaves the former set', async () => {
    await importText(line(LAZARUS, 'ETH', 'Old', 'scam'), 'mine');
    const cancel = new AbortController();
    const text = line(BINANCE, 'BTC', 'Binance', 'exchange').repeat(10_000);
    const waiting = importLabels(
      pool,
      { format: 'jsonl', locations: [await fileOf(text)], setName: 'mine', origin: 'import' },
      { signal: cancel.signal, progress: () => cancel.abort() },
    );
    await expect(waiting).rejects.toThrow(/abort/i);
    expect((await labelsOf(pool, 'ETH', [LAZARUS]))[0]).toMatchObject([{ entity: 'Old' }]);
  });
});

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
    expect(labels.flatMap((own, place) => own.map(({ entity }) => [place, entity]))).toEqual([
      [500, 'on ETH'],
      [502, 'on ETH'],
    ]);
    expect(await labelsOf(pool, 'ETH', [])).toEqual([]);
    expect(await labelledNetworks(pool, [LAZARUS, BINANCE])).toEqual(new Map([[LAZARUS, ['BSC', 'ETH']]]));
  });

  it('carry their validity as seconds, and end with a delisting', async () => {
    await importText(
      line(LAZARUS, 'ETH', 'list', 'sanctions', { confidence: 60, source_date: '2024-09-27' }),
      'old-list',
    );
    const delisted = { confidence: 100, valid_from: '2022-08-08', valid_to: '2025-03-21' };
    await importText(line(LAZARUS, 'ETH', 'delisted', 'sanctions', delisted), 'delisted');
    const [labels] = await labelsOf(pool, 'ETH', [LAZARUS]);
    expect(labels?.map(({ entity, validFrom, validTo }) => [entity, validFrom, validTo])).toEqual([
      ['delisted', Date.UTC(2022, 7, 8) / 1000, Date.UTC(2025, 2, 21) / 1000],
      ['list', null, Date.UTC(2025, 2, 21) / 1000],
    ]);
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

/** A server whose answer the test writes by hand. */
async function slowServer() {
  const answer = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200);
    response.flushHeaders();
    answer.resolve(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/labels.jsonl`,
    opened: answer.promise,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
