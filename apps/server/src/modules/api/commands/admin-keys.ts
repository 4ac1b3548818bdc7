import { CommandError, EXIT, printable, tableText } from '@assay/command';
import { CreateApiKeyBody, ERRORS, ReplaceApiKeyBody } from '@assay/contracts';
import { API_MODES, API_SCOPES } from '@assay/domain';
import type { Command } from 'commander';
import type { z } from 'zod';
import type { CommandContext } from '../../../platform/command/context.ts';
import { recordEvent } from '../../../platform/command/record-event.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { AdminAction } from '../../../platform/kernel/security-events/index.ts';
import { ownerNamed } from '../../accounts/index.ts';
import type { StoredKey } from '../api-keys/api-keys.ports.ts';
import type { ApiKeysService, MadeKey } from '../api-keys/api-keys.service.ts';
import { wireApiKeys } from '../open/public-api.ts';

interface Of {
  /** As typed. */
  readonly workspace: string;
}

interface MakeOptions extends Of {
  readonly name: string;
  readonly mode: string;
  readonly scope?: readonly string[];
  readonly range?: readonly string[];
  readonly monthlyLimit?: string;
  readonly expiresInDays?: string;
}

interface Opened {
  readonly keys: ApiKeysService;
  readonly workspace: string;
}

/** `assay admin keys …`: API keys of any workspace, for an operator who sets programs up. */
export function registerKeys(admin: Command, context: CommandContext): void {
  const keys = admin.command('keys').description('API keys of a workspace');
  const of = (name: string) =>
    keys.command(name).requiredOption('--workspace <workspace>', 'an email, or workspace:<id> for a company');

  of('list')
    .description('List the keys of a workspace; their text is shown only when they are made')
    .option('--json', 'print the keys as JSON')
    .action((options: Of & { readonly json?: true }) => list(context, options));
  of('make')
    .description('Make a key; its text is the only line on stdout, and is shown this once')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--mode <mode>', API_MODES.join(' or '), 'live')
    .option('--scope <scopes...>', `what it may do, of ${API_SCOPES.join(', ')}; by default all`)
    .option('--range <cidr...>', 'network addresses that may use it; by default any')
    .option('--monthly-limit <checks>', 'most checks that it may spend in a calendar month (UTC)')
    .option('--expires-in-days <days>', 'when it stops working; by default never')
    .action((options: MakeOptions) => make(context, options));
  of('replace')
    .description('Give a key a new text, which is the only line on stdout; the former one works beside it for a time')
    .argument('<key>', 'its id, as the list has it')
    .option('--former-works-hours <hours>', 'how long the former text still works, 0 to 168', '24')
    .action((id: string, options: Of & { readonly formerWorksHours: string }) => replace(context, id, options));
  of('revoke')
    .description('End a key: programs that use it are refused from the next request on')
    .argument('<key>', 'its id, as the list has it')
    .action((id: string, options: Of) => revoke(context, id, options));
}

async function list(context: CommandContext, options: Of & { readonly json?: true }): Promise<void> {
  const { keys, workspace } = await open(context, options);
  const all = await keys.list(workspace);
  if (options.json === true) return context.out(JSON.stringify(all.map(listed), null, 2));
  if (all.length === 0) return context.out(`${options.workspace} has no API keys.`);
  const rows = all.map((key) => {
    const { id, name, hint, mode, scopes, monthlyLimit, lastUsedAt, expiresAt } = key;
    return [
      id,
      printable(name),
      hint,
      mode,
      scopes.join(' '),
      String(monthlyLimit ?? 'none'),
      dayOf(lastUsedAt),
      dayOf(expiresAt),
    ];
  });
  context.out(tableText(['id', 'name', 'key', 'mode', 'scopes', 'monthly limit', 'last used', 'expires'], rows));
}

function listed({ workspace: _workspace, apiVersion, ...key }: StoredKey) {
  return { ...key, apiVersion };
}

async function make(context: CommandContext, options: MakeOptions): Promise<void> {
  const { name, mode, scope = API_SCOPES, range = [], monthlyLimit, expiresInDays } = options;
  const wish = parse(CreateApiKeyBody, {
    name,
    mode,
    scopes: scope,
    address_ranges: range,
    monthly_limit: wholeOrNull(monthlyLimit),
    expires_in_days: wholeOrNull(expiresInDays),
  });
  const { keys, workspace } = await open(context, options);
  const made = await refusable(() =>
    keys.create(
      { workspace, sub: null },
      {
        name: wish.name,
        mode: wish.mode,
        scopes: [...new Set(wish.scopes)],
        addressRanges: wish.address_ranges,
        monthlyLimit: wish.monthly_limit,
        expiresInDays: wish.expires_in_days,
      },
    ),
  );
  await record(context, workspace, 'api_key.make', made.key.id);
  show(context, options, made);
}

async function replace(
  context: CommandContext,
  id: string,
  options: Of & { readonly formerWorksHours: string },
): Promise<void> {
  const { former_works_hours: hours } = parse(ReplaceApiKeyBody, {
    former_works_hours: wholeOrNull(options.formerWorksHours),
  });
  const { keys, workspace } = await open(context, options);
  const made = await refusable(() => keys.replace({ workspace, sub: null }, id, hours));
  await record(context, workspace, 'api_key.replace', id);
  show(context, options, made);
}

async function revoke(context: CommandContext, id: string, options: Of): Promise<void> {
  const { keys, workspace } = await open(context, options);
  await refusable(() => keys.revoke({ workspace, sub: null }, id));
  await record(context, workspace, 'api_key.revoke', id);
  context.out(`The key ${id} of ${options.workspace} works no longer.`);
}

/** The text alone goes to stdout, so that a script can pass it on without anything else. */
function show(context: CommandContext, { workspace }: Of, { key, secret }: MadeKey): void {
  context.err(
    `The ${key.mode} key ${key.id}, '${printable(key.name)}', of ${workspace}. Keep it now: it is not shown again.`,
  );
  context.out(secret);
}

async function open(context: CommandContext, { workspace: named }: Of): Promise<Opened> {
  const pool = await context.openDatabase();
  const { sub: workspace } = await ownerNamed(pool, named);
  return { keys: wireApiKeys(pool), workspace };
}

async function record(context: CommandContext, workspace: string, action: AdminAction, key: string): Promise<void> {
  await recordEvent(context, { name: 'admin_action', action, target: key }, { kind: 'account', sub: workspace });
}

/** What the service refuses, as the site words it. */
async function refusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isUnknown = error.errorName === 'NotFound';
    throw new CommandError(isUnknown ? 'The workspace has no such key.' : ERRORS[error.errorName].message, EXIT.no, {
      cause: error,
    });
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  const option = String(first?.path[0] ?? '').replaceAll('_', '-');
  throw new CommandError(`${option}: ${first?.message}`, EXIT.usage);
}

/** Null without a text; a text that is no whole number stays one, which the schema then refuses. */
function wholeOrNull(text: string | undefined): number | string | null {
  if (text === undefined) return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function dayOf(time: Date | null): string {
  return time === null ? 'never' : time.toISOString().slice(0, 10);
}
