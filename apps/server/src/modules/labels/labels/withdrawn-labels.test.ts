import { describe, expect, it } from 'vitest';
import { replaceDerivedLabels } from './derived-labels.store.ts';
import { KnownLabels } from './known/known-labels.ts';
import {
  givenLabelVersion,
  labelledNetworks,
  labelSetState,
  labelSetVersion,
  labelsElsewhere,
  labelsOf,
} from './known/labels.store.ts';
import { labelsOfNames } from './known/named-labels.store.ts';
import { countLabels } from './label-stats.store.ts';
import { importText, LAZARUS, LISTED, line, pool, prepareLabelImports } from './test/import-fixture.ts';
import { withdrawLabel } from './withdrawn-labels.store.ts';

prepareLabelImports();

const STATED = { network: 'ETH', address: LAZARUS, source: 'list', entity: 'Shop', category: 'scam' } as const;
const OTHER = '0x3cffd56b47b7b41c56258d9c7731abadc360e073';
const FILE =
  line(LAZARUS, 'ETH', 'Shop', 'scam', { source: 'list' }) +
  line(LAZARUS, 'ETH', 'Exchange', 'exchange', { source: 'list' }) +
  line(OTHER, 'ETH', 'Shop', 'scam', { source: 'list' }) +
  line(LAZARUS, 'BSC', 'Shop', 'scam', { source: 'list' });

const entitiesOf = async (address: string, network = 'ETH') =>
  (await labelsOf(pool, network, [address])).flatMap((own) => own.map(({ entity }) => entity));

describe('a withdrawn label', () => {
  it('is left out of every answer about its address, and no other label is', async () => {
    await importText(FILE, 'one');
    await withdrawLabel(pool, STATED);
    expect(await entitiesOf(LAZARUS)).toEqual(['Exchange']);
    expect(await entitiesOf(OTHER)).toEqual(['Shop']);
    expect(await labelsElsewhere(pool, 'ETH', LAZARUS)).toMatchObject([
      { network: 'BSC', labels: [{ entity: 'Shop' }] },
    ]);
    await withdrawLabel(pool, { ...STATED, network: 'BSC' });
    expect(await labelsElsewhere(pool, 'ETH', LAZARUS)).toEqual([]);
    expect(await labelledNetworks(pool, [LAZARUS])).toEqual(new Map([[LAZARUS, ['ETH']]]));
    expect((await labelsOfNames(pool, ['Shop'], 0, 10)).map(({ address }) => address)).toEqual([OTHER]);
    expect(await countLabels(pool)).toMatchObject({ labels: 2 });
  });

  it('is left out by a process that has cached the labels of its address', async () => {
    await importText(FILE, 'one');
    const known = new KnownLabels();
    const read = async () => {
      const { digest } = await labelSetState(pool);
      const [own = []] = await known.at(pool, digest, 'ETH').labelsOf('ETH', [LAZARUS]);
      return own.map(({ entity }) => entity).sort();
    };
    expect(await read()).toEqual(['Exchange', 'Shop']);
    await withdrawLabel(pool, STATED);
    expect(await read()).toEqual(['Exchange']);
  });

  it('stays withdrawn when its list is imported again, with another date and confidence too', async () => {
    await importText(FILE, 'one');
    await withdrawLabel(pool, STATED);
    const again = { source: 'list', confidence: 90, source_date: '2026-10-01' };
    await importText(line(LAZARUS, 'ETH', 'Shop', 'scam', again), 'one');
    expect(await entitiesOf(LAZARUS)).toEqual([]);
    await importText(line(LAZARUS, 'ETH', 'Shop', 'mixer', again), 'one');
    expect(await entitiesOf(LAZARUS)).toEqual(['Shop']);
  });

  it('changes the version of the label set, also the one of given labels alone, once', async () => {
    await importText(FILE, 'one');
    const versions = async () => [await labelSetVersion(pool), await givenLabelVersion(pool)];
    const before = await versions();
    expect(await withdrawLabel(pool, STATED)).toBe(true);
    const after = await versions();
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(await withdrawLabel(pool, STATED)).toBe(false);
    expect(await versions()).toEqual(after);
  });

  it('has a version that does not depend on the order of withdrawals', async () => {
    await importText(FILE, 'one');
    const other = { ...STATED, address: OTHER };
    const versionAfter = async (labels: readonly (typeof other)[]) => {
      await pool.query('TRUNCATE label_withdrawal');
      for (const label of labels) await withdrawLabel(pool, label);
      return labelSetVersion(pool);
    };
    const [first, second] = [STATED, other] as const;
    expect(await versionAfter([first, second])).toBe(await versionAfter([second, first]));
    expect(await versionAfter([first])).not.toBe(await versionAfter([second]));
  });

  it('can be a derived one', async () => {
    const derived = {
      address: LISTED,
      entity: 'Deposit of X',
      category: 'scam',
      confidence: 60,
      source: 'derived-x',
    } as const;
    await replaceDerivedLabels(pool, 'BTC', 'BTC', [derived], 'basis');
    expect(await labelsOf(pool, 'BTC', [LISTED], 'BTC')).toMatchObject([[{ entity: 'Deposit of X' }]]);
    const { confidence: _confidence, ...statement } = derived;
    await withdrawLabel(pool, { network: 'BTC', ...statement });
    expect(await labelsOf(pool, 'BTC', [LISTED], 'BTC')).toEqual([[]]);
  });
});
