import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { emptyManifest } from './manifest.ts';
import { readGroups } from './read-parquet.ts';
import { appendSegment } from './segment-writer.ts';

const GROUP_ROWS = 10;

const record = (position: number) => ({
  ...{ position, time: 1_600_000_000, block: 1, transactionIndex: null, kind: 3, recordIndex: null, ordinal: 0 },
  ...{ from: 1, to: 2, amount: '5', inflowShare: 1, covered: 0, outflowShare: 1, transactionId: 't' },
});

async function* none(): AsyncGenerator<never> {
  // No account is new.
}

it.each([2 * GROUP_ROWS, 2 * GROUP_ROWS + 1])(
  'a segment of %i records holds all of them, however they fill its groups',
  async (count) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'segment-writer-'));
    const all = Array.from({ length: count }, (_, index) => record(index + 1));
    const transfers = async function* () {
      yield all;
    };
    const manifest = await appendSegment(
      folder,
      emptyManifest('00000000-0000-4000-8000-000000000000', { network: 'TRX', asset: 'USDT' }, 6),
      { transfers: transfers(), accounts: none },
      GROUP_ROWS,
    );
    expect(manifest).toMatchObject({ records: count, firstPosition: 1, lastPosition: count });
    const groups: number[] = [];
    const file = manifest.segments[0]?.transfers ?? { path: '', rows: 0 };
    for await (const { rows } of readGroups(folder, file, 'transfers', ['position'])) groups.push(rows);
    expect(groups).toEqual([GROUP_ROWS, GROUP_ROWS, ...(count > 2 * GROUP_ROWS ? [1] : [])]);
    await rm(folder, { recursive: true });
  },
);
