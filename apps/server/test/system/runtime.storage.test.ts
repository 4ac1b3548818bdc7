import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startProduct, temporaryDataDir } from '../support/built-product.ts';

const { dataDir, remove } = await temporaryDataDir();
afterAll(remove);

async function failureOf(options: Parameters<typeof startProduct>[0]): Promise<{ code: unknown; said: string }> {
  const product = startProduct(options);
  await expect(product.opened).rejects.toThrow('It ended instead');
  return { code: await product.exited, said: product.said() };
}

describe('a data folder that cannot be used', () => {
  it.runIf(process.platform === 'linux')('is named when nothing can be written there', async () => {
    // The kernel's file system permits no new folders, not even for root.
    const { code, said } = await failureOf({ dataDir: '/sys/assay-test' });
    expect(code).toBe(3);
    expect(said).toMatch(/cannot be written by this account|read-only file system/);
    expect(said).toContain('ASSAY_DATA_DIR');
    expect(said).not.toContain('    at ');
  });

  it('is named when the disk is full', async () => {
    // A limit on file sizes replaces the full disk: it is smaller than the database's first log file.
    const { code, said } = await failureOf({ dataDir, launcher: ['sh', '-c', 'ulimit -f 2000; exec "$@"', 'sh'] });
    expect(code).toBe(3);
    expect(said).toContain('is full');
    expect(said).toContain(dataDir);
  });

  it('can be used when there is space again', async () => {
    const product = startProduct({ dataDir });
    expect((await fetch(`${await product.opened}/readyz`)).status).toBe(200);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
  });

  it('is named when it is a file', async () => {
    const file = path.join(path.dirname(dataDir), 'a-file');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '');
    const { code, said } = await failureOf({ dataDir: file });
    expect(code).toBe(3);
    expect(said).toContain('is not a folder');
  });
});
