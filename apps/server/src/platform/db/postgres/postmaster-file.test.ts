import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isPostmasterAlive, parsePostmasterFile } from './postmaster-file.ts';

describe('parsePostmasterFile', () => {
  it('reads process, port and state', () => {
    const text = '4711\n/data\n1700000000\n5433\n\n127.0.0.1\n  123 456\nready   \n';
    expect(parsePostmasterFile(text)).toEqual({ pid: 4711, port: 5433, state: 'ready' });
  });

  it('copes with a file that is still being written', () => {
    expect(parsePostmasterFile('4711\n/data\n')).toEqual({ pid: 4711, port: null, state: null });
    expect(parsePostmasterFile('')).toBeNull();
    expect(parsePostmasterFile('garbage')).toBeNull();
  });
});

describe('isPostmasterAlive', () => {
  it('is not fooled by another program that got the number', () => {
    expect(isPostmasterAlive(process.pid)).toBe(false);
  });

  it('knows that an ended process is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    expect(isPostmasterAlive(child.pid ?? 0)).toBe(false);
  });
});
