import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import type { Pool } from '../../platform/db/index.ts';
import { registerAdmin } from '../admin.ts';

/** `assay admin` on a test's database, with a data folder of its own. What it said is forgotten before each test. */
export function useAdmin(poolNow: () => Pool) {
  const out: string[] = [];
  const err: string[] = [];
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'assay-admin-'));
  });
  beforeEach(() => {
    out.splice(0);
    err.splice(0);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const eventsFile = () => path.join(dataDir, 'security-events.jsonl');
  return {
    /** Lines on stdout. */
    out,
    /** Lines on stderr, the refusal of the command among them. */
    err,
    /** The file of security events, and what is in it, as JSON Lines. */
    eventsFile,
    events: () => readFile(eventsFile(), 'utf8'),
    /** Runs one command; its exit code. */
    async run(...words: string[]): Promise<number> {
      const program = new Command().exitOverride();
      registerAdmin(program, {
        config: readConfig({ ASSAY_DATA_DIR: dataDir }),
        environment: {},
        openDatabase: async () => poolNow(),
        out: (text) => void out.push(text),
        err: (text) => void err.push(text),
        progress: () => undefined,
        signal: new AbortController().signal,
      });
      try {
        await program.parseAsync(['admin', ...words], { from: 'user' });
        return 0;
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        err.push(error.message);
        return error.exitCode;
      }
    },
  };
}
