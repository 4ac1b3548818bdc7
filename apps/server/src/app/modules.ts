import type { AccountPart, MailboxHash, OwnedPart } from '../modules/accounts/index.ts';
import { api } from '../modules/api/module.ts';
import { backup } from '../modules/backup/module.ts';
import { bot } from '../modules/bot/module.ts';
import type { ChecksDeps, ChecksService, CoverageService, HistoryService } from '../modules/checks/index.ts';
import { disputes } from '../modules/disputes/module.ts';
import type { ServicesList, WithdrawnOfNames } from '../modules/labels/index.ts';
import type { FreeGrants, PaymentsService, UnchargedAnswers } from '../modules/money/index.ts';
import { nodes } from '../modules/nodes/module.ts';
import type { ReportsService } from '../modules/reports/index.ts';
import { warehouse } from '../modules/warehouse/module.ts';
import type { Config } from '../platform/config/config.ts';
import type { Pool } from '../platform/db/index.ts';
import { OPEN_GATE, type OutgoingGate } from '../platform/jobs/jobs.ts';
import type { Repetition } from '../platform/kernel/time/timing.ts';
import type { BeforeServer, Context, OpenModule } from '../platform/module.ts';

/** What the modules that are always there offer to those that can be left out. */
export interface Core {
  readonly checks: ChecksService;
  readonly history: HistoryService;
  readonly coverage: CoverageService;
  readonly reports: ReportsService;
  readonly payments: PaymentsService;
  /** True if stand-ins on this machine replace the payment providers. */
  readonly isPaymentTrial: boolean;
  readonly grants: FreeGrants;
  readonly uncharged: UnchargedAnswers;
  readonly mailboxHash: MailboxHash;
  /** The reviewed list of services that identify their customers. */
  readonly services: () => Promise<ServicesList>;
}

/** A module that can be left out: its folder, and its lines here, in `commands` and in the register of retention. */
export interface OptionalModule {
  readonly name: string;
  /** What it holds of a person, exported with the account and erased with it. */
  readonly personParts?: readonly AccountPart[];
  /** What it holds of a company, erased when that is closed. */
  readonly companyParts?: readonly OwnedPart[];
  /** What checks ask of it. */
  readonly forChecks?: (pool: Pool) => Pick<ChecksDeps, 'withdrawnIn'>;
  /** Labels of entities that were withdrawn. */
  readonly withdrawnOf?: (pool: Pool) => WithdrawnOfNames;
  /** Writes what belongs to the end of checks, in the transaction of their end. */
  readonly checksEnded?: (config: Pick<Config, 'publicUrl'>) => NonNullable<ChecksDeps['ended']>;
  /** Removes what is too old, once an hour; `checksBefore` for what is kept as long as checks. */
  readonly removeOld?: (pool: Pool, now: Date, checksBefore: Date) => Promise<void>;
  /** Whether anything may leave this installation; without a module that says so, it may. */
  readonly outgoingGate?: (service: Pool, context: BeforeServer) => Promise<OutgoingGate>;
  /** What runs from before the first request on. */
  readonly besideServer?: (config: Config, service: Pool, context: BeforeServer) => Promise<Repetition>;
  readonly open?: (context: Context, core: Core) => Promise<OpenModule>;
}

// One a line, so that one can be left out.
// biome-ignore format: as above
export const OPTIONAL: readonly OptionalModule[] = [
  api,
  bot,
  disputes,
  nodes,
  warehouse,
  backup,
];

/** What checks ask of modules that may not be there. */
export function hooksForChecks(pool: Pool): Pick<ChecksDeps, 'withdrawnIn'> {
  return Object.assign({}, ...OPTIONAL.map(({ forChecks }) => forChecks?.(pool)));
}

export function withdrawnOf(pool: Pool): WithdrawnOfNames {
  const [of] = OPTIONAL.flatMap((module) => module.withdrawnOf ?? []);
  return of?.(pool) ?? (async () => []);
}

/** What all modules write with the end of checks. */
export function checksEnded(config: Pick<Config, 'publicUrl'>): NonNullable<ChecksDeps['ended']> {
  const all = OPTIONAL.flatMap((module) => module.checksEnded?.(config) ?? []);
  return async (tx, subIds) => {
    for (const ended of all) await ended(tx, subIds);
  };
}

/** Opens those that a server runs, in the order of the list. */
export async function openAll(context: Context, core: Core): Promise<readonly OpenModule[]> {
  const opened = await Promise.all(OPTIONAL.map(async (module) => module.open?.(context, core)));
  return opened.filter((module) => module !== undefined);
}

/** Whether anything may leave this installation yet. */
export async function openOutgoingGate(service: Pool, context: BeforeServer): Promise<OutgoingGate> {
  for (const { outgoingGate } of OPTIONAL) {
    if (outgoingGate !== undefined) return outgoingGate(service, context);
  }
  return OPEN_GATE;
}

/** Starts what runs beside the server from before its first request on. */
export async function startBesideServer(config: Config, service: Pool, context: BeforeServer): Promise<Repetition> {
  const running = await Promise.all(OPTIONAL.map(async (module) => module.besideServer?.(config, service, context)));
  return {
    stop: async () => {
      await Promise.all(running.map(async (one) => one?.stop()));
    },
  };
}
