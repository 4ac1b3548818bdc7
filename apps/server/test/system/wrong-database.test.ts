import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMAND, COMPILE_CACHE, startProduct, temporaryDataDir } from '../support/built-product.ts';
import { emptyDatabase, testDatabase } from '../support/database.ts';

function assay(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const env = { ...COMPILE_CACHE, ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

describe('a command', () => {
  it.each([
    [['admin', 'audit']],
    [['labels', 'stats']],
    [['transfers', 'stats']],
    [['backup', 'resume']],
    [['check', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '--asset', 'BTC']],
  ])('makes no database in order to answer: %j', async (args) => {
    const { dataDir, remove } = await temporaryDataDir();
    const answer = assay(args, { ASSAY_DATA_DIR: dataDir });
    expect(answer).toMatchObject({ status: 3, stdout: '' });
    expect(answer.stderr).toBe(
      `There is no database in ${dataDir}, and none was made. Set ASSAY_DATA_DIR to the data folder you mean, start the server, which makes one, or add --create.\n`,
    );
    expect(existsSync(dataDir)).toBe(false);
    await remove();
  });

  it('makes one with --create', { timeout: 60_000 }, async () => {
    const { dataDir, remove } = await temporaryDataDir();
    const made = assay(['labels', 'stats', '--create'], { ASSAY_DATA_DIR: dataDir });
    expect(made.status, made.stderr).toBe(0);
    expect(assay(['labels', 'stats'], { ASSAY_DATA_DIR: dataDir }).status).toBe(0);
    await remove();
  });

  it('leaves a database that is not ours as it is', async () => {
    const foreign = await emptyDatabase();
    const answer = assay(['admin', 'audit'], { DATABASE_URL: foreign.url });
    expect(answer).toMatchObject({ status: 3, stdout: '' });
    expect(answer.stderr).toContain('holds nothing of Assay');
    const { rows } = await foreign.pool.query("SELECT FROM information_schema.tables WHERE table_schema = 'public'");
    expect(rows).toHaveLength(0);
    await foreign.drop();
  });
});

describe('a database that a newer version has migrated', () => {
  it('is refused by server and command line, naming both schemas', async () => {
    const database = await testDatabase();
    await database.pool.query("INSERT INTO schema_migration (name, run_on) VALUES ('9100_newer', now())");
    const refusal =
      /schema of a newer version of Assay: 9100_newer\. This version, [\d.]+, knows the schema up to \d{4}_\w+\./;
    const command = assay(['labels', 'stats'], { DATABASE_URL: database.url });
    expect(command).toMatchObject({ status: 3, stdout: '' });
    expect(command.stderr).toMatch(refusal);
    // Said once.
    expect(command.stderr.trim().split('\n')).toHaveLength(1);
    const { dataDir, remove } = await temporaryDataDir();
    const server = startProduct({ dataDir, env: { DATABASE_URL: database.url } });
    server.opened.catch(() => undefined);
    expect(await server.exited).toBe(3);
    expect(server.said()).toMatch(refusal);
    await remove();
    await database.drop();
  });
});
