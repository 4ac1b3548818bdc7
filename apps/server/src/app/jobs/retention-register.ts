import { EVENTS_KEPT_DAYS } from '@assay/contracts/v1';
import { ANSWERS_KEPT_DAYS, BATCH_KEPT_DAYS, BATCH_WAITS_DAYS } from '../../modules/api/index.ts';
import { NEIGHBOURHOODS_DAYS } from '../../modules/chains/index.ts';
import { LIST_KEPT_DAYS } from '../../modules/checks/index.ts';
import { DISPUTE_KEPT_DAYS } from '../../modules/disputes/index.ts';
import { GRANTS_KEPT_DAYS, INVOICE_KEPT_YEARS } from '../../modules/money/index.ts';
import { AUDIT_PERSONAL_DAYS } from './audit-upkeep.ts';

/** What removes rows by itself, once an hour unless it says otherwise. */
export type RetentionJob =
  | 'upkeep'
  | 'audit upkeep'
  | 'sign-in forgetOld'
  | 'factors forgetOld'
  | 'recovery forgetOld'
  | 'bot forgetOld'
  | 'invitations forgetOld'
  | 'restore log, once a day';

/** What a table holds of people, or of what they check, and for how long. */
export type Retention =
  /**
   * A job removes rows of this age, or takes the person out of them. The days 'checks' are INQUIRY_RETENTION_DAYS, or
   * those that a company set. `underHold` says what becomes of the rows of a workspace under a legal hold: they stay, or
   * go for the reason that is given.
   */
  | {
      readonly holds: string;
      readonly days: number | 'checks';
      readonly job: RetentionJob;
      readonly underHold: 'stays' | { readonly goes: string };
    }
  /** A job removes rows when so many calendar years after that of the row are over. INVOICE_RETENTION_YEARS can be more. */
  | { readonly holds: string; readonly years: number; readonly job: RetentionJob }
  /** Rows go with those of another table that they refer to. */
  | { readonly holds: string; readonly goWith: string }
  /** Rows go by an act or a request. */
  | { readonly holds: string; readonly until: string }
  /** Kept for good, or until the operator removes it, with the reason. */
  | { readonly holds: string; readonly keptBecause: string };

const DELETED = 'the account is deleted or the company closed';
const CHAIN = { holds: 'nothing', keptBecause: 'records of public chains, without who asked' };
const LABELS = { holds: 'nothing of users', keptBecause: 'what public sources and lists say of addresses' };
const OWN = { holds: 'nothing', keptBecause: 'says how this installation works' };
const CODE = { holds: 'nothing', keptBecause: 'written by the operator' };
const MONEY = 'the law keeps payments; the deletion of an account parts them from it as far as it may';
const LEDGER = {
  holds: 'an account by its id',
  keptBecause: 'append-only books; the id is taken out when the account is deleted',
};
const AUDIT = { holds: 'acts under random ids', keptBecause: 'nothing leads to a person once the account is deleted' };
const STAYS = { underHold: 'stays' } as const;
const NOBODYS = { underHold: { goes: 'is of no account' } } as const;
const LOGGED = { underHold: { goes: 'the audit log has what was done' } } as const;
const SECRET = { underHold: { goes: 'a secret that opens something' } } as const;
const ANSWER = { underHold: { goes: 'repeats what checks, attempts and the audit log say' } } as const;
const RESTORE = { underHold: { goes: 'ids of acts; the audit log has them' } } as const;
const ENDED = { underHold: { goes: 'has ended itself' } } as const;
const COUNTED = { underHold: { goes: 'a number or a hash, which says nothing of the act' } } as const;
const of = <R extends Retention>(retention: R, ...tables: readonly string[]) =>
  tables.map((table) => [table, retention] as const);
const withRows = (goWith: string, holds: string, ...tables: readonly string[]) => of({ holds, goWith }, ...tables);

/**
 * Every table of the schema. `docs/operations/privacy.md` says the same to people, in their words.
 *
 * Jobs of pg-boss are in a schema of their own. They hold ids of workspaces and accounts; those of mails also the URL of
 * a webhook endpoint that was disabled, or the mail domain or issuer of a company's login that was changed; those of
 * label updates the names of lists. A job is removed 7 days after its end, and one that never ran 14 days after it was
 * sent.
 */
