import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

describe('the settings of signing', () => {
  it('use no time-stamp authority and our own keys by default', () => {
    expect(readConfig({}).signing).toEqual({
      keysDir: null,
      keysSecret: null,
      p12: null,
      timeStampUrls: [],
      timeStampTimeoutMs: 3_000,
    });
  });

  it('take authorities in the order they are written', () => {
    const urls = 'https://a.example.test/tsr, http://b.example.test:318/';
    expect(readConfig({ REPORT_TSA_URLS: urls }).signing.timeStampUrls).toEqual([
      'https://a.example.test/tsr',
      'http://b.example.test:318/',
    ]);
  });

  it('find files from the clone, and never say what a wrong setting was', () => {
    const { signing } = readConfig({ REPORT_P12_FILE: '/etc/assay/report.p12', REPORT_P12_PASSWORD: 'secret' });
    expect(signing.p12).toEqual({ file: '/etc/assay/report.p12', password: 'secret' });
    for (const wrong of [{ REPORT_TSA_URLS: 'ftp://secret.example.test' }, { REPORT_TSA_TIMEOUT_MS: '9' }]) {
      expect(() => readConfig(wrong)).toThrow(ConfigError);
      expect(() => readConfig(wrong)).not.toThrow('secret');
    }
    expect(() => readConfig({ REPORT_TSA_URLS: Array.from({ length: 6 }, () => 'https://a.test').join(',') })).toThrow(
      'up to 5',
    );
  });
});
