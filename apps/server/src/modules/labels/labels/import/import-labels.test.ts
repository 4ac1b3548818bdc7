import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { labelSetVersion, labelsOf } from '../known/labels.store.ts';
import { listLabelSets } from '../label-sets.store.ts';
import {
  BINANCE,
  fileOf,
  importText,
  LAZARUS,
  LISTED,
  line,
  pool,
  prepareLabelImports,
} from '../test/import-fixture.ts';
import { importLabels } from './import-labels.ts';
import type { LabelRejection } from './import-request.ts';

prepareLabelImports();

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
