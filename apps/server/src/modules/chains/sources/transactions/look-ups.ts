import { ASSETS, type Asset, NETWORKS, type NetworkId } from '@assay/domain';
import type { RawTransfer } from '@assay/exposure';
import { Semaphore } from '../../../../platform/kernel/semaphore.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import type { PendingMove, SeenRecords, SeenTransaction } from '../seen-transaction.ts';
import { SharedRequests } from '../shared-requests.ts';
import { SourceBudget } from '../source-budget.ts';
import { SourceError, type SourceFault, type TransferSource } from '../sources.ports.ts';

type Pending = Extract<SeenTransaction, { is: 'pending' }>;

/** After every block of a chain, and within 4 bytes: a transaction that waits comes after all records. */
const AFTER_ALL_BLOCKS = 2_000_000_000;

/** A transaction that waits for a block, with the records that it would be; null where it does not say what it moves. */
interface WaitingTransaction extends Pending {
  readonly records: SeenRecords | null;
}

/**
 * What a waiting transaction would move, as records after the last one (docs/method/transactions, section 10).
 *
 * @param time Unix seconds at which it was seen
 */
export function waitingTransaction(seen: Pending, time: number): WaitingTransaction {
  const { id, provider, moves, coins } = seen;
  const place = { id, provider, time, block: AFTER_ALL_BLOCKS, isPending: true } as const;
  if (coins !== undefined) {
    const unplaced = { block: AFTER_ALL_BLOCKS, transactionIndex: null, coinbase: false };
    const transaction = { ...unplaced, transactionId: id, time, inputs: coins.inputs, outputs: coins.outputs };
    return { ...seen, records: { ...place, content: { ledger: 'utxo', transaction } } };
  }
  const moving = moves.filter(({ amount }) => amount > 0n);
  const contracts = [...new Set(moving.map(({ contract }) => contract))];
  const assets = contracts.map((contract) => ({
    contract,
    transfers: moving.flatMap((move, index) =>
      move.contract === contract ? (transferOf(move, { id, time, index }) ?? []) : [],
    ),
  }));
  const known = assets.reduce((sum, { transfers }) => sum + transfers.length, 0);
  if (known === 0 || known < moving.length) return { ...seen, records: null };
  // What contracts pass on is known once it ran.
  return { ...seen, records: { ...place, content: { ledger: 'account', assets, isWhole: false } } };
}

function transferOf(
  { contract, from, to, amount }: PendingMove,
  { id, time, index }: { readonly id: string; readonly time: number; readonly index: number },
): RawTransfer | null {
  if (from === null || to === null) return null;
  const kind = contract === null ? 'native' : 'token';
  const place = { block: AFTER_ALL_BLOCKS, transactionIndex: 0, transactionId: id, kind, index, ordinal: 0 } as const;
  return { ...place, from, to, amount, time };
}

const HEX = /^[\da-f]{64}$/;
const HEX_0X = /^0x[\da-f]{64}$/;
/** XRPL writes ids in upper case. */
const UPPER_HEX = /^[\dA-F]{64}$/;
/** A signature of 64 bytes in base 58. */
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{80,90}$/;

/** How each network that is read on demand writes ids of transactions. */
const FORMS: Partial<Record<NetworkId, RegExp>> = {
  ...{ BTC: HEX, LTC: HEX, DOGE: HEX, BCH: HEX, DASH: HEX, ZEC: HEX, TRX: HEX, XLM: HEX },
  ...{ ETH: HEX_0X, BSC: HEX_0X, POLYGON: HEX_0X, OP: HEX_0X, ARB: HEX_0X, AVAX: HEX_0X, ETC: HEX_0X },
  ...{ XRP: UPPER_HEX, SOL: SIGNATURE },
};

/**
 * The spelling of an id that a network uses; null where it has no such ids.
 *
 * @param ids spellings of one id, of `readTransactionId`
 * @example
 * transactionIdOn('ETH', ['ab…', '0xab…', 'AB…']); // '0xab…'
 */
export function transactionIdOn(network: NetworkId, ids: readonly string[]): string | null {
  const form = FORMS[network];
  return form === undefined ? null : (ids.find((id) => form.test(id)) ?? null);
}

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
