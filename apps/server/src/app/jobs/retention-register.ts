import { API_RETENTION } from '../../modules/api/retention.ts';
import { BOT_RETENTION } from '../../modules/bot/retention.ts';
import { NEIGHBOURHOODS_DAYS } from '../../modules/chains/index.ts';
import { LIST_KEPT_DAYS } from '../../modules/checks/index.ts';
import { DISPUTES_RETENTION } from '../../modules/disputes/retention.ts';
import { GRANTS_KEPT_DAYS, INVOICE_KEPT_YEARS } from '../../modules/money/index.ts';
import { type Retention, tablesOf, tablesWith, UNDER_HOLD } from '../../platform/retention.ts';
import { AUDIT_PERSONAL_DAYS } from './audit-upkeep.ts';

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
  ...tablesWith({ holds: 'email, mailbox, suspension', until: 'the account is deleted' }, 'users'),
  ...tablesOf('users', 'second factors', 'factors', 'recovery_codes'),
  ...tablesWith(
    { holds: 'email, device, network address', days: 7, job: 'sign-in forgetOld', ...UNDER_HOLD.secret },
    'magic_links',
  ),
  ...tablesWith({ holds: 'device, when used', days: 30, job: 'sign-in forgetOld', ...UNDER_HOLD.logged }, 'sessions'),
  ...tablesWith({ holds: 'device', days: 0, job: 'sign-in forgetOld', ...UNDER_HOLD.secret }, 'pending_sign_ins'),
  ...tablesWith(
    { holds: 'secrets under way', days: 0, job: 'factors forgetOld', ...UNDER_HOLD.secret },
    'factor_challenges',
  ),
  ...tablesWith(
    { holds: 'refused factors', days: 1, job: 'factors forgetOld', ...UNDER_HOLD.counted },
    'factor_failures',
  ),
  ...tablesWith(
    { holds: 'device, network address', days: 90, job: 'recovery forgetOld', ...UNDER_HOLD.logged },
    'account_notices',
  ),
  ...tablesWith(
    { holds: 'hash of a cookie', days: 400, job: 'recovery forgetOld', ...UNDER_HOLD.counted },
    'known_browsers',
  ),
  ...tablesWith(
    { holds: 'how recoveries ended', days: 400, job: 'recovery forgetOld', ...UNDER_HOLD.logged },
    'recoveries',
  ),
  ...tablesWith({ holds: 'the mailbox by a keyed hash', until: 'the suspension is ended' }, 'suspended_mailboxes'),

  // Companies.
  ...tablesWith({ holds: 'name of a company', until: DELETED }, 'workspaces'),
  ...tablesOf('workspaces', 'members, their providers and rules', 'workspace_members', 'workspace_session_policies'),
  ...tablesOf('workspaces', 'a law, and who named it', 'workspace_retentions'),
  ...tablesOf(
    'workspaces',
    'provider and domains of a company',
    'identity_providers',
    'identity_domains',
    'identities',
  ),
  ...tablesWith(
    { holds: 'email', days: 30, job: 'invitations forgetOld', ...UNDER_HOLD.logged },
    'workspace_invitations',
  ),
  ...tablesWith(
    { holds: 'the mailbox', days: 1, job: 'invitations forgetOld', ...UNDER_HOLD.counted },
    'invitation_mails',
  ),
  ...tablesWith({ holds: 'hashes of a browser', days: 0, job: 'upkeep', ...UNDER_HOLD.secret }, 'company_sign_ins'),

  // Checks and what belongs to them.
  ...tablesWith(
    { holds: 'address, asset, result, time', days: 'checks', job: 'upkeep', ...UNDER_HOLD.stays },
    'checks',
  ),
  ...tablesWith({ holds: 'how many checks an account has', until: DELETED }, 'history_ranges'),
  ...tablesOf('checks', 'parts of a check', 'check_keys', 'certificates', 'issued_files', 'live_cuts'),
  ...tablesOf(
    'checks',
    'exploration of a check',
    'explorer_views',
    'explorer_notes',
    'explorer_expansions',
    'explorer_budgets',
  ),
  ...tablesWith(
    { holds: 'addresses that were read', days: NEIGHBOURHOODS_DAYS, job: 'upkeep', ...UNDER_HOLD.nobodys },
    'live_accounts',
    'live_coin_transactions',
  ),
  ...tablesWith(
    { holds: 'an address that is read now', days: NEIGHBOURHOODS_DAYS, job: 'upkeep', ...UNDER_HOLD.nobodys },
    'live_claims',
  ),
  ...tablesWith(
    { holds: 'an address that was explored', days: LIST_KEPT_DAYS, job: 'upkeep', ...UNDER_HOLD.nobodys },
    'counterparty_lists',
    'counterparties',
  ),

  // Suspensions and the audit log.
  ...tablesWith({ holds: 'Telegram user id', until: 'the suspension is ended' }, 'suspended_telegram_users'),
  ...tablesWith(
    { holds: 'email, network address, device', days: AUDIT_PERSONAL_DAYS, job: 'audit upkeep', ...UNDER_HOLD.stays },
    'audit_personal',
  ),
  ...tablesWith(
    { holds: 'who placed a hold, and why', days: AUDIT_PERSONAL_DAYS, job: 'audit upkeep', ...UNDER_HOLD.ended },
    'legal_holds',
  ),
  ...tablesWith(AUDIT, 'audit_chains', 'audit_entries', 'audit_checkpoints', 'audit_checkpoint_heads'),
  ...tablesWith(
    { holds: 'acts by ids', days: 400, job: 'restore log, once a day', ...UNDER_HOLD.restore },
    'restore_log',
  ),

  // Money, and what is given for nothing.
  ...tablesWith(LEDGER, 'ledger_holders', 'ledger_tariffs', 'ledger_entries'),
  ...tablesWith(
    { holds: 'orders and payments of an account', keptBecause: MONEY },
    'orders',
    'payments',
    'payment_hints',
  ),
  ...tablesWith(
    { holds: 'what providers said of a payment', keptBecause: MONEY },
    'payment_events',
    'payment_reports',
    'payment_uses',
  ),
  ...tablesWith({ holds: 'buyer and seller', years: INVOICE_KEPT_YEARS, job: 'upkeep' }, 'invoices'),
  ...tablesWith({ holds: 'number and amount', keptBecause: 'numbers of invoices have no gaps' }, 'invoice_numbers'),
  ...tablesWith({ holds: 'nothing', keptBecause: 'numbers of invoices have no gaps' }, 'invoice_series'),
  ...tablesWith({ holds: 'which payments were reported', keptBecause: 'nothing is reported twice' }, 'payment_notices'),
  ...tablesWith(
    { holds: 'company, address, tax id; customer at the provider', until: DELETED },
    'billing_details',
    'payment_customers',
  ),
  ...tablesWith(
    { holds: 'customer at the provider', until: 'the provider has deleted the customer' },
    'former_customers',
  ),
  ...tablesWith(
    {
      holds: 'network, mail domain, today’s refusals by a hash',
      days: GRANTS_KEPT_DAYS,
      job: 'upkeep',
      ...UNDER_HOLD.nobodys,
    },
    'free_grants',
  ),
  ...tablesWith(
    { holds: 'answers without a charge, a day', days: GRANTS_KEPT_DAYS, job: 'upkeep', ...UNDER_HOLD.counted },
    'uncharged_answers',
  ),
  ...tablesWith({ holds: 'the mailbox by a keyed hash', keptBecause: 'the survey is rewarded once' }, 'survey_takers'),
  ...tablesOf('promo_codes', 'the mailbox by a keyed hash', 'promo_redemptions'),
  ...tablesOf('promo_codes', 'accounts of an earlier version; emptied at the start', 'promo_redemptions_by_account'),
  ...tablesWith(
    { holds: 'whose answers, and the comment', until: 'the account is deleted: chosen options stay' },
    'survey_responses',
    'survey_answers',
  ),
  ...tablesWith({ holds: 'hashes of who asks', until: 'the span of the limit ends' }, 'rate_count'),

  // Without data of people.
  ...tablesWith(CODE, 'promo_codes', 'survey_questions', 'survey_options', 'survey_settings'),
  ...tablesWith(OWN, 'installation', 'schema_migration', 'open_servers', 'provider_quota', 'starter_set'),
  ...tablesWith(
    OWN,
    'order_transitions',
    'signing_key_files',
    'ledger_servers',
    'ledger_placements',
    'ledger_moves',
    'ledger_move_marks',
  ),
  ...tablesWith(
    LABELS,
    'label',
    'label_actor',
    'label_change',
    'label_import',
    'label_set',
    'label_updates',
    'label_withdrawal',
  ),
  ...tablesWith(
    LABELS,
    'staged_label',
    'staged_actor',
    'derived_label',
    'derived_label_set',
    'method_2_label',
    'method_2_label_set',
  ),
  ...tablesWith(LABELS, 'entity', 'entity_catalogue', 'freeze_event', 'freeze_reading'),
  ...tablesWith({ holds: 'nothing', keptBecause: 'prices by asset and day' }, 'prices', 'price_gaps'),
  ...tablesWith(
    CHAIN,
    'ledgers',
    'ledger_changes',
    'accounts',
    'transfers',
    'flows',
    'flow_accounts',
    'zero_amounts',
    'live_tips',
  ),
  ...tablesWith(
    CHAIN,
    'account_exposure',
    'account_exposure_inexact',
    'account_exposure_parts',
    'account_exposure_runs',
  ),
  ...tablesWith(
    CHAIN,
    'coin_cluster',
    'coin_cluster_change',
    'coin_cluster_member',
    'coin_cluster_refusal',
    'coin_cluster_state',
  ),
  ...tablesWith(
    CHAIN,
    'coin_outputs',
    'coin_transactions',
    'evm_blocks',
    'evm_contract_marks',
    'evm_contracts',
    'evm_transactions',
  ),
  ...tablesWith(
    CHAIN,
    'followed_additions',
    'followed_blocks',
    'followed_faults',
    'followed_networks',
    'followed_reorganisations',
  ),
  ...tablesWith(CHAIN, 'staged_coin_transactions', 'staged_openings', 'staged_transfers'),
  ...tablesWith(CHAIN, 'transfer_import_files', 'transfer_import_rejects', 'transfer_imports'),
  // Of modules that can be left out.
  ...API_RETENTION,
  ...BOT_RETENTION,
  ...DISPUTES_RETENTION,
]);
