import {
  type CheckAsset,
  type EdgeTransfers,
  EXPANSION_PARTIES,
  EXPANSIONS_PER_DAY,
  type ExpandAnswer,
  Expansion,
  type ExplorerGraph,
  LISTED_TRANSACTIONS,
  type OwnExplorer,
} from '@assay/contracts';
import { type Asset, isNetworkId } from '@assay/domain';
import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
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
   * anything else counts once it is found.
   *
   * @throws AppError NotFound, UnknownAsset; TooManyRequests once the budget of the day is used up
   */
  expand(key: OwnKey, address: string, asset: AssetName): Promise<ExpandAnswer>;
  /** @throws AppError NotFound, UnknownAsset */
  transfersBetween(key: OwnKey, from: string, to: string, asset: AssetName): Promise<EdgeTransfers>;
  /** An empty text removes the note. @throws AppError NotFound */
  writeNote(key: OwnKey, node: string, text: string): Promise<void>;
  /** @throws AppError NotFound */
  saveView(key: OwnKey, view: string): Promise<void>;
}

export function buildExplorerService(deps: ExplorerDeps): ExplorerService {
  const { checks, db, store, clock } = deps;

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
        expansions: expansions.map(({ found }) => Expansion.parse(JSON.parse(found))),
        expansions_left: await leftOf(key),
        notes: notes.map(({ node, note, writtenAt }) => ({ node, text: note, written_at: writtenAt.toISOString() })),
        view,
      };
    },

    async expand(key, address, name) {
      const result = await ownResultOf(key);
      const asset = followed(name);
      const place = { address, ticker: asset.ticker, parent: asset.parent ?? '' };
      const known = await store.expansion(db, key, place);
      if (known !== null) return doneWith(known.found, await leftOf(key));
      if ((await leftOf(key)) === 0) throw usedUp();
      const until = result.tip === null || !isSameAsset(asset, result) ? null : tipOf(result.tip);
      const found = await deps.neighbours.largest(asset, address, until, EXPANSION_PARTIES);
      if (found.is === 'building') return { status: 'building', progress: found.progress };
      if (found.is === 'no records') return { status: 'no_records' };
      const { ticker, parent, decimals } = asset;
      const text = JSON.stringify(expansionOf(address, { ticker, parent, decimals }, found, clock.now()));
      await deps.transaction(async (tx) => {
        // What another request stored meanwhile was counted by it.
        if (!(await store.addExpansion(tx, key, { ...place, found: text }, clock.now()))) return;
        if (!(await store.spend(tx, key, today(), EXPANSIONS_PER_DAY))) throw usedUp();
      });
      return doneWith(text, await leftOf(key));
    },

    async transfersBetween(key, from, to, name) {
      await ownResultOf(key);
      const found = await deps.between.newest(followed(name), from, to, LISTED_TRANSACTIONS + 1);
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
      await store.writeNote(db, key, node, text, clock.now());
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

function usedUp(): AppError {
  return new AppError('TooManyRequests', {
    publicText: `This check was expanded ${EXPANSIONS_PER_DAY} times today, which is the most. Try again after midnight UTC.`,
  });
}
