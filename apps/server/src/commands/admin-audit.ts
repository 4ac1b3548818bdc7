import type { KeySet } from '@assay/certificate';
import { CommandError, EXIT } from '@assay/command';
import { countOf } from '@assay/wording';
import type { Command } from 'commander';
import { auditLedger, type LedgerFault, measureLedger } from '../modules/money/index.ts';
import { openKeyHome } from '../modules/reports/outside/signing/open-key-home.ts';
import { openResultKeys } from '../modules/reports/outside/signing/result-keys.ts';
import { type AuditReport, type NotedCheckpoint, verifyAudit } from '../platform/audit/index.ts';
import type { CommandContext } from './context.ts';

interface AuditOptions {
  readonly json?: true;
  readonly checkpoint?: string;
}

/** `assay admin audit`: proves what the database says about money and about acts. */
export function registerAudit(admin: Command, context: CommandContext): void {
  admin
    .command('audit')
    .description('Prove the balance ledger and the audit log: every balance, every entry, every checkpoint')
    .option('--checkpoint <number:digest>', 'a checkpoint that you noted elsewhere, as the log of the server names it')
    .option('--json', 'print what was found as JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 everything adds up, 1 something does not, 2 a checkpoint that cannot be read, 3 there was no ledger to look at, or it could not be read.',
    )
    .action((options: AuditOptions) => audit(context, options));
}

async function audit(context: CommandContext, options: AuditOptions): Promise<void> {
  const noted = options.checkpoint === undefined ? null : readNoted(options.checkpoint);
  const pool = await context.openDatabase();
  const faults = await auditLedger(pool);
  const { entries, tariffs } = await measureLedger(pool);
  const log = await verifyAudit(pool, () => publishedKeys(context), noted);
  if (options.json === true) context.out(JSON.stringify({ entries, tariffs, faults, audit: log }));
  else for (const line of faultLines(faults, log)) context.out(line);
  const size = `${countOf(entries, 'entry', 'entries')} on ${countOf(tariffs, 'plan')}`;
  const logSize = `audit log of ${countOf(log.entries, 'entry', 'entries')} and ${countOf(log.checkpoints, 'checkpoint')}`;
  const found = faults.length + log.faults.length;
  if (found > 0) throw new CommandError(`${size}, ${logSize}: ${found} do not add up.`, EXIT.no);
  // An empty balance ledger proves nothing: mostly it is the wrong database, or a new one.
  if (entries === 0) {
    throw new CommandError(
      'The ledger of this database is empty, so nothing was proven. Do ASSAY_DATA_DIR and DATABASE_URL name the database you mean?',
    );
  }
  if (options.json !== true) context.out(`${size}, ${logSize}: everything adds up.`);
}

function faultLines(faults: readonly LedgerFault[], log: AuditReport): readonly string[] {
  return [
    ...faults.map(
      ({ fault, subject, expected, found }) => `${subject}: ${fault}; expected ${expected}, found ${found}`,
    ),
    ...log.faults.map(({ chain, number, fault }) => {
      if (chain === null) return `audit checkpoint ${number}: ${fault}`;
      return number === null ? `audit log of ${chain}: ${fault}` : `audit log of ${chain}, entry ${number}: ${fault}`;
    }),
  ];
}

function readNoted(text: string): NotedCheckpoint {
  const [, number, digest] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? [];
  if (number === undefined || digest === undefined) {
    throw new CommandError('A checkpoint is a number, a colon and 64 hexadecimal digits.', EXIT.usage);
  }
  return { number: Number(number), digest };
}

async function publishedKeys({ config, openDatabase }: CommandContext): Promise<KeySet['keys']> {
  const home = await openKeyHome(config, openDatabase);
  return (await (await openResultKeys(home, config.publicUrl, new Date())).keySet()).keys;
}
