import { NETWORKS } from '@assay/domain';
import type { Db, PoolClient } from '../../db/index.ts';
import { pricingOf } from '../checks/index.ts';
import { type Ledger, openTransferStore } from '../transfers/index.ts';
import { buildStep, STEP_SIZES } from './build-list.ts';
import type {
  CounterpartiesDeps,
  Counterparty,
  CounterpartyPage,
  DirectionTotals,
  ListState,
  ListSubject,
  PageQuery,
  ReadyList,
  SeenAsset,
} from './counterparties.ports.ts';
import {
  beginList,
  findList,
  isOutdated,
  type ListKey,
  type ListPrices,
  limitStatements,
  lockList,
  removeList,
  type StoredList,
  touchList,
} from './lists.store.ts';
import { readPage } from './pages.store.ts';
import { seenAssets } from './seen-assets.store.ts';
import { daysOfAccount, daysOfOwner, recordsOfAccount, timeOfCoins } from './subject-records.store.ts';
import { lastPositionUntil, secondOfPosition } from './until.ts';

export interface CounterpartiesService {
  /**
   * The list of an address, computed as far as `withinMs` allows: each call continues where the last one ended, and one
   * step of it is done at least. With 0, nothing is computed: only a list that is there is opened.
   */
  open(subject: ListSubject, options: { readonly withinMs: number; readonly signal: AbortSignal }): Promise<ListState>;
  page(list: ReadyList, query: PageQuery): Promise<CounterpartyPage>;
  /** Every row that satisfies a query, in portions: memory does not grow with the list. */
  all(list: ReadyList, query: Omit<PageQuery, 'limit' | 'after'>): AsyncIterable<readonly Counterparty[]>;
  /** Every asset whose records name an address, the one with most records first. */
  assetsOf(address: string): Promise<readonly SeenAsset[]>;
}

/** A list that is not there yet. */
interface Begun {
  readonly is: 'to begin';
  readonly progress: number;
  readonly key: ListKey;
  readonly records: number;
  readonly revision: number;
  readonly stage: 'both' | 'incoming';
}

const EXPORTED_AT_ONCE = 1_000;
/** A step that takes longer has met something that its size does not bound, such as a lock. */
const STEP_WITHIN_MS = 20_000;
/** A page comes from an index; a filter that finds next to nothing may read all of a direction. */
const PAGE_WITHIN_MS = 10_000;
const DAY_MS = 86_400_000;

