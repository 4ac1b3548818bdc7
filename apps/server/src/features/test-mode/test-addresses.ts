import { createHash } from 'node:crypto';
import { encodeAccount } from '@assay/address/encode';
import { TEST_OUTCOMES, type TestOutcome } from '@assay/contracts/v1';
import { NETWORK_IDS, type NetworkId } from '@assay/domain';

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

/** Every test address, by network and then by outcome. */
export const TEST_ADDRESSES: readonly TestAddress[] = NETWORK_IDS.flatMap((network) =>
  TEST_OUTCOMES.map((outcome) => ({ network, outcome, address: testAddressOf(network, outcome) })),
);

const OUTCOME_OF: ReadonlyMap<string, TestOutcome> = new Map(
  TEST_ADDRESSES.map(({ network, address, outcome }) => [`${network} ${address}`, outcome]),
);

/** The outcome that an address is published for; null for any other address. `address` in canonical form. */
export function outcomeOf(network: NetworkId, address: string): TestOutcome | null {
  return OUTCOME_OF.get(`${network} ${address}`) ?? null;
}
