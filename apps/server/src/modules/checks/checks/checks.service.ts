import { randomUUID } from 'node:crypto';
import type {
  CheckAsset,
  CheckChanges,
  CheckRequest,
  PaymentRequest,
  PlannedData,
  PlannedRequest,
  TransactionData,
  WithdrawnLabel,
} from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { type Audit, currentAct } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { Semaphore } from '../../../platform/kernel/semaphore.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { Readiness } from './begin/await-readiness.ts';
import { type BeginPorts, LEASE_MS } from './begin/begin-check.ts';
import { endInterrupted } from './begin/end-check.ts';
import type { RunningCheck } from './begin/running-check.ts';
import { type ChecksOwner, isOwnedBy, SLOTS } from './checks.policy.ts';
import type { CheckWatch } from './checks.ports.ts';
import { type BesideResult, resultOf } from './checks.presenter.ts';
import type { ComputePorts } from './compute/compute-check.ts';
import type { OnDemandReader } from './compute/on-demand-reading.ts';
import { findMoves } from './moves/find-moves.ts';
import type { MovesQuery, MovesReader } from './moves/moves.ports.ts';
import type { PaymentRules } from './payment/compute-payment.ts';
import { type RunPlannedOptions, runPlanned } from './planned/run-planned.ts';
import { cancelCheck } from './run/cancel-check.ts';
import { type AtClose, CheckRunner, type RunnerPorts } from './run/check-runner.ts';
import { changesOf, findCheck, isSubId, openCheck } from './run/open-check.ts';
import { type RunCheckOptions, runCheck, runPayment } from './run/run-check.ts';
import { findAskedBy } from './stored/asked-by.store.ts';
import type { AskedCheck, ChecksStore, StoredCheck } from './stored/checks.store.ts';
import { paymentOf } from './stored/payment-name.ts';

export interface ChecksDeps extends Omit<BeginPorts, 'serverId'>, ComputePorts {
  /** For single statements outside a transaction. */
  readonly db: Db;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly audit: Audit;
  /** Labels that a result may rest on and that were withdrawn after it; default: none. */
  readonly withdrawnIn?: (result: CheckAsset) => Promise<readonly WithdrawnLabel[]>;
  /** Whether the data that checks use is loaded; default: always. */
  readonly readiness?: () => Promise<Readiness>;
  /** Receives the checks that end in this process; default: nobody. */
  readonly watch?: CheckWatch;
  /** Recognises a database that restarts, for which a check waits; default: it waits for none. */
  readonly isDatabaseAway?: (error: unknown) => boolean;
  /** Recognises a full disk of the database, with which a check ends; default: none is recognised. */
  readonly isStorageFull?: (error: unknown) => boolean;
  /** How long a check waits for readiness; default 2 minutes. */
  readonly readyWithinMs?: number;
  /** Rates addresses by version 3 of the method where it is on; default: they are rated as `engine` does. */
  readonly resultsBy3?: RunnerPorts['resultsBy3'];
  /** Rates payments of transactions; without it none is checked. */
  readonly payments?: PaymentRules;
  /** On-demand reads of chains; without it only imported records are used. */
  readonly live?: OnDemandReader;
  /** How long a request waits for its result before only the id is returned; default 14.5 s. */
  readonly answerWithinMs?: number;
  /** Maximum duration of a check; default 5 minutes. */
  readonly giveUpAfterMs?: number;
  readonly renewEveryMs?: number;
  readonly slots?: { readonly running: number; readonly waiting: number };
  /** Maximum of checks that read chains and labels at a time; default 16. */
  readonly readingsAtOnce?: number;
}

export interface ChecksService {
  /**
   * Checks one address (docs/ARCHITECTURE.md, the walk of one check). Returns the finished check, or the running one
   * when it takes longer than a request may wait; it then continues. While a check of the same owner, address
   * and asset runs on any server, that check is returned.
   *
   * @throws AppError UnknownAsset, InvalidAddress, NotEnoughChecks, IdempotencyKeyReused, TooManyChecks, Overloaded,
   *   UnchargedLimitReached, LabelsNotLoaded, CheckFailed, CheckCancelled
   */
  runCheck(owner: ChecksOwner, request: CheckRequest, options?: RunCheckOptions): Promise<AskedCheck>;
  /**
   * Checks one payment of a transaction (docs/method/transactions), as `runCheck` checks an address: with the same
   * reservations, limits and leases. It is free again within a day for the same owner, transaction, asset, address and
   * direction.
   *
   * @throws AppError those of `runCheck`, and TransactionNotRated, whose text says why
   */
  runPayment(owner: ChecksOwner, request: PaymentRequest, options?: RunCheckOptions): Promise<AskedCheck>;