/** Counterparties from imported records. Lists are of records, not of a workspace: who may see one is for its route. */
export function buildCounterpartiesService(deps: CounterpartiesDeps): CounterpartiesService {
  const sizes = { ...STEP_SIZES, ...deps.sizes };

  async function open(
    subject: ListSubject,
    { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<ListState> {
    const until = Date.now() + withinMs;
    for (;;) {
      signal.throwIfAborted();
      const state = await deps.transaction((tx) => openOrStep(tx, subject, withinMs > 0));
      // Prices may be asked of providers: no transaction waits for them.
      if (state.is === 'to begin') await begin(subject, state, signal);
      else if (state.is !== 'stepped') return state;
      if (Date.now() >= until) return { is: 'building', progress: state.progress };
    }
  }

  /** The list, or what a step has left to do. */
  async function openOrStep(
    tx: PoolClient,
    subject: ListSubject,
    mayBuild: boolean,
  ): Promise<ListState | Begun | { readonly is: 'stepped'; readonly progress: number }> {
    const { network, ticker } = subject.asset;
    await limitStatements(tx, STEP_WITHIN_MS);
    const labels = await deps.labels(tx, { network, ticker });
    const snapshot = await openTransferStore(tx, labels, network, ticker);
    if (snapshot === null) return { is: 'no records' };
    const { ledger } = snapshot;
    const isUtxo = NETWORKS[network].ledger === 'utxo';
    const own = await recordsOfAccount(
      ...([tx, ledger, isUtxo, subject.address, lastPositionUntil(subject.until, isUtxo)] as const),
    );
    if (own === null) return { is: 'no records' };
    const key = { ledgerId: ledger.id, account: own.account, untilPosition: own.last };
    const untilTime = isUtxo ? await timeOfCoins(tx, ledger.id, own.last) : secondOfPosition(own.last);
    const list = await currentList(tx, key, ledger, untilTime, isUtxo);
    if (list?.stage === 'done' && list.labels === labels.digest) {
      await touchList(tx, list.id, deps.clock.now());
      return { is: 'ready', list: readyOf(list, subject, untilTime) };
    }
    if (!mayBuild) return list === null ? { is: 'not built' } : { is: 'building', progress: progressOf(list) };
    if (list === null) {
      const stage = isUtxo ? 'both' : 'incoming';
      return { is: 'to begin', progress: 0, key, records: own.records, revision: ledger.revision, stage };
    }
    const locked = await lockList(tx, list.id);
    // Another request does the next step: its progress is this one's too.
    if (locked === null) return { is: 'building', progress: progressOf(list) };
    await buildStep(tx, locked, snapshot, labels, sizes);
    return { is: 'stepped', progress: progressOf(locked) };
  }

  /** The list as stored; one whose records have changed is removed. */
  async function currentList(
    tx: Db,
    key: ListKey,
    { revision }: Ledger,
    untilTime: number,
    isUtxo: boolean,
  ): Promise<StoredList | null> {
    const list = await findList(tx, key);
    if (list === null) return null;
    const now = { revision, notesChanges: !isUtxo, untilSecond: untilTime };
    if (!(await isOutdated(tx, list, now))) return list;
    await removeList(tx, list.id);
    return null;
  }

  async function begin({ asset }: ListSubject, { key, ...facts }: Begun, signal: AbortSignal): Promise<void> {
    const prices = await pricesFor(asset, key, facts.stage === 'both', signal);
    await deps.transaction((tx) => beginList(tx, key, { ...facts, prices, now: deps.clock.now() }));
  }

  async function pricesFor(
    asset: ListSubject['asset'],
    { ledgerId, account, untilPosition }: ListKey,
    isUtxo: boolean,
    signal: AbortSignal,
  ): Promise<ListPrices> {
    const mode = await pricingOf(deps.prices, asset);
    if (mode === 'par') return { constant: '1', days: [], usd: [] };
    if (mode === 'none' || deps.prices === undefined) return { constant: null, days: [], usd: [] };
    const days = await deps.transaction((tx) =>
      isUtxo ? daysOfOwner(tx, account, untilPosition) : daysOfAccount(tx, ledgerId, account, untilPosition),
    );
    const { byDay } = await deps.prices.pricesOf(asset, days.map(dayText), signal);
    const priced = days.flatMap((day) => {
      const used = byDay.get(dayText(day));
      return used === undefined ? [] : [{ day, usd: used.usd }];
    });
    return { constant: null, days: priced.map(({ day }) => day), usd: priced.map(({ usd }) => usd) };
  }

  function page(list: ReadyList, query: PageQuery): Promise<CounterpartyPage> {
    const { amount } = list.totals[query.direction];
    return deps.transaction(async (tx) => {
      await limitStatements(tx, PAGE_WITHIN_MS);
      return readPage(tx, { ...list, amount }, query);
    });
  }

  return {
    open,
    page,
    async *all(list, query) {
      let after: PageQuery['after'] = null;
      do {
        const { items, next }: CounterpartyPage = await page(list, { ...query, limit: EXPORTED_AT_ONCE, after });
        yield items;
        after = next;
      } while (after !== null);
    },
    assetsOf: (address) => seenAssets(deps.db, address),
  };
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Summing is the longer part: naming counts as its last tenth. */
function progressOf({ stage, records, receivedRecords, sentRecords }: StoredList): number {
  switch (stage) {
    case 'incoming':
    case 'outgoing':
    case 'both':
      return records === 0 ? 0 : Math.min(0.9, (0.9 * (receivedRecords + sentRecords)) / records);
    case 'naming':
      return 0.9;
    case 'done':
      return 0.9;
  }
}

function readyOf(list: StoredList, { asset }: ListSubject, untilTime: number): ReadyList {
  const { id, untilPosition } = list;
  const { decimals } = asset;
  return {
    ...{ id, decimals, untilPosition, untilTime },
    totals: {
      bwd: totalsOf(list.received, list.receivedRecords, list.receivedUsd, list.payers, decimals),
      fwd: totalsOf(list.sent, list.sentRecords, list.sentUsd, list.payees, decimals),
    },
  };
}

function totalsOf(
  amount: string,
  records: number,
  usd: string | null,
  parties: number,
  decimals: number,
): DirectionTotals {
  return {
    amount: BigInt(amount),
    records,
    usd: usd === null ? null : Math.round(Number(usd) / 10 ** (decimals - 2)) / 100,
    parties,
  };
}
