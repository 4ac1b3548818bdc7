/** Steps of an attempt at which its server can be lost, with the requests that reached the receiver by then. */
export const WEBHOOK_STEPS = {
  'claimed, not committed': 0,
  'claimed, not sent': 0,
  'sent, not recorded': 1,
  'recorded, not committed': 1,
} as const;
