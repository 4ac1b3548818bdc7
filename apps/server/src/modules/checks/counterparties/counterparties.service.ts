import { NETWORKS } from '@assay/domain';
import type { Db, PoolClient } from '../../../platform/db/index.ts';
import { Semaphore } from '../../../platform/kernel/semaphore.ts';
import {
  LAST_SECOND,
  type Ledger,
  openTransferStore,
  positionAt,
  secondOf,
  type TransferSnapshot,
} from '../../records/index.ts';
import type { LabelState } from '../checks/compute/label-states.ts';
import { pricingOf } from '../checks/flows/value-flows.ts';
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
  lockList,
  removeList,
  type StoredList,
  touchList,
} from './lists.store.ts';
import { readPage } from './pages.store.ts';
import { daysOfAccount, daysOfOwner, recordsOfAccount, seenAssets, timeOfCoins } from './subject-records.store.ts';

/** Positions of coins are block * 2^20 + rank within it. */
const RANKS_PER_BLOCK = 2 ** 20;

export interface CounterpartiesService {
  /**
   * The list of an address, computed as far as `withinMs` allows: each call continues where the last one ended, and does
   * one step of it at least, unless other lists take up all of the time. With 0, nothing is computed: only a list that is
   * there is opened.
   *
   * @throws AppError Overloaded where a step takes too long; the signal's reason once it is aborted
   */
  open(subject: ListSubject, options: { readonly withinMs: number; readonly signal: AbortSignal }): Promise<ListState>;
  /** @throws AppError Overloaded where a filter takes too long */
  page(list: ReadyList, query: PageQuery): Promise<CounterpartyPage>;
  /** Every row that satisfies a query, in portions: memory does not grow with the list. */
  all(list: ReadyList, query: Omit<PageQuery, 'limit' | 'after'>): AsyncIterable<readonly Counterparty[]>;
  /** Every asset whose records name an address, the one with most records first. */
  assetsOf(address: string): Promise<readonly SeenAsset[]>;
}

/** A list, or what its next step needs; `list` is null before the first one. */
type Found =
  | Extract<ListState, { readonly is: 'ready' | 'no records' }>
  | {
      readonly is: 'unfinished';
      readonly list: StoredList | null;
      readonly key: ListKey;
      readonly records: number;
      readonly snapshot: TransferSnapshot;
      readonly labels: LabelState;
    };

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
/** Lists that one process computes at a time: each holds a connection of the database, and most have to stay free. */
const COMPUTED_AT_ONCE = 2;
/** A step that takes longer has met something that its size does not bound, such as a lock. */
const STEP_WITHIN_MS = 20_000;
/** A page comes from an index; a filter that finds next to nothing may read all of a direction. */
const PAGE_WITHIN_MS = 10_000;
const DAY_MS = 86_400_000;

/** Counterparties from imported records. Lists are of records, not of a workspace: who may see one is for its route. */
export function buildCounterpartiesService(deps: CounterpartiesDeps): CounterpartiesService {
  const sizes = { ...STEP_SIZES, ...deps.sizes };
  const slots = new Semaphore(COMPUTED_AT_ONCE);

  async function open(
    subject: ListSubject,
    { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<ListState> {
    const until = Date.now() + withinMs;
    const found = await inStep(subject, (tx) => find(tx, subject));
    if (found.is !== 'unfinished') return found;
    const { list } = found;
    if (withinMs === 0 && list === null) return { is: 'not built' };
    const building = { is: 'building', progress: list === null ? 0 : progressOf(list) } as const;
    if (withinMs === 0) return building;
    const late = AbortSignal.timeout(withinMs);
    try {
      return await slots.run(AbortSignal.any([signal, late]), () => compute(subject, until, signal));
    } catch (error) {
      // Other lists are computed meanwhile: the next request waits again.
      if (error === late.reason) return building;
      throw error;
    }
  }

  /** Does steps of a list until a time, and one at least. */
  async function compute(subject: ListSubject, until: number, signal: AbortSignal): Promise<ListState> {
    for (;;) {
      signal.throwIfAborted();
      const state = await inStep(subject, (tx) => step(tx, subject));
      // Prices may be asked of providers: no transaction waits for them.
      if (state.is === 'to begin') await begin(subject, state, signal);
      else if (state.is !== 'stepped') return state;
      if (Date.now() >= until) return { is: 'building', progress: state.progress };
    }
  }

  function inStep<T>({ asset }: Pick<ListSubject, 'asset'>, work: (tx: PoolClient) => Promise<T>): Promise<T> {
    return deps.transactionsOf(asset, STEP_WITHIN_MS)(work);
  }

  /** The list of an address if it is computed, or how much of it is. */
  async function find(tx: PoolClient, subject: ListSubject): Promise<Found> {
    const { network, ticker } = subject.asset;
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
    const untilTime = isUtxo ? await timeOfCoins(tx, ledger.id, own.last) : secondOf(own.last);
    const list = await currentList(tx, key, ledger, untilTime, isUtxo);
    if (list?.stage !== 'done' || list.labels !== labels.digest) {
      return { is: 'unfinished', list, key, records: own.records, snapshot, labels };
    }
    await touchList(tx, list.id, deps.clock.now());
    return { is: 'ready', list: readyOf(list, subject, untilTime) };
  }

  /** Does the next step of a list that is not computed to its end. */
  async function step(
    tx: PoolClient,
    subject: ListSubject,
  ): Promise<ListState | Begun | { readonly is: 'stepped'; readonly progress: number }> {
    const found = await find(tx, subject);
    if (found.is !== 'unfinished') return found;
    const { list, key, records, snapshot, labels } = found;
    if (list === null) {
      const stage = snapshot.store.ledger === 'utxo' ? 'both' : 'incoming';
      return { is: 'to begin', progress: 0, key, records, revision: snapshot.ledger.revision, stage };
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
    await inStep({ asset }, (tx) => beginList(tx, key, { ...facts, prices, now: deps.clock.now() }));
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
    const days = await inStep({ asset }, (tx) =>
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
    return deps.transactionsOf(list.asset, PAGE_WITHIN_MS)((tx) => readPage(tx, { ...list, amount }, query));
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
  const { network, ticker, decimals } = asset;
  return {
    asset: { network, ticker },
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

/**
 * The last position that a result's last record can have: the end of its second on account networks, of its block on
 * UTXO networks. Records of that second or block which were stored later count too.
 */
function lastPositionUntil(until: ListSubject['until'], isUtxo: boolean): number {
  if (until === null) return Number.MAX_SAFE_INTEGER;
  if (!isUtxo) {
    const second = Math.floor(until.time.getTime() / 1000);
    return second >= LAST_SECOND ? Number.MAX_SAFE_INTEGER : positionAt(second + 1, 0) - 1;
  }
  return until.block === null ? Number.MAX_SAFE_INTEGER : (Number(until.block) + 1) * RANKS_PER_BLOCK - 1;
}
