// `node lint.mjs document.json`: what Redocly's recommended rules say of an OpenAPI document, as JSON. A program of its
// own, because the library brings no types for the module resolution of this repository.
import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const [file = ''] = process.argv.slice(2);
const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source: await readFile(file, 'utf8'), absoluteRef: file, config });
const found = problems.map(({ ruleId, severity, message, location }) => ({
  ruleId,
  severity,
  message,
  at: location.map(({ pointer }) => pointer ?? ''),
}));
process.stdout.write(JSON.stringify(found));
