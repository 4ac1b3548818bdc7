/** Of test mode: a label of the category `sanctions`. */
const SANCTIONED = 'TEzpqRHcCDTgKCNY61krG1Xjk5umndGRCZ';
/** Of test mode: the check fails. */
const FAILING = 'TRr8L3kTgpGWPQH5NcdKtP1bTobE3jdiT7';
const AT = '2026-11-26T09:30:00.000Z';
const TEST_NOTE = 'This is a published answer for a test address. It says nothing about any wallet.';

/** The request that {@link CHECK} answers. */
export const CHECK_REQUEST = {
  address: SANCTIONED,
  asset: 'USDT',
  network: 'TRX',
  reference: 'deposit-8731',
  metadata: { customer: '42' },
};

/** What a check by a test key answers for the sanctioned test address. */
export const CHECK = {
  id: 'chk_7Qm2Zt9bXw4LkR1sVn0c',
  object: 'check',
  mode: 'test',
  status: 'completed',
  created_at: AT,
  ...CHECK_REQUEST,
  api_key: 'key_4fT9bWq2Xc7LmZ1p',
  progress: 1,
  charged: false,
  failure: null,
  stars: 1,
  score: 100,
  verdict: 'high',
  not_rated_reason: null,
  summary: {
    headline: 'Test result. 1 star, with a label of the category `sanctions` on the address itself.',
    why: TEST_NOTE,
    advice: null,
    would_change: [],
  },
  coverage: { attributed: 0.5, clean: 0.5, not_followed: 0 },
  confidence: 'high',
  exposures: {
    incoming: [
      { category: 'exchange_licensed', title: 'Exchange licensed', risk: 'low', share: 0.5, amount_usd: 500 },
      { category: 'unknown_origin', title: 'Unknown origin', risk: 'none', share: 0.5, amount_usd: 500 },
    ],
    outgoing: [{ category: 'still_held', title: 'Still held', risk: 'none', share: 1, amount_usd: 1000 }],
  },
  labels: [
    {
      entity: 'Test entity, sanctions',
      category: 'sanctions',
      confidence: 100,
      source: 'Test mode',
      source_url: null,
      source_date: '2026-01-01',
      valid_from: null,
      valid_to: null,
      origin: 'given',
    },
  ],
  notes: [{ kind: 'test_mode', text: TEST_NOTE }],
  history_gaps: [],
  method_version: 'test',
  label_set_version: 'test',
  result_url: null,
  report_url: null,
  certificate_url: null,
};

/** The same for the test address whose check fails. */
export const FAILED_CHECK = {
  ...CHECK,
  id: 'chk_3HfK8yPq6NdTzB5jUa2e',
  address: FAILING,
  status: 'failed',
  failure: {
    code: 'check_failed',
    message: 'The check could not be finished. No check was spent. Please try again.',
  },
  stars: null,
  score: null,
  verdict: null,
  summary: null,
  coverage: null,
  confidence: null,
  exposures: null,
  labels: null,
  notes: null,
  history_gaps: null,
  method_version: null,
  label_set_version: null,
};

/** A batch that is completed. */
export const BATCH = {
  id: 'bat_5Rk9Xc2vLm7TqW0zYb4d',
  object: 'batch',
  mode: 'live',
  status: 'completed',
  pause_reason: null,
  api_key: 'key_4fT9bWq2Xc7LmZ1p',
  member: null,
  name: 'Deposits of May',
  metadata: {},
  asset: 'BTC',
  network: null,
  created_at: AT,
  accepted_at: AT,
  ended_at: '2026-11-26T09:31:00.000Z',
  rows: { total: 3, waiting: 0, rated: 1, not_rated: 1, invalid: 1, failed: 0, canceled: 0 },
  progress: 1,
  checks_charged: 1,
  parts: [0],
};

export const PAUSED_BATCH = {
  ...BATCH,
  status: 'paused',
  pause_reason: 'insufficient_checks',
  ended_at: null,
  rows: { ...BATCH.rows, waiting: 1, not_rated: 0 },
  progress: 0.67,
};

export const CANCELED_BATCH = {
  ...BATCH,
  status: 'canceled',
  rows: { ...BATCH.rows, not_rated: 0, canceled: 1 },
};

/** An event with the object it is about. */
export function eventExample(type: string, mode: string, data: object): object {
  return {
    id: 'evt_9Vb1Nc6xGk3HsJ8dQw5r',
    object: 'event',
    type,
    timestamp: '2026-11-26T09:31:00.000Z',
    mode,
    api_version: '2026-11-26',
    data,
  };
}

export const WEBHOOK_ENDPOINT = {
  id: 'whe_4Tg7Yh2Uj9Ik0OlP',
  object: 'webhook_endpoint',
  mode: 'test',
  url: 'https://exchange.example/hooks/assay',
  description: '',
  event_types: ['check.completed', 'check.failed'],
  status: 'enabled',
  disabled_reason: null,
  created_at: AT,
  failing_since: null,
  former_secret_until: null,
};

export const WEBHOOK_DELIVERY = {
  id: 'whd_0123456789abcdef0123456789abcdef',
  object: 'webhook_delivery',
  event: 'evt_9Vb1Nc6xGk3HsJ8dQw5r',
  event_type: 'check.completed',
  endpoint: WEBHOOK_ENDPOINT.id,
  status: 'delivered',
  created_at: AT,
  next_attempt_at: null,
  last_status_code: 200,
};
