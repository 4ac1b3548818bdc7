import { matchAssets, validateAddress } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import type { CheckRequest } from '@assay/contracts';
import { type Asset, currencyOf, usualParent, usualTicker } from '@assay/domain';
import type { Db } from '../../../../platform/db/index.ts';
import type { Transaction } from '../../../../platform/db/transactions.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { addressIn, refusalOf, sentenceOn } from '../../../../platform/kernel/text/pasted-secrets.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import type { ChecksOwner } from '../checks.policy.ts';
import type { CheckEnded, ChecksBalance, NewId, UnchargedLimit } from '../checks.ports.ts';
import type { ChecksStore, Subject } from '../stored/checks.store.ts';
import { type PaymentName, storedPaymentOf } from '../stored/payment-name.ts';
import { type AdmissionSlot, tooManyChecks } from './admission-slots.ts';
import { type BeforeBegin, readBeforeBegin } from './before-begin.ts';
import { endInterrupted } from './end-check.ts';

/** Lease of a check that runs in this process; a check whose lease is not renewed counts as interrupted. */
export const LEASE_MS = 30_000;

export interface BeginPorts {
  readonly catalogue: readonly Asset[];
  readonly store: ChecksStore;
  readonly balance: ChecksBalance;
  /** Default: answers without a charge are not limited. */
  readonly uncharged?: UnchargedLimit | undefined;
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Called with checks of the owner that were interrupted; default: nobody is. */
  readonly ended?: CheckEnded | undefined;
  /** Identifies this process, which runs the check. */
  readonly serverId: string;
}

export interface CheckSubject {
  readonly asset: Asset;
  /** Canonical form; of a payment, its side. */
  readonly address: string;
  /** The payment of the address that is rated; not there for a check of the address. */
  readonly payment?: PaymentName;
}

/**
 * The asset and canonical address a request means: the address may be in a payment link or a link to an explorer.
 *
 * A secret is refused before any other validation. 64 hexadecimal digits, which can be a secret, pass only where the
 * named asset has such addresses.
 *
 * @throws AppError SecretNotAddress, UnknownAsset, InvalidAddress, TransactionNotAddress; nothing is spent.
 */
export function resolveSubject(catalogue: readonly Asset[], request: CheckRequest): CheckSubject {
  const finding = recogniseTextNow(request.address);
  if (finding.is === 'secret') throw new AppError('SecretNotAddress');
  const ticker = usualTicker(request.ticker);
  const parent = request.parent === null || request.parent === undefined ? null : usualParent(request.parent);
  const asset = catalogue.find((entry) => entry.ticker.toUpperCase() === ticker && entry.parent === parent);
  if (asset === undefined) {
    const listed = catalogue.filter((entry) => entry.ticker.toUpperCase() === ticker);
    throw new AppError('UnknownAsset', parent === null && listed.length > 0 ? { publicText: askParent(listed) } : {});
  }
  const verdict = validateAddress(wantedAddress(request.address, asset), currencyOf(asset));
  if (!verdict.ok) {
    const what = finding.is === 'clear' ? sentenceOn(request.address) : undefined;
    throw new AppError(refusalOf(finding), {
      internal: verdict.reason,
      ...(what === undefined ? {} : { publicText: what }),
    });
  }
  return { asset, address: verdict.canonical };
}

/** The address a text holds. Most requests name it alone: those are read once. */
function wantedAddress(text: string, asset: Asset): string {
  const bare = text.trim();
  if (matchAssets(bare, [asset]).length > 0) return bare;
  // A text that the format accepts and that is no address of the production network has to be refused.
  return sentenceOn(text) === undefined ? addressIn(text) : '';
}

/** What a request lacks that names a ticker and no network, where the ticker is a token's. */
function askParent(listed: readonly Asset[]): string {
  const [{ ticker } = { ticker: '' }] = listed;
  const parents = listed.map(({ parent }) => parent ?? 'null').join(', ');
  return listed.length === 1
    ? `${ticker} exists on ${parents}: pass "parent".`
    : `asset ${ticker} exists on several networks: pass "parent", one of ${parents}`;
}

export interface BegunCheck {
  readonly subId: string;
  /** False where an existing check is returned. */
  readonly isNew: boolean;
  /** True where another request began it: that one is charged for it, and this one is not. */
  readonly isJoined: boolean;
}

export interface BeginOptions {
  readonly idempotencyKey: string | null;
  /** A check of a batch neither counts for the maximum nor is limited by it. */
  readonly ofBatch: boolean;
  /** False: only what is free is begun; anything else is refused as NotEnoughChecks. */
  readonly mayCharge: boolean;
  /** Called in the transaction that begins them, with all of them; a failure begins none. Default: nobody is. */
  readonly named?: ((tx: Db, begun: readonly BegunCheck[]) => Promise<void>) | undefined;
}

/** One check to begin. */
export interface WantedCheck {
  readonly subject: CheckSubject;
  /** Taken last, only by a new check: a request refused for another reason takes no slot. */
  readonly slot: Pick<AdmissionSlot, 'take' | 'ofOwner'>;
}

/**
 * Reserves a check credit and stores the check as running, in one transaction. While a check of
 * the same owner, address and asset (and payment) runs on any server, that check is returned and nothing is reserved.
 *
 * @throws AppError NotEnoughChecks, IdempotencyKeyReused, TooManyChecks, UnchargedLimitReached, Overloaded
 */
export async function beginCheck(
  ports: BeginPorts,
  owner: ChecksOwner,
  wanted: WantedCheck,
  options: BeginOptions,
): Promise<BegunCheck> {
  const [begun] = await beginChecks(ports, owner, [wanted], options);
  if (begun === undefined) throw new Error('a check was begun');
  return begun;
}

