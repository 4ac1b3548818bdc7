import type { CheckAsset } from '@assay/contracts';
import { isNetworkId } from '@assay/domain';
import type { ListSubject } from './counterparties.ports.ts';

/** The address of a result, up to the last record that it counts; null where Assay holds no records of its asset. */
export function subjectOfResult(result: CheckAsset): ListSubject | null {
  const { ticker, network, decimals, address, tip } = result;
  if (network === null || !isNetworkId(network)) return null;
  return {
    asset: { ticker, network, decimals },
    address,
    until: tip === null ? null : { time: new Date(tip.time), block: tip.block },
  };
}
