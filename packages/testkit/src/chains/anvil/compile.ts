import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Abi, Hex } from 'viem';

/** The test contracts, by the name of their file. */
export type TestContract = 'TetherLike' | 'CircleLike' | 'PaxosLike' | 'LyingToken' | 'Splitter';

export interface CompiledContract {
  readonly abi: Abi;
  /** What a transaction carries that makes the contract. */
  readonly creation: Hex;
  /** The code at its address after deployment. */
  readonly runtime: Hex;
}

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly abi: Abi;
            readonly evm: {
              readonly bytecode: { readonly object: string };
              readonly deployedBytecode: { readonly object: string };
            };
          }
        >
      >
    >
  >;
}

const require = createRequire(import.meta.url);
const SOURCES = new URL('../contracts/', import.meta.url);
const compiled = new Map<TestContract, CompiledContract>();

/** Compiles a test contract from its source, once per process. */
export function compileContract(name: TestContract): CompiledContract {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  // Loaded only now: the compiler is nine megabytes of JavaScript.
  const solc = require('solc') as { compile(input: string): string };
  const input = {
    language: 'Solidity',
    sources: { [name]: { content: readFileSync(new URL(`${name}.sol`, SOURCES), 'utf8') } },
    settings: {
      evmVersion: 'cancun',
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput;
  const problem = output.errors?.find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new Error(problem.formattedMessage);
  const found = output.contracts[name]?.[name];
  if (found === undefined) throw new Error(`${name}.sol does not contain ${name}`);
  const { bytecode, deployedBytecode } = found.evm;
  const contract = {
    abi: found.abi,
    creation: `0x${bytecode.object}`,
    runtime: `0x${deployedBytecode.object}`,
  } as const;
  compiled.set(name, contract);
  return contract;
}
