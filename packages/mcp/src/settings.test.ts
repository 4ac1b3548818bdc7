import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const URL_SET = { url: 'https://assay.example', key: undefined };

describe('the settings of the MCP server', () => {
  it('serve one client by the key of the environment', () => {
    expect(readSettings([], { ...URL_SET, key: 'aml_live_x' })).toEqual({
      is: 'stdio',
      url: 'https://assay.example',
      key: 'aml_live_x',
    });
  });

  it('serve several over HTTP, and need no key then', () => {
    expect(readSettings(['--http', '[::1]:8081', '--name', 'mcp.example.com'], URL_SET)).toEqual({
      is: 'http',
      url: 'https://assay.example',
      host: '[::1]',
      port: 8081,
      names: ['mcp.example.com'],
    });
  });

  it('refuse what cannot be served, and say what to write', () => {
    for (const [args, environment, said] of [
      [['--http', '8081'], URL_SET, /HOST:PORT/],
      [['--http', 'localhost:99999'], URL_SET, /HOST:PORT/],
      [['--name', 'x'], { ...URL_SET, key: 'k' }, /belongs to --http/],
      [[], { ...URL_SET, url: 'ftp://assay.example' }, /https:\/\/assay\.example/],
      [[], { ...URL_SET, url: 'assay.example' }, /https:\/\/assay\.example/],
      [['extra'], URL_SET, /extra/],
    ] as const) {
      expect(() => readSettings(args, environment)).toThrow(SettingsError);
      expect(() => readSettings(args, environment)).toThrow(said);
    }
  });
});
