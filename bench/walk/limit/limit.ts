import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Direction } from '@assay/exposure';
import { benchFolder } from '../folder.ts';
import { writeColumn } from '../graph/graph.ts';

const SOURCE = fileURLToPath(new URL('walk.cpp', import.meta.url));

/** One wallet, both directions. */
export interface LimitAnswer {
  readonly ms: number;
  readonly incomingStates: number;
  readonly outgoingStates: number;
  readonly incomingR: number;
  readonly outgoingR: number;
}

/** The compiled walk as a process that answers one line after the other. */
export interface Limit {
  readonly buildSeconds: number;
  run(threshold: number): Promise<readonly LimitAnswer[]>;
  close(): void;
}

export interface LimitInput {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly amount: Float64Array;
  /** By direction of the walk. */
  readonly absorbing: Readonly<Record<Direction, Uint8Array>>;
  readonly wallets: readonly number[];
}

/**
 * Compiles the walk in C++ and loads a graph into it; null where no compiler is installed.
 *
 * @param hasLargePages whether its memory is requested in large pages, as that of the product's own processes is
 */
export async function startLimit(name: string, input: LimitInput, hasLargePages = false): Promise<Limit | null> {
  const program = compile();
  if (program === null) return null;
  const folder = benchFolder('limit', name);
  writeColumn(folder, 'from', input.from);
  writeColumn(folder, 'to', input.to);
  writeColumn(folder, 'amount', input.amount);
  writeColumn(folder, 'absorb-bwd', input.absorbing.bwd);
  writeColumn(folder, 'absorb-fwd', input.absorbing.fwd);
  writeColumn(folder, 'wallets', new Uint32Array(input.wallets));
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(program, [folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: hasLargePages ? { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' } : {},
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('the compiled walk ended early');
    return line.value;
  };
  const ready = await next();
  return {
    buildSeconds: Number(ready.split(' ')[1]),
    run: async (threshold) => {
      child.stdin.write(`${threshold}\n`);
      const answers: LimitAnswer[] = [];
      while (answers.length < input.wallets.length) answers.push(answerOf(await next()));
      return answers;
    },
    close: () => {
      child.stdin.end('0\n');
    },
  };
}

function answerOf(line: string): LimitAnswer {
  const [us = 0, incomingStates = 0, outgoingStates = 0, incomingR = 0, outgoingR = 0] = line.split(' ').map(Number);
  return { ms: us / 1000, incomingStates, outgoingStates, incomingR, outgoingR };
}

function compile(): string | null {
  const program = path.join(benchFolder('limit'), 'walk');
  if (existsSync(program) && statSync(program).mtimeMs > statSync(SOURCE).mtimeMs) return program;
  try {
    execFileSync('g++', ['-O2', '-std=c++17', '-o', program, SOURCE], { stdio: ['ignore', 'ignore', 'inherit'] });
    return program;
  } catch {
    process.stderr.write('No g++ here: the limit is left out.\n');
    return null;
  }
}
