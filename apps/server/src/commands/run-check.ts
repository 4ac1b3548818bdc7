import { validateAddress } from '@assay/address';
import { CommandError, EXIT } from '@assay/command';
import { readAddressArgument, refuseUnprintable } from '@assay/command/input';
import { ERRORS, type ErrorName } from '@assay/contracts';
import { ASSETS, type Asset, currencyOf, usualTicker } from '@assay/domain';
import { checkedBy, wireChecks } from '../app/composition/checks.ts';
import { buildFreezesService } from '../modules/chains/index.ts';
import { openPrices } from '../modules/chains/open/prices.ts';
import {
  choiceProblem,
  chooseAsset,
  networkNameOf,
  OPERATOR,
  openServersStore,
  resultOf,
} from '../modules/checks/index.ts';
import { openOnDemandReads } from '../modules/checks/open/reading.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { AppError } from '../platform/kernel/app-error.ts';
import { checkReport } from './check-report.ts';
import { methodOption } from './method-option.ts';
import { openForChecks } from './open-for-checks.ts';

/** What is wrong with the address or the asset, not with the check. */
const INPUT_ERRORS: ReadonlySet<ErrorName> = new Set([
  'InvalidAddress',
  'SecretNotAddress',
  'TransactionNotAddress',
  'UnknownAsset',
]);

export interface CheckOptions {
  readonly asset: string;
  readonly parent?: string;
  readonly method?: string;
  readonly json?: true;
}

/** Checks one address by the database. */
export async function runCheck(context: CommandContext, text: string, options: CheckOptions): Promise<void> {
  const address = await readAddressArgument(text, context);
  const isNamed = ({ ticker }: Asset) => ticker === usualTicker(options.asset);
  const isAddress = ASSETS.some((asset) => isNamed(asset) && validateAddress(address, currencyOf(asset)).ok);
  if (!isAddress) refuseUnprintable(address);
  const asset = assetFor(context, address, options);
  const version = methodOption(context, options);
  const { pool, log } = await openForChecks(context);
  const priced = openPrices(pool, context.config.prices, log);
  const chains = openOnDemandReads(pool, context.config);
  const { checks } = wireChecks(pool, log, {
    prices: priced.prices,
    live: chains.live,
    freezes: buildFreezesService({ source: chains.freezes, log }),
    ...checkedBy(version, pool),
  });
  const stop = () => void checks.close(0, 'fail');
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    const check = await checks.runCheck(OPERATOR, { ...asset, address }, { answerWithinMs: Number.POSITIVE_INFINITY });
    const result = resultOf(check);
    const { publicUrl, isPublicUrlSet } = context.config;
    const server = isPublicUrlSet ? publicUrl : await openServersStore.find(pool);
    // Without a server there is no link: a URL made of defaults would lead nowhere.
    const resultLocation =
      server === null ? `${check.subId}; start the product to open it` : `${server}/riskcheck/${check.subId}`;
    context.out(options.json === true ? JSON.stringify(result, null, 2) : checkReport(result, resultLocation));
  } catch (error) {
    if (context.signal.aborted || !(error instanceof AppError)) throw error;
    throw new CommandError(
      error.publicText ?? ERRORS[error.errorName].message,
      INPUT_ERRORS.has(error.errorName) ? EXIT.usage : EXIT.failed,
    );
  } finally {
    context.signal.removeEventListener('abort', stop);
    await priced.close();
    await chains.close();
  }
}

/** The asset to check: the named one, or the only one that the address fits, which is then printed to stderr. */
function assetFor(context: CommandContext, address: string, { asset: ticker, parent }: CheckOptions): Asset {
  const named = { ticker, network: parent ?? null, address };
  const choice = chooseAsset(ASSETS, named);
  if (choice.is !== 'chosen') {
    throw new CommandError(`${choiceProblem(choice, named, (network) => `--parent ${network}`)}.`, EXIT.usage);
  }
  const { asset, byAddress } = choice;
  if (byAddress) {
    context.err(
      `${asset.ticker} on ${networkNameOf(asset)}: the only network of ${asset.ticker} that this address fits.`,
    );
  }
  return asset;
}
