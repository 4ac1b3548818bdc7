import { spawn } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { preparedDataDir } from '../support/prepared-data-dir.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Vite bundles the packages of the site on a first visit. */
const WITHIN_MS = 240_000;

const { NODE_ENV: _, ...withoutNodeEnv } = process.env;
const { dataDir, remove } = await preparedDataDir();
afterAll(remove);

/** What a module of Vite's imports before it runs: the paths as the browser requests them. */
const importsOf = (module: string): string[] =>
  [...module.matchAll(/\b(?:from|import)\s*["'](\/[^"'\n]+)["']/g)].map(([, path = '']) => path);

/** Requests the modules of a page as a browser does that has none of them; the answers by path. */
async function modulesOf(origin: string, page: string): Promise<ReadonlyMap<string, number>> {
  const statuses = new Map<string, number>();
  const visit = async (path: string): Promise<void> => {
    if (statuses.has(path)) return;
    statuses.set(path, 0);
    const answer = await fetch(origin + path);
    statuses.set(path, answer.status);
    await Promise.all(importsOf(await answer.text()).map(visit));
  };
  const preloaded = [...page.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, path = '']) => path);
  await Promise.all(preloaded.map(visit));
  return statuses;
}

describe('npm run dev', { timeout: 2 * WITHIN_MS }, () => {
  it('answers with the site from source and starts again when a file of the server changes', async () => {
    const child = spawn(process.execPath, ['tools/dev.mjs'], {
      cwd: ROOT,
      // With the NODE_ENV of the tests, Vite would bundle all packages again, also those of a server that runs already.
      env: { ...withoutNodeEnv, ASSAY_DATA_DIR: dataDir, PORT: '0', STARTER_DATA: 'off', LIVE_CHAINS: 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    const exited = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    const addresses = () => [...said.matchAll(/ is open at (\S+)\n/g)].map(([, link = '']) => new URL(link).origin);
    const poll = { timeout: WITHIN_MS, interval: 250 };
    try {
      await expect.poll(() => addresses().length, poll).toBe(1);
      const page = async () => (await fetch(addresses().at(-1) ?? '')).text();
      // The page loads Vite's client and the sources, not files of a build.
      await expect.poll(page, poll).toContain('/app/entry.client.tsx');
      const client = await fetch(`${addresses()[0]}/@vite/client`);
      expect(client.status).toBe(200);
      const html = await page();
      // The browser draws it without a nonce, and React compares.
      expect(/<link data-react-router-critical-css[^>]*>/.exec(html)?.[0]).toContain(' nonce=""');
      // Had Vite not found a package before the visit, it would bundle all of them again, and refuse the first bundle.
      const modules = await modulesOf(addresses()[0] ?? '', html);
      expect([...modules].filter(([, status]) => status !== 200)).toEqual([]);
      expect([...modules.keys()].filter((path) => path.includes('/.vite/deps/radix-ui.js'))).toHaveLength(1);
      expect(said).not.toContain('optimized dependencies changed');

      const now = new Date();
      utimesSync(`${ROOT}apps/server/src/platform/kernel/product-version.ts`, now, now);
      await expect.poll(() => said, poll).toContain('apps/server/src/platform/kernel/product-version.ts changed');
      await expect.poll(() => addresses().length, poll).toBe(2);
      await expect.poll(page, poll).toContain('/app/entry.client.tsx');
    } finally {
      child.kill('SIGTERM');
      await exited;
    }
    expect(child.exitCode).toBe(0);
  });
});
