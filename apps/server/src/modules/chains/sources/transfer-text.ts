import { type RawTransfer, TRANSFER_KINDS } from '@assay/exposure';

type Row = readonly [
  block: number,
  transactionIndex: number | null,
  transactionId: string,
  kind: number,
  index: number | null,
  ordinal: number,
  from: string,
  to: string,
  amount: string,
  time: number,
];

/** Records as one text, and back; the order stays. */
export function writeTransfers(transfers: readonly RawTransfer[]): string {
  const rows = transfers.map(
    (one): Row => [
      one.block,
      one.transactionIndex,
      one.transactionId,
      TRANSFER_KINDS.indexOf(one.kind),
      one.index,
      one.ordinal,
      one.from,
      one.to,
      one.amount.toString(),
      one.time,
    ],
  );
  return JSON.stringify(rows);
}

/** @throws SyntaxError for anything `writeTransfers` did not write */
export function readTransfers(text: string): readonly RawTransfer[] {
  const rows: readonly Row[] = JSON.parse(text);
  return rows.map(
    ([block, transactionIndex, transactionId, kind, index, ordinal, from, to, amount, time]): RawTransfer => ({
      block,
      transactionIndex,
      transactionId,
      kind: TRANSFER_KINDS[kind] ?? 'token',
      index,
      ordinal,
      from,
      to,
      amount: BigInt(amount),
      time,
    }),
  );
}
