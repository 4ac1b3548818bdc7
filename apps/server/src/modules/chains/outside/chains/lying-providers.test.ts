import { describe, expect, it } from 'vitest';
import type { TransferSource } from '../../sources/sources.ports.ts';
import { buildOnDemandSources } from '../../sources/sources.service.ts';
import { recordedProvider } from './test/direct-provider.ts';
import { LYING_FORMATS, type LyingFormat } from './test/lying-formats.ts';

/** Nothing is kept between readings. */
const NO_CACHES = {
  accounts: {
    tipSince: async () => null,
    saveTip: async () => undefined,
    find: async () => null,
    save: async () => undefined,
  },
  coins: {
    findTransactions: async () => new Map(),
    saveTransaction: async () => undefined,
    findOwner: async () => null,
    saveOwner: async () => undefined,
  },
};

async function readBy(format: LyingFormat, rows: readonly object[], first = 0) {
  const provider = recordedProvider('somebody', (request) =>
    format.answer(rows as LyingFormat['rows'], request, first),
  );
  const source: TransferSource = format.source(provider);
  const live = buildOnDemandSources({
    ...NO_CACHES,
    sources: { sourceOf: () => source },
    clock: { now: () => new Date() },
    limits: { calls: 100, milliseconds: 30_000, leastShare: 0 },
    tipLastsMs: 60_000,
  });
  const labelsOf = async (addresses: readonly string[]) => addresses.map(() => []);
  const options = { labelsOf, signal: new AbortController().signal, onProgress: () => undefined };
  const gathering = await live.gather(format.asset, format.address, options);
  if (gathering.kind !== 'records') return expect.fail(JSON.stringify(gathering.faults));
  const subject = await gathering.live.open(labelsOf).subject(format.address);
  return {
    complete: subject?.complete,
    inflows: subject?.inflows,
    unread: subject?.unread,
    gaps: gathering.live.gaps.map(({ kind }) => kind),
    found: gathering.live.gaps,
  };
}

describe.each(Object.entries(LYING_FORMATS))('a history by %s', (_name, format) => {
  const [newer, older] = format.rows;

  it('is complete where its moves come to the present balance', async () => {
    const read = await readBy(format, format.rows);
    expect(read).toEqual({ complete: true, inflows: 2, unread: undefined, gaps: [], found: [] });
  });

  it('is incomplete where the provider lost an entry, and what is missing was not followed', async () => {
    const { complete, inflows, unread, gaps } = await readBy(format, [older]);
    expect({ complete, inflows, gaps }).toEqual({ complete: false, inflows: 1, gaps: ['differs'] });
    expect(unread).toEqual({ received: 50n, sent: 0n });
  });

  it('is incomplete, and not never used, where the provider lost all of them', async () => {
    const read = await readBy(format, []);
    expect(read).toMatchObject({ complete: false, inflows: 0, unread: { received: 150n }, gaps: ['differs'] });
  });

  it('counts an entry that came twice once, or is incomplete where that cannot be known', async () => {
    const { complete, inflows, gaps } = await readBy(format, [newer, newer, older]);
    if (format.hasIdentity)
      expect({ complete, inflows, gaps }).toEqual({ complete: true, inflows: 2, gaps: ['repeated'] });
    else expect({ complete, gaps }).toEqual({ complete: false, gaps: ['differs'] });
  });

  it('keeps what it can read beside an entry that it cannot, which is counted, named and not followed', async () => {
    const { [format.field]: _removed, ...broken } = newer;
    const { complete, inflows, unread, found } = await readBy(format, [broken, older]);
    expect({ complete, inflows, unread }).toEqual({ complete: false, inflows: 1, unread: { received: 50n, sent: 0n } });
    expect(found).toEqual([
      { kind: 'unreadable', provider: 'somebody', rows: 1, fields: [expect.stringContaining(format.field)] },
      { kind: 'differs', provider: 'somebody', received: '50', sent: '0' },
    ]);
  });
});

describe.each(['xrpl', 'horizon', 'solana'])('a server of %s that holds the last part alone', (name) => {
  const format = LYING_FORMATS[name] ?? expect.fail(name);

  it('says from when it holds, and the history is incomplete', async () => {
    const { complete, gaps, unread } = await readBy(format, format.rows, 80_000_000);
    expect({ complete, gaps }).toEqual({ complete: false, gaps: ['holds-from'] });
    // It begins with a balance of nothing, as far as can be known.
    expect(unread).toEqual({ received: 0n, sent: 0n });
  });

  it('leaves what the history begins with as not followed', async () => {
    const read = await readBy(format, format.rows.slice(1), 80_000_000);
    expect(read).toMatchObject({ complete: false, gaps: ['holds-from'], unread: { received: 50n } });
  });
});
