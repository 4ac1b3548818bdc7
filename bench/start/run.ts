import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure } from '../figure.ts';
import { spreadCells, spreadOf } from '../rounds.ts';
import { sized } from '../size.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const ROUNDS = sized(7, 1);
const OPEN_WITHIN_MS = 120_000;
const LINK = /is open at (\S+)/;

/** The line that the server logs when it listens, at the level of debugging: milliseconds since its process began. */
interface OpenLine {
  readonly msg: 'open';
  readonly startedAt: number;
  readonly settingsMs: number;
  readonly readyMs: number;
  readonly openMs: number;
  /** Processor time of all its threads by then. */
  readonly cpuMs: number;
}

/** Seconds of a start, part by part, in the order of time. */
interface Parts {
  /** npm's script until the server's process begins: Node, packages and what is built are looked for. */
  readonly before: number;
  /** The server's Node begins and reads the settings. */
  readonly settings: number;
  /** Modules are loaded, while PostgreSQL starts and the migrations are compared with the database. */
  readonly ready: number;
  /** Everything else is connected, and the server listens. */
  readonly listening: number;
  /** The first page is asked for and has come whole. */
  readonly page: number;
  readonly whole: number;
  /** Processor time of the server, without PostgreSQL, until it listens. */
  readonly cpu: number;
}

async function start(dataDir: string): Promise<Parts> {
  const began = Date.now();
  const child = spawn(process.execPath, [path.join(ROOT, 'tools', 'start.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: '0',
      LOG_LEVEL: 'debug',
      STARTER_DATA: 'off',
      LIVE_CHAINS: 'off',
      ASSAY_DATA_DIR: dataDir,
    },
  });
  try {
    const { link, open } = await opened(child);
    const answer = await fetch(new URL('/', link));
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The first page answered ${answer.status}`);
    const ended = Date.now();
    const seconds = (ms: number): number => ms / 1000;
    return {
      before: seconds(open.startedAt - began),
      settings: seconds(open.settingsMs),
      ready: seconds(open.readyMs - open.settingsMs),
      listening: seconds(open.openMs - open.readyMs),
      page: seconds(ended - open.startedAt - open.openMs),
      whole: seconds(ended - began),
      cpu: seconds(open.cpuMs),
    };
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** What the server says when it is open. */
function opened(child: ChildProcess): Promise<{ readonly link: string; readonly open: OpenLine }> {
  return new Promise((resolve, reject) => {
    let said = '';
    const limit = setTimeout(() => reject(new Error(`It did not open in time: ${said}`)), OPEN_WITHIN_MS);
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${said}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const link = LINK.exec(said)?.[1];
        const open = said
          .split('\n')
          .slice(0, -1)
          .map(openLine)
          .find((line) => line !== null);
        if (link === undefined || open === undefined) return;
        clearTimeout(limit);
        resolve({ link, open });
      });
    }
  });
}

function openLine(line: string): OpenLine | null {
  if (!line.startsWith('{') || !line.includes('"msg":"open"')) return null;
  return JSON.parse(line) as OpenLine;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-start-'));
try {
  const first = await start(dataDir);
  const starts: Parts[] = [];
  for (let round = 0; round < ROUNDS; round += 1) starts.push(await start(dataDir));
  const rows: readonly (readonly [string, keyof Parts])[] = [
    ['before the server: Node, packages, site and server as built', 'before'],
    ['its Node begins, settings are read', 'settings'],
    ['modules are loaded, PostgreSQL is up and its migrations are checked', 'ready'],
    ['connected, listening', 'listening'],
    ['first page', 'page'],
    ['from the command to the first page', 'whole'],
    ['processor time of the server until it listens', 'cpu'],
  ];
  const lines = rows.map(
    ([name, part]) => `| ${name} | ${spreadCells(starts.map((parts) => parts[part]))} | ${first[part].toFixed(2)} |`,
  );
  process.stdout.write(
    `Seconds of ${ROUNDS} starts of a database that is there, and of the first, which makes it.\n\n` +
      `| Part | Least | Median | Most | First start |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`,
  );
  figure('second-seconds', spreadOf(starts.map(({ whole }) => whole))[1]);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
