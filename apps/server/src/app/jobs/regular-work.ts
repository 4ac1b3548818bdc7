import type {
  FactorsService,
  InvitationsService,
  RecoveryUpkeep,
  SignInService,
} from '../../modules/accounts/index.ts';
import type { ChecksService } from '../../modules/checks/index.ts';
import type { InMemoryAssets } from '../../modules/records/index.ts';
import type { RegularWork } from '../../platform/jobs/regular-work.ts';

export interface RegularWorkParts {
  readonly checks: Pick<ChecksService, 'recoverInterrupted' | 'takeOver'>;
  readonly signIn: Pick<SignInService, 'forgetOld'>;
  readonly factors: Pick<FactorsService, 'forgetOld'>;
  readonly recovery: RecoveryUpkeep;
  readonly invitations: Pick<InvitationsService, 'forgetOld'>;
  /** Null if none is configured. */
  readonly memory: Pick<InMemoryAssets, 'look'> | null;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** What every server does at intervals: recover interrupted checks, take over those of stopped servers, follow the database in memory, tend recoveries, delete old data. */
export function regularWork(parts: RegularWorkParts): readonly RegularWork[] {
  const { checks, signIn, factors, recovery, invitations, memory } = parts;
  return [
    {
      everyMs: 5 * SECOND_MS,
      failure: 'interrupted checks could not be looked for',
      work: () => checks.recoverInterrupted(),
    },
    {
      everyMs: SECOND_MS,
      failure: 'checks of a stopped server could not be taken over',
      work: () => checks.takeOver(),
    },
    ...(memory === null
      ? []
      : [
          {
            everyMs: SECOND_MS,
            failure: 'records in memory could not be brought up to date',
            work: (signal: AbortSignal) => memory.look(signal),
          },
        ]),
    {
      // Mails about recoveries may be this late; one reports each step.
      everyMs: 60 * SECOND_MS,
      failure: 'recoveries by mail could not be looked after',
      isOutgoing: true,
      work: () => recovery.tend(),
    },
    {
      everyMs: HOUR_MS,
      failure: 'old links, sessions and requests could not be forgotten',
      work: async () => {
        await signIn.forgetOld();
        await factors.forgetOld();
        await recovery.forgetOld();
        await invitations.forgetOld();
      },
    },
  ];
}
