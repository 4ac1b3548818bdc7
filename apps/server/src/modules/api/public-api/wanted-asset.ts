import type { CheckRequest, PaymentRequest } from '@assay/contracts';
import { type Asset, usualTicker } from '@assay/domain';
import { type AssetChoice, chooseAsset, networkNameOf } from '../../checks/index.ts';
import { ProblemError } from './problem-error.ts';

interface Wanted {
  readonly address: string;
  readonly asset: string;
  readonly network: string | null;
}

interface WantedPayment extends Omit<Wanted, 'address'> {
  readonly transaction: string;
  readonly address: string | null;
  readonly direction: 'deposit' | 'withdrawal' | null;
}

/**
 * The request as checks take it. A network that is missing is never guessed: where the asset is on one network only,
 * there is nothing to guess.
 *
 * @throws ProblemError unknown_asset, network_required with the networks to name
 */
export function checkRequestOf(catalogue: readonly Asset[], { address, asset, network }: Wanted): CheckRequest {
  const { ticker, parent } = wantedAssetOf(catalogue, { address, asset, network });
  return { address, ticker, parent };
}

/** The same for a payment of a transaction. @throws ProblemError as `checkRequestOf` */
export function paymentRequestOf(
  catalogue: readonly Asset[],
  { transaction, address, direction, asset, network }: WantedPayment,
): PaymentRequest {
  const { ticker, parent } = wantedAssetOf(catalogue, { address: address ?? '', asset, network });
  return { transaction, address, direction, ticker, parent };
}

/** The asset that a request names. @throws ProblemError as `checkRequestOf` */
export function wantedAssetOf(catalogue: readonly Asset[], { address, asset: ticker, network }: Wanted): Asset {
  const choice = chooseAsset(catalogue, { ticker, network, address });
  if (choice.is === 'chosen' && !choice.byAddress) return choice.asset;
  const name = usualTicker(ticker);
  switch (choice.is) {
    case 'unknown ticker':
      throw new ProblemError('unknown_asset', 'Name an asset and a network of GET /api/v1/assets.', {
        pointer: '/asset',
      });
    case 'not listed there':
      throw new ProblemError('unknown_asset', `${name} is on ${networksOf(choice.listed)}: name one of them.`, {
        pointer: '/network',
      });
    case 'chosen':
    case 'undecided':
      throw new ProblemError(
        'network_required',
        `${name} is on ${networksOf(listedOf(catalogue, choice, name))}: name one.`,
        {
          pointer: '/network',
        },
      );
  }
}

function listedOf(catalogue: readonly Asset[], choice: AssetChoice, name: string): readonly Asset[] {
  return choice.is === 'undecided' ? choice.listed : catalogue.filter(({ ticker }) => ticker.toUpperCase() === name);
}

function networksOf(listed: readonly Asset[]): string {
  return listed.map(networkNameOf).join(', ');
}
