import type { AccountStore, ColumnSnapshot, NodeId, SubjectFacts } from '@assay/exposure';

/**
 * An asset in memory as a check reads it: records and walks from there, and what is said of the address itself from
 * the database, which alone knows whether its history is complete.
 */
export function inMemoryStore(snapshot: ColumnSnapshot, database: AccountStore): AccountStore {
  /** The subject's id in the database. */
  const ids = new Map<NodeId, NodeId>();
  return {
    ledger: 'account',
    network: snapshot.network,
    subject: async (address): Promise<SubjectFacts | null> => {
      const facts = await database.subject(address);
      if (facts === null) return null;
      const node = snapshot.nodeOf(address);
      if (node === null) throw new Error(`${address} has records, but not in memory`);
      ids.set(node, facts.node);
      return { ...facts, node };
    },
    page: (direction, asks, limit) => snapshot.page(direction, asks, limit),
    accounts: (nodes) => snapshot.accounts(nodes),
    transactionIds: (positions) => snapshot.transactionIds(positions),
    walk: (subject, direction, options) => snapshot.walk(subject, direction, options),
    walkWithout: (claim, subject, direction, options) => snapshot.walkWithout(claim, subject, direction, options),
    ...(database.zeroAmountsTo === undefined
      ? {}
      : { zeroAmountsTo: async (node: NodeId) => (await database.zeroAmountsTo?.(ids.get(node) ?? Number.NaN)) ?? [] }),
  };
}
