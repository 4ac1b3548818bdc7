import type { TextFinding } from '@assay/address';
import { ERRORS } from '@assay/contracts/client';

/**
 * For actions only: why a text that was sent without a script is not used; null where it may be an address.
 *
 * @param isAddress whether the asset that was named has addresses like it: then 64 hexadecimal digits are one
 */
export function sentRefusal({ is }: TextFinding, isAddress = false): string | null {
  switch (is) {
    case 'secret':
      return ERRORS.SecretNotAddress.message;
    case 'key or transaction':
      return isAddress ? null : ERRORS.SecretNotAddress.message;
    case 'transaction':
      return ERRORS.TransactionNotAddress.message;
    case 'clear':
      return null;
  }
}
