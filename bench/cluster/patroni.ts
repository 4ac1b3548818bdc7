import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@assay/testkit';
import pg from 'pg';
import { until } from '../drills/client.ts';
import { processesOf } from '../drills/cluster.ts';
import { killQuietly } from '../drills/leftovers.ts';
import { POSTGRES_BIN, type Program, postgresAccount, startProgram } from './debian.ts';

const PASSWORD = 'only-of-this-run';
const DATABASE = 'assay';
const READY_MS = 90_000;
const FAILOVER_MS = 90_000;
/** A primary that was killed recovers, is rewound and catches up, beside everything else on this machine. */
const RETURN_MS = 240_000;
/** Characters of each log. */
const LOG_SHOWN = 3_000;

interface Node {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  readonly dataDir: string;
  readonly config: string;
  readonly log: string;
  program: Program;
}

/** A primary and a standby of PostgreSQL 15 that Patroni looks after. */
export interface PatroniPair {
  /** Names both hosts, as an operator would. */
  readonly databaseUrl: string;
  readonly primary: () => Promise<string>;
  /** SIGKILL for Patroni and every process of PostgreSQL of the primary; milliseconds until another one takes writes. */
  readonly killPrimary: () => Promise<number>;
  /** Starts what was killed: it becomes the standby. Resolves once it replicates. */
  readonly startKilled: () => Promise<void>;
  /** Has Patroni keep a logical slot on both: replication from it goes on after a failover. Resolves once it is there. */
  readonly keepSlot: (slot: string) => Promise<void>;
  /** Stops the standby from applying what it receives, or lets it go on. */
  readonly pauseReplay: (isPaused: boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startPatroniPair(home: string, scope: string, etcd: string): Promise<PatroniPair> {
  const account = postgresAccount();
  const nodes: Node[] = [];
  for (const number of [1, 2]) nodes.push(await startNode(home, scope, etcd, number, account));
  const isReplicating = async () => {
    const leader = await leaderOf(nodes);
    if (leader === null) return false;
    const standbys = await answerOf(leader, `SELECT count(*)::text FROM pg_stat_replication WHERE sync_state = 'sync'`);
    return standbys === '1';
  };
  if (!(await until(isReplicating, READY_MS, 500))) throw new Error(`${scope} has no synchronous standby; see its log`);
  const first = await leaderOf(nodes);
  if (first === null) throw new Error(`${scope} lost its primary at once`);
  await answerOf(first, `CREATE DATABASE ${DATABASE}`);
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');

  return {
    databaseUrl: `postgres://postgres:${PASSWORD}@${hosts}/${DATABASE}?target_session_attrs=read-write`,
    primary: async () => (await leaderOf(nodes))?.name ?? 'none',
    async killPrimary() {
      const leader = await leaderOf(nodes);
      if (leader === null) throw new Error(`${scope} has no primary`);
      const startedAt = performance.now();
      const processes = processesOf(leader.dataDir);
      killQuietly(leader.program.pid);
      for (const pid of processes) killQuietly(pid);
      const hasAnother = async () => {
        const now = await leaderOf(nodes);
        return now !== null && now !== leader;
      };
      if (!(await until(hasAnother, FAILOVER_MS, 100))) throw new Error(`${scope} got no other primary`);
      return performance.now() - startedAt;
    },
    async startKilled() {
      for (const node of nodes) if (node.program.hasEnded()) node.program = run(node, account);
      if (await until(isReplicating, RETURN_MS, 500)) return;
      const logs = await Promise.all(nodes.map(({ log }) => readFile(log, 'utf8')));
      throw new Error(`${scope} got no standby again:\n${logs.map((log) => log.slice(-LOG_SHOWN)).join('\n…\n')}`);
    },
    async keepSlot(slot) {
      const [{ rest } = { rest: 0 }] = nodes;
      const slots = { [slot]: { type: 'logical', database: DATABASE, plugin: 'pgoutput' } };
      const answer = await fetch(`http://127.0.0.1:${rest}/config`, {
        method: 'PATCH',
        body: JSON.stringify({ slots }),
      });
      if (!answer.ok) throw new Error(`Patroni refuses to keep a slot: ${answer.status} ${await answer.text()}`);
      const statement = `SELECT count(*)::text FROM pg_replication_slots WHERE slot_name = '${slot}'`;
      const hasSlot = async (node: Node) =>
        (await stateOf(node)) !== 'away' && (await answerOf(node, statement)) === '1';
      const isKept = async () => (await Promise.all(nodes.map(hasSlot))).every(Boolean) && (await isReplicating());
      if (!(await until(isKept, READY_MS, 500))) throw new Error(`${scope} does not keep the slot; see its log`);
    },
    async pauseReplay(isPaused) {
      for (const node of nodes) {
        if ((await stateOf(node)) !== 'standby') continue;
        await answerOf(node, `SELECT pg_wal_replay_${isPaused ? 'pause' : 'resume'}()::text`);
      }
    },
    async stop() {
      // The standby first: else it would be promoted.
      const leader = await leaderOf(nodes);
      for (const node of nodes.toSorted((a, b) => Number(a === leader) - Number(b === leader))) {
        if (!node.program.hasEnded()) await node.program.stop();
      }
    },
  };
}

async function startNode(
  home: string,
  scope: string,
  etcd: string,
  number: number,
  account: ReturnType<typeof postgresAccount>,
): Promise<Node> {
  const name = `${scope}-${number}`;
  const dir = path.join(home, name);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const [port, rest] = [await freePort(), await freePort()];
  const node = {
    name,
    port,
    rest,
    dataDir: path.join(dir, 'data'),
    config: path.join(dir, 'patroni.json'),
    log: path.join(home, `${name}.log`),
  };
  // Patroni reads YAML, of which JSON is a part.
  await writeFile(node.config, JSON.stringify(settingsOf({ scope, name, etcd, dir, port, rest }), null, 1));
  if (account !== null) for (const file of [dir, node.config]) await chown(file, account.uid, account.gid);
  return { ...node, program: run(node, account) };
}

function run({ config, log }: Pick<Node, 'config' | 'log'>, account: ReturnType<typeof postgresAccount>): Program {
  return startProgram('patroni', [config], { log, account, cwd: path.dirname(config) });
}

interface Place {
  readonly scope: string;
  readonly name: string;
  readonly etcd: string;
  readonly dir: string;
  readonly port: number;
  readonly rest: number;
}

/** As Patroni's documentation states them: shortest times that its checks allow, so that a failover takes some 20 s. */
function settingsOf({ scope, name, etcd, dir, port, rest }: Place) {
  const user = (username: string) => ({ username, password: PASSWORD });
  return {
    scope,
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            wal_level: 'logical',
            max_connections: 200,
            max_worker_processes: 16,
            hot_standby_feedback: 'on',
            wal_log_hints: 'on',
            shared_buffers: '128MB',
            // What the other one writes until the killed one is back, which has no slot meanwhile.
            wal_keep_size: '2GB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: path.join(dir, 'data'),
      bin_dir: POSTGRES_BIN,
      pgpass: path.join(dir, 'pgpass'),
      authentication: { superuser: user('postgres'), replication: user('replicator'), rewind: user('rewinder') },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: dir },
    },
  };
}

/** The one that takes writes; null while there is none. */
async function leaderOf(nodes: readonly Node[]): Promise<Node | null> {
  const states = await Promise.all(nodes.map(stateOf));
  return nodes[states.indexOf('primary')] ?? null;
}

async function stateOf(node: Node): Promise<'primary' | 'standby' | 'away'> {
  try {
    return (await answerOf(node, 'SELECT pg_is_in_recovery()::text')) === 'false' ? 'primary' : 'standby';
  } catch {
    // It starts, stops or was killed: whichever, nobody can use it now.
    return 'away';
  }
}

/** The one value that a statement answers, as text. */
async function answerOf({ port }: Node, statement: string): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 3_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(statement);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}
