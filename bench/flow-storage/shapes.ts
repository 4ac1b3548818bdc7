import { type BinaryRows, copyBinary } from '../../apps/server/src/platform/db/copy/copy-binary.ts';
import type { PoolClient } from '../../apps/server/src/platform/db/index.ts';
import { FLOW_ALONE, NO_PART, RANKS_PER_SECOND, RECORD_ALONE, type Row } from './rows.ts';

type Column = readonly [name: string, type: string, write: (to: BinaryRows, row: Row) => void];

/** A table that a shape has. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Definitions after CREATE, named by the table and a word. */
  readonly indexes: Readonly<Record<string, string>>;
  readonly holds: (row: Row) => boolean;
}

const position: Column = ['position', 'bigint NOT NULL', (to, row) => to.int8(row.position)];
const ENDS: readonly Column[] = [
  ['from_id', 'bigint NOT NULL', (to, row) => to.int8(row.from)],
  ['to_id', 'bigint NOT NULL', (to, row) => to.int8(row.to)],
  ['amount', 'numeric NOT NULL CHECK (amount > 0)', (to, row) => to.numeric(row.amount)],
  ['inflow_share', 'double precision NOT NULL', (to, row) => to.float8(row.inflowShare)],
  ['covered', 'double precision NOT NULL', (to, row) => to.float8(row.covered)],
];
const outflowShare: Column = ['outflow_share', 'double precision NOT NULL', (to, row) => to.float8(row.outflowShare)];
const ledger: Column = ['ledger_id', 'integer NOT NULL', (to) => to.int4(1)];
const PLACE: readonly Column[] = [
  ['time', 'bigint NOT NULL', (to, row) => to.int8(row.time)],
  ['block', 'bigint NOT NULL', (to, row) => to.int8(row.block)],
  ['transaction_index', 'integer', (to, row) => to.int4(row.transactionIndex)],
];
const kind: Column = ['kind', 'smallint NOT NULL', (to) => to.int2(3)];
const shape: Column = ['shape', 'smallint NOT NULL', (to, row) => to.int2(row.shape)];
const INDEX: readonly Column[] = [
  ['record_index', 'integer', (to, row) => to.int4(row.index)],
  ['ordinal', 'integer NOT NULL', (to) => to.int4(0)],
];
const OFFSETS: readonly Column[] = [
  ['marks', 'smallint NOT NULL', (to, row) => to.int2(row.marks)],
  ['transaction_offset', 'smallint NOT NULL', (to, row) => to.int2(row.transactionOffset)],
];
const partOffset: Column = ['part_offset', 'smallint NOT NULL', (to, row) => to.int2(row.partOffset)];
const transactionId: Column = ['transaction_id', 'text NOT NULL', (to, row) => to.text(row.transactionId)];

const KEY = '(ledger_id, position)';
const BY_TRANSACTION = '(hashtextextended(transaction_id, 0))';
const RATIOS = 'amount, inflow_share, covered';
const FLOW_PLACES = 'marks, transaction_offset, part_offset';
/** What is no record is found from the records of its transaction. */
const RECORDS_ONLY = `WHERE shape <> ${FLOW_ALONE}`;
/** What a walk reads. */
export const FLOWS_ONLY = `shape <> ${RECORD_ALONE}`;
const ALONE_ONLY = `WHERE shape = ${RECORD_ALONE}`;

/** The records of a ledger as migration 0051 makes them. */
export const TODAY: Table = {
  name: 'today',
  columns: [ledger, position, ...ENDS, outflowShare, ...PLACE, kind, ...INDEX, transactionId],
  indexes: {
    key: `UNIQUE INDEX ${KEY}`,
    receiver: `INDEX (to_id, position DESC) INCLUDE (from_id, ${RATIOS}, outflow_share)`,
    sender: `INDEX (from_id, position) INCLUDE (to_id, ${RATIOS}, outflow_share)`,
    transaction: `INDEX ${BY_TRANSACTION}`,
  },
  holds: () => true,
};

/**
 * Records and flows in one table (docs/decisions/0148-netted-flows.md). By each end, flows are in an index that a walk
 * reads, and records alone in a narrow one of their own, so that each row is in one of the two.
 */
export const MARKED: Table = {
  name: 'marked',
  columns: [ledger, position, ...ENDS, ...PLACE, kind, shape, ...INDEX, ...OFFSETS, partOffset, transactionId],
  indexes: {
    key: `UNIQUE INDEX ${KEY}`,
    receiver: `INDEX (to_id, position DESC) INCLUDE (from_id, ${RATIOS}, ${FLOW_PLACES}) WHERE ${FLOWS_ONLY}`,
    receiver_alone: `INDEX (to_id, position DESC) INCLUDE (from_id, amount) ${ALONE_ONLY}`,
    sender: `INDEX (from_id, position) INCLUDE (to_id, ${RATIOS}, ${FLOW_PLACES}) WHERE ${FLOWS_ONLY}`,
    sender_alone: `INDEX (from_id, position) INCLUDE (to_id, amount) ${ALONE_ONLY}`,
    transaction: `INDEX ${BY_TRANSACTION} ${RECORDS_ONLY}`,
  },
  holds: () => true,
};

