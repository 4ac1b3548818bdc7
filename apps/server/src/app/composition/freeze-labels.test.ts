import { ACCOUNTS, type EvmStory, startEvmStory, startTronGridStandIn, USDT_ON_ETHEREUM } from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { labelsOf, listLabelUpdates, PUBLISHERS, updateLabels } from '../../modules/labels/index.ts';
import { openPublishers } from '../../modules/labels/module.ts';
import { readConfig } from '../../platform/config/config.ts';

const database = await testDatabase();
const { pool } = database;
const FROZEN_AT = 1_700_000_000_000;
let story: EvmStory;
let tron: Awaited<ReturnType<typeof startTronGridStandIn>>;

beforeAll(async () => {
  story = await startEvmStory();
  tron = await startTronGridStandIn({
    contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    // Its time is that of the chain.
    transfers: [{ transactionId: 'a'.repeat(64), from: 'x', to: 'y', amount: 1n, at: FROZEN_AT + 900_000 }],
    frozen: new Map([['00000000000000000000000000000000000007ff', FROZEN_AT]]),
    released: [],
  });
});
afterAll(async () => {
  await story?.close();
  await tron?.close();
  await database.drop();
});

async function update(setNames: readonly string[]) {
  const { sources } = readConfig({ CHAIN_SOURCES: `ETH=jsonrpc:${story.url} TRX=trongrid:${tron.url} POLYGON=none` });
  const opened = openPublishers(pool, { sources });
  try {
    const publishers = PUBLISHERS.filter(({ setName }) => setNames.includes(setName));
    return await updateLabels(pool, publishers, () => ({}), { contents: opened.contents });
  } finally {
    await opened.close();
  }
}

async function labelsOfThief() {
  const [labels = []] = await labelsOf(pool, 'ETH', [ACCOUNTS.thief], null);
  return labels;
}

describe('freezes of issuers as labels', () => {
  it('are read from the events of their contracts, and only what is final counts', async () => {
    const [early] = await update(['freezes-usdt-eth']);
    expect(early).toMatchObject({ nothing: 'it names no address yet' });
    await story.mine(70);
    const [outcome] = await update(['freezes-usdt-eth']);
    expect(outcome).toMatchObject({ update: { kind: 'published', diff: { added: { count: 1 } } } });
    expect(await labelsOfThief()).toMatchObject([
      {
        entity: 'Frozen by Tether',
        category: 'issuer_frozen',
        confidence: 100,
        source: `freezes-usdt-eth/${USDT_ON_ETHEREUM}`,
        sourceUrl: expect.stringMatching(/^https:\/\/etherscan\.io\/tx\/0x[0-9a-f]{64}$/),
        validFrom: expect.any(Number),
        validTo: null,
      },
    ]);
  });

  it('end with the event that releases the address: the label is changed, not withdrawn', async () => {
    await story.invoke('TetherLike', USDT_ON_ETHEREUM, story.issuer, 'removeBlackList', [ACCOUNTS.thief]);
    await story.mine(70);
    const [outcome] = await update(['freezes-usdt-eth']);
    expect(outcome).toMatchObject({
      update: { kind: 'published', diff: { stored: 1, changed: { count: 1 }, withdrawn: { count: 0 } } },
    });
    const [label] = await labelsOfThief();
    expect(label?.validTo).toBeGreaterThan(label?.validFrom ?? Number.POSITIVE_INFINITY);
    const [same] = await update(['freezes-usdt-eth']);
    expect(same).toMatchObject({ update: { kind: 'published', report: { changed: false } } });
  });

  it('are read on Tron through TronGrid, and networks without a provider are no failure', async () => {
    const [onTron, polygon] = await update(['freezes-usdt-trx', 'freezes-usdt-polygon']);
    expect(onTron).toMatchObject({ update: { kind: 'published', report: { labels: 1, rejected: 0 } } });
    expect(polygon).toMatchObject({ nothing: 'no provider that can read events is set for Polygon' });
    const fetched = (await listLabelUpdates(pool)).map(({ setName, failure }) => [setName, failure]);
    expect(fetched).toEqual([
      ['freezes-usdt-eth', null],
      ['freezes-usdt-trx', null],
    ]);
  });

  it('say who could not be asked, and keep what is stored', async () => {
    const before = await labelsOfThief();
    await tron.close();
    const [outcome] = await update(['freezes-usdt-trx']);
    expect(outcome && 'failure' in outcome && outcome.failure.message).toMatch(
      /trongrid.*the next update goes on there/,
    );
    expect(await labelsOfThief()).toEqual(before);
    expect((await listLabelUpdates(pool)).find(({ setName }) => setName === 'freezes-usdt-trx')).toMatchObject({
      succeededAt: expect.any(String),
      failure: expect.stringContaining('trongrid'),
    });
  });
});
