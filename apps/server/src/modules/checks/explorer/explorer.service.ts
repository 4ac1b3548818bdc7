import { validateAddress } from '@assay/address';
import {
  CHAIN_EXPANSIONS_PER_DAY,
  type EdgeTransfers,
  EXPANSION_PARTIES,
  EXPANSIONS_PER_DAY,
  type ExpandAnswer,
  Expansion,
  type ExplorerGraph,
  type FormerResult,
  LISTED_TRANSACTIONS,
  MOST_EXPANSIONS,
  MOST_NOTES,
  type OwnExplorer,
} from '@assay/contracts';
import { type Asset, currencyOf, isNetworkId } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { Semaphore } from '../../../platform/kernel/semaphore.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { assetOf } from '../checks/checks.presenter.ts';
import type { ChecksService } from '../checks/checks.service.ts';
import { expansionOf } from './expansion-of.ts';
import type { BetweenPort, FollowedAsset, NeighboursPort, OnChainPort } from './explorer.ports.ts';
import { type ExpansionPlace, explorerStore, type OwnKey, type Used } from './explorer.store.ts';
import { graphOfResult } from './graph-of-result.ts';

export interface ExplorerDeps {
  readonly checks: Pick<ChecksService, 'openCheck'>;
  readonly db: Db;
  readonly transaction: Transaction;
  readonly neighbours: NeighboursPort;
  /** Without it records alone are searched. */
  readonly onChain: OnChainPort | null;
  readonly between: BetweenPort;
  readonly findAsset: (ticker: string, parent: string | null) => Asset | undefined;
  readonly clock: Clock;
}

interface AssetName {
  readonly ticker: string;
  readonly parent: string | null;
}

export interface ExplorerService {
  /**
   * The stored evidence of a finished check as a graph, for everyone who may open the check.
   *
   * @throws AppError NotFound, also while it runs
   */
  graphOf(subId: string, reader: string | null): Promise<ExplorerGraph>;
  /**
   * What a workspace added to the graph of its check.
   *
   * @throws AppError NotFound, also for a check of another workspace
   */
  ownOf(key: OwnKey): Promise<Omit<OwnExplorer, 'may_change'>>;
  /**
   * The largest counterparties of an address within the records, or where no record is stored, among its newest records
   * on its chain. What is stored is answered again and costs nothing; anything else counts once records are found, also
   * where it takes several requests to sum them, or once a chain is read, unless no provider answers.
   *
   * @throws AppError NotFound, UnknownAsset, Overloaded; TooManyRequests once the budget of the day is used up;
   * ValidationError where the check has all the expansions it may keep
   */
  expand(key: OwnKey, address: string, asset: AssetName, signal: AbortSignal): Promise<ExpandAnswer>;
  /** @throws AppError NotFound, UnknownAsset, Overloaded */
  transfersBetween(
    key: OwnKey,
    ends: { readonly from: string; readonly to: string },
    asset: AssetName,
    signal: AbortSignal,
  ): Promise<EdgeTransfers>;
  /** An empty text removes the note. @throws AppError NotFound; ValidationError where the check has all its notes */
  writeNote(key: OwnKey, node: string, text: string): Promise<void>;
  /** @throws AppError NotFound */
  saveView(key: OwnKey, view: string): Promise<void>;
}

/** Searches of transfers that one process runs at a time: each holds a connection of the database. */
const SEARCHES_AT_ONCE = 2;
const SEARCH_WAITS_MS = 10_000;
/** Addresses that one process reads on their chains at a time; checks need the providers too. */
const READ_AT_ONCE = 4;
const READ_WITHIN_MS = 30_000;
const MOST_A_DAY: Used = { all: EXPANSIONS_PER_DAY, onChain: CHAIN_EXPANSIONS_PER_DAY };

