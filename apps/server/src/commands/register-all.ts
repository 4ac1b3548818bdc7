import type { Command } from 'commander';
import { registerAdmin } from './admin.ts';
import { registerBot } from './bot.ts';
import { registerCheck } from './check.ts';
import type { CommandContext } from './context.ts';
import { registerExposure } from './exposure.ts';
import { registerLabels } from './labels.ts';
import { registerPrices } from './prices.ts';
import { registerReport } from './report.ts';
import { registerScreen } from './screen.ts';
import { registerServe } from './serve.ts';
import { registerSources } from './sources.ts';
import { registerTransfers } from './transfers.ts';
import { registerValidate } from './validate.ts';

/** Every command of `assay`; one line each. */
export function registerAll(program: Command, context: CommandContext): void {
  registerServe(program, context);
  registerBot(program, context);
  registerCheck(program, context);
  registerScreen(program, context);
  registerAdmin(program, context);
  registerValidate(program, context);
  registerLabels(program, context);
  registerTransfers(program, context);
  registerPrices(program, context);
  registerSources(program, context);
  registerExposure(program, context);
  registerReport(program, context);
}
