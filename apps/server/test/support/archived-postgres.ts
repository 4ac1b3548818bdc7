import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@assay/testkit';

const PART = '## Back to a point in time\n';
const [, PAGE = ''] = readFileSync(new URL('../../../../docs/operations/backups.md', import.meta.url), 'utf8').split(
  PART,
);
const BIN = '/usr/lib/postgresql/15/bin';
const LONGEST_MS = 120_000;

/** Blocks of its part about points in time, in order. */
const blocks = (language: string): readonly string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);
const [pgbackrestConf = '', archiveConf = ''] = blocks('ini');
const [setUp = '', daily = '', goBack = ''] = blocks('sh');

/** What docs/operations/backups.md has an operator type. */
export const PAGE_COMMANDS = { setUp, daily, goBack } as const;

/** PostgreSQL 15 of Debian, which hands over its write-ahead log to pgBackRest as the page says. */
export interface ArchivedPostgres {
  /** Of an empty database. */
  readonly url: string;
  /** Runs shell lines as an ordinary user, since PostgreSQL refuses root; answers what they wrote. */
  readonly shell: (script: string) => string;
  /** Restores another cluster beside this one as it was at a moment, and starts it; answers the URL of its database. */
  readonly restoreBeside: (moment: string) => Promise<string>;
  readonly close: () => void;
}

/** @throws Error where PostgreSQL 15 and pgBackRest of Debian are not installed, with what was said */
export async function openArchivedPostgres(): Promise<ArchivedPostgres> {
  const home = mkdtempSync(path.join(tmpdir(), 'assay-archived-'));
  const port = await freePort();
  const clusters = ['data'];

  const shell = (script: string): string => {
    const preamble = `set -e
export PATH=${BIN}:$PATH PGBACKREST_CONFIG=${home}/pgbackrest.conf PGHOST=${home} PGPORT=${port}
cd ${home}
# The cluster has another place than Debian's.
pg_ctlcluster() { pg_ctl -D ${home}/data -w -l ${home}/postgres.log "$3"; }
`;
    const line = ['bash', '-c', preamble + script];
    const [command = '', ...args] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...line] : line;
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: LONGEST_MS });
    if (status === 0) return stdout.trim();
    const log = path.join(home, 'postgres.log');
    const logged = existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : '';
    throw new Error(`${script} ended with ${status}:\n${stdout}${stderr}${logged}`);
  };
  const placed = (text: string): string =>
    text
      .replaceAll('/var/lib/pgbackrest', `${home}/repository`)
      .replaceAll('/var/lib/postgresql/15/main', `${home}/data`);

  mkdirSync(path.join(home, 'repository'));
  const places = `log-path=${home}\nlock-path=${home}/lock\nlog-level-file=off\n`;
  const pg = `pg1-socket-path=${home}\npg1-port=${port}\npg1-user=assay\npg1-database=postgres\n`;
  writeFileSync(
    path.join(home, 'pgbackrest.conf'),
    placed(pgbackrestConf).replace('[assay]\n', `${places}\n[assay]\n${pg}`),
  );
  if (process.getuid?.() === 0) {
    const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
    for (const name of ['', 'repository', 'pgbackrest.conf']) chownSync(path.join(home, name), id('-u'), id('-g'));
  }
  shell(`initdb -D data -U assay --auth=trust --no-sync > initdb.log
cat >> data/postgresql.conf <<'END'
${archiveConf}listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${home}'
END
pg_ctlcluster 15 main start > start.log
createdb -U assay assay`);
  return {
    url: urlOf(port),
    shell,
    restoreBeside: async (moment) => {
      const [name, other] = [`beside-${clusters.length}`, await freePort()];
      shell(`pgbackrest --stanza=assay --pg1-path=${home}/${name} --type=time --target='${moment}' --target-action=promote restore
pg_ctl -D ${name} -w -t 60 -l ${name}.log -o '-c port=${other} -c archive_mode=off' start > ${name}.start.log
psql -p ${other} -U assay -At -c "SELECT 1" assay > /dev/null
for second in $(seq 60); do
  test "$(psql -p ${other} -U assay -At -c 'SELECT pg_is_in_recovery()' assay)" = f && break; sleep 1
done`);
      clusters.push(name);
      return urlOf(other);
    },
    close: () => {
      for (const name of clusters) shell(`pg_ctl -D ${name} -w -m fast stop > stop.log`);
      rmSync(home, { recursive: true });
    },
  };
}

function urlOf(port: number): string {
  return `postgres://assay@127.0.0.1:${port}/assay`;
}
