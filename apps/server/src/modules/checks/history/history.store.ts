import { present } from '../../../platform/db/index.ts';
import { askedByOf, askerOf } from '../checks/stored/asked-by.store.ts';
import type { HistoryStore, SearchPart } from './history.ports.ts';

const COLUMNS = `c.sub_id AS "subId", c.ticker, c.parent, c.subticker, c.name, c.address, c.riskscore,
  c.created_at AS "createdAt", c.position, c.transaction_id AS "transactionId", c.payment_direction AS "paymentDirection",
  (SELECT (k.result::json #>> '{payment,is_pending}')::boolean FROM checks k
    WHERE k.sub_id = c.sub_id AND k.transaction_id IS NOT NULL) AS "isPending",
  (SELECT min(r.dispute_id) FROM dispute_recheck r WHERE r.new_sub_id = c.sub_id) AS "afterDispute",
  ${askedByOf('c')} AS "askedBy"` as const;

/** The checks of the present workspace in a form that an index can search (0240_row_level_security.sql). */
const SEARCHED = 'own_checks';

export const historyStore: HistoryStore = {
  async page(db, owner, size, page) {
    const range = await db.query('SELECT first, last FROM history_ranges WHERE owner = $1', [owner]);
    const { first, last } = range.rows[0] ?? { first: 1, last: 0 };
    const newest = last - (page - 1) * size;
    const rows = newest < first ? [] : await historyStore.below(db, owner, newest + 1, size);
    return { rows, total: last - first + 1 };
  },

  async below(db, owner, before, size, parts = []) {
    const values: unknown[] = [owner, before, size];
    const found = await db.query(
      `SELECT ${COLUMNS} FROM ${parts.length === 0 ? 'checks' : SEARCHED} c WHERE c.owner = $1 AND c.position < $2${conditionsOf(parts, values)}
        ORDER BY c.position DESC LIMIT $3`,
      values,
    );
    return found.rows.map((row) => ({
      ...row,
      riskscore: present(row.riskscore),
      askedBy: askerOf(row.askedBy),
    }));
  },

  async search(db, owner, parts, size, page) {
    const values: unknown[] = [owner, size, (page - 1) * size];
    const found = await db.query(
      `WITH found AS MATERIALIZED (
         SELECT position FROM ${SEARCHED} WHERE owner = $1 AND position IS NOT NULL${conditionsOf(parts, values)}),
       page AS (SELECT position FROM found ORDER BY position DESC LIMIT $2 OFFSET $3)
       SELECT total, ${COLUMNS}
         FROM (SELECT count(*)::integer AS total FROM found) counted
         LEFT JOIN page ON true LEFT JOIN checks c ON c.owner = $1 AND c.position = page.position
        ORDER BY c.position DESC`,
      values,
    );
    return {
      total: found.rows[0]?.total ?? 0,
      // Without a check on the page, one row has the total alone.
      rows: found.rows.flatMap(({ total: _total, position, ...row }) =>
        position === null
          ? []
          : [
              {
                ...row,
                position,
                subId: present(row.subId),
                ticker: present(row.ticker),
                name: present(row.name),
                address: present(row.address),
                riskscore: present(row.riskscore),
                createdAt: present(row.createdAt),
                askedBy: askerOf(row.askedBy),
              },
            ],
      ),
    };
  },

  async span(db, owner) {
    const found = await db.query(
      `SELECT min(created_at) AS from, max(created_at) AS to FROM checks WHERE owner = $1 AND position IS NOT NULL`,
      [owner],
    );
    const { from, to } = found.rows[0] ?? { from: null, to: null };
    return from === null || to === null ? null : { from, to };
  },

  async newestOf(db, owner, addresses) {
    const found = await db.query(
      `SELECT sub_id FROM checks WHERE owner = $1 AND address = ANY($2) AND position IS NOT NULL AND transaction_id IS NULL
        ORDER BY position DESC LIMIT 1`,
      [owner, addresses],
    );
    return found.rows[0]?.sub_id ?? null;
  },
};

/** Each part as a condition; what they compare with is added to the values. */
function conditionsOf(parts: readonly SearchPart[], values: unknown[]): string {
  const place = (value: unknown) => `$${values.push(value)}`;
  return parts.map((part) => ` AND (${conditionOf(part, place)})`).join('');
}

function conditionOf({ text, spans }: SearchPart, place: (value: unknown) => string): string {
  const times = spans.map(({ from, to }) => `(created_at >= ${place(from)} AND created_at < ${place(to)})`);
  const within = place(`%${escapeLike(text)}%`);
  const ofTransaction = text.length < LEAST_OF_ID ? [] : [`lower(transaction_id) LIKE ${within}`];
  return [`search LIKE ${within}`, ...ofTransaction, ...times].join(' OR ');
}

/** Fewer characters of an id find too much of everything. */
const LEAST_OF_ID = 6;

/** Takes text as it is: `%` and `_` find themselves. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
