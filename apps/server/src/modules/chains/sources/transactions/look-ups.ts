import { ASSETS, type Asset, NETWORKS, type NetworkId } from '@assay/domain';
import { Semaphore } from '../../../../platform/kernel/semaphore.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import type { SeenTransaction } from '../seen-transaction.ts';
import { SharedRequests } from '../shared-requests.ts';
import { SourceBudget } from '../source-budget.ts';
import { SourceError, type SourceFault, type TransferSource } from '../sources.ports.ts';
import { transactionIdOn } from './transaction-id.ts';
import { type WaitingTransaction, waitingTransaction } from './waiting-transaction.ts';

/** What a provider says of a transaction, and of a waiting one what it would be in the records. */
export type FoundTransaction = Exclude<SeenTransaction, { is: 'pending' }> | WaitingTransaction;

/** What the providers of a network say of a transaction. */
export type TransactionLookUp =
  | FoundTransaction
  /** Providers were asked, and none answered; or this server asks no more for now. */
  | { readonly is: 'unanswered'; readonly faults: readonly SourceFault[] }
  /** No provider can be asked, or the network has no such ids. */
  | { readonly is: 'not asked' };

/** Where a transaction is, of which the network is not known. */
export interface TransactionPlaces {
  /** Networks whose providers know it, in the order of `NETWORKS`, with what they say. */
  readonly known: readonly { readonly network: NetworkId; readonly seen: FoundTransaction }[];
  /** Networks that were asked, with those of `known`. */
  readonly asked: readonly NetworkId[];
  /** Networks whose providers did not answer. */
  readonly unanswered: readonly NetworkId[];
}

export interface LookUpOptions {
  readonly signal: AbortSignal;
  /** The workspace that it counts for; null for a check, which has a credit reserved and is limited as checks are. */
  readonly owner: string | null;
}

export interface LookUps {
  /**
   * @param ids spellings of its id, of `readTransactionId`
   * @throws the signal's reason once it is aborted
   */
  lookUp(asset: Asset, ids: readonly string[], options: LookUpOptions): Promise<TransactionLookUp>;
  /** Asks those of the networks that have such ids and a provider, one look-up each. */
  locate(networks: readonly NetworkId[], ids: readonly string[], options: LookUpOptions): Promise<TransactionPlaces>;
}

export interface LookUpLimits {
  /** Requests to providers, and the time that they may take, of one look-up. */
  readonly calls: number;
  readonly milliseconds: number;
  /** Others wait. */
  readonly atOnce: number;
  readonly perMinute: number;
  /** Of those, look-ups that show what a transaction moved: others are left for checks of payments. */
  readonly perMinuteOfPages: number;
  /** Of one workspace: an id without its network is one look-up on each network that has such ids. */
  readonly perMinuteOfOwner: number;
  /** What was found is kept this long; what may change soon, `changingMs`. */
  readonly keptMs: number;
  readonly changingMs: number;
  /** Answers that are kept. */
  readonly most: number;
}

/**
 * Look-ups cost no check, so that they are limited by themselves: by the requests and the time of one, by how many ask
 * a provider at a time, and by how many do in a minute, of all users of this server together and of one workspace, so
 * that none takes those of the others.
 */
export const LOOK_UP_LIMITS: LookUpLimits = {
  calls: 24,
  milliseconds: 8_000,
  atOnce: 8,
  perMinute: 300,
  perMinuteOfPages: 200,
  perMinuteOfOwner: 100,
  keptMs: 60_000,
  changingMs: 10_000,
  most: 500,
};

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

interface BegunLookUp {
  readonly at: number;
  readonly owner: string;
  readonly isOfPage: boolean;
}

interface AskOptions extends LookUpOptions {
  /** Whether it only shows what a transaction moved, which costs no check credit. */
  readonly isOfPage: boolean;
}

interface KeptAnswer {
  readonly seen: FoundTransaction;
  readonly until: number;
}

