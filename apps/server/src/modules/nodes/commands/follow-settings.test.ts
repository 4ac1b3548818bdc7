import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type FollowOptions, followSettings } from './follow-settings.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'assay-follow-settings-'));
afterAll(() => rm(folder, { recursive: true }));

const OPTIONS: FollowOptions = { traces: true, labelsEvery: '60' };
const NODE = { ...OPTIONS, network: 'eth', rpc: 'http://user:secret@node.example:8545/key' };

async function refusal(options: FollowOptions): Promise<string> {
  const error = await followSettings(options).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'CommandError', exitCode: 2 });
  return error instanceof Error ? error.message : '';
}

async function file(content: string): Promise<string> {
  const name = path.join(folder, 'follow.yaml');
  await writeFile(name, content);
  return name;
}

it('takes the assets of the catalogue where none are named, and those that are', async () => {
  const [all] = await followSettings(NODE);
  expect(all?.assets.length).toBeGreaterThan(10);
  expect(all).toMatchObject({ network: 'ETH', from: null, until: null, traces: true });
  const [some] = await followSettings({ ...NODE, assets: 'usdt, eth', from: '5' });
  expect(some?.assets.map(({ ticker }) => ticker)).toEqual(['USDT', 'ETH']);
  expect(some?.from).toBe(5);
});

it('reads several networks from a file', async () => {
  const config = await file(
    '- {network: ETH, rpc: "http://127.0.0.1:8545", assets: [ETH]}\n- {network: bsc, rpc: "http://127.0.0.1:8546", from: 7}\n',
  );
  const networks = await followSettings({ ...OPTIONS, config });
  expect(networks.map(({ network, from }) => [network, from])).toEqual([
    ['ETH', null],
    ['BSC', 7],
  ]);
});

it.each<[string, FollowOptions]>([
  ['Name a network and its node', OPTIONS],
  ["The network is 'NOWHERE'", { ...NODE, network: 'NOWHERE' }],
  ['must be an address that begins with http', { ...NODE, rpc: 'ws://secret' }],
  ['write it as %25', { ...NODE, rpc: 'http://user:100%secret@node.example:8545' }],
  ["'XYZ' is not an asset on Ethereum; listed are", { ...NODE, assets: 'XYZ' }],
  ["--from is '-3', not the height of a block", { ...NODE, from: '-3' }],
  ['leave --network out', { ...NODE, config: 'any' }],
])('says %j', async (said, options) => {
  const text = await refusal(options);
  expect(text).toContain(said);
  expect(text).not.toContain('secret');
});

it('names the entry of a file that is wrong, and never a value that may be a password', async () => {
  const config = await file('- {network: ETH, rpc: "secret"}\n');
  expect(await refusal({ ...OPTIONS, config })).toMatch(/follow\.yaml, entry 1: .*begins with http/);
  const twice = await file('- &a {network: ETH, rpc: "http://a"}\n- *a\n');
  expect(await refusal({ ...OPTIONS, config: twice })).toContain('names ETH twice');
  const unknown = await file('- {network: ETH, rpc: "http://a", passwort: secret}\n');
  expect(await refusal({ ...OPTIONS, config: unknown })).not.toContain('secret');
});
