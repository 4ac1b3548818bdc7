import { createHash } from 'node:crypto';
import { encodeAccount } from '@assay/address/encode';
import { TEST_TRANSACTION_OUTCOMES, type TestTransactionOutcome } from '@assay/contracts/v1';
import { NETWORK_IDS, type NetworkId } from '@assay/domain';

/** A transaction that test keys know: `from` paid `to`. */
export interface TestTransaction {
  readonly network: NetworkId;
  /** 64 hexadecimal digits in lower case, on every network. */
  readonly id: string;
  /** Canonical form, as `to`. */
  readonly from: string;
  readonly to: string;
  readonly outcome: TestTransactionOutcome;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * The test transaction of an outcome: its id is the SHA-256 of `assay-test-transaction <network> <outcome>`, and its
 * sides are accounts of `assay-test <network> sender` and `assay-test <network> receiver`, as test addresses are made.
 * Published texts: a change breaks the tests of clients.
 */
export function testTransactionOf(network: NetworkId, outcome: TestTransactionOutcome): TestTransaction {
  const sideOf = (role: string) => encodeAccount(network, hashOf(`assay-test ${network} ${role}`));
  const id = hashOf(`assay-test-transaction ${network} ${outcome}`).toString('hex');
  return { network, id, from: sideOf('sender'), to: sideOf('receiver'), outcome };
}

let known: readonly TestTransaction[] | undefined;
let byId: ReadonlyMap<string, TestTransaction> | undefined;

/** Every test transaction, by network and then by outcome; written when they are first asked for. */
export function testTransactions(): readonly TestTransaction[] {
  known ??= NETWORK_IDS.flatMap((network) =>
    TEST_TRANSACTION_OUTCOMES.map((outcome) => testTransactionOf(network, outcome)),
  );
  return known;
}

/** The test transaction that spellings of an id name; null where they name none. */
export function findTestTransaction(network: NetworkId, ids: readonly string[]): TestTransaction | null {
  byId ??= new Map(testTransactions().map((one) => [`${one.network} ${one.id}`, one]));
  for (const id of ids) {
    const found = byId.get(`${network} ${id}`);
    if (found !== undefined) return found;
  }
  return null;
}
