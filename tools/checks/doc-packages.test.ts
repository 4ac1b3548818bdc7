import { expect, it } from 'vitest';
import { unownedPackages } from './doc-packages.ts';

const block = (line: string) => `\`\`\`sh\n${line}\n\`\`\``;

it.each([
  ['npx -y assay-mcp', 'assay-mcp'],
  ['ASSAY_URL=https://assay.example npx -y assay-cli check x --asset BTC', 'assay-cli'],
  ['npm install -g assay-cli', 'assay-cli'],
  ['npx assay-cli@1.0.0 check', 'assay-cli@1.0.0'],
  ['npx -y --package=assay-cli assay check', 'assay-cli'],
])('refuses %s', (line, name) => {
  expect(unownedPackages(block(line)).join()).toContain(`the package ${name}, a name`);
});

it('refuses a package that the settings of an agent’s program run', () => {
  const settings = '```json\n{\n  "command": "npx",\n  "args": ["-y", "assay-mcp"]\n}\n```';
  expect(unownedPackages(settings)).toHaveLength(1);
});

it.each([
  'npm install',
  'npm install ./assay-client-0.1.0.tgz',
  'npm install -g assay-cli-0.1.0.tgz',
  'npx -y --package=./assay-cli-0.1.0.tgz assay check x',
  'npx -y https://assay.example/packages/assay-cli.tgz check x',
  'npm pack -w assay-cli',
])('takes what no registry is asked for: %s', (line) => {
  expect(unownedPackages(block(line))).toEqual([]);
});

it('takes settings that run a file', () => {
  const settings = '```json\n{\n  "command": "npx",\n  "args": ["-y", "/opt/assay-mcp-0.1.0.tgz"]\n}\n```';
  expect(unownedPackages(settings)).toEqual([]);
});