export const RETENTION: ReadonlyMap<string, Retention> = new Map<string, Retention>([
  // Accounts and signing in.
  ...of({ holds: 'email, mailbox, suspension', until: 'the account is deleted' }, 'users'),
  ...withRows('users', 'second factors', 'factors', 'recovery_codes'),
  ...of({ holds: 'email, device, network address', days: 7, job: 'sign-in forgetOld', ...SECRET }, 'magic_links'),
  ...of({ holds: 'device, when used', days: 30, job: 'sign-in forgetOld', ...LOGGED }, 'sessions'),
  ...of({ holds: 'device', days: 0, job: 'sign-in forgetOld', ...SECRET }, 'pending_sign_ins'),
  ...of({ holds: 'secrets under way', days: 0, job: 'factors forgetOld', ...SECRET }, 'factor_challenges'),
  ...of({ holds: 'refused factors', days: 1, job: 'factors forgetOld', ...COUNTED }, 'factor_failures'),
  ...of({ holds: 'device, network address', days: 90, job: 'recovery forgetOld', ...LOGGED }, 'account_notices'),
  ...of({ holds: 'hash of a cookie', days: 400, job: 'recovery forgetOld', ...COUNTED }, 'known_browsers'),
  ...of({ holds: 'how recoveries ended', days: 400, job: 'recovery forgetOld', ...LOGGED }, 'recoveries'),
  ...of({ holds: 'the mailbox by a keyed hash', until: 'the suspension is ended' }, 'suspended_mailboxes'),

  // Companies.
  ...of({ holds: 'name of a company', until: DELETED }, 'workspaces'),
  ...withRows('workspaces', 'members, their providers and rules', 'workspace_members', 'workspace_session_policies'),
  ...withRows('workspaces', 'a law, and who named it', 'workspace_retentions'),
  ...withRows(
    'workspaces',
    'provider and domains of a company',
    'identity_providers',
    'identity_domains',
    'identities',
  ),
  ...of({ holds: 'email', days: 30, job: 'invitations forgetOld', ...LOGGED }, 'workspace_invitations'),
  ...of({ holds: 'the mailbox', days: 1, job: 'invitations forgetOld', ...COUNTED }, 'invitation_mails'),
  ...of({ holds: 'hashes of a browser', days: 0, job: 'upkeep', ...SECRET }, 'company_sign_ins'),

  // Checks and what belongs to them.
  ...of({ holds: 'address, asset, result, time', days: 'checks', job: 'upkeep', ...STAYS }, 'checks'),
  ...of({ holds: 'how many checks an account has', until: DELETED }, 'history_ranges'),
  ...withRows('checks', 'parts of a check', 'check_keys', 'certificates', 'issued_files', 'live_cuts', 'api_checks'),
  ...withRows(
    'checks',
    'exploration of a check',
    'explorer_views',
    'explorer_notes',
    'explorer_expansions',
    'explorer_budgets',
  ),
  ...withRows('checks', 'checks that a dispute changed', 'dispute_recheck'),
  ...of({ holds: 'addresses, amount, reference', days: 'checks', job: 'upkeep', ...STAYS }, 'withdrawal_attempts'),
  ...of({ holds: 'addresses', until: 'the workspace has 10,000 newer ones' }, 'test_checks'),
  ...of({ holds: 'answers with addresses', days: ANSWERS_KEPT_DAYS, job: 'upkeep', ...ANSWER }, 'api_answers'),
  ...of(
    { holds: `lists, ended after ${BATCH_WAITS_DAYS} days of waiting`, days: BATCH_KEPT_DAYS, job: 'upkeep', ...STAYS },
    'batches',
  ),
  ...withRows('batches', 'rows and their results', 'batch_arrivals', 'batch_parts', 'batch_rows', 'batch_subjects'),
  ...withRows('workspaces', 'a number a day', 'batch_uncharged', 'batch_rows_of_day'),
  ...withRows('workspaces', 'keys, endpoints and their names', 'api_keys', 'webhook_endpoints'),
  ...of({ holds: 'checks and batches', days: EVENTS_KEPT_DAYS, job: 'upkeep', ...STAYS }, 'events'),
  ...withRows('events', 'the sending of an event', 'webhook_deliveries'),
  ...withRows('webhook_deliveries', 'beginning of an answer', 'webhook_attempts'),
  ...of(
    { holds: 'addresses that were read', days: NEIGHBOURHOODS_DAYS, job: 'upkeep', ...NOBODYS },
    'live_accounts',
    'live_coin_transactions',
  ),
  ...of({ holds: 'an address that is read now', days: NEIGHBOURHOODS_DAYS, job: 'upkeep', ...NOBODYS }, 'live_claims'),
  ...of(
    { holds: 'an address that was explored', days: LIST_KEPT_DAYS, job: 'upkeep', ...NOBODYS },
    'counterparty_lists',
    'counterparties',
  ),

  // The bot, disputes and the audit log.
  ...of({ holds: 'Telegram user id, language', until: 'it is forgotten in the chat (/privacy)' }, 'bot_accounts'),
  ...of({ holds: 'Telegram user id', until: 'the suspension is ended' }, 'suspended_telegram_users'),
  ...of({ holds: 'which message was which check', days: 7, job: 'bot forgetOld', ...STAYS }, 'bot_requests'),
  ...of({ holds: 'who joins a chat', days: 1, job: 'bot forgetOld', ...SECRET }, 'bot_join_links'),
  ...of(
    { holds: 'addresses and payments of buttons', days: 90, job: 'bot forgetOld', ...NOBODYS },
    'bot_addresses',
    'bot_transactions',
  ),
  ...of({ holds: 'statement, email', days: DISPUTE_KEPT_DAYS, job: 'upkeep', ...STAYS }, 'dispute'),
  ...of({ holds: 'files', days: DISPUTE_KEPT_DAYS, job: 'upkeep', ...STAYS }, 'dispute_evidence'),
  ...withRows('dispute', 'the address that is disputed', 'dispute_challenge', 'dispute_label'),
  ...of(
    { holds: 'email, network address, device', days: AUDIT_PERSONAL_DAYS, job: 'audit upkeep', ...STAYS },
    'audit_personal',
  ),
  ...of(
    { holds: 'who placed a hold, and why', days: AUDIT_PERSONAL_DAYS, job: 'audit upkeep', ...ENDED },
    'legal_holds',
  ),
  ...of(AUDIT, 'audit_chains', 'audit_entries', 'audit_checkpoints', 'audit_checkpoint_heads'),
  ...of({ holds: 'acts by ids', days: 400, job: 'restore log, once a day', ...RESTORE }, 'restore_log'),

  // Money, and what is given for nothing.
  ...of(LEDGER, 'ledger_holders', 'ledger_tariffs', 'ledger_entries'),
  ...of({ holds: 'orders and payments of an account', keptBecause: MONEY }, 'orders', 'payments', 'payment_hints'),
  ...of(
    { holds: 'what providers said of a payment', keptBecause: MONEY },
    'payment_events',
    'payment_reports',
    'payment_uses',
  ),
  ...of({ holds: 'buyer and seller', years: INVOICE_KEPT_YEARS, job: 'upkeep' }, 'invoices'),
  ...of({ holds: 'number and amount', keptBecause: 'numbers of invoices have no gaps' }, 'invoice_numbers'),
  ...of({ holds: 'nothing', keptBecause: 'numbers of invoices have no gaps' }, 'invoice_series'),
  ...of({ holds: 'which payments were reported', keptBecause: 'nothing is reported twice' }, 'payment_notices'),
  ...of(
    { holds: 'company, address, tax id; customer at the provider', until: DELETED },
    'billing_details',
    'payment_customers',
  ),
  ...of({ holds: 'customer at the provider', until: 'the provider has deleted the customer' }, 'former_customers'),
  ...of(
    { holds: 'network, mail domain, today’s refusals by a hash', days: GRANTS_KEPT_DAYS, job: 'upkeep', ...NOBODYS },
    'free_grants',
  ),
  ...of(
    { holds: 'answers without a charge, a day', days: GRANTS_KEPT_DAYS, job: 'upkeep', ...COUNTED },
    'uncharged_answers',
  ),
  ...of({ holds: 'the mailbox by a keyed hash', keptBecause: 'the survey is rewarded once' }, 'survey_takers'),
  ...withRows('promo_codes', 'the mailbox by a keyed hash', 'promo_redemptions'),
  ...withRows('promo_codes', 'accounts of an earlier version; emptied at the start', 'promo_redemptions_by_account'),
  ...of(
    { holds: 'whose answers, and the comment', until: 'the account is deleted: chosen options stay' },
    'survey_responses',
    'survey_answers',
  ),
  ...of({ holds: 'hashes of who asks', until: 'the span of the limit ends' }, 'rate_count'),

  // Without data of people.
  ...of(CODE, 'promo_codes', 'survey_questions', 'survey_options', 'survey_settings'),
  ...of(OWN, 'installation', 'schema_migration', 'open_servers', 'provider_quota', 'starter_set'),
  ...of(
    OWN,
    'order_transitions',
    'signing_key_files',
    'ledger_servers',
    'ledger_placements',
    'ledger_moves',
    'ledger_move_marks',
  ),
  ...of(
    LABELS,
    'label',
    'label_actor',
    'label_change',
    'label_import',
    'label_set',
    'label_updates',
    'label_withdrawal',
  ),
  ...of(
    LABELS,
    'staged_label',
    'staged_actor',
    'derived_label',
    'derived_label_set',
    'method_2_label',
    'method_2_label_set',
  ),
  ...of(LABELS, 'entity', 'entity_catalogue', 'freeze_event', 'freeze_reading'),
  ...of({ holds: 'nothing', keptBecause: 'prices by asset and day' }, 'prices', 'price_gaps'),
  ...of(CHAIN, 'ledgers', 'ledger_changes', 'accounts', 'transfers', 'zero_amounts', 'live_tips'),
  ...of(CHAIN, 'account_exposure', 'account_exposure_inexact', 'account_exposure_parts', 'account_exposure_runs'),
  ...of(
    CHAIN,
    'coin_cluster',
    'coin_cluster_change',
    'coin_cluster_member',
    'coin_cluster_refusal',
    'coin_cluster_state',
  ),
  ...of(
    CHAIN,
    'coin_outputs',
    'coin_transactions',
    'evm_blocks',
    'evm_contract_marks',
    'evm_contracts',
    'evm_transactions',
  ),
  ...of(
    CHAIN,
    'followed_additions',
    'followed_blocks',
    'followed_faults',
    'followed_networks',
    'followed_reorganisations',
  ),
  ...of(CHAIN, 'staged_coin_transactions', 'staged_openings', 'staged_transfers'),
  ...of(CHAIN, 'transfer_import_files', 'transfer_import_rejects', 'transfer_imports'),
]);
