import { FEE_SINK } from '@assay/exposure';
import { type Move, partyOf } from '../../../formats/records.ts';
import { amountText } from '../../../formats/wire.ts';
import { netFlows } from '../common/net-flows.ts';
import { malformed } from '../common/read-rows.ts';
import type { Affected, XrplTransaction } from './xrpl-wire.ts';

/**
 * The XRP that a transaction moved. A payment moved the delivered amount, never its stated amount, which a partial
 * payment does not reach. Everything else (offers, escrows, checks, deleted accounts) is read from the balances of the
 * accounts it changed. A transaction that failed with a `tec` code moved nothing but its fee. Destination tags are left
 * out.
 */
export function xrplMoves(provider: string, row: XrplTransaction): Move[] {
  const { hash, ledger_index, close_time_iso, tx_json, meta } = row;
  const position = {
    block: ledger_index,
    transactionIndex: meta.TransactionIndex,
    transactionId: hash,
    time: close_time_iso,
  };
  const from = partyOf('XRP', tx_json.Account);
  const fee = { ...position, kind: 'fee', index: 0, from, to: FEE_SINK, amount: tx_json.Fee } as const;
  if (meta.TransactionResult !== 'tesSUCCESS') return [fee];
  const { delivered_amount: delivered } = meta;
  if (tx_json.TransactionType === 'Payment' && typeof delivered === 'bigint' && !paysOther(tx_json.SendMax)) {
    if (tx_json.Destination === undefined) throw malformed(provider, 'tx_json.Destination');
    const to = partyOf('XRP', tx_json.Destination);
    return [fee, { ...position, kind: 'native', index: 0, from, to, amount: delivered }];
  }
  const deltas = new Map<string, bigint>();
  for (const [at, node] of meta.AffectedNodes.entries()) {
    const change = changeIn(node);
    if (change === 'wrong') throw malformed(provider, `meta.AffectedNodes.${at}.Balance`);
    if (change === null) continue;
    const party = partyOf('XRP', change.account);
    deltas.set(party, (deltas.get(party) ?? 0n) + change.by);
  }
  deltas.set(from, (deltas.get(from) ?? 0n) + tx_json.Fee);
  for (const held of escrowsEnded(meta.AffectedNodes)) {
    // An escrow pays out what its creator paid in earlier.
    deltas.set(held.by, (deltas.get(held.by) ?? 0n) - held.amount);
  }
  return [
    fee,
    ...netFlows(deltas, null).map((flow) => ({ ...position, kind: 'native', index: null, ...flow }) as const),
  ];
}

/** Whether the transaction created the account: nothing is older. */
export function creates({ meta }: XrplTransaction, account: string): boolean {
  return meta.AffectedNodes.some((node) => {
    if (!('CreatedNode' in node) || node.CreatedNode.LedgerEntryType !== 'AccountRoot') return false;
    return node.CreatedNode.NewFields?.Account === account;
  });
}

/** Whether a payment spent an issued currency to deliver XRP, so that the XRP came from others' offers. */
function paysOther(sendMax: unknown): boolean {
  return typeof sendMax === 'object' && sendMax !== null;
}

function changeIn(node: Affected): { readonly account: string; readonly by: bigint } | 'wrong' | null {
  const created = 'CreatedNode' in node;
  const body = created ? node.CreatedNode : 'ModifiedNode' in node ? node.ModifiedNode : node.DeletedNode;
  if (body.LedgerEntryType !== 'AccountRoot') return null;
  const after = created ? body.NewFields : body.FinalFields;
  const account = after?.Account;
  if (account === undefined) return null;
  const before = created ? '0' : body.PreviousFields?.Balance;
  // A change of something other than the balance.
  if (before === undefined) return null;
  const [was, is] = [amountText.safeParse(before), amountText.safeParse(after?.Balance ?? '0')];
  return was.success && is.success ? { account, by: is.data - was.data } : 'wrong';
}

function escrowsEnded(nodes: readonly Affected[]): { readonly by: string; readonly amount: bigint }[] {
  return nodes.flatMap((node) => {
    if (!('DeletedNode' in node) || node.DeletedNode.LedgerEntryType !== 'Escrow') return [];
    const { Account, Amount } = node.DeletedNode.FinalFields ?? {};
    const held = amountText.safeParse(Amount);
    return Account === undefined || !held.success ? [] : [{ by: partyOf('XRP', Account), amount: held.data }];
  });
}
