import { type RetentionRows, tablesWith, UNDER_HOLD } from '../../platform/retention.ts';

/** What the tables of this module hold of people, and for how long. */
export const BOT_RETENTION: RetentionRows = [
  ...tablesWith(
    { holds: 'Telegram user id, language', until: 'it is forgotten in the chat (/privacy)' },
    'bot_accounts',
  ),
  ...tablesWith(
    { holds: 'which message was which check', days: 7, job: 'bot forgetOld', ...UNDER_HOLD.stays },
    'bot_requests',
  ),
  ...tablesWith({ holds: 'who joins a chat', days: 1, job: 'bot forgetOld', ...UNDER_HOLD.secret }, 'bot_join_links'),
  ...tablesWith(
    { holds: 'addresses and payments of buttons', days: 90, job: 'bot forgetOld', ...UNDER_HOLD.nobodys },
    'bot_addresses',
    'bot_transactions',
  ),
];
