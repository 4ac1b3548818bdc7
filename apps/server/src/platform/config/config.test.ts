import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, SETTING_NAMES } from './config.ts';
import { BOT_PROCESS_SETTINGS } from './settings/bot-settings.ts';

describe('readConfig', () => {
  it('needs no setting at all', () => {
    expect(readConfig({})).toMatchObject({
      environment: 'production',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: null,
      productName: 'Assay',
      trustProxy: 0,
      hasStarterData: true,
      inquiryRetentionDays: 1095,
      invoiceRetentionYears: 7,
      stopGraceMs: 10_000,
    });
    const { dataDir } = readConfig({});
    expect(path.basename(dataDir)).toBe('.data');
    expect(existsSync(path.join(path.dirname(dataDir), 'package-lock.json')), 'in the clone itself').toBe(true);
  });

  it('treats an empty setting as unset', () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, ' ']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('names every wrong setting and what is expected, and never what was given', () => {
    const wrong = {
      PORT: '70000-secret',
      HOST: 'a secret host',
      PUBLIC_URL: 'ftp://secret',
      DATABASE_URL: 'mysql://root:secret@db',
      TRUST_PROXY: 'secret',
      LOG_LEVEL: 'secret',
      NODE_ENV: 'secret',
      STARTER_DATA: 'secret',
      PRODUCT_NAME: `secret ${'x'.repeat(50)}`,
    };
    let message = '';
    try {
      readConfig(wrong);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = String(error);
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(`${name} must be `);
    expect(message).not.toContain('secret');
  });

  it.each(['1096', '3650', '0', '1.5'])('keeps checks three years at most, and refuses %s days', (days) => {
    expect(readConfig({ INQUIRY_RETENTION_DAYS: '1095' }).inquiryRetentionDays).toBe(1095);
    expect(() => readConfig({ INQUIRY_RETENTION_DAYS: days })).toThrow(
      'INQUIRY_RETENTION_DAYS must be a number of days, 1 to 1095 (three years)',
    );
  });

  it.each([['-1'], ['65536'], ['3000.5'], ['0x10'], ['1e3']])('refuses PORT %s', (port) => {
    expect(() => readConfig({ PORT: port })).toThrow('PORT must be a port number from 0 to 65535');
  });

  it('derives the public address from host and port, and takes a slash at the end off a given one', () => {
    expect(readConfig({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://127.0.0.1:80');
    expect(readConfig({ HOST: '::1', PORT: '80' }).publicUrl).toBe('http://[::1]:80');
    expect(readConfig({ PUBLIC_URL: 'https://assay.example.org/' }).publicUrl).toBe('https://assay.example.org');
  });

  it.each([
    'https://firm.example/assay',
    'https://firm.example?x=1',
    'https://firm.example/#x',
    'https://a:b@firm.example',
  ])('refuses the public address %s: the site is at the root of its host', (url) => {
    expect(() => readConfig({ PUBLIC_URL: url })).toThrow('PUBLIC_URL must be an address without a path');
  });

  it('has exactly the settings of .env.example', () => {
    const example = readFileSync(new URL('../../../../../.env.example', import.meta.url), 'utf8');
    const names = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
    expect(new Set(names)).toEqual(new Set([...SETTING_NAMES, ...BOT_PROCESS_SETTINGS]));
    expect(names).toHaveLength(new Set(names).size);
  });

  it('accepts the values of .env.example', () => {
    const example = readFileSync(new URL('../../../../../.env.example', import.meta.url), 'utf8');
    const values = Object.fromEntries(
      [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(() => readConfig(values)).not.toThrow();
  });
});
