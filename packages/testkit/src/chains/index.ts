export { type AnvilNode, type AnvilOptions, startAnvil } from './anvil/anvil-node.ts';
export { type CompiledContract, compileContract, type TestContract } from './anvil/compile.ts';
export { type EtherscanStandIn, startEtherscanStandIn } from './anvil/etherscan-stand-in.ts';
export { type EvmChain, type EvmTransactionOf, startEvmChain } from './anvil/evm-chain.ts';
export { CAST, type EvmStory, startEvmStory, USDC_ON_ETHEREUM, USDT_ON_ETHEREUM } from './anvil/evm-story.ts';
