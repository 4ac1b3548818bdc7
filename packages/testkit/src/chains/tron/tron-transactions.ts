import { message, type ProtoField, sha256, tronHex } from './tron-bytes.ts';

/** What happens in one transaction of the stand-in's chain; addresses as Tron writes them, amounts in base units. */
export type TronAction =
  | {
      readonly does: 'transfer';
      readonly from: string;
      readonly to: string;
      readonly amount: bigint;
      readonly fee?: bigint;
    }
  | {
      readonly does: 'call';
      readonly from: string;
      readonly contract: string;
      readonly value?: bigint;
      readonly fee?: bigint;
      readonly failed?: true;
      /** TRC-20 transfers, by the contract that logs them. */
      readonly logs?: readonly {
        readonly token: string;
        readonly from: string;
        readonly to: string;
        readonly amount: bigint;
      }[];
      readonly inner?: readonly TronInner[];
    }
  | {
      readonly does: 'create';
      readonly from: string;
      readonly contract: string;
      readonly value: bigint;
      readonly fee?: bigint;
    }
  /** Collects what blocks and votes have earned. */
  | { readonly does: 'withdraw'; readonly from: string; readonly amount: bigint }
  /** Stakes; moves nothing between accounts. */
  | { readonly does: 'freeze'; readonly from: string; readonly amount: bigint; readonly fee?: bigint };

/** An inner transaction; `note` is what it was, such as `call`, `suicide` or `freezeBalanceV2ForEnergy`. */
export interface TronInner {
  readonly note: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly rejected?: true;
  /** A TRC-10 token instead of TRX. */
  readonly tokenId?: string;
}

/** A transaction as java-tron prints it in a block, its result as it prints that, and its leaf in the block's tree. */
export interface BuiltTransaction {
  readonly id: string;
  readonly action: TronAction;
  readonly json: Record<string, unknown>;
  readonly info: Record<string, unknown>;
  readonly leaf: Buffer;
}

const TYPES = {
  transfer: { number: 1n, name: 'TransferContract' },
  withdraw: { number: 13n, name: 'WithdrawBalanceContract' },
  create: { number: 30n, name: 'CreateSmartContract' },
  call: { number: 31n, name: 'TriggerSmartContract' },
  freeze: { number: 54n, name: 'FreezeBalanceV2Contract' },
} as const;

const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const RESULT_NUMBERS = { SUCCESS: 1n, REVERT: 2n } as const;

/** @param salt makes the same action twice two transactions, as another time of signing would */
export function buildTransaction(action: TronAction, salt: bigint, block: number, blockMs: number): BuiltTransaction {
  const { number, name } = TYPES[action.does];
  const { fields, value } = parameterOf(action);
  const typeUrl = `type.googleapis.com/protocol.${name}`;
  const any = message([
    [1, Buffer.from(typeUrl)],
    [2, message(fields)],
  ]);
  const contract = message([
    [1, number],
    [2, any],
  ]);
  const timestamp = BigInt(blockMs) + salt;
  const raw = message([
    [1, Buffer.from([0, block % 256])],
    [8, BigInt(blockMs + 60_000)],
    [11, contract],
    [14, timestamp],
  ]);
  const id = sha256(raw).toString('hex');
  const signature = sha256(Buffer.from(`signature ${id}`));
  const contractRet = action.does === 'call' && action.failed === true ? 'REVERT' : 'SUCCESS';
  const leaf = sha256(
    message([
      [1, raw],
      [2, signature],
      [5, message([[3, RESULT_NUMBERS[contractRet]]])],
    ]),
  );
  return {
    id,
    action,
    leaf,
    json: {
      ret: [{ contractRet }],
      signature: [signature.toString('hex')],
      txID: id,
      raw_data: {
        contract: [{ parameter: { value, type_url: typeUrl }, type: name }],
        expiration: blockMs + 60_000,
        timestamp: asNumber(timestamp),
      },
      raw_data_hex: raw.toString('hex'),
    },
    info: infoOf(action, id, block, blockMs),
  };
}

