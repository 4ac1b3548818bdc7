import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchMemory } from './memory.mjs';

const MB = 1024 ** 2;
/** Holds 150 MB that are really used, says so, and ends when its input ends. */
const HOLDER = `const held = Buffer.alloc(150 * ${MB}, 1);
  process.stdout.write('held');
  process.stdin.on('end', () => process.exit(held[0] === 1 ? 0 : 1)).resume();`;
/** Starts two of them and passes on what they say; its own child is theirs, so that it is two steps down. */
const PARENT = `const { spawn } = require('node:child_process');
  for (const _ of [1, 2]) spawn(process.execPath, ['-e', ${JSON.stringify(HOLDER)}], { stdio: 'inherit' });`;

describe('the memory of a benchmark', () => {
  it.runIf(process.platform === 'linux')('is that of all processes under it, at its peak', async () => {
    const child = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] });
    const memory = watchMemory(child.pid ?? 0, 20);
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said === 'heldheld') break;
    }
    await expect.poll(() => memory.stop()).toBeGreaterThan(300 * MB);
    child.stdin.end();
    await once(child, 'exit');
    expect(memory.stop()).toBeLessThan(900 * MB);
  });

  it('is unknown for a process that there is not', () => {
    expect(watchMemory(2 ** 30).stop()).toBeNull();
  });
});
