/** Groups of the calls of the site and the bot, and what each is about. */
export const TAGS = {
  account: 'One’s own data and its end',
  admin: 'For administrators',
  audit: 'Who did what, in a workspace and in the service',
  auth: 'Links, sessions and tokens',
  batches: 'Many addresses by one request',
  bot: 'For the Telegram bot alone',
  developers: 'Keys of the public API',
  disputes: 'Disputes of labels, and what was decided on them',
  entities: 'Names that labels carry',
  monitor: 'Checks, results, reports and the history',
  payment: 'Plans, orders and receipts',
  promo: 'Promo codes',
  site: 'What this installation holds and serves',
  survey: 'The survey and its answers',
  wallet: 'Assets of an address',
  workspace: 'Workspaces of companies, their members and invitations',
} as const;

export type Tag = keyof typeof TAGS;