  /**
   * What a transaction moved, before any payment of it is checked; costs nothing.
   *
   * @throws AppError SecretNotAddress, TransactionNotRated, UnknownAsset, InvalidAddress
   */
  findMoves(query: MovesQuery, reader: MovesReader, signal: AbortSignal): Promise<TransactionData>;
  /**
   * Rates a payment before it happens (docs/method/transactions, section 9), and begins a check of each of its
   * addresses, all of them or none: each costs what a check of that address costs. Answers once the payment is rated
   * and these checks have ended.
   *
   * @throws AppError those of `runCheck`, and PlannedRefused, whose text says why; then nothing is spent
   */
  runPlanned(owner: ChecksOwner, request: PlannedRequest, options?: RunPlannedOptions): Promise<PlannedData>;
  /**
   * Reads a check for internal use, revoked or not. Requests of users go through `openCheck`.
   *
   * @throws AppError NotFound
   */
  readCheck(subId: string): Promise<StoredCheck>;
  /**
   * Opens a check for everyone who has its id; a revoked one only for its owner. `reader` is null for visitors.
   *
   * @throws AppError NotFound
   */
  openCheck(subId: string, reader: string | null): Promise<StoredCheck>;
  /**
   * Revokes or restores the sharing of an owner's check.
   *
   * @throws AppError NotFound, also where the check belongs to another owner
   */
  setShared(subId: string, owner: string, isShared: boolean): Promise<StoredCheck>;
  /** The progress of a check that runs in this process; null for any other. */
  runningCheck(subId: string): Pick<RunningCheck, 'listen' | 'done'> | null;
  /**
   * Cancels a running check of this owner without a charge. Returns the state after that.
   *
   * @throws AppError NotFound, also where the check belongs to another owner
   */
  cancelCheck(subId: string, owner: string): Promise<StoredCheck>;
  /**
   * The differences from the last result of the same owner, address and asset; null for readers other than the owner,
   * and where there is no earlier result.
   */
  changesOf(check: StoredCheck, reader: string | null): Promise<CheckChanges | null>;
  /** What is said beside a result: changes and who asked to its owner alone. */
  besideResult(check: StoredCheck, reader: string | null): Promise<BesideResult>;
  /** Labels that a finished check may rest on and that were withdrawn after it; for every reader. */
  withdrawnIn(check: StoredCheck): Promise<readonly WithdrawnLabel[]>;
  /** Fails interrupted checks and releases their reservations; called at the start and every few seconds. */
  recoverInterrupted(): Promise<number>;
  /** Runs checks here that a stopped server has handed over; called every second. Returns their number. */
  takeOver(): Promise<number>;
  /** Aborted when this process gives its running checks up: what waits for one here is answered as it is then. */
  readonly closing: AbortSignal;
  /**
   * Waits `graceMs` for running checks. Then it accepts no others, and hands the rest over to another server or the next
   * start, or fails them and releases their reservations.
   */
  close(graceMs: number, atClose: AtClose): Promise<void>;
}

/** Most planned payments that are walked at a time; their checks have the slots of checks. */
const PLANNED_AT_ONCE = 2;

const DEFAULTS = {
  withdrawnIn: async (): Promise<readonly WithdrawnLabel[]> => [],
  readiness: async (): Promise<Readiness> => ({ state: 'ready' }),
  isDatabaseAway: () => false,
  isStorageFull: () => false,
  readyWithinMs: 120_000,
  answerWithinMs: 14_500,
  giveUpAfterMs: 300_000,
  renewEveryMs: LEASE_MS / 3,
  slots: SLOTS,
  readingsAtOnce: 16,
} satisfies Partial<ChecksDeps>;

