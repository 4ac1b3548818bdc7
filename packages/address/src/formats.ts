import type { AddressRules } from '@assay/domain';
import { judgeEthereum } from './formats/ethereum.ts';
import { type AddressVerdict, accept, type NetworkChoice } from './result.ts';

/** Sends a text to the one file that knows its format. */
export function judge(address: string, rules: AddressRules, _network: NetworkChoice): AddressVerdict {
  switch (rules.validator) {
    case 'ethereum':
      return judgeEthereum(address, rules);
    default:
      return accept(address, 'absent');
  }
}
