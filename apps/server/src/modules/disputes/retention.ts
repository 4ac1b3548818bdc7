import { type RetentionRows, tablesOf, tablesWith, UNDER_HOLD } from '../../platform/retention.ts';
import { DISPUTE_KEPT_DAYS } from './disputes/disputes.policy.ts';

/** What the tables of this module hold of people, and for how long. */
export const DISPUTES_RETENTION: RetentionRows = [
  ...tablesWith({ holds: 'statement, email', days: DISPUTE_KEPT_DAYS, job: 'upkeep', ...UNDER_HOLD.stays }, 'dispute'),
  ...tablesWith({ holds: 'files', days: DISPUTE_KEPT_DAYS, job: 'upkeep', ...UNDER_HOLD.stays }, 'dispute_evidence'),
  ...tablesOf('dispute', 'the address that is disputed', 'dispute_challenge', 'dispute_label'),
  ...tablesOf('checks', 'checks that a dispute changed', 'dispute_recheck'),
];
