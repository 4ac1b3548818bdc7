import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND, COMPILE_CACHE, startProduct } from '../support/built-product.ts';
import { preparedDataDir } from '../support/prepared-data-dir.ts';

const { dataDir, remove } = await preparedDataDir();
afterAll(remove);

/** The line of `assay check` that says where its result is. */
function resultLine(env: Readonly<Record<string, string>> = {}): string {
  const args = ['check', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '--asset', 'BTC'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    encoding: 'utf8',
    env: { ...COMPILE_CACHE, ASSAY_DATA_DIR: dataDir, STARTER_DATA: 'off', LIVE_CHAINS: 'off', ...env },
  });
  expect(status, stderr).toBe(0);
  return /^Result +(.*)$/m.exec(stdout)?.[1] ?? expect.fail(stdout);
}

describe('the link that a command prints', { timeout: 180_000 }, () => {
  it('leads to the running server, wherever it listens; to PUBLIC_URL where that is set; else there is none', async () => {
    const server = startProduct({ dataDir });
    const address = await server.opened;
    expect(new URL(address).port).not.toBe('3000');
    expect(resultLine()).toMatch(new RegExp(`^${address}/riskcheck/[0-9a-f]{32}$`));
    expect(resultLine({ PUBLIC_URL: 'https://assay.firm.example' })).toMatch(
      /^https:\/\/assay\.firm\.example\/riskcheck\/[0-9a-f]{32}$/,
    );
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(resultLine()).toMatch(/^[0-9a-f]{32}; start the product to open it$/);
  });
});
