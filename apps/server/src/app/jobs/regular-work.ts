import type {
  FactorsService,
  InvitationsService,
  RecoveryUpkeep,
  SignInService,
} from '../../modules/accounts/index.ts';
import type { DeliveryWorker } from '../../modules/api/index.ts';
import type { BotAccountsService } from '../../modules/bot/index.ts';
import type { ChecksService } from '../../modules/checks/index.ts';
import type { InMemoryAssets } from '../../modules/records/index.ts';
import type { OutgoingGate } from '../../platform/jobs/outgoing-gate.ts';
import type { Log } from '../../platform/kernel/log.ts';
import { everyWhile, type Repetition } from '../../platform/kernel/time/timing.ts';

export interface RegularWorkParts {
  readonly checks: Pick<ChecksService, 'recoverInterrupted' | 'takeOver'>;
  readonly signIn: Pick<SignInService, 'forgetOld'>;
  readonly factors: Pick<FactorsService, 'forgetOld'>;
  readonly recovery: RecoveryUpkeep;
  readonly chats: Pick<BotAccountsService, 'forgetOld'>;
  readonly invitations: Pick<InvitationsService, 'forgetOld'>;
  readonly deliveries: Pick<DeliveryWorker, 'work' | 'stop'>;
  /** Null if none is configured. */
  readonly memory: Pick<InMemoryAssets, 'look'> | null;
}

const RECOVER_EVERY_MS = 5_000;
const TAKE_OVER_EVERY_MS = 1_000;
const FOLLOW_EVERY_MS = 1_000;
const DELIVER_EVERY_MS = 1_000;
/** Mails about recoveries may be this late. */
const TEND_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 3_600_000;

/** What every server does at intervals: recover interrupted checks, take over those of stopped servers, follow the database in memory, send webhooks, tend recoveries, delete old data. */
export function startRegularWork(
  { checks, signIn, factors, recovery, chats, invitations, deliveries, memory }: RegularWorkParts,
  {
    signal,
    log,
    outgoing,
  }: { readonly signal: AbortSignal; readonly log: Pick<Log, 'error'>; readonly outgoing: OutgoingGate },
): Repetition {
  const recovering = everyWhile(RECOVER_EVERY_MS, signal, async () => {
    try {
      await checks.recoverInterrupted();
    } catch (error) {
      log.error({ err: error }, 'interrupted checks could not be looked for');
    }
  });
  const takingOver = everyWhile(TAKE_OVER_EVERY_MS, signal, async () => {
    try {
      await checks.takeOver();
    } catch (error) {
      log.error({ err: error }, 'checks of a stopped server could not be taken over');
    }
  });
  const following = memory === null ? null : everyWhile(FOLLOW_EVERY_MS, signal, () => memory.look(signal));
  const delivering = everyWhile(DELIVER_EVERY_MS, signal, async () => {
    if (outgoing.isOpen()) await deliveries.work();
  });
  const tending = everyWhile(TEND_EVERY_MS, signal, async () => {
    // A mail reports each step of a recovery.
    if (!outgoing.isOpen()) return;
    try {
      await recovery.tend();
    } catch (error) {
      log.error({ err: error }, 'recoveries by mail could not be looked after');
    }
  });
  const forgetting = everyWhile(FORGET_EVERY_MS, signal, async () => {
    try {
      await signIn.forgetOld();
      await factors.forgetOld();
      await recovery.forgetOld();
      await chats.forgetOld();
      await invitations.forgetOld();
    } catch (error) {
      log.error({ err: error }, 'old links, sessions and requests could not be forgotten');
    }
  });
  return {
    stop: async () => {
      await Promise.all([
        recovering.stop(),
        takingOver.stop(),
        following?.stop(),
        delivering.stop(),
        tending.stop(),
        forgetting.stop(),
      ]);
      await deliveries.stop();
    },
  };
}
