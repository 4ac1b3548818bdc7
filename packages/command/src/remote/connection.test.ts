import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connect, type RemoteEnvironment, serverUrl } from './connection.ts';
import { profilesFile, readProfiles, writeProfiles } from './profiles.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'assay-profiles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = path.join(folder, 'assay', 'profiles.json');
const NOTHING: RemoteEnvironment = { url: undefined, key: undefined, profilesFile: file };
const OF_SHOP = { url: 'https://shop.example', key: 'aml_live_shop' };

describe('the server and the key of a command', () => {
  it('are asked for, with what to do, where nothing is set', async () => {
    await expect(connect({}, NOTHING)).rejects.toThrow('assay profile set --server https://assay.example');
    await expect(connect({ profile: 'shop' }, NOTHING)).rejects.toThrow("There is no profile 'shop'.");
  });

  it('are never of two origins: the key of a profile goes to its server alone', async () => {
    await writeProfiles(file, { default: OF_SHOP });
    expect(await serverUrl({}, NOTHING)).toBe('https://shop.example');
    await connect({}, NOTHING);
    await expect(connect({ server: 'https://other.example' }, NOTHING)).rejects.toThrow('Set ASSAY_API_KEY');
    await expect(connect({ server: 'https://other.example', profile: 'default' }, NOTHING)).rejects.toThrow('--server');
    await expect(connect({}, { ...NOTHING, key: 'aml_live_other' })).rejects.toThrow('Set ASSAY_URL');
  });

  it('are refused where the address is none', async () => {
    await expect(connect({}, { ...NOTHING, url: 'assay', key: 'k' })).rejects.toThrow("'assay' is no address");
  });
});

describe('the file of profiles', () => {
  it('is where the environment says, and private whatever was there before', async () => {
    expect(profilesFile({ xdg: '/etc/xdg', home: '/root' })).toBe('/etc/xdg/assay/profiles.json');
    expect(profilesFile({ xdg: undefined, home: '/root' })).toBe('/root/.config/assay/profiles.json');
    await writeProfiles(file, { shop: OF_SHOP });
    expect(await readProfiles(file)).toEqual({ shop: OF_SHOP });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
