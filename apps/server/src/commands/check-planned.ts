import { CommandError, declareCheckPlanned, EXIT } from '@assay/command';
import { AMOUNT_TEXT, ERRORS, type PlannedRating, type PlannedResult } from '@assay/contracts';
import { ASSETS } from '@assay/domain';
import { formatCoins, formatPoints } from '@assay/wording';
import type { Command } from 'commander';
import { checkedBy } from '../app/composition/checks.ts';
import { openPrices } from '../modules/chains/open/prices.ts';
import {
  choiceProblem,
  chooseAsset,
  computePlanned,
  type PlannedQuestion,
  resolvePlanned,
  sentenceOnPlanned,
} from '../modules/checks/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { AppError } from '../platform/kernel/app-error.ts';
import { starsOf, verdictOf } from './check-report.ts';
import { openForChecks } from './open-for-checks.ts';

interface PlannedOptions {
  readonly asset: string;
  readonly network?: string;
  readonly amount: string;
  readonly as: string;
  readonly wallet?: string;
  readonly json?: true;
}

export function registerCheckPlanned(program: Command, context: CommandContext): void {
  declareCheckPlanned(program)
    .addHelpText(
      'after',
      '\nRates the payment as if it were the last record, by version 2 of the method. Takes no check from any balance.' +
        '\nExit codes: 0 there is a result, N/A included, 2 wrong input or a payment that is not rated, 3 it failed.',
    )
    .action(async (address: string, options: PlannedOptions) => {
      const planned = plannedOf(address, options);
      const { pool, log } = await openForChecks(context);
      const priced = openPrices(pool, context.config.prices, log);
      try {
        const ports = { ...checkedBy('2', pool), prices: priced.prices };
        const answer = await computePlanned(ports, planned, new Date(), context.signal);
        if (answer.is === 'refused') throw new CommandError(sentenceOnPlanned(answer.refusal), EXIT.usage);
        context.out(options.json === true ? JSON.stringify(answer.result, null, 2) : plannedReport(answer.result));
      } finally {
        await priced.close();
      }
    });
}

function plannedOf(address: string, { asset: ticker, network, amount, as, wallet }: PlannedOptions): PlannedQuestion {
  if (as !== 'deposit' && as !== 'withdrawal') {
    throw new CommandError(`--as is '${as}', not 'deposit' or 'withdrawal'.`, EXIT.usage);
  }
  if (!AMOUNT_TEXT.test(amount)) {
    throw new CommandError('--amount is no number of more than zero, such as 1250.5.', EXIT.usage);
  }
  const wanted = { ticker, network: network ?? null, address };
  const choice = chooseAsset(ASSETS, wanted);
  if (choice.is !== 'chosen') {
    throw new CommandError(`${choiceProblem(choice, wanted, (name) => `--network ${name}`)}.`, EXIT.usage);
  }
  const { asset } = choice;
  try {
    const { parent } = asset;
    const request = { address, ticker: asset.ticker, parent, amount, direction: as, wallet: wallet ?? null } as const;
    return resolvePlanned(ASSETS, request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new CommandError(error.publicText ?? ERRORS[error.errorName].message, EXIT.usage);
  }
}

/** A planned payment for a reader at a terminal. */
function plannedReport(result: PlannedResult): string {
  const { address, amount, direction, payment, wallet } = result;
  const isDeposit = direction === 'deposit';
  const lines = (name: string, rating: PlannedRating) => [
    `${name.padEnd(8)}${starsOf(rating.riskscore)}  ${verdictOf(rating)}${rating.total === null ? '' : `, total ${formatPoints(rating.total)} of 100`}`,
    `        ${rating.texts.headline}`,
  ];
  return [
    `Planned ${direction} of ${formatCoins(amount, result)} ${isDeposit ? 'from' : 'to'} ${address}`,
    '',
    ...lines(isDeposit ? 'Payment' : 'Address', payment),
    ...(wallet === null
      ? []
      : ['', `Own wallet ${wallet.address}`, ...lines('Before', wallet.before), ...lines('After', wallet.after)]),
    '',
    result.records_held,
  ].join('\n');
}
