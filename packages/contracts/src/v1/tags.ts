/** Groups of calls of the public API, in the order in which the reference shows them. */
export const V1_TAGS = {
  checks: 'Risk checks of addresses',
  transfers: 'Risk checks of transactions: one deposit or withdrawal each',
  withdrawals: 'Payments before they happen',
  batches: 'Many addresses by one request',
  catalogue: 'What can be checked',
  labels: 'What published lists say of an address',
  'test mode': 'What test keys know',
  events: 'What happened in the last 30 days',
  webhooks: 'Endpoints that get events, and the log of their deliveries',
  usage: 'What is left and what was spent',
} as const;

export type V1Tag = keyof typeof V1_TAGS;
