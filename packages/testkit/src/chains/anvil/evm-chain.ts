import { type Address, encodeFunctionData, type Hex, toHex } from 'viem';
import { type AnvilNode, startAnvil } from './anvil-node.ts';
import { compileContract, type TestContract } from './compile.ts';

/** A chain with the words of a story: who pays whom, in which token, and what an issuer does about it. */
export interface EvmChain extends AnvilNode {
  /** Accounts that begin with 10,000 coins. */
  readonly rich: readonly Address[];
  /** Puts a test contract at an address of choice; tokens are owned by the first rich account. */
  installCode(contract: TestContract, at: Address): Promise<void>;
  /** Sends a transaction and waits for its block; `fails` expects that it does not succeed. */
  send(transaction: EvmTransactionOf, fails?: boolean): Promise<Hex>;
  /** Calls a function of a test contract in a transaction. */
  invoke(
    contract: TestContract,
    at: Address,
    from: Address,
    name: string,
    parameters: readonly unknown[],
    value?: bigint,
    fails?: boolean,
  ): Promise<Hex>;
  /** Several transactions in one block, in the order they are given. */
  together(send: () => Promise<readonly Hex[]>): Promise<readonly Hex[]>;
  mine(blocks?: number): Promise<void>;
}

export interface EvmTransactionOf {
  readonly from: Address;
  readonly to?: Address;
  readonly value?: bigint;
  readonly data?: Hex;
}

const GAS = toHex(2_000_000);

/** Starts a node and knows how to talk to it. */
export async function startEvmChain(chainId = 1, genesisTime = 1_760_000_000): Promise<EvmChain> {
  const node = await startAnvil({ chainId, genesisTime });
  const rpc: AnvilNode['rpc'] = (method, ...parameters) => node.rpc(method, ...parameters);
  const rich = await rpc<readonly Address[]>('eth_accounts');
  let isMiningAlone = true;
  const send = async (transaction: EvmTransactionOf, fails = false): Promise<Hex> => {
    const { from, to, value = 0n, data } = transaction;
    const body = { from, value: toHex(value), gas: GAS, ...(to && { to }), ...(data && { data }) };
    const hash = await rpc<Hex>('eth_sendTransaction', body);
    if (isMiningAlone) await expectStatus(node, hash, fails);
    return hash;
  };
  const chain: EvmChain = {
    ...node,
    rich,
    send,
    installCode: async (contract, at) => {
      const { runtime, abi } = compileContract(contract);
      await rpc('anvil_setCode', at, runtime);
      const owner = rich[0];
      const isOwned = abi.some((item) => item.type === 'function' && item.name === 'begin');
      if (owner !== undefined && isOwned) await chain.invoke(contract, at, owner, 'begin', []);
    },
    invoke: (contract, at, from, functionName, args, value, fails) => {
      const { abi } = compileContract(contract);
      return send(
        {
          from,
          to: at,
          data: encodeFunctionData({ abi, functionName, args: [...args] }),
          ...(value !== undefined && { value }),
        },
        fails,
      );
    },
    together: async (sendAll) => {
      await rpc('evm_setAutomine', false);
      isMiningAlone = false;
      try {
        const hashes = await sendAll();
        await rpc('evm_mine');
        return hashes;
      } finally {
        isMiningAlone = true;
        await rpc('evm_setAutomine', true);
      }
    },
    mine: async (blocks = 1) => void (await rpc('anvil_mine', toHex(blocks), toHex(12))),
  };
  return chain;
}

/** Only what hangs exceeds it, on a busy machine too. */
const MINED_WITHIN_MS = 60_000;
/** At times, on a busy machine, anvil does not notice a transaction until it is asked to mine. */
const MINE_AFTER_MS = 3_000;

async function expectStatus(node: AnvilNode, hash: Hex, fails: boolean): Promise<void> {
  const until = Date.now() + MINED_WITHIN_MS;
  let mineAt = Date.now() + MINE_AFTER_MS;
  for (;;) {
    const receipt = await node.rpc<{ readonly status: Hex } | null>('eth_getTransactionReceipt', hash);
    if (receipt?.status === (fails ? '0x0' : '0x1')) return;
    if (receipt !== null) throw new Error(`Transaction ${hash} came to ${receipt.status}`);
    if (Date.now() > mineAt) {
      await node.rpc('evm_mine');
      mineAt += MINE_AFTER_MS;
    }
    if (Date.now() > until) throw new Error(`Transaction ${hash} was not mined`);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}