export function buildLookUps(
  sourceOf: (asset: Asset) => TransferSource | null,
  clock: Clock,
  limits: LookUpLimits = LOOK_UP_LIMITS,
): LookUps {
  const sharedRequests = new SharedRequests();
  const kept = new Map<string, KeptAnswer>();
  let begun: readonly BegunLookUp[] = [];
  const slots = new Semaphore(limits.atOnce);

  /** Whether the owner may ask once more: a fault of this server's own otherwise. */
  function admit(owner: string, isOfPage: boolean): SourceFault | null {
    const now = clock.now().getTime();
    begun = begun.filter(({ at }) => at > now - 60_000);
    const ofOwner = begun.filter((one) => one.owner === owner).length;
    const ofPages = begun.filter((one) => one.isOfPage).length;
    const isOver =
      begun.length >= limits.perMinute ||
      ofOwner >= limits.perMinuteOfOwner ||
      (isOfPage && ofPages >= limits.perMinuteOfPages);
    if (isOver) return { kind: 'rate-limited', provider: 'this server', retryAfterMs: null };
    begun = [...begun, { at: now, owner, isOfPage }];
    return null;
  }

  async function ask(source: TransferSource, id: string, options: AskOptions): Promise<TransactionLookUp> {
    const { signal, owner, isOfPage } = options;
    const refused = owner === null ? null : admit(owner, isOfPage);
    if (refused !== null) return { is: 'unanswered', faults: [refused] };
    try {
      const answer = await slots.run(signal, () => source.lookUp(id, new SourceBudget(limits, signal)));
      const seen = answer.is === 'pending' ? waitingTransaction(answer, secondsOf(clock.now())) : answer;
      keep(`${source.network} ${id}`, seen);
      return seen;
    } catch (error) {
      if (error instanceof SourceError && !signal.aborted) return { is: 'unanswered', faults: [error.fault] };
      throw error;
    }
  }

  function keep(key: string, seen: FoundTransaction): void {
    const lasts = seen.is === 'confirmed' || seen.is === 'failed' ? limits.keptMs : limits.changingMs;
    kept.delete(key);
    kept.set(key, { seen, until: clock.now().getTime() + lasts });
    const [oldest] = kept.keys();
    if (kept.size > limits.most && oldest !== undefined) kept.delete(oldest);
  }

  async function lookUpOn(source: TransferSource | null, ids: readonly string[], options: AskOptions) {
    const id = source === null ? null : transactionIdOn(source.network, ids);
    if (source === null || id === null) return { is: 'not asked' } as const;
    const key = `${source.network} ${id}`;
    const known = kept.get(key);
    if (known !== undefined && known.until > clock.now().getTime()) return known.seen;
    return sharedRequests.share(key, options.signal, (signal) => ask(source, id, { ...options, signal }));
  }

  return {
    lookUp: (asset, ids, options) => lookUpOn(sourceOf(asset), ids, { ...options, isOfPage: false }),

    async locate(networks, ids, options) {
      const asked = networks.flatMap((network) => {
        const source = transactionIdOn(network, ids) === null ? null : sourceOn(sourceOf, network);
        return source === null ? [] : [source];
      });
      const answers = await Promise.all(
        asked.map(async (source) => ({
          network: source.network,
          seen: await lookUpOn(source, ids, { ...options, isOfPage: true }),
        })),
      );
      return {
        known: answers.flatMap(({ network, seen }) =>
          seen.is === 'unanswered' || seen.is === 'not asked' || seen.is === 'unknown' ? [] : [{ network, seen }],
        ),
        asked: asked.map(({ network }) => network),
        unanswered: answers.filter(({ seen }) => seen.is === 'unanswered').map(({ network }) => network),
      };
    },
  };
}

/** A network's source, by whichever of its assets can be read; its own coin first. */
function sourceOn(sourceOf: (asset: Asset) => TransferSource | null, network: NetworkId): TransferSource | null {
  const { native } = NETWORKS[network];
  const listed = ASSETS.filter((asset) => asset.network === network);
  const first = listed.filter(({ ticker, contract }) => contract === null && ticker === native);
  for (const asset of [...first, ...listed]) {
    const source = sourceOf(asset);
    if (source !== null) return source;
  }
  return null;
}
