import type { Asset } from '@assay/domain';
import type { OnDemandReader } from '../checks/index.ts';
import type { ClaimedSubject } from './batches.ports.ts';

/** Says of which assets checks read a chain: those cost work of providers, whether or not they are charged. */
export function readOnDemand(
  catalogue: readonly Asset[],
  live: Pick<OnDemandReader, 'canAsk'> | undefined,
): (subject: Pick<ClaimedSubject, 'ticker' | 'parent'>) => boolean {
  return ({ ticker, parent }) => {
    const asset = catalogue.find((one) => one.ticker === ticker && (one.parent ?? '') === parent);
    return asset !== undefined && live?.canAsk(asset) === true;
  };
}
