import type { Db } from '../db/index.ts';

const READ_AT_ONCE = 1_000;

/**
 * The audit log's part of an account export: everything in the personal workspace, and what the person did elsewhere,
 * without the text, which may be about others. The deletion of an account erases by itself, after all parts.
 */
export const auditPart = {
  name: 'audit_log',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    for (let after: readonly [string, string] = ['', '0']; ; ) {
      const found = await db.query(
        `SELECT e.chain, e.seq, e.at, e.action, e.target_kind AS target, a.content AS origin,
                CASE WHEN e.chain = $1 THEN t.content END AS text
           FROM (SELECT chain, seq FROM audit_personal WHERE subject = $1 AND part = 'actor'
                 UNION SELECT chain, seq FROM audit_entries WHERE chain = $1) AS own
           JOIN audit_entries e USING (chain, seq)
           LEFT JOIN audit_personal a ON a.chain = e.chain AND a.seq = e.seq AND a.part = 'actor' AND a.subject = $1
           LEFT JOIN audit_personal t ON t.chain = e.chain AND t.seq = e.seq AND t.part = 'text'
          WHERE (e.chain, e.seq) > ($2, $3) ORDER BY e.chain, e.seq LIMIT $4`,
        [sub, ...after, READ_AT_ONCE],
      );
      yield found.rows.map(({ chain, seq, origin, ...row }) => ({
        workspace: chain,
        number: Number(seq),
        ...row,
        ...(origin === null ? {} : (JSON.parse(origin) as object)),
      }));
      const last = found.rows.at(-1);
      if (last === undefined || found.rows.length < READ_AT_ONCE) return;
      after = [last.chain, last.seq];
    }
  },

  erase: async (): Promise<void> => undefined,
};
