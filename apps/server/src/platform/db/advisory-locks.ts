/**
 * The numbers of advisory locks, all of them. Servers of two versions run side by side: a number stays what it is, and is
 * not used for anything else later. The same is true of the texts that other locks are named by.
 */

/** First halves of locks of two numbers: what is locked. The second half says which one. */
export const LOCK_SPACES = {
  /** By use: `CLUSTER_LOCKS`. */
  cluster: 4277,
  starterSets: 4278,
  /** By mailbox: links that are asked for. */
  magicLinks: 4281,
  /** By account: its second factors. */
  factors: 4282,
  /** By workspace. */
  apiKeys: 4291,
  /** By workspace: the order of its events. */
  events: 4295,
  /** By workspace. */
  webhookEndpoints: 4296,
  /** By workspace: deliveries under way are counted. */
  webhookDeliveries: 4299,
  /** By network: what builds the flows of a ledger, alone; what writes records, together. */
  flowBuilds: 4301,
  /** By network: what writes records where flows say what they moved, one after the other. */
  flowMarks: 4302,
  /** By set: an import of labels. */
  labelImports: 0x6c61_6265,
  /** By ledger: what writes its records. What `hashtext('assay transfers')` is, as former versions ask for it. */
  transferLedgers: -128_592_832,
  /** By import of transfers: who goes on with it. What `hashtext('assay transfer import')` is. */
  transferImports: -1_330_856_836,
} as const;

/** Second halves of the space `cluster`. */
export const CLUSTER_LOCKS = {
  /** Shared by the processes that use the cluster. */
  users: [LOCK_SPACES.cluster, 1],
  server: [LOCK_SPACES.cluster, 2],
  /** Of the one process that prepares the role of the product. */
  productRole: [LOCK_SPACES.cluster, 3],
} as const;

/** Locks of one number. */
export const LOCKS = {
  /** The one that node-pg-migrate takes, so that former versions, which let it, wait for this one as well. */
  migrations: '7241865325823964',
  entityCatalogue: 0x656e_7469,
  signingKeys: 7_108_318,
} as const;

/**
 * Beginnings of the texts that locks are named by: `hashtextextended(lockNamed(…), 0)`. None begins with another one, so
 * that no two locks have the same text, whatever follows.
 */
export const LOCK_NAMES = {
  freeGrants: 'assay free grants',
  /** What removes rows, and what places a hold, exclude each other. */
  legalHolds: 'assay legal holds',
  stagedTransfers: 'assay staged transfers',
  /** First loads and moves of ledgers that share tables exclude each other. */
  sharedTables: 'assay tables of several ledgers',
  /** By ledger: what writes it, and what moves it. */
  placement: 'assay placement ',
  /** By ledger: who moves it. */
  move: 'assay move ',
  /** By network and asset. */
  derivedLabels: 'derived labels ',
  /** By network and asset. */
  labelsOfMethod2: 'labels of method 2 ',
  /** By domain of a company's login. */
  identityDomain: 'identity domain:',
  /** By mailbox. */
  invitation: 'invitation:',
  /** By account: orders of one plan. */
  renewal: 'renewal:',
} as const;

/** The text of a lock. `which`: what is locked of those that have the name. */
export function lockNamed(name: keyof typeof LOCK_NAMES, which = ''): string {
  return `${LOCK_NAMES[name]}${which}`;
}

/** Seeds of locks that are named by a text without a word of their own: `hashtextextended(text, seed)`. */
export const LOCK_SEEDS = {
  /** By owner: the start of checks. */
  checks: 30,
  /** By network and address. */
  disputes: 72,
  /** By workspace. */
  batches: 97,
} as const;
