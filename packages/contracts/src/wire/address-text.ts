import { MAX_ADDRESS_LENGTH } from '@assay/domain';
import { z } from 'zod';

/** Text that a request names as an address, or that holds one, such as a link. */
export function addressText() {
  return z.string().trim().min(1).max(MAX_ADDRESS_LENGTH);
}
