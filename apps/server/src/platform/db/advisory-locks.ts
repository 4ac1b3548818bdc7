/**
 * The numbers of advisory locks. Servers of two versions run side by side: a number stays what it is, and is not used for
 * anything else later. Locks that are named by a text (`hashtextextended('…', 0)`) are not among them.
 */

/** First halves of locks of two numbers: what is locked. The second half says which one. */
export const LOCK_SPACES = {
  /** The processes of a cluster, and its server. */
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
  /** By set: an import of labels. */
  labelImports: 0x6c61_6265,
} as const;

/** Locks of one number. */
export const LOCKS = {
  /** The one that node-pg-migrate takes, so that former versions, which let it, wait for this one as well. */
  migrations: '7241865325823964',
  entityCatalogue: 0x656e_7469,
  signingKeys: 7_108_318,
} as const;
