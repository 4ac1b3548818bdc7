import type { TestOutcome } from '@assay/contracts/v1';
import { type CheckSubject, networkNameOf } from '../../checks/index.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { outcomeOf, testAddressOf } from './test-addresses.ts';

/**
 * The published outcome of an address. On a network whose money is not followed, live checks rate no address either: all
 * of them are out of coverage.
 *
 * @param pointer the field that names the address
 * @throws ProblemError test_address_required
 */
export function outcomeOrRefuse({ asset, address }: CheckSubject, pointer = '/address'): TestOutcome {
  const { network } = asset;
  if (network === null) return 'out_of_coverage';
  const outcome = outcomeOf(network, address);
  if (outcome !== null) return outcome;
  const name = networkNameOf(asset);
  throw new ProblemError(
    'test_address_required',
    `This is no test address of ${name}, and test keys know no other. Use one of GET /api/v1/test_addresses, such as ${testAddressOf(network, 'star_5')}; or check this address by a live key.`,
    { pointer },
  );
}
