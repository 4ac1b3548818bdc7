import path from 'node:path';
import { freePort } from '@assay/testkit';
import { until } from '../drills/client.ts';
import { startProgram } from './debian.ts';

export interface Etcd {
  /** `host:port` for its clients. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** One etcd, which Patroni keeps its leader in. A real installation runs three. */
export async function startEtcd(home: string): Promise<Etcd> {
  const [client, peer] = [await freePort(), await freePort()];
  const clientUrl = `http://127.0.0.1:${client}`;
  const program = startProgram(
    'etcd',
    [
      `--data-dir=${path.join(home, 'etcd')}`,
      `--listen-client-urls=${clientUrl}`,
      `--advertise-client-urls=${clientUrl}`,
      `--listen-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-cluster=default=http://127.0.0.1:${peer}`,
      // Nobody needs its data after a power cut.
      '--unsafe-no-fsync',
    ],
    { log: path.join(home, 'etcd.log') },
  );
  const answers = async () => (await fetch(`${clientUrl}/health`).catch(() => null))?.ok === true;
  if (!(await until(answers, 30_000))) throw new Error('etcd did not answer within 30 s');
  return { address: `127.0.0.1:${client}`, stop: program.stop };
}
