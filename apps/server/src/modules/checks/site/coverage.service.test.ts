import { expect, it } from 'vitest';
import { buildCoverageService } from './coverage.service.ts';

const NO_LABELS = {
  labels: 0,
  addresses: 0,
  derived: 0,
  sources: [],
  categories: [],
  networks: [],
  conflicts: { total: 0, first: [] },
};

it('asks the database every ten seconds, and counts labels once a version', async () => {
  let seconds = 0;
  let version = 'a';
  const asked: string[] = [];
  const service = buildCoverageService(
    {
      chains: [{ network: 'BTC', providers: ['mempool'] }],
      prices: async () => ({ atPar: ['USDT'], held: [], providers: [] }),
      labelSetVersion: async () => {
        asked.push('version');
        return version;
      },
      labelFacts: async () => {
        asked.push('labels');
        return NO_LABELS;
      },
      labelSets: async () => [],
      sanctionsLists: async () => [],
      updateHours: 6,
      records: async () => [
        {
          network: 'BTC',
          ticker: 'BTC',
          records: 2,
          addresses: 3,
          firstTime: 0,
          lastTime: 86_400,
          tipBlock: null,
          fromBeginning: false,
        },
      ],
    },
    { now: () => new Date(seconds * 1000) },
  );
  const { records, chains } = await service.coverage(1);
  expect(chains).toEqual([{ network: 'BTC', networkName: 'Bitcoin', providers: ['mempool'] }]);
  expect(records[0]).toMatchObject({ kind: 'transactions', firstDay: '1970-01-01', lastDay: '1970-01-02' });
  await service.coverage(2);
  expect(asked).toEqual(['version', 'labels']);
  seconds = 10;
  await service.coverage(1);
  expect(asked).toEqual(['version', 'labels', 'version']);
  seconds = 20;
  version = 'b';
  await service.coverage(1);
  expect(asked).toEqual(['version', 'labels', 'version', 'version', 'labels']);
});

it('lists conflicting labels fifty a page, and none after the last', async () => {
  const first = Array.from({ length: 120 }, (_, at) => ({ network: 'BTC', address: `address ${at}`, labels: [] }));
  const service = buildCoverageService({
    chains: [],
    prices: async () => ({ atPar: [], held: [], providers: [] }),
    labelSetVersion: async () => 'a',
    labelFacts: async () => ({ ...NO_LABELS, conflicts: { total: 300, first } }),
    labelSets: async () => [],
    sanctionsLists: async () => [],
    updateHours: 6,
    records: async () => [],
  });
  const pageOf = async (page: number) => {
    const { conflicts } = await service.coverage(1, page);
    expect(conflicts).toMatchObject({ total: 300, totalPages: 3, page });
    return conflicts.listed.map(({ address }) => address);
  };
  expect(await pageOf(1)).toEqual(first.slice(0, 50).map(({ address }) => address));
  expect(await pageOf(3)).toEqual(first.slice(100).map(({ address }) => address));
  expect(await pageOf(4)).toEqual([]);
});
