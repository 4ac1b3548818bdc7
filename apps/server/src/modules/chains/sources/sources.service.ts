import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Asset, NetworkId } from '@assay/domain';
import type { Label, LabelsOf } from '@assay/exposure';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { GatherPayment, GatherTask } from './gather/best-first.ts';
import { AccountGathering } from './gather/gather-accounts.ts';
import { CoinGathering } from './gather/gather-coins.ts';
import type { CoinCache } from './kept/coin-cache.ts';
import type { NeighbourhoodCache } from './neighbourhoods.ts';
import type { Gathering, GatherProgress, ReadGathering } from './on-demand-records.ts';
import { plausibleSource } from './plausible-source.ts';
import { SharedRequests } from './shared-requests.ts';
import { sharedSource } from './shared-source.ts';
import { type BudgetLimits, SourceBudget } from './source-budget.ts';
import { SourceError, type SourceTip, type TransferSource, type TransferSources } from './sources.ports.ts';
import { buildLookUps, type LookUps } from './transactions/look-ups.ts';
import { type AddressClaims, inTurn } from './with-address-claim.ts';

export interface OnDemandSourcesDeps {
  readonly sources: TransferSources;
  readonly accounts: NeighbourhoodCache;
  readonly coins: CoinCache;
  /** Without it, servers of one database may read the same address at the same time. */
  readonly claims?: AddressClaims;
  readonly clock: Clock;
  readonly limits: BudgetLimits;
  /** Checks within this time share one tip: what was read as of it is not read again. */
  readonly tipLastsMs: number;
  /** Time limit for a source to answer with its tip; default 4 s. */
  readonly tipWithinMs?: number;
}

export interface GatherOptions {
  readonly labelsOf: LabelsOf;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: GatherProgress) => void;
}

export interface OnDemandSources extends LookUps {
  /** Whether there is a source for the transfers of an asset. */
  canAsk(asset: Asset): boolean;
  /**
   * Reads an address and its neighbourhood from its chain, within the budget. Concurrent equal calls share one answer.
   *
   * @param labelsOf Labels that decide where reading stops; a final walk may be given others.
   * @throws the signal's reason once it is aborted
   */
  gather(asset: Asset, address: string, options: GatherOptions): Promise<Gathering>;
  /** The newest records of an address alone, in a few requests ({@link OWN_LIMITS}): nothing around it is read. */
  gatherOwn(asset: Asset, address: string, signal: AbortSignal): Promise<ReadGathering>;
  /** The same for a payment of the address: what its other end needs to be walked from this transaction alone. */
  gatherPayment(asset: Asset, address: string, payment: GatherPayment, options: GatherOptions): Promise<Gathering>;
}

/** What reading one address alone may take. */
export const OWN_LIMITS = { calls: 8, milliseconds: 10_000 } as const;

interface Listeners {
  readonly all: Set<(progress: GatherProgress) => void>;
  last: GatherProgress | null;
}

