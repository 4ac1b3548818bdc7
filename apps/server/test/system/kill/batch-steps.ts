/** Steps of the third address of a batch at which its server can be lost, with the addresses charged by then. */
export const BATCH_STEPS = {
  'taken, not committed': 2,
  'reserved, not committed': 2,
  'in the middle of the walk': 2,
  'check started, not named': 3,
  'check ended, not counted': 3,
  'counted, not committed': 3,
} as const;
