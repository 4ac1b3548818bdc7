/** The formats of chains that other modules read too: what a node answers has the shape that providers answer in. */
export { movesOfCalls, type TracedCall, tracedCalls } from './chains/call-tree.ts';
export { coinFinalityDepth } from './chains/coin-networks.ts';
export { addressIn, TRANSFER_TOPIC } from './chains/evm-abi.ts';
export { EVM_CHAIN_IDS, type EvmNetwork } from './chains/evm-networks.ts';
export { tokenMove, transactionMoves } from './chains/evm-records.ts';
export { finalityDepth } from './chains/finality.ts';
export { answerShape, refusalKind } from './chains/json-rpc-refusals.ts';
export { feeOf, log, receipt, toHex } from './chains/json-rpc-wire.ts';
export { type Move, partyOf, recordsOfBlocks } from './chains/records.ts';
export { evmHexOfTron, tronAddressOfHex } from './chains/tron-address.ts';
export {
  amountNumber,
  evmAddress,
  evmHash,
  hexAmount,
  hexWhole,
  parseJson,
  readAnswer,
  readShape,
  wholeNumber,
} from './chains/wire.ts';
export {
  type Exchange,
  type ExchangeAnswer,
  ExchangeFailure,
  type ExchangeRequest,
  httpExchange,
} from './providers/http-exchange.ts';
