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
