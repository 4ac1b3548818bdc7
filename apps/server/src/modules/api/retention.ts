import { EVENTS_KEPT_DAYS } from '@assay/contracts/v1';
import { type RetentionRows, tablesOf, tablesWith, UNDER_HOLD } from '../../platform/retention.ts';
import { BATCH_KEPT_DAYS, BATCH_WAITS_DAYS } from './batches/batches.store.ts';
import { ANSWERS_KEPT_DAYS } from './public-api/idempotency.ts';

/** What the tables of this module hold of people, and for how long. */
export const API_RETENTION: RetentionRows = [
  ...tablesOf('checks', 'which key asked for a check', 'api_checks'),
  ...tablesWith(
    { holds: 'addresses, amount, reference', days: 'checks', job: 'upkeep', ...UNDER_HOLD.stays },
    'withdrawal_attempts',
  ),
  ...tablesWith({ holds: 'addresses', until: 'the workspace has 10,000 newer ones' }, 'test_checks'),
  ...tablesWith(
    { holds: 'answers with addresses', days: ANSWERS_KEPT_DAYS, job: 'upkeep', ...UNDER_HOLD.answer },
    'api_answers',
  ),
  ...tablesWith(
    {
      holds: `lists, ended after ${BATCH_WAITS_DAYS} days of waiting`,
      days: BATCH_KEPT_DAYS,
      job: 'upkeep',
      ...UNDER_HOLD.stays,
    },
    'batches',
  ),
  ...tablesOf('batches', 'rows and their results', 'batch_arrivals', 'batch_parts', 'batch_rows', 'batch_subjects'),
  ...tablesOf('workspaces', 'a number a day', 'batch_uncharged', 'batch_rows_of_day'),
  ...tablesOf('workspaces', 'keys, endpoints and their names', 'api_keys', 'webhook_endpoints'),
  ...tablesWith({ holds: 'checks and batches', days: EVENTS_KEPT_DAYS, job: 'upkeep', ...UNDER_HOLD.stays }, 'events'),
  ...tablesOf('events', 'the sending of an event', 'webhook_deliveries'),
  ...tablesOf('webhook_deliveries', 'beginning of an answer', 'webhook_attempts'),
];
