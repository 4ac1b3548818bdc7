import { assetByContract, type NetworkId } from '@assay/domain';
import {
  AddressReader,
  optionalInteger,
  RowError,
  requiredAmount,
  requiredInteger,
  requiredText,
  textOf,
} from './fields.ts';
import type { RowMapper } from './staged-item.ts';

/**
 * TRC-20 transfers as TronScan's API names their columns: `timestamp` in milliseconds, `quant` in base units, `token_id`
 * the contract, `contract_return` the outcome. It states neither block nor place in it, so the records of a second keep
 * the order of their transaction ids, and one transfer that is listed twice, once for each wallet asked, is one record.
 * Its names of counterparties (`from_tag`, `to_tag`) are not read.
 */
export function tronscanTransfers(network: NetworkId): RowMapper {
  const addresses = new AddressReader(network);
  return (fields) => {
    const contract = requiredText(fields, 'token_id');
    const asset = assetByContract(network, contract);
    if (asset === undefined) return [{ what: 'unknown-token', contract }];
    const decimals = optionalInteger(fields, 'token_decimal');
    if (decimals !== null && decimals !== asset.decimals) {
      throw new RowError(`"token_decimal" is ${decimals}, but ${asset.ticker} on ${network} has ${asset.decimals}`);
    }
    // What a failed call would have moved stayed where it was.
    if (!/^(?:SUCCESS)?$/.test(textOf(fields, 'contract_return'))) return [];
    return [
      {
        what: 'transfer',
        network,
        ticker: asset.ticker,
        time: Math.floor(requiredInteger(fields, 'timestamp') / 1000),
        transfer: {
          block: 0,
          transactionIndex: null,
          transactionId: requiredText(fields, 'tx_id').toLowerCase(),
          kind: 'token',
          index: null,
          ordinal: 0,
          from: addresses.party(requiredText(fields, 'from_address')),
          to: addresses.party(requiredText(fields, 'to_address')),
          amount: requiredAmount(fields, 'quant'),
        },
      },
    ];
  };
}