export function buildOnDemandSources(deps: OnDemandSourcesDeps): OnDemandSources {
  const { tipWithinMs = 4_000 } = deps;
  const sharedRequests = new SharedRequests();
  const listeners = new Map<string, Listeners>();
  const shared = new WeakMap<TransferSource, TransferSource>();

  function sourceOf(asset: Asset): TransferSource | null {
    const source = deps.sources.sourceOf(asset);
    if (source === null || asset.network === null || !source.canAsk(asset)) return null;
    const known = shared.get(source) ?? sharedSource(plausibleSource(source, deps.clock));
    shared.set(source, known);
    return known;
  }

  /** @param block a block that the view has to contain */
  async function tipOf(
    network: NetworkId,
    source: TransferSource,
    budget: SourceBudget,
    block: number,
  ): Promise<SourceTip> {
    const now = deps.clock.now();
    const kept = await deps.accounts.tipSince(network, new Date(now.getTime() - deps.tipLastsMs));
    if (kept !== null && kept.block >= block) return kept;
    const tip = await askTip(source, budget, tipWithinMs);
    if (tip.block < block) {
      const reason = 'it is behind the block of the transaction';
      throw new SourceError({ kind: 'unavailable', provider: tip.provider, reason });
    }
    await deps.accounts.saveTip(network, tip, now);
    return tip;
  }

  async function gatherOnce(source: TransferSource, task: GatherTask): Promise<ReadGathering> {
    try {
      const tip = await tipOf(task.asset.network, source, task.budget, blockOf(task.payment));
      const gathering =
        source.ledger === 'account'
          ? new AccountGathering(task, source, deps.accounts, tip)
          : new CoinGathering(task, source, deps.coins, tip);
      return await gathering.run();
    } catch (error) {
      if (error instanceof SourceError && !task.signal.aborted) return { kind: 'failed', faults: [error.fault] };
      throw error;
    }
  }

  async function gather(
    asset: Asset,
    address: string,
    extent: Pick<GatherTask, 'payment' | 'isOwnAlone'> & { readonly limits: BudgetLimits },
    { labelsOf, signal, onProgress }: GatherOptions,
  ): Promise<ReadGathering> {
    const source = sourceOf(asset);
    const { network } = asset;
    if (source === null || network === null) throw new Error(`Nobody can be asked for ${asset.ticker}`);
    const { payment, isOwnAlone, limits } = extent;
    const ofPayment = payment === null ? '' : ` ${payment.seen.id} ${payment.direction}`;
    const key = `${network} ${asset.ticker} ${address}${ofPayment}${isOwnAlone ? ' alone' : ''}`;
    const subscribers = listeners.get(key) ?? { all: new Set(), last: null };
    listeners.set(key, subscribers);
    subscribers.all.add(onProgress);
    if (subscribers.last !== null) onProgress(subscribers.last);
    try {
      return await sharedRequests.share(key, signal, (sharedRequest) => {
        const placed = { ...asset, network };
        const read = () =>
          gatherOnce(source, {
            asset: placed,
            address,
            payment,
            isOwnAlone,
            budget: new SourceBudget(limits, sharedRequest),
            labelsOf: memoLabels(labelsOf),
            signal: sharedRequest,
            now: deps.clock.now(),
            yieldToEventLoop: async () => {
              await nextTurn();
            },
            onProgress: (progress) => {
              subscribers.last = progress;
              for (const listener of subscribers.all) listener(progress);
            },
          });
        const { claims } = deps;
        return claims === undefined
          ? read()
          : inTurn(claims, placed, address, limits.milliseconds, sharedRequest, read);
      });
    } finally {
      subscribers.all.delete(onProgress);
      if (subscribers.all.size === 0 && listeners.get(key) === subscribers) listeners.delete(key);
    }
  }

  return {
    ...buildLookUps(sourceOf, deps.clock),
    canAsk: (asset) => sourceOf(asset) !== null,
    gather: (asset, address, options) =>
      gather(asset, address, { payment: null, isOwnAlone: false, limits: deps.limits }, options),
    gatherPayment: (asset, address, payment, options) =>
      gather(asset, address, { payment, isOwnAlone: false, limits: deps.limits }, options),
    gatherOwn: (asset, address, signal) => {
      const options = { labelsOf: noLabels, signal, onProgress: () => undefined };
      return gather(asset, address, { payment: null, isOwnAlone: true, limits: OWN_LIMITS }, options);
    },
  };
}

/** Nothing around the address is read, so that no label ends the reading. */
const noLabels: LabelsOf = async (addresses) => addresses.map(() => []);

/** The block that a view of the chain has to contain; 0 where any will do. */
function blockOf(payment: GatherPayment | null): number {
  return payment === null || payment.seen.isPending === true ? 0 : payment.seen.block;
}

/** A source that does not answer with its tip will hardly answer more: it is not waited for any longer. */
async function askTip(source: TransferSource, budget: SourceBudget, withinMs: number): Promise<SourceTip> {
  const patience = AbortSignal.timeout(withinMs);
  try {
    return await source.tip({ signal: AbortSignal.any([budget.signal, patience]), spend: () => budget.spend() });
  } catch (error) {
    if (!patience.aborted || budget.signal.aborted) throw error;
    const reason = `no answer within ${withinMs / 1000} s`;
    const provider = source.providers[0] ?? source.network;
    throw new SourceError({ kind: 'unavailable', provider, reason }, { cause: error });
  }
}

/** Looks up the labels of each account once: a gathering walks over the same accounts repeatedly. */
function memoLabels(labelsOf: LabelsOf): LabelsOf {
  const known = new Map<string, readonly Label[]>();
  return async (addresses) => {
    const missing = [...new Set(addresses)].filter((address) => !known.has(address));
    if (missing.length > 0) {
      const found = await labelsOf(missing);
      for (const [at, address] of missing.entries()) known.set(address, found[at] ?? []);
    }
    return addresses.map((address) => known.get(address) ?? []);
  };
}
