import { CHECK } from './examples.ts';

/** Of test mode: five stars. */
const OWN_WALLET = 'TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2';

/** The request that {@link WITHDRAWAL_ATTEMPT} answers. */
export const WITHDRAWAL_REQUEST = {
  address: CHECK.address,
  amount: '250.5',
  from: OWN_WALLET,
  asset: 'USDT',
  network: 'TRX',
  reference: 'withdrawal-51',
  metadata: { customer: '42' },
};

const { id: _id, stars, score, verdict, not_rated_reason, coverage, confidence, exposures, labels } = CHECK;

/** What a withdrawal attempt by a test key answers for the sanctioned test address. */
export const WITHDRAWAL_ATTEMPT = {
  ...WITHDRAWAL_REQUEST,
  id: 'wat_4Hs7Rk2mVx9TcQ1wLz5b',
  object: 'withdrawal_attempt',
  mode: CHECK.mode,
  created_at: CHECK.created_at,
  api_key: CHECK.api_key,
  amount_base_units: '250500000',
  ...{ stars, score, verdict, not_rated_reason, coverage, confidence, labels },
  exposures: {
    incoming: exposures.incoming.map((one) => ({ ...one, amount_usd: null })),
    outgoing: exposures.outgoing.map((one) => ({ ...one, amount_usd: null })),
  },
  headline: CHECK.summary.headline,
  before: { stars: 5, score: 5, verdict: 'low', not_rated_reason: null },
  after: { stars: 1, score: 100, verdict: 'high', not_rated_reason: null },
  method_version: CHECK.method_version,
  label_set_version: CHECK.label_set_version,
  checks: [],
  checks_charged: 0,
};
