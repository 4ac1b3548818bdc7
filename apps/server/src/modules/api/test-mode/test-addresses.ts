import { createHash } from 'node:crypto';
import { encodeAccount } from '@assay/address/encode';
import { TEST_OUTCOMES, type TestOutcome } from '@assay/contracts/v1';
import { NETWORK_IDS, type NetworkId } from '@assay/domain';
import { type CheckSubject, networkNameOf } from '../../checks/index.ts';
import { ProblemError } from '../public-api/problem-error.ts';

export interface TestAddress {
  readonly network: NetworkId;
  readonly outcome: TestOutcome;
  /** Canonical form. */
  readonly address: string;
}

/**
 * The test address of an outcome: the SHA-256 of `assay-test <network> <outcome>`, written as an account of the
 * network. It is a hash of a sentence and not of a key, so no key is known to open it; that there is none cannot be
 * proven. Published texts: a change breaks the tests of clients.
 */
export function testAddressOf(network: NetworkId, outcome: TestOutcome): string {
  return encodeAccount(network, createHash('sha256').update(`assay-test ${network} ${outcome}`).digest());
}

let known: readonly TestAddress[] | undefined;
let outcomes: ReadonlyMap<string, TestOutcome> | undefined;

/** Every test address, by network and then by outcome; written when they are first asked for, and not by every start. */
export function testAddresses(): readonly TestAddress[] {
  known ??= NETWORK_IDS.flatMap((network) =>
    TEST_OUTCOMES.map((outcome) => ({ network, outcome, address: testAddressOf(network, outcome) })),
  );
  return known;
}

/** The outcome that an address is published for; null for any other address. `address` in canonical form. */
export function outcomeOf(network: NetworkId, address: string): TestOutcome | null {
  outcomes ??= new Map(testAddresses().map((one) => [`${one.network} ${one.address}`, one.outcome]));
  return outcomes.get(`${network} ${address}`) ?? null;
}

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
