import { ERRORS } from '@assay/contracts';
import { findAsset } from '@assay/domain';
import type { Command } from 'commander';
import { AppError } from '../app-error.ts';
import { assetOf, OPERATOR } from '../features/checks/index.ts';
import { buildFreezesService } from '../features/freezes/index.ts';
import { completeStarterSets } from '../jobs/starter-sets.ts';
import { STARTER_SETS } from '../starter-data.ts';
import { wireChecks } from '../wiring.ts';
import { openLive } from '../wiring-live.ts';
import { openPrices } from '../wiring-prices.ts';
import { checkReport } from './check-report.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';

interface CheckOptions {
  readonly asset: string;
  readonly parent?: string;
  readonly json?: true;
}

export function registerCheck(program: Command, context: CommandContext): void {
  program
    .command('check')
    .description('Check an address: one to five stars with the evidence behind them. Takes no check from any balance.')
    .argument('<address>', 'the address to check')
    .requiredOption('-a, --asset <ticker>', 'the asset, such as BTC or USDT')
    .option('-p, --parent <network>', 'the network of a token, such as TRX; needed where a ticker lives on several')
    .option('--json', 'print the result as the API answers it')
    .addHelpText('after', '\nExit codes: 0 there is a result, N/A included, 2 wrong address or asset, 3 it failed.')
    .action(async (address: string, options: CheckOptions) => {
      const asset = findAsset(options.asset, options.parent);
      if (asset === undefined) {
        const where = options.parent === undefined ? '' : ` on ${options.parent}`;
        throw new CommandError(`${options.asset}${where} is not on the list of assets.`, EXIT.usage);
      }
      const pool = await context.openDatabase();
      if (context.config.hasStarterData)
        await completeStarterSets(STARTER_SETS, { pool, say: context.err, progress: context.progress }, context.signal);
      const log = {
        warn: (_fault: unknown, message: string) => context.err(message),
        error: ({ err }: { readonly err: unknown }, message: string) =>
          context.err(err instanceof Error ? `${message}: ${err.message}` : message),
      };
      const priced = openPrices(pool, context.config.prices, log);
      const chains = openLive(pool, context.config);
      const { checks } = wireChecks(pool, log, {
        prices: priced.prices,
        live: chains.live,
        freezes: buildFreezesService({ source: chains.freezes, log }),
      });
      const stop = () => void checks.close(0);
      context.signal.addEventListener('abort', stop, { once: true });
      try {
        const check = await checks.runCheck(
          OPERATOR,
          { ...asset, address },
          { answerWithinMs: Number.POSITIVE_INFINITY },
        );
        const result = assetOf(check);
        const url = `${context.config.publicUrl}/riskcheck/${check.subId}`;
        context.out(options.json === true ? JSON.stringify(result, null, 2) : checkReport(result, url));
      } catch (error) {
        if (context.signal.aborted || !(error instanceof AppError)) throw error;
        const isInput = error.errorName === 'InvalidAddress' || error.errorName === 'UnknownAsset';
        throw new CommandError(ERRORS[error.errorName].message, isInput ? EXIT.usage : EXIT.failed);
      } finally {
        context.signal.removeEventListener('abort', stop);
        await priced.close();
        await chains.close();
      }
    });
}
