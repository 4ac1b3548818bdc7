import { readTransactionId, validateAddress } from '@assay/address';
import { CommandError, declareCheckTransaction, EXIT } from '@assay/command';
import { ASSETS, type Asset, currencyOf } from '@assay/domain';
import { countOf, formatCoins, formatPoints, isoMinuteOf, nameTicker, resultFacts, titleOfShare } from '@assay/wording';
import type { Command } from 'commander';
import { checkedBy } from '../app/composition/checks.ts';
import { openPrices } from '../modules/chains/open/prices.ts';
import {
  type ComputedCheck,
  choiceProblem,
  chooseAsset,
  computePayment,
  DIRECTIONS,
  NO_TRANSACTION,
  networkNameOf,
  type PaymentRefusal,
  readOnChain,
  sentenceOnRefusal,
  type WantedSide,
} from '../modules/checks/index.ts';
import { openOnDemandReads } from '../modules/checks/open/reading.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { directionLines, factLines, starsOf, verdictOf } from './check-report.ts';
import { openForChecks } from './open-for-checks.ts';

/** Movements that are listed; the result has more. */
const MOST_SHOWN = 10;

/** The check of a transaction for a reader at a terminal. */
function paymentReport(result: ComputedCheck): string {
  const { payment, texts } = result;
  if (payment === undefined) throw new Error('the result is not of a transaction');
  const { transaction_id: id, direction, block, moves, moves_in_all: all, parties } = payment;
  const time = isoMinuteOf(new Date(payment.time));
  const shown = moves.slice(0, MOST_SHOWN);
  const end = (address: string | null) => address ?? '…';
  return [
    `${nameTicker(result)}  ${direction} ${direction === 'deposit' ? 'to' : 'from'} ${result.address}`,
    ...(payment.is_pending === true
      ? ['Not confirmed yet: another transaction can still take its place, with other coins.']
      : []),
    `Transaction ${id}, ${payment.is_pending === true ? 'seen ' : ''}${time}${block === null ? '' : `, block ${block}`}`,
    `${starsOf(result.riskscore)}  ${verdictOf(result)}${result.total === null ? '' : `, total ${formatPoints(result.total)} of 100`}`,
    '',
    texts.headline,
    ...(texts.advice === undefined ? [] : [`What to do: ${texts.advice}`]),
    texts.text,
    texts.why,
    ...texts.would_change.map((sentence) => `- ${sentence}`),
    '',
    `What it moved: ${countOf(all, 'movement')}`,
    ...shown.map(
      ({ from, to, amount, kind }) => `  ${end(from)} → ${end(to)}  ${formatCoins(amount, result)} (${kind})`,
    ),
    ...(all > shown.length ? [`  and ${all - shown.length} more`] : []),
    ...parties.flatMap(({ address, label }) =>
      label === null ? [] : [`  ${address}: ${label.entity} (${titleOfShare(label.category)})`],
    ),
    ...directionLines(result, direction === 'deposit' ? 'incoming' : 'outgoing'),
    '',
    ...factLines(resultFacts(result)),
  ].join('\n');
}

interface TransactionOptions {
  readonly asset: string;
  readonly network?: string;
  readonly side: string;
  readonly as?: string;
  readonly json?: true;
}

const SIDE_NAMES = { address: '--side ADDRESS', direction: '--as deposit or --as withdrawal' };

export function registerCheckTransaction(program: Command, context: CommandContext): void {
  declareCheckTransaction(program)
    .addHelpText(
      'after',
      '\nRates where the money of a deposit comes from, or where that of a withdrawal went, by version 2 of the method. Takes no check from any balance.' +
        '\nExit codes: 0 there is a result, N/A included, 2 wrong input or a transaction that is not rated, 3 it failed.',
    )
    .action(async (text: string, options: TransactionOptions) => {
      const ids = readTransactionId(text);
      if (ids === null) throw new CommandError(NO_TRANSACTION, EXIT.usage);
      const asset = assetFor(options);
      const side = sideFor(options, asset);
      const { pool, log } = await openForChecks(context);
      const priced = openPrices(pool, context.config.prices, log);
      const chains = openOnDemandReads(pool, context.config);
      const refuse = (refusal: PaymentRefusal): never => {
        throw new CommandError(sentenceOnRefusal(refusal, asset, SIDE_NAMES), EXIT.usage);
      };
      try {
        const { signal } = context;
        const [payments, wanted] = [checkedBy('2', pool), { asset, ids, side }];
        const read = await readOnChain({ payments, live: chains.live, log }, wanted, signal, () => undefined);
        if (read.is === 'refused') return refuse(read.refusal);
        const onChain = read.is === 'read' ? read.onChain : null;
        const question = { ...wanted, onChain, now: new Date(), signal, onProgress: () => undefined };
        const answer = await computePayment({ ...payments, prices: priced.prices }, question);
        if (answer.is === 'refused') return refuse(answer.refusal);
        const { computed } = answer.outcome;
        context.out(options.json === true ? JSON.stringify(computed, null, 2) : paymentReport(computed));
      } finally {
        await priced.close();
        await chains.close();
      }
    });
}

/** The named asset; without a network, the only one that it is listed on or that the side fits. */
function assetFor({ asset: ticker, network, side }: TransactionOptions): Asset {
  const named = { ticker, network: network ?? null, address: side };
  const choice = chooseAsset(ASSETS, named);
  if (choice.is === 'chosen') return choice.asset;
  if (choice.is === 'undecided' && isDirection(side)) {
    const listed = choice.listed.map(networkNameOf);
    throw new CommandError(
      `${ticker.toUpperCase()} is listed on ${listed.join(', ')}: name one, such as --network ${listed[0] ?? ''}.`,
      EXIT.usage,
    );
  }
  throw new CommandError(`${choiceProblem(choice, named, (name) => `--network ${name}`)}.`, EXIT.usage);
}

function sideFor({ side, as }: TransactionOptions, asset: Asset): WantedSide {
  if (as !== undefined && !isDirection(as)) {
    throw new CommandError(`--as is '${as}', not 'deposit' or 'withdrawal'.`, EXIT.usage);
  }
  if (isDirection(side)) {
    if (as !== undefined && as !== side) throw new CommandError('--side and --as name two directions.', EXIT.usage);
    return { address: null, direction: DIRECTIONS[side] };
  }
  const verdict = validateAddress(side, currencyOf(asset));
  if (!verdict.ok) {
    throw new CommandError(
      `--side is neither 'deposit' nor 'withdrawal', nor a valid address of ${networkNameOf(asset)}.`,
      EXIT.usage,
    );
  }
  return { address: verdict.canonical, direction: as === undefined ? null : DIRECTIONS[as] };
}

function isDirection(text: string): text is keyof typeof DIRECTIONS {
  return Object.hasOwn(DIRECTIONS, text);
}
