import { CHECK, FAILED_CHECK } from './examples.ts';

/** Of test mode: a deposit that comes straight from a sanctioned address. */
const SANCTIONED = '1abdb6054dcec7c77e75060d2d47b86ee756be859a65fc06b4c09b85a4196aaa';
/** Of test mode: the transfer fails. */
const FAILING = 'e8ed9ae49f899435436f0a465fe1bfcc85aaa434311774decada9db630220b03';
const SENDER = 'TS5ihzm66vjWw2dyyjoXJJ9Ygxn1b3CN3E';
const RECEIVER = 'THBNfNzuGVYfU2s39FrzpJYwzkGytJstwd';
const AMOUNT = '10000000';

/** A transaction that test keys know. */
export const TEST_TRANSACTION = {
  object: 'test_transaction',
  network: 'TRX',
  transaction: SANCTIONED,
  from: SENDER,
  to: RECEIVER,
  outcome: 'sanctioned',
  description: '1 star: the other end has a label of the category `sanctions`.',
};

/** The request that {@link TRANSFER} answers. */
export const TRANSFER_REQUEST = {
  transaction: SANCTIONED,
  address: RECEIVER,
  direction: 'deposit',
  asset: 'USDT',
  network: 'TRX',
  reference: 'deposit-8732',
  metadata: { customer: '42' },
};

const { transaction: _transaction, direction: _direction, ...NAMED } = TRANSFER_REQUEST;

/** What a transfer by a test key answers for the sanctioned test transaction. */
export const TRANSFER = {
  ...CHECK,
  ...NAMED,
  id: 'trf_2Lk8Wq5zTy1NcR7mXb4v',
  object: 'transfer',
  summary: { ...CHECK.summary, headline: `Test result. ${TEST_TRANSACTION.description}` },
  coverage: { attributed: 1, clean: 0, not_followed: 0 },
  exposures: {
    incoming: [{ category: 'sanctions', title: 'Sanctions', risk: 'high', share: 1, amount_usd: 1000 }],
    outgoing: [],
  },
  labels: [],
  payment: {
    transaction_id: SANCTIONED,
    direction: 'deposit',
    time: '2026-01-01T00:00:00.000Z',
    block: '1',
    confirmed: true,
    amount: AMOUNT,
    amount_usd: 1000,
    moves: [{ from: SENDER, to: RECEIVER, amount: AMOUNT, kind: 'token' }],
    moves_in_all: 1,
    parties: [
      {
        address: SENDER,
        paid: AMOUNT,
        received: '0',
        label: { entity: 'Test entity, sanctions', category: 'sanctions' },
      },
      { address: RECEIVER, paid: '0', received: AMOUNT, label: null },
    ],
  },
};

/** The same for the test transaction whose transfer fails. */
export const FAILED_TRANSFER = {
  ...FAILED_CHECK,
  ...NAMED,
  id: 'trf_6Gv3Hs9pKd0JtF5yWe1a',
  object: 'transfer',
  payment: {
    transaction_id: FAILING,
    direction: 'deposit',
    time: null,
    block: null,
    confirmed: null,
    amount: null,
    amount_usd: null,
    moves: null,
    moves_in_all: null,
    parties: null,
  },
};
