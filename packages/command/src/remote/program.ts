import type { Command } from 'commander';
import type { RemoteCommand } from '../declared.ts';
import { registerValidate } from '../input/validate.ts';
import { assayProgram } from '../program.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { registerBatches } from './batches.ts';
import { registerAssets, registerEvents, registerNetworks, registerUsage } from './catalogue.ts';
import { registerRemoteCheck } from './check.ts';
import { registerChecks } from './checks.ts';
import { addCompletion } from './completion.ts';
import { connect, type RemoteEnvironment, remoteEnvironment, type ServerOptions, serverUrl } from './connection.ts';
import type { RemoteContext } from './context.ts';
import { registerProfile } from './profile.ts';
import { registerRemoteReport } from './report.ts';
import { registerRemoteScreen } from './screen.ts';
import { registerCheckedTransfers, registerRemoteCheckTransaction } from './transfers.ts';
import { registerRemoteCheckPlanned, registerWithdrawalAttempts } from './withdrawal-attempts.ts';

type Register = (program: Command, context: RemoteContext) => void;

/** Every command that a server answers, in the order of the help; completion is added to the whole program. */
const REGISTERS: Readonly<Record<Exclude<RemoteCommand, 'completion'>, Register>> = {
  check: registerRemoteCheck,
  'check-transaction': registerRemoteCheckTransaction,
  'check-planned': registerRemoteCheckPlanned,
  checks: registerChecks,
  'checked-transfers': registerCheckedTransfers,
  'withdrawal-attempts': registerWithdrawalAttempts,
  screen: registerRemoteScreen,
  batches: registerBatches,
  validate: registerValidate,
  report: registerRemoteReport,
  usage: registerUsage,
  assets: registerAssets,
  networks: registerNetworks,
  events: registerEvents,
  profile: registerProfile,
};

/** `assay` as far as a server and an API key answer it. */
export function remoteProgram(version: string, terminal: Terminal, environment: RemoteEnvironment): Command {
  const program = assayProgram(version);
  const context: RemoteContext = {
    ...terminal,
    environment,
    connect: () => connect(program.opts<ServerOptions>(), environment),
    serverUrl: () => serverUrl(program.opts<ServerOptions>(), environment),
  };
  for (const register of Object.values(REGISTERS)) register(program, context);
  addCompletion(program, terminal.out);
  return program;
}

/** One command of that program, for the help of another. */
export function remoteCommand(name: string, version: string, terminal: Terminal): Command {
  const found = remoteProgram(version, terminal, remoteEnvironment()).commands.find((one) => one.name() === name);
  if (found === undefined) throw new Error(`No server answers ${name}`);
  return found;
}
