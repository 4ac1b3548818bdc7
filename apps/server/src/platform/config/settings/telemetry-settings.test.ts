import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.org/assay/' };

it('nothing is sent anywhere unless a receiver is named', () => {
  expect(readConfig({}).telemetry).toBeNull();
  expect(readConfig({ OTEL_SERVICE_NAME: 'assay-eu' }).telemetry).toBeNull();
});

it('a receiver has an address without a trailing slash, headers as they are decoded, and a part of the traces', () => {
  const headers = 'authorization=Bearer%20a-secret%3D,x-tenant=one';
  const settings = { ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_TRACES_SAMPLER_ARG: '0.25' };
  expect(readConfig(settings).telemetry).toEqual({
    endpoint: 'https://otel.example.org/assay',
    headers: { authorization: 'Bearer a-secret=', 'x-tenant': 'one' },
    serviceName: 'assay',
    sampled: 0.25,
  });
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://otel.example.org'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a secret without a name'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_TRACES_SAMPLER_ARG', 'often'],
])('%s that cannot be used is refused by name, without what was given', (name, value) => {
  const read = () => readConfig({ ...ENDPOINT, [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`${name} must be`);
  expect(read).not.toThrow(value);
});
