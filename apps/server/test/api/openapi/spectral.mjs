// `node spectral.mjs document.json`: what Spectral's rules of OpenAPI say of a document, as JSON. All of them apply, also
// those that are off by default. A program of its own, because the library brings types for another module resolution.
import { readFile } from 'node:fs/promises';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const RULESET = {
  extends: [[rulesets.oas, 'all']],
  rules: {
    // Tags are in the order in which a reader needs them.
    'openapi-tags-alphabetical': 'off',
    // The contact is the page of the installation, which need not have a mailbox.
    'contact-properties': 'off',
    // The licence has an SPDX identifier, beside which OpenAPI 3.1 allows no `url`.
    'license-url': 'off',
  },
};

const [file = ''] = process.argv.slice(2);
const linter = new spectral.Spectral();
linter.setRuleset(new spectral.Ruleset(RULESET));
const found = await linter.run(JSON.parse(await readFile(file, 'utf8')));
const problems = found.map(({ code, severity, message, path }) => ({
  ruleId: code,
  severity: ['error', 'warn', 'info', 'hint'][severity],
  message,
  at: path.join('/'),
}));
process.stdout.write(JSON.stringify(problems));