/** The message of the contract, and the same as JSON with `visible` false. */
function parameterOf(action: TronAction): { readonly fields: readonly ProtoField[]; readonly value: unknown } {
  const owner = tronHex(action.from);
  const first: ProtoField = [1, Buffer.from(owner, 'hex')];
  const rest = (...fields: readonly ProtoField[]) => [first, ...fields];
  switch (action.does) {
    case 'transfer': {
      const to = tronHex(action.to);
      return {
        fields: rest([2, Buffer.from(to, 'hex')], [3, action.amount]),
        value: { amount: asNumber(action.amount), owner_address: owner, to_address: to },
      };
    }
    case 'call': {
      const contract = tronHex(action.contract);
      const paid: readonly ProtoField[] = action.value === undefined ? [] : [[3, action.value]];
      return {
        fields: rest([2, Buffer.from(contract, 'hex')], ...paid, [4, Buffer.from('a9059cbb', 'hex')]),
        value: {
          data: 'a9059cbb',
          owner_address: owner,
          contract_address: contract,
          ...(action.value !== undefined && { call_value: asNumber(action.value) }),
        },
      };
    }
    case 'create': {
      const made = message([
        [4, Buffer.from('60806040', 'hex')],
        [5, action.value],
      ]);
      const newContract = { bytecode: '60806040', call_value: asNumber(action.value) };
      return { fields: rest([2, made]), value: { owner_address: owner, new_contract: newContract } };
    }
    case 'withdraw':
      return { fields: [first], value: { owner_address: owner } };
    case 'freeze':
      return {
        fields: rest([2, action.amount]),
        value: { owner_address: owner, frozen_balance: asNumber(action.amount) },
      };
  }
}

function infoOf(action: TronAction, id: string, block: number, blockMs: number): Record<string, unknown> {
  const fee = 'fee' in action ? (action.fee ?? 0n) : 0n;
  const common = {
    id,
    ...(fee > 0n && { fee: asNumber(fee) }),
    blockNumber: block,
    blockTimeStamp: blockMs,
    contractResult: [''],
    receipt: fee > 0n ? { net_fee: asNumber(fee) } : { net_usage: 267 },
  };
  switch (action.does) {
    case 'transfer':
    case 'freeze':
      return common;
    case 'withdraw':
      return { ...common, withdraw_amount: asNumber(action.amount) };
    case 'create':
      return { ...common, contract_address: tronHex(action.contract), receipt: { result: 'SUCCESS' } };
    case 'call': {
      const { failed, logs = [], inner = [] } = action;
      return {
        ...common,
        contract_address: tronHex(action.contract),
        receipt: { energy_fee: asNumber(fee), result: failed === true ? 'REVERT' : 'SUCCESS' },
        ...(logs.length > 0 && failed !== true && { log: logs.map(logOf) }),
        ...(failed === true && { result: 'FAILED', resMessage: Buffer.from('REVERT opcode executed').toString('hex') }),
        ...(inner.length > 0 && { internal_transactions: inner.map((one, at) => innerOf(one, at, id, failed)) }),
      };
    }
  }
}

type Log = NonNullable<Extract<TronAction, { does: 'call' }>['logs']>[number];

function logOf({ token, from, to, amount }: Log): unknown {
  const word = (address: string) => tronHex(address).slice(2).padStart(64, '0');
  const data = amount.toString(16).padStart(64, '0');
  return { address: tronHex(token).slice(2), topics: [TRANSFER_TOPIC, word(from), word(to)], data };
}

function innerOf(inner: TronInner, at: number, id: string, failed: true | undefined): unknown {
  const { note, from, to, amount, rejected, tokenId } = inner;
  const value = { ...(amount > 0n && { callValue: asNumber(amount) }), ...(tokenId !== undefined && { tokenId }) };
  return {
    hash: sha256(Buffer.from(`${id} ${at}`)).toString('hex'),
    caller_address: tronHex(from),
    transferTo_address: tronHex(to),
    callValueInfo: [value],
    note: Buffer.from(note).toString('hex'),
    // What a failed transaction called is undone with it.
    ...((rejected === true || failed === true) && { rejected: true }),
  };
}

/** A whole number of JSON of any size, which `JSON.stringify` cannot write from a bigint: see `printJson`. */
function asNumber(value: bigint): number | bigint {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}