/**
 * Begins several checks, all of them or none, in the order of their subjects.
 *
 * @throws AppError as `beginCheck`; then nothing is reserved, and the caller leaves the slots
 */
export async function beginChecks(
  ports: BeginPorts,
  owner: ChecksOwner,
  wanted: readonly WantedCheck[],
  options: BeginOptions,
): Promise<readonly BegunCheck[]> {
  for (;;) {
    const begun = await tryToBegin(ports, owner, wanted, options);
    if (begun !== 'interrupted') return begun;
    // Another balance may have paid for them, so they are not ended in the scope of this owner.
    await endInterrupted(ports, owner.sub);
  }
}

/** 'interrupted': checks of this owner have to be ended first; nothing was done. */
async function tryToBegin(
  ports: BeginPorts,
  owner: ChecksOwner,
  wanted: readonly WantedCheck[],
  options: BeginOptions,
): Promise<readonly BegunCheck[] | 'interrupted'> {
  return ports.transaction(async (db) => {
    const begun: BegunCheck[] = [];
    for (const one of wanted) {
      const check = newCheckOf(ports, owner, one);
      const before = await readBeforeBegin(db, ports, owner, check, { ...options, isFirst: begun.length === 0 });
      const start = await beginIn(db, ports, owner, check, before, options);
      if (start === 'interrupted') return start;
      begun.push(start);
    }
    await options.named?.(db, begun);
    return begun;
  });
}

/** A wanted check with the id and time that it has if it is new. */
interface NewWantedCheck extends Pick<WantedCheck, 'slot'> {
  readonly asset: Asset;
  readonly subject: Subject;
  readonly subId: string;
  readonly now: Date;
}

function newCheckOf(
  { newId, clock }: Pick<BeginPorts, 'newId' | 'clock'>,
  { sub }: ChecksOwner,
  { subject: { asset, address, payment }, slot }: WantedCheck,
): NewWantedCheck {
  const { ticker, parent } = asset;
  const subject = { owner: sub, ticker, parent, address, ...storedPaymentOf(payment ?? null) };
  return { asset, subject, subId: newId(), now: clock.now(), slot };
}

/** Begins one check by what was read before; nothing is written before that is known. */
async function beginIn(
  db: Db,
  ports: BeginPorts,
  owner: ChecksOwner,
  { asset, subject, subId, now, slot }: NewWantedCheck,
  { earlier, hasExpired, running, charged, runningChecks, unchargedAnswers }: BeforeBegin,
  { idempotencyKey, ofBatch, mayCharge }: BeginOptions,
): Promise<BegunCheck | 'interrupted'> {
  const { store, balance, uncharged } = ports;
  if (earlier !== null) {
    const isSame =
      earlier.ticker === subject.ticker &&
      earlier.parent === subject.parent &&
      earlier.address === subject.address &&
      earlier.transactionId === subject.transactionId &&
      earlier.paymentDirection === subject.paymentDirection;
    if (!isSame) throw new AppError('IdempotencyKeyReused');
    return { isNew: false, isJoined: earlier.isJoined, subId: earlier.subId };
  }
  if (hasExpired) return 'interrupted';
  if (running !== null) {
    const joined = { subId: running.subId, isJoined: true };
    if (idempotencyKey !== null) await store.keepKey(db, owner.sub, idempotencyKey, joined);
    return { isNew: false, ...joined };
  }
  if (owner.pays && uncharged !== undefined) {
    await uncharged.assertLeft(db, payersOf(owner), { answered: unchargedAnswers, running: runningChecks.all }, now);
  }
  // A check that was charged within a day covers this one: finished with stars, charged and not refunded since.
  const isFree = !owner.pays || (charged.length > 0 && (await balance.isTaken(db, charged)));
  if (!(isFree || mayCharge)) throw new AppError('NotEnoughChecks');
  // Every plan allows one check at a time: its limits matter to those who have others.
  const isLimited = owner.pays && !ofBatch && (runningChecks.single > 0 || slot.ofOwner > 0);
  const [isPaid, limits] = await Promise.all([
    isFree || reserve(balance, db, owner, subId, now),
    isLimited ? balance.limitsOf(db, owner.sub, now) : null,
  ]);
  if (!isPaid) throw new AppError('NotEnoughChecks');
  const mostOfOwner = limits?.runningChecks ?? Number.POSITIVE_INFINITY;
  if (runningChecks.single >= mostOfOwner) throw tooManyChecks();
  slot.take(mostOfOwner);
  const { subticker, name, network } = asset;
  const check = {
    ...subject,
    subId,
    subticker,
    name,
    network,
    charged: !isFree,
    createdAt: now,
    leaseMs: LEASE_MS,
    runBy: ports.serverId,
    ofBatch,
    askedBy: owner.by ?? null,
  };
  await store.insert(db, check);
  const begun = { subId, isJoined: false };
  if (idempotencyKey !== null) await store.keepKey(db, owner.sub, idempotencyKey, begun);
  return { isNew: true, ...begun };
}

/** Whose purchases count: the owner, and who pays when the owner has no check credits left. */
export function payersOf({ sub, thenPays = null }: ChecksOwner): readonly string[] {
  return thenPays === null ? [sub] : [sub, thenPays];
}

/** Reserves one check credit of the owner, else of the second payer (`thenPays`). */
async function reserve(
  balance: ChecksBalance,
  db: Db,
  { sub, thenPays = null }: ChecksOwner,
  subId: string,
  now: Date,
): Promise<boolean> {
  if (await balance.reserve(db, sub, subId, now)) return true;
  return thenPays !== null && balance.reserve(db, thenPays, subId, now);
}
