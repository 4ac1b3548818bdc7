import {
  type CheckAsset,
  type EdgeTransfers,
  EXPANSION_PARTIES,
  EXPANSIONS_PER_DAY,
  type ExpandAnswer,
  Expansion,
  type ExplorerGraph,
  LISTED_TRANSACTIONS,
  MOST_EXPANSIONS,
  MOST_NOTES,
  type OwnExplorer,
} from '@assay/contracts';
import { type Asset, isNetworkId } from '@assay/domain';
import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import { Semaphore } from '../../kernel/semaphore.ts';
import { assetOf, type ChecksService } from '../checks/index.ts';
import { expansionOf } from './expansion-of.ts';
import type { BetweenPort, FollowedAsset, NeighboursPort } from './explorer.ports.ts';
import type { ExplorerStore, OwnKey } from './explorer.store.ts';
import { graphOfResult } from './graph-of-result.ts';

export interface ExplorerDeps {
  readonly checks: Pick<ChecksService, 'openCheck'>;
  readonly db: Db;
  readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  readonly store: ExplorerStore;
  readonly neighbours: NeighboursPort;
  readonly between: BetweenPort;
  readonly findAsset: (ticker: string, parent: string | null) => Asset | undefined;
  readonly clock: { now(): Date };
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
   * The largest counterparties of an address within the records. What is stored is answered again and costs nothing;
   * anything else counts once records are found, also where it takes several requests to sum them.
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

export function buildExplorerService(deps: ExplorerDeps): ExplorerService {
  const { checks, db, store, clock } = deps;
  const searches = new Semaphore(SEARCHES_AT_ONCE);

  async function resultOf(subId: string, reader: string | null): Promise<CheckAsset> {
    const check = await checks.openCheck(subId, reader);
    if (check.status !== 'done') throw new AppError('NotFound');
    return assetOf(check);
  }

  /** A check of another workspace is not found, also one that is shared. */
  async function ownResultOf({ subId, workspace }: OwnKey): Promise<CheckAsset> {
    const check = await checks.openCheck(subId, workspace);
    if (check.status !== 'done' || check.owner !== workspace) throw new AppError('NotFound');
    return assetOf(check);
  }

  function followed({ ticker, parent }: AssetName): FollowedAsset {
    const asset = deps.findAsset(ticker, parent);
    if (asset === undefined || asset.network === null || !isNetworkId(asset.network))
      throw new AppError('UnknownAsset');
    return { ticker: asset.ticker, parent: asset.parent, decimals: asset.decimals, network: asset.network };
  }

  async function leftOf(key: OwnKey): Promise<number> {
    return Math.max(0, EXPANSIONS_PER_DAY - (await store.usedOn(db, key, today())));
  }

  /** Whether anything more may be expanded; what was begun may always be completed. */
  async function refuseMore(key: OwnKey): Promise<void> {
    if ((await leftOf(key)) === 0) throw usedUp();
    if ((await store.countExpansions(db, key)) < MOST_EXPANSIONS) return;
    const problem = `This check has ${MOST_EXPANSIONS} expansions, which is the most. Check this address to follow it further.`;
    throw invalid('address', problem);
  }

  function today(): string {
    return clock.now().toISOString().slice(0, 10);
  }

  return {
    graphOf: async (subId, reader) => graphOfResult(await resultOf(subId, reader)),

    async ownOf(key) {
      await ownResultOf(key);
      const [expansions, notes, view] = await Promise.all([
        store.expansions(db, key),
        store.notes(db, key),
        store.view(db, key),
      ]);
      return {
        expansions: expansions.map((found) => Expansion.parse(JSON.parse(found))),
        expansions_left: await leftOf(key),
        notes: notes.map(({ node, note, writtenAt }) => ({ node, text: note, written_at: writtenAt.toISOString() })),
        view,
      };
    },

    async expand(key, address, name, signal) {
      const result = await ownResultOf(key);
      const asset = followed(name);
      const place = { address, ticker: asset.ticker, parent: asset.parent ?? '' };
      const known = await store.expansion(db, key, place);
      if (known.is === 'stored') return doneWith(known.found, await leftOf(key));
      if (known.is === 'none') await refuseMore(key);
      const until = result.tip === null || !isSameAsset(asset, result) ? null : tipOf(result.tip);
      const found = await deps.neighbours.largest(asset, address, until, { most: EXPANSION_PARTIES, signal });
      if (found.is === 'no records') return { status: 'no_records' };
      // Counted before it is computed to its end: summing is the work that the budget limits.
      await deps.transaction(async (tx) => {
        // What another request began meanwhile was counted by it.
        if (!(await store.beginExpansion(tx, key, place, clock.now()))) return;
        if (!(await store.spend(tx, key, today(), EXPANSIONS_PER_DAY))) throw usedUp();
      });
      if (found.is === 'building') return { status: 'building', progress: found.progress };
      const { ticker, parent, decimals } = asset;
      const text = JSON.stringify(expansionOf(address, { ticker, parent, decimals }, found, clock.now()));
      await store.storeExpansion(db, key, place, text, clock.now());
      return doneWith(text, await leftOf(key));
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
      if (text === '') await store.removeNote(db, key, node);
      else if (!(await store.writeNote(db, key, { node, note: text, writtenAt: clock.now() }, MOST_NOTES))) {
        throw invalid('node', `This check has ${MOST_NOTES} notes, which is the most. Remove one first.`);
      }
    },

    async saveView(key, view) {
      await ownResultOf(key);
      await store.saveView(db, key, view, clock.now());
    },
  };
}

function doneWith(found: string, left: number): ExpandAnswer {
  return { status: 'done', expansion: Expansion.parse(JSON.parse(found)), expansions_left: left };
}

function isSameAsset(asset: FollowedAsset, { ticker, network }: CheckAsset): boolean {
  return asset.ticker === ticker && asset.network === network;
}

function tipOf({ block, time }: NonNullable<CheckAsset['tip']>): {
  readonly time: Date;
  readonly block: string | null;
} {
  return { block, time: new Date(time) };
}

function invalid(field: string, problem: string): AppError {
  return new AppError('ValidationError', { fields: [{ field, problem }] });
}

function usedUp(): AppError {
  return new AppError('TooManyRequests', {
    publicText: `This check was expanded ${EXPANSIONS_PER_DAY} times today, which is the most. Try again after midnight UTC.`,
  });
}