/** Connects the use cases of checks with the runner of this process. */
export function buildChecksService(deps: ChecksDeps): ChecksService {
  const settled = { ...DEFAULTS, ...deps, serverId: randomUUID() };
  const runner = new CheckRunner(settled, settled);
  const ports = { ...settled, runner };
  const plannedSlots = new Semaphore(PLANNED_AT_ONCE);
  const withdrawnIn = async (check: StoredCheck) =>
    check.status === 'done' ? await settled.withdrawnIn(resultOf(check)) : [];
  return {
    runCheck: (owner, request, options = {}) => runCheck(ports, owner, request, options),
    runPayment: (owner, request, options = {}) => runPayment(ports, owner, request, options),
    findMoves: (query, reader, signal) => {
      if (settled.payments === undefined) throw new Error('no transaction is looked up here');
      return findMoves({ ...settled, payments: settled.payments }, query, reader, signal);
    },
    runPlanned: (owner, request, options = {}) =>
      runPlanned({ ...ports, cancel: ports, plannedSlots }, owner, request, options),
    readCheck: (subId) => findCheck(ports, subId),
    openCheck: (subId, reader) => openCheck(ports, subId, reader),
    setShared: (subId, owner, isShared) => setShared(ports, subId, owner, isShared),
    runningCheck: (subId) => runner.find(subId),
    cancelCheck: (subId, owner) => cancelCheck(ports, subId, owner),
    changesOf: (check, reader) => changesOf(ports, check, reader),
    besideResult: async (check, reader) => ({
      changes: await changesOf(ports, check, reader),
      withdrawn: await withdrawnIn(check),
      askedBy: isOwnedBy(check, reader) ? await findAskedBy(settled.db, check.subId) : null,
    }),
    withdrawnIn,
    recoverInterrupted: () => endInterrupted(ports, null),
    takeOver: () => inService('running checks', () => takeOverChecks(ports)),
    closing: runner.closing,
    close: (graceMs, atClose) => runner.close(graceMs, atClose),
  };
}

interface SharePorts {
  readonly transaction: Transaction;
  readonly store: Pick<ChecksStore, 'setShared'>;
  readonly clock: Clock;
  readonly audit: Audit;
}

/** The use case 'share a check or revoke it': {@link ChecksService.setShared}. */
async function setShared(
  { transaction, store, clock, audit }: SharePorts,
  subId: string,
  owner: string,
  isShared: boolean,
): Promise<StoredCheck> {
  if (!isSubId(subId)) throw new AppError('NotFound');
  return transaction(async (tx) => {
    const check = await store.setShared(tx, subId, owner, isShared ? null : clock.now());
    if (check === null) throw new AppError('NotFound');
    const action = isShared ? 'result.share' : 'result.unshare';
    await audit(tx, { ...currentAct(), workspace: owner, action, target: { kind: 'check', id: subId }, text: null });
    return check;
  });
}

/** Maximum of checks taken over in one round; the others are taken in the next one. */
const MOST_TAKEN_OVER = 100;

interface TakeOverPorts {
  readonly db: Db;
  readonly store: Pick<ChecksStore, 'findHandedOver' | 'takeOver'>;
  readonly catalogue: readonly Asset[];
  readonly runner: Pick<CheckRunner, 'slotFor' | 'start' | 'closing'>;
  readonly serverId: string;
}

/** Runs checks in this process that another one has handed over, within its slots. Returns their number. */
async function takeOverChecks(ports: TakeOverPorts): Promise<number> {
  const { db, store, catalogue, runner, serverId } = ports;
  let taken = 0;
  if (runner.closing.aborted) return taken;
  for (const { subId, owner, ticker, parent, address, ...stored } of await store.findHandedOver(db, MOST_TAKEN_OVER)) {
    const asset = catalogue.find((entry) => entry.ticker === ticker && entry.parent === parent);
    // A server of another version may know the asset.
    if (asset === undefined) continue;
    // The limit of an owner was applied when the check began.
    const slot = runner.slotFor({ sub: owner, pays: false });
    try {
      slot.take(Number.POSITIVE_INFINITY);
      if (await store.takeOver(db, subId, LEASE_MS, serverId)) {
        const payment = paymentOf(stored);
        runner.start(subId, { asset, address, ...(payment === null ? {} : { payment }) }, slot);
        taken += 1;
      } else slot.leave();
    } catch (error) {
      slot.leave();
      // The others wait for a free slot, in this process or another one.
      if (error instanceof AppError && error.errorName === 'Overloaded') return taken;
      throw error;
    }
  }
  return taken;
}