/** In place of the four by account of `MARKED`: two with all rows, of which a page leaves records alone out. */
export const WHOLE_INDEXES = {
  whole_receiver: `INDEX (to_id, position DESC) INCLUDE (from_id, ${RATIOS}, shape, ${FLOW_PLACES})`,
  whole_sender: `INDEX (from_id, position) INCLUDE (to_id, ${RATIOS}, shape, ${FLOW_PLACES})`,
};

/** The alternative: flows that are no records in a table of their own. Records alone are left out of what walks read. */
export const RECORDS_APART: Table = {
  name: 'apart_records',
  columns: [ledger, position, ...ENDS, ...PLACE, kind, shape, ...INDEX, ...OFFSETS, transactionId],
  indexes: {
    key: `UNIQUE INDEX ${KEY}`,
    receiver: `INDEX (to_id, position DESC) INCLUDE (from_id, ${RATIOS}, marks, transaction_offset) WHERE ${FLOWS_ONLY}`,
    receiver_alone: `INDEX (to_id, position DESC) INCLUDE (from_id, amount) ${ALONE_ONLY}`,
    sender: `INDEX (from_id, position) INCLUDE (to_id, ${RATIOS}, marks, transaction_offset) WHERE ${FLOWS_ONLY}`,
    sender_alone: `INDEX (from_id, position) INCLUDE (to_id, amount) ${ALONE_ONLY}`,
    transaction: `INDEX ${BY_TRANSACTION}`,
  },
  holds: (row) => row.shape !== FLOW_ALONE,
};
export const FLOWS_APART: Table = {
  name: 'apart_flows',
  columns: [ledger, position, ...ENDS, ...OFFSETS, partOffset],
  indexes: {
    key: `UNIQUE INDEX ${KEY}`,
    receiver: `INDEX (to_id, position DESC) INCLUDE (from_id, ${RATIOS}, ${FLOW_PLACES})`,
    sender: `INDEX (from_id, position) INCLUDE (to_id, ${RATIOS}, ${FLOW_PLACES})`,
  },
  holds: (row) => row.shape === FLOW_ALONE,
};

const rankOf = ({ position }: Row): number => position % RANKS_PER_SECOND;
const firstRank = (row: Row): number => rankOf(row) - row.transactionOffset;
const BESIDE_PLACES = 'inflow_share, covered, transaction_rank, part_rank, marks, amount';

/** All flows of a ledger in a table beside `TODAY`, as migration 0496 makes it (docs/decisions/0152-flows-beside-records.md). */
export const FLOWS_BESIDE: Table = {
  name: 'beside_flows',
  columns: [
    position,
    ...ENDS.filter(([name]) => name !== 'amount'),
    ledger,
    ['record_rank', 'integer NOT NULL', (to, row) => to.int4(firstRank(row))],
    ['transaction_rank', 'integer NOT NULL', (to, row) => to.int4(firstRank(row))],
    [
      'part_rank',
      'integer NOT NULL',
      (to, row) => to.int4(row.partOffset === NO_PART ? NO_PART : rankOf(row) - row.partOffset),
    ],
    ...OFFSETS.filter(([name]) => name === 'marks'),
    ...ENDS.filter(([name]) => name === 'amount'),
  ],
  indexes: {
    key: `UNIQUE INDEX ${KEY}`,
    receiver: `INDEX (to_id, position DESC) INCLUDE (from_id, ${BESIDE_PLACES})`,
    sender: `INDEX (from_id, position) INCLUDE (to_id, ${BESIDE_PLACES})`,
  },
  holds: (row) => row.shape !== RECORD_ALONE,
};

/**
 * Creates the table, writes its rows and builds its indexes in one transaction, as the first import of an asset does.
 * Returns the number of rows.
 */
export async function loadTable(client: PoolClient, table: Table, rows: Iterable<Row>): Promise<number> {
  await client.query("SET LOCAL maintenance_work_mem = '256MB'");
  await client.query(`DROP TABLE IF EXISTS ${table.name}`);
  await client.query(
    `CREATE TABLE ${table.name} (${table.columns.map(([name, type]) => `${name} ${type}`).join(', ')})`,
  );
  const target = { table: table.name, columns: table.columns.map(([name]) => name), isFrozen: true };
  const copied = await copyBinary(client, target, held(table, rows), (to, row) => {
    for (const [, , write] of table.columns) write(to, row);
  });
  await buildIndexes(client, table.name, table.indexes);
  await client.query(`ANALYZE ${table.name}`);
  return copied;
}

export async function buildIndexes(
  client: PoolClient,
  table: string,
  indexes: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [word, definition] of Object.entries(indexes)) {
    await client.query(`CREATE ${definition.replace('INDEX', `INDEX ${table}_${word} ON ${table}`)}`);
  }
}

function* held({ holds }: Table, rows: Iterable<Row>): Generator<Row> {
  for (const row of rows) if (holds(row)) yield row;
}