export function buildExplorerService(deps: ExplorerDeps): ExplorerService {
  const { checks, db, clock } = deps;
  const searches = new Semaphore(SEARCHES_AT_ONCE);
  const readings = new Semaphore(READ_AT_ONCE);

  async function resultOf(subId: string, reader: string | null): Promise<FormerResult> {
    const check = await checks.openCheck(subId, reader);
    if (check.status !== 'done') throw new AppError('NotFound');
    return assetOf(check);
  }

  /** A check of another workspace is not found, also one that is shared. */
  async function ownResultOf({ subId, workspace }: OwnKey): Promise<FormerResult> {
    const check = await checks.openCheck(subId, workspace);
    if (check.status !== 'done' || check.owner !== workspace) throw new AppError('NotFound');
    return assetOf(check);
  }

  function followed({ ticker, parent }: AssetName): Asset & FollowedAsset {
    const asset = deps.findAsset(ticker, parent);
    if (asset === undefined || asset.network === null || !isNetworkId(asset.network))
      throw new AppError('UnknownAsset');
    return { ...asset, network: asset.network };
  }

  async function leftOf(key: OwnKey): Promise<Left> {
    const { all, onChain } = await explorerStore.usedOn(db, key, today());
    const left = Math.max(0, EXPANSIONS_PER_DAY - all);
    const ofChains = Math.min(left, Math.max(0, CHAIN_EXPANSIONS_PER_DAY - onChain));
    return { expansions_left: left, chain_expansions_left: deps.onChain === null ? null : ofChains };
  }

  /** Whether anything more may be expanded; what was begun may always be completed. */
  async function refuseMore(key: OwnKey): Promise<void> {
    if ((await leftOf(key)).expansions_left === 0) throw usedUp();
    if ((await explorerStore.countExpansions(db, key)) < MOST_EXPANSIONS) return;
    const problem = `This check has ${MOST_EXPANSIONS} expansions, which is the most. Check this address to follow it further.`;
    throw invalid('address', problem);
  }

  function today(): string {
    return clock.now().toISOString().slice(0, 10);
  }

  async function storeFound(
    key: OwnKey,
    place: ExpansionPlace,
    { ticker, parent, decimals }: Asset,
    found: Parameters<typeof expansionOf>[2],
  ): Promise<ExpandAnswer> {
    const text = JSON.stringify(expansionOf(place.address, { ticker, parent, decimals }, found, clock.now()));
    const stored = await explorerStore.storeExpansion(db, key, place, text, clock.now());
    return doneWith(stored, await leftOf(key));
  }

  /** Counted before its chain is read. A client that leaves ends no reading: it would have to be counted, and is kept. */
  async function expandOnChain(
    key: OwnKey,
    place: ExpansionPlace,
    asset: Asset,
    until: ReturnType<typeof tipOf> | null,
  ): Promise<ExpandAnswer> {
    const { onChain } = deps;
    const verdict = validateAddress(place.address, currencyOf(asset));
    if (onChain === null || !verdict.ok || verdict.canonical !== place.address || !onChain.canAsk(asset)) {
      return { status: 'no_records' };
    }
    await deps.transaction(async (tx) => {
      if (!(await explorerStore.beginExpansion(tx, key, place, clock.now()))) return;
      if (!(await explorerStore.spendOnChain(tx, key, today(), MOST_A_DAY))) throw chainsUsedUp();
    });
    const signal = AbortSignal.timeout(READ_WITHIN_MS);
    const found = await readings
      .run(signal, () => onChain.largest(asset, place.address, until, { most: EXPANSION_PARTIES, signal }))
      .catch(async (error: unknown) => {
        await explorerStore.giveBack(db, key, place);
        throw error === signal.reason ? new AppError('Overloaded', { internal: 'a chain took too long' }) : error;
      });
    if (found.is === 'ready') return storeFound(key, place, asset, found);
    await explorerStore.giveBack(db, key, place);
    return { status: 'unanswered', problem: found.faults.join('; ') };
  }

  return {
    graphOf: async (subId, reader) => graphOfResult(await resultOf(subId, reader)),

    async ownOf(key) {
      await ownResultOf(key);
      const [expansions, notes, view] = await Promise.all([
        explorerStore.expansions(db, key),
        explorerStore.notes(db, key),
        explorerStore.view(db, key),
      ]);
      return {
        expansions: expansions.map((found) => Expansion.parse(JSON.parse(found))),
        ...(await leftOf(key)),
        notes: notes.map(({ node, note, writtenAt }) => ({ node, text: note, written_at: writtenAt.toISOString() })),
        view,
      };
    },

    async expand(key, address, name, signal) {
      const result = await ownResultOf(key);
      const asset = followed(name);
      const place = { address, ticker: asset.ticker, parent: asset.parent ?? '' };
      const known = await explorerStore.expansion(db, key, place);
      if (known.is === 'stored') return doneWith(known.found, await leftOf(key));
      if (known.is === 'none') await refuseMore(key);
      const until = result.tip === null || !isSameAsset(asset, result) ? null : tipOf(result.tip);
      const found = await deps.neighbours.largest(asset, address, until, { most: EXPANSION_PARTIES, signal });
      if (found.is === 'no records') return expandOnChain(key, place, asset, until);
      // Counted before it is computed to its end: summing is the work that the budget limits.
      await deps.transaction(async (tx) => {
        // What another request began meanwhile was counted by it.
        if (!(await explorerStore.beginExpansion(tx, key, place, clock.now()))) return;
        if (!(await explorerStore.spend(tx, key, today(), EXPANSIONS_PER_DAY))) throw usedUp();
      });
      if (found.is === 'building') return { status: 'building', progress: found.progress };
      return storeFound(key, place, asset, found);
    },

    async transfersBetween(key, { from, to }, name, signal) {
      await ownResultOf(key);
      const asset = followed(name);
      const late = AbortSignal.timeout(SEARCH_WAITS_MS);
      const found = await searches
        .run(AbortSignal.any([signal, late]), () => deps.between.newest(asset, from, to, LISTED_TRANSACTIONS + 1))
        .catch((error: unknown) => {
          throw error === late.reason
            ? new AppError('Overloaded', { internal: 'other transfers are searched' })
            : error;
        });
      return {
        transactions: found.slice(0, LISTED_TRANSACTIONS).map(({ transactionId, amount, time }) => ({
          transaction_id: transactionId,
          amount: amount.toString(),
          time: new Date(time * 1000).toISOString(),
        })),
        has_more: found.length > LISTED_TRANSACTIONS,
      };
    },

    async writeNote(key, node, text) {
      await ownResultOf(key);
      if (text === '') await explorerStore.removeNote(db, key, node);
      else if (!(await explorerStore.writeNote(db, key, { node, note: text, writtenAt: clock.now() }, MOST_NOTES))) {
        throw invalid('node', `This check has ${MOST_NOTES} notes, which is the most. Remove one first.`);
      }
    },

    async saveView(key, view) {
      await ownResultOf(key);
      await explorerStore.saveView(db, key, view, clock.now());
    },
  };
}

type Left = Pick<OwnExplorer, 'expansions_left' | 'chain_expansions_left'>;

function doneWith(found: string, left: Left): ExpandAnswer {
  return { status: 'done', expansion: Expansion.parse(JSON.parse(found)), ...left };
}

function isSameAsset(asset: FollowedAsset, { ticker, network }: FormerResult): boolean {
  return asset.ticker === ticker && asset.network === network;
}

function tipOf({ block, time }: NonNullable<FormerResult['tip']>): {
  readonly time: Date;
  readonly block: string | null;
} {
  return { block, time: new Date(time) };
}

function invalid(field: string, problem: string): AppError {
  return new AppError('ValidationError', { fields: [{ field, problem }] });
}

function chainsUsedUp(): AppError {
  return new AppError('TooManyRequests', {
    publicText: `No record of this address is stored, and chains were read for this check ${CHAIN_EXPANSIONS_PER_DAY} times today, which is the most. Try again after midnight UTC.`,
  });
}

function usedUp(): AppError {
  return new AppError('TooManyRequests', {
    publicText: `This check was expanded ${EXPANSIONS_PER_DAY} times today, which is the most. Try again after midnight UTC.`,
  });
}
